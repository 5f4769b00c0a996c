import TouchReelDrawingBoard
import TouchReelTouchTracking

/// How a ruler or a protractor stands in messages.
struct GuideValue: Codable {
  private var kind: Word<Guide.Kind>
  /// x and y.
  private var center: [Double]
  private var angle: Double
  private var size: Double
  private var reach: Double

  init(_ guide: Guide) {
    (kind, center, angle) = (Word(guide.kind), [guide.center.x, guide.center.y], guide.angle)
    (size, reach) = (guide.size, guide.reach)
  }

  func guide() throws -> Guide {
    guard center.count == 2 else { throw BrokenValue("the center of a guide is not [x, y]") }
    let center = BoardPoint(x: center[0], y: center[1])
    let guide = Guide(kind.choice, at: center, angle: angle, size: size, reach: reach)
    guard guide.isUsable else { throw BrokenValue("the guide is not usable") }
    return guide
  }
}
