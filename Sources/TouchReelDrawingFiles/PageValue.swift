import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelTouchTracking

/// The number of a page as files and messages have it, from 1.
struct PageNumber: Codable {
  /// The same from 0.
  let index: Int

  init(_ index: Int) { self.index = index }

  init(from decoder: any Decoder) throws {
    let number = try decoder.singleValueContainer().decode(Int.self)
    guard number >= 1 else { throw BrokenValue("pages count from 1") }
    index = number - 1
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(index + 1)
  }
}

/// A page that is to be added. Without a size and a background its paper is that of the page that is shown.
struct NewPageValue: Codable {
  private var at: PageNumber?
  private var size: SizeValue?
  private var background: BackgroundValue?

  init(_ page: NewPage) {
    at = page.position.map(PageNumber.init)
    size = page.paper?.size.map(SizeValue.init)
    background = page.paper.map { BackgroundValue($0.background) }
  }

  var page: NewPage {
    let isLikeShown = size == nil && background == nil
    return NewPage(
      at: at?.index,
      paper: isLikeShown ? nil : Paper(size: size?.size, background: background?.background ?? .color(.white)))
  }
}
