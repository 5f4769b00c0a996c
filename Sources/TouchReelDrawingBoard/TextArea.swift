import TouchReelCanvas
import TouchReelDrawings
import TouchReelTouchTracking

/// The part of a board that a new text keeps to while it is typed, in board points.
///
/// The text starts where it was tapped. It is wrapped at the side towards which it grows; only where there is no room
/// for a few letters does it move away from that side, and from the lower one where there is none for its last line.
public struct TextArea: Hashable, Sendable {
  package let left: Double
  package let top: Double
  package let right: Double
  package let bottom: Double

  /// `nil` unless the sides are in order, and finite.
  package init?(left: Double, top: Double, right: Double, bottom: Double) {
    guard [left, top, right, bottom].allSatisfy(\.isFinite), left < right, top < bottom else { return nil }
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  /// Lines may always become so wide, in sizes of the font.
  private static let leastRoom = 6.0

  /// - Parameter start: where the text was tapped.
  func arranged(_ text: TextShape, from start: BoardPoint) -> TextShape {
    let least = Self.leastRoom * text.font.size
    let whole = text.starting(at: start, width: .fitting(limit: max(right - left, least)))
    guard let layout = whole.layout else { return whole }
    let room = layout.isRightToLeft ? start.x - left : right - start.x
    let wrapped = whole.wide(.fitting(limit: max(room, least)))
    // A column that is too tall is as wide as can be.
    let isTooTall = wrapped.layout.map { $0.height > bottom - top } ?? false
    return moved(isTooTall ? whole : wrapped, from: start)
  }

  private func moved(_ text: TextShape, from start: BoardPoint) -> TextShape {
    guard let layout = text.layout, let corner = text.corner else { return text }
    var anchor = start
    if layout.isRightToLeft {
      anchor.x = min(max(start.x, left + layout.width), right)
    } else {
      anchor.x = max(min(start.x, right - layout.width), left)
    }
    anchor.y -= max(0, corner.y + layout.height - bottom)
    return text.starting(at: anchor.onGrid, width: text.width)
  }
}
