import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelTouchTracking

/// A page that is to be added. Without a size and a background its paper is that of the page that is shown.
struct NewPageValue: Codable {
  private var at: OrdinalNumber?
  private var size: SizeValue?
  private var background: BackgroundValue?

  init(_ page: NewPage) {
    at = page.position.map(OrdinalNumber.init)
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
