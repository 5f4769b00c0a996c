import TouchReelCanvas
package import TouchReelDrawings
package import TouchReelTouchTracking

/// A title at the upper edge of a picture, on paper, in as many lines as it takes. It is no part of the drawing.
///
/// Lengths that are not of the board are in 1920ths of its longer side.
package struct PictureTitle: Sendable {
  private static let (margin, padding) = (24.0, 14.0)
  /// The sizes of letters that are tried, until the title takes no more than a third of the height.
  private static let textSizes = [40.0, 32, 26, 22]
  private static let paper = PixelColor(red: 255, green: 255, blue: 255, alpha: 224)

  private let text: String
  private var board: BoardSize
  /// Bottom to top; none without fonts.
  package private(set) var shapes: [Shape] = []

  package init(_ text: String, on board: BoardSize) {
    (self.text, self.board) = (text, board)
    draw()
  }

  mutating func fit(_ new: BoardSize) {
    guard new != board else { return }
    board = new
    draw()
  }

  private var scale: Double { max(board.width, board.height) / 1920 }

  private mutating func draw() {
    guard let text = fittingText, let layout = text.layout else { return }
    let border = Self.padding * scale
    let center = BoardPoint(x: board.width / 2, y: (Self.margin + Self.padding) * scale + layout.height / 2)
    let half = (x: layout.width / 2 + border, y: layout.height / 2 + border)
    let paper = RectShape(
      from: BoardPoint(x: center.x - half.x, y: center.y - half.y),
      to: BoardPoint(x: center.x + half.x, y: center.y + half.y),
      style: StrokeStyle(color: Self.paper, width: scale), fill: Self.paper)
    shapes = [.rectangle(paper), .text(text.centered(at: center))]
  }

  /// The text in the largest letters in which it fits; in the smallest, what fits of it.
  private var fittingText: TextShape? {
    for size in Self.textSizes {
      let whole = shape(text, size)
      if fits(whole) { return whole }
    }
    return beginning(in: Self.textSizes[Self.textSizes.count - 1])
  }

  private func fits(_ text: TextShape) -> Bool { (text.layout?.height ?? 0) <= board.height / 3 }

  /// The characters that fit, and an ellipsis: at least one.
  private func beginning(in size: Double) -> TextShape {
    let characters = Array(text)
    var (fitting, tooMany) = (1, characters.count)
    while tooMany - fitting > 1 {
      let middle = (fitting + tooMany) / 2
      if fits(shape(String(characters[..<middle]) + "…", size)) { fitting = middle } else { tooMany = middle }
    }
    return shape(String(characters.prefix(fitting)) + "…", size)
  }

  private func shape(_ text: String, _ size: Double) -> TextShape {
    let width = max(board.width - 2 * (Self.margin + Self.padding) * scale, 1)
    return TextShape(
      text, font: TextFont(family: "Sans", size: size * scale), color: .black, at: BoardPoint(x: 0, y: 0),
      width: .fitting(limit: width)
    ).set(as: TextParagraph(alignment: .center))
  }
}
