import Glibc
package import TouchReelCanvas
import TouchReelClampedNumbers
package import TouchReelTouchTracking

/// What a ruling draws in one colour and width, in board points.
package struct RulingMarks: Hashable, Sendable {
  package var color: PixelColor
  package var width: Double
  package var lines: [Line] = []
  package var dots: [DotRow] = []

  /// It ends round.
  package struct Line: Hashable, Sendable {
    package var start: BoardPoint
    package var end: BoardPoint
  }

  /// A row of one dot or more, at equal distances.
  package struct DotRow: Hashable, Sendable {
    package var first: BoardPoint
    package var last: BoardPoint
    package var count: Int

    package func dot(_ index: Int) -> BoardPoint {
      guard count > 1 else { return first }
      let share = Double(index) / Double(count - 1)
      return BoardPoint(x: first.x + (last.x - first.x) * share, y: first.y + (last.y - first.y) * share)
    }
  }

  /// The marks as pieces of round ink.
  package func pieces(on raster: Raster) -> [InkSegment] {
    let radius = raster.radius(ofWidth: width)
    let strokes = lines.map { InkSegment(from: raster.subpixel($0.start), to: raster.subpixel($0.end), radius: radius) }
    return strokes
      + dots.flatMap { row in
        (0..<row.count).map { InkSegment.dot(at: raster.subpixel(row.dot($0)), radius: radius) }
      }
  }
}

extension Ruling {
  /// The most lines and dots that are drawn: a file may ask for any number.
  package static let markLimit = 3 << 20

  /// What is drawn on paper of a size and a colour, bottom to top. Nothing if that would be more than ``markLimit``.
  package func marks(on size: BoardSize, paper: PixelColor) -> [RulingMarks] {
    let page = RuledPage(width: size.width / scale, height: size.height / scale, ruling: self)
    guard page.markCount <= Double(Self.markLimit) else { return [] }
    var marks = RulingMarks(color: color(on: paper), width: drawnWidth * scale)
    (marks.lines, marks.dots) = (page.lines, page.dots)
    var margin = RulingMarks(color: marginColor(on: paper), width: drawnWidth * scale)
    margin.lines = page.marginLines
    return [marks, margin].filter { !$0.lines.isEmpty || !$0.dots.isEmpty }.map { $0.scaled(by: scale) }
  }

  /// Whether it is so fine that nothing of it is drawn on a board of a size.
  package func isTooFine(on size: BoardSize) -> Bool {
    RuledPage(width: size.width / scale, height: size.height / scale, ruling: self).markCount > Double(Self.markLimit)
  }
}

extension RulingMarks {
  fileprivate func scaled(by scale: Double) -> RulingMarks {
    func scaled(_ point: BoardPoint) -> BoardPoint { BoardPoint(x: point.x * scale, y: point.y * scale) }
    var marks = self
    marks.lines = lines.map { Line(start: scaled($0.start), end: scaled($0.end)) }
    marks.dots = dots.map { DotRow(first: scaled($0.first), last: scaled($0.last), count: $0.count) }
    return marks
  }
}

/// The positions of lines and dots on a page, in points of paper.
private struct RuledPage {
  let width: Double
  let height: Double
  let ruling: Ruling

  private var spacing: Double { ruling.drawnSpacing }
  private var reach: Double { ruling.drawnWidth / 2 }
  /// The free space above the first line and below the last one.
  private static let (header, footer) = (80.0, 60.0)

  /// An upper bound of the number of marks.
  var markCount: Double {
    let (columns, rows) = (width / spacing + 1, height / spacing + 1)
    return switch ruling.pattern {
    case .lines, .squares, .staves: 2 * (columns + rows)
    case .isometric: 4 * (columns + rows)
    case .dots, .isometricDots: 1.2 * columns * rows
    }
  }

  var lines: [RulingMarks.Line] {
    switch ruling.pattern {
    case .lines: ruled
    case .squares: squares
    case .isometric: Triangles(self).lines
    case .staves: staves
    case .dots, .isometricDots: []
    }
  }

  var dots: [RulingMarks.DotRow] {
    switch ruling.pattern {
    case .dots: squareDots
    case .isometricDots: Triangles(self).dots
    case .lines, .squares, .isometric, .staves: []
    }
  }

  /// The line that separates the margin, if there is one.
  var marginLines: [RulingMarks.Line] {
    guard ruling.pattern == .lines, let margin = ruling.margin else { return [] }
    return [down(at: margin < 0 ? width + margin : margin)]
  }

  private func across(at y: Double, from left: Double = 0, to right: Double? = nil) -> RulingMarks.Line {
    RulingMarks.Line(start: BoardPoint(x: left, y: y), end: BoardPoint(x: right ?? width, y: y))
  }

  private func down(at x: Double, from top: Double = 0, to bottom: Double? = nil) -> RulingMarks.Line {
    RulingMarks.Line(start: BoardPoint(x: x, y: top), end: BoardPoint(x: x, y: bottom ?? height))
  }

  /// The multiples of a step within a range.
  private func multiples(of step: Double, from least: Double, to greatest: Double) -> [Double] {
    let (first, last) = ((least / step).rounded(.up), (greatest / step).rounded(.down))
    guard first <= last else { return [] }
    return (0...Int(last - first)).map { (first + Double($0)) * step }
  }

  private var ruled: [RulingMarks.Line] {
    multiples(of: spacing, from: 0, to: height - Self.header - Self.footer).map { across(at: Self.header + $0) }
  }

  /// Lines at multiples of the spacing, between the margins. The edges of the paper have none.
  private var squares: [RulingMarks.Line] {
    let margin = max(ruling.margin ?? 0, 0)
    func positions(_ length: Double) -> [Double] {
      multiples(of: spacing, from: max(margin - reach, spacing), to: length - margin + reach)
    }
    let (columns, rows) = (positions(width), positions(height))
    func ends(_ positions: [Double], _ length: Double) -> (Double, Double) {
      guard margin > 0, ruling.hasWholeSquares else { return (margin, length - margin) }
      return (positions.first ?? margin, positions.last ?? margin)
    }
    let ((left, right), (top, bottom)) = (ends(columns, width), ends(rows, height))
    guard left < right, top < bottom else { return [] }
    return columns.map { down(at: $0, from: top, to: bottom) } + rows.map { across(at: $0, from: left, to: right) }
  }

  private var squareDots: [RulingMarks.DotRow] {
    let columns = multiples(of: spacing, from: spacing, to: width + reach)
    guard let first = columns.first, let last = columns.last else { return [] }
    return multiples(of: spacing, from: spacing, to: height + reach).map { y in
      RulingMarks.DotRow(first: BoardPoint(x: first, y: y), last: BoardPoint(x: last, y: y), count: columns.count)
    }
  }

  /// Five lines between bars at both ends, 50 points from the edges.
  private var staves: [RulingMarks.Line] {
    let (margin, gap) = (50.0, 40.0)
    // A staff is a line's width higher than its lines are apart, and four more are between staves.
    let period = gap + 4 * spacing + 5 * ruling.drawnWidth
    guard width > 2 * margin else { return [] }
    return multiples(of: period, from: 0, to: height - Self.header - Self.footer).flatMap { offset in
      let (top, bottom) = (Self.header + offset, Self.header + offset + 4 * spacing)
      let lines = (0..<5).map { across(at: top + Double($0) * spacing, from: margin, to: width - margin) }
      return lines + [margin, width - margin].map { down(at: $0, from: top, to: bottom) }
    }
  }

  /// A grid of triangles, in whole columns and rows of half their height and half their side.
  private struct Triangles {
    private let columns: Int
    private let rows: Int
    private let step: (x: Double, y: Double)
    private let corner: BoardPoint

    init(_ page: RuledPage) {
      let side = page.spacing
      step = (side * 3.0.squareRoot() / 2, side / 2)
      columns = Int(clamping: max((page.width - 2 * side) / step.x, 0))
      rows = Int(clamping: max((page.height - 2 * side) / step.y, 0))
      corner = BoardPoint(
        x: (page.width - Double(columns) * step.x) / 2, y: (page.height - Double(rows) * step.y) / 2)
    }

    private func point(_ column: Int, _ row: Int) -> BoardPoint {
      BoardPoint(x: corner.x + Double(column) * step.x, y: corner.y + Double(row) * step.y)
    }

    private func line(_ start: (Int, Int), _ end: (Int, Int)) -> RulingMarks.Line {
      RulingMarks.Line(start: point(start.0, start.1), end: point(end.0, end.1))
    }

    /// Corners are where a column and a row meet whose sum is odd.
    var dots: [RulingMarks.DotRow] {
      guard columns > 0, rows > 0 else { return [] }
      return (0...columns).compactMap { column in
        let first = column % 2 == 0 ? 1 : 0
        // No mark of an even column lies on the lower edge.
        let last = column % 2 == 0 ? rows - 1 : rows
        guard first <= last else { return nil }
        let count = (last - first) / 2 + 1
        return RulingMarks.DotRow(
          first: point(column, first), last: point(column, first + 2 * (count - 1)), count: count)
      }
    }

    var lines: [RulingMarks.Line] {
      guard columns > 0, rows > 0 else { return [] }
      let edges = [line((0, 0), (columns, 0)), line((0, rows), (columns, rows))]
      let upright = (0...columns).map { line(($0, 0), ($0, rows)) }
      // Along one diagonal the sum of column and row is the same, along the other one their difference.
      let falling = stride(from: 1, to: columns + rows, by: 2).map { sum in
        line((min(sum, columns), sum - min(sum, columns)), (sum - min(sum, rows), min(sum, rows)))
      }
      let rising = stride(from: rows % 2 == 0 ? 1 - rows : 2 - rows, to: columns, by: 2).map { difference in
        let (start, end) = (max(0, difference), min(columns, rows + difference))
        return line((start, start - difference), (end, end - difference))
      }
      return edges + upright + falling + rising
    }
  }
}
