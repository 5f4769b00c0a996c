import TouchReelClampedNumbers
import TouchReelTouchTracking

/// Blocks below each other, in a figure of a size.
struct FigureLayout: Sendable {
  /// Why a figure cannot be drawn.
  enum Failure: Error, Hashable {
    /// The height that it needs, in points.
    case tooLow(Int)
    case tooHigh(Int)
  }

  static let margin = 6.0
  /// The highest figure, in points; a page of a PDF may be 14,400.
  private static let greatestHeight = 10_000.0

  let blocks: [any FigureBlock]
  let theme: PlotTheme
  var lineWidth = 0.75

  /// - Parameters:
  ///   - width: of the figure, in points.
  ///   - height: `nil` for what the blocks have where there is room.
  func drawn(width: Double, height: Double?) throws(Failure) -> (size: BoardSize, drawing: FigureDrawing) {
    let inner = width - 2 * Self.margin
    let all = blocks.map { $0.heights(width: inner) }
    let total = try self.height(of: all, stated: height)
    let heights = Self.shared(total - 2 * Self.margin, among: all)
    let labels = zip(blocks, heights).map { $0.labelWidth(height: $1) }.max() ?? 0
    var drawing = FigureDrawing(theme, lineWidth: lineWidth)
    var top = Self.margin
    for (block, height) in zip(blocks, heights) {
      let area = FigureArea(left: Self.margin, top: top, right: width - Self.margin, bottom: top + height)
      block.draw(in: area, plotLeft: Self.margin + labels, on: &drawing)
      top += height
    }
    return (BoardSize(width: width, height: total), drawing)
  }

  private func height(of blocks: [FigureHeights], stated: Double?) throws(Failure) -> Double {
    let (least, usual) = blocks.reduce((2 * Self.margin, 2 * Self.margin)) { ($0.0 + $1.least, $0.1 + $1.usual) }
    // A point is four thirds of a pixel in SVG: thirds are whole there.
    let height = stated ?? (usual / 3).rounded(.up) * 3
    if height < least { throw .tooLow(Int(clamping: least.rounded(.up))) }
    if height > Self.greatestHeight { throw .tooHigh(Int(clamping: height)) }
    return height
  }

  /// Blocks that can grow share what the others leave, in proportion to what they can use.
  private static func shared(_ total: Double, among blocks: [FigureHeights]) -> [Double] {
    let least = blocks.reduce(0) { $0 + $1.least }
    let wanted = blocks.reduce(0) { $0 + $1.usual } - least
    guard wanted > 0 else { return blocks.map(\.least) }
    let share = (total - least) / wanted
    return blocks.map { $0.least + ($0.usual - $0.least) * share }
  }
}
