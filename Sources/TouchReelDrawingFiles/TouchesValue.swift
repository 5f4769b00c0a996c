import TouchReelDrawingBoard
import TouchReelTouchTracking

/// What becomes of single touches, by their numbers.
struct TouchesValue: Codable {
  private var touches: [Int]
  private var hidden: Bool?
  private var color: ColorText?
  private var width: Double?

  init(_ change: TouchChange) {
    touches = change.touches.map(\.rawValue).sorted()
    (hidden, color, width) = (change.isHidden, change.color.map(ColorText.init), change.width)
  }

  var change: TouchChange {
    var change = TouchChange(Set(touches.map(Touch.ID.init)))
    (change.isHidden, change.color, change.width) = (hidden, color?.color, width)
    return change
  }
}
