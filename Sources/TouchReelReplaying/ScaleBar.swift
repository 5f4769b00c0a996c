import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelDrawings
import TouchReelTouchTracking

/// A length that people read at a glance: 1, 2 or 5 times a power of ten, in millimetres.
package struct RoundLength: Hashable, Sendable {
  package let millimetres: Double
  /// `20 mm`.
  package let label: String

  /// The longest one of at most a length; `nil` if that is not between a thousandth and a million of millimetres.
  package init?(atMost limit: Double) {
    guard limit >= 0.001, limit <= 1e6 else { return nil }
    var found: (digit: Int, exponent: Int) = (1, -3)
    for exponent in -3...6 {
      for digit in [1, 2, 5] where Self.length(digit, exponent) <= limit * (1 + 1e-9) { found = (digit, exponent) }
    }
    millimetres = Self.length(found.digit, found.exponent)
    let zeros = String(repeating: "0", count: max(abs(found.exponent) - (found.exponent < 0 ? 1 : 0), 0))
    label = found.exponent < 0 ? "0.\(zeros)\(found.digit) mm" : "\(found.digit)\(zeros) mm"
  }

  private static func length(_ digit: Int, _ exponent: Int) -> Double {
    var power = 1.0
    for _ in 0..<abs(exponent) { power *= 10 }
    return exponent < 0 ? Double(digit) / power : Double(digit) * power
  }
}

/// A bar of a round length with its label, in the lower right corner of a picture. It is no part of the drawing.
/// Lengths that are not of the board are in 1920ths of its longer side, as a legend's.
struct ScaleBar: Sendable {
  private static let (margin, padding, rowHeight, textSize) = (24.0, 14.0, 34.0, 22.0)
  private static let (lineWidth, tickHeight) = (3.0, 14.0)
  /// The longest bar, as a share of the picture's width.
  private static let longestShare = 0.3

  private var board: BoardSize
  private var pointsPerMillimetre: Double?
  /// Bottom to top; empty if lengths are not known.
  private(set) var shapes: [Shape]

  init(on board: BoardSize, pointsPerMillimetre: Double?) {
    (self.board, self.pointsPerMillimetre) = (board, pointsPerMillimetre)
    shapes = Self.shapes(on: board, pointsPerMillimetre)
  }

  mutating func fit(_ new: BoardSize, pointsPerMillimetre scale: Double?) {
    guard new != board || scale != pointsPerMillimetre else { return }
    self = ScaleBar(on: new, pointsPerMillimetre: scale)
  }

  /// Why there is no bar, for the user.
  var warnings: [String] {
    if pointsPerMillimetre == nil {
      return ["there is no scale bar: neither the device nor the page says how large it is in millimetres"]
    }
    return shapes.isEmpty ? ["there is no scale bar: the picture is too small or too large for one"] : []
  }

  private static func shapes(on board: BoardSize, _ pointsPerMillimetre: Double?) -> [Shape] {
    guard let pointsPerMillimetre, let bar = RoundLength(atMost: board.width * longestShare / pointsPerMillimetre)
    else { return [] }
    let unit = max(board.width, board.height) / 1920
    let font = TextFont(family: "Sans", size: textSize * unit)
    let width = bar.millimetres * pointsPerMillimetre
    let label = TextShape(bar.label, font: font, color: .black, at: BoardPoint(x: 0, y: 0), width: limit(font))
    let inner = max(width, label.layout?.width ?? 0)
    let right = board.width - (margin + padding) * unit
    let center = right - inner / 2
    let bottom = board.height - (margin + padding) * unit
    let line = bottom - tickHeight / 2 * unit
    let top = bottom - (tickHeight + rowHeight) * unit
    let text = BoardPoint(x: center, y: top + rowHeight / 2 * unit)
    return [paper(BoardRect(from: BoardPoint(x: right - inner, y: top), to: BoardPoint(x: right, y: bottom)), unit)]
      + bars(from: center - width / 2, to: center + width / 2, at: line, unit)
      + [.text(TextShape(bar.label, font: font, color: .black, at: text, width: limit(font)))]
  }

  private static func limit(_ font: TextFont) -> TextWidth { .fitting(limit: 60 * font.size) }

  /// The line and its ends, whose middles are as far from each other as the bar is long.
  private static func bars(from start: Double, to end: Double, at y: Double, _ unit: Double) -> [Shape] {
    let style = StrokeStyle(color: .black, width: lineWidth * unit)
    func line(_ x: Double, _ top: Double, _ end: Double, _ bottom: Double) -> Shape {
      .line(LineShape(from: BoardPoint(x: x, y: top), to: BoardPoint(x: end, y: bottom), style: style))
    }
    let half = tickHeight / 2 * unit
    return [line(start, y, end, y)] + [start, end].map { line($0, y - half, $0, y + half) }
  }

  /// What the bar can be read on, whatever ink is there.
  private static func paper(_ area: BoardRect, _ unit: Double) -> Shape {
    let reach = padding * unit
    return .rectangle(
      RectShape(
        from: BoardPoint(x: area.minX - reach, y: area.minY - reach),
        to: BoardPoint(x: area.maxX + reach, y: area.maxY + reach),
        style: StrokeStyle(color: PixelColor(red: 128, green: 128, blue: 128), width: unit),
        fill: PixelColor(red: 255, green: 255, blue: 255, alpha: 224)))
  }
}
