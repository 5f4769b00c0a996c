import Testing
import TouchReelInputEvents
import TouchReelTouchTracking

@testable import TouchReelReplaying

/// How devices lie on the board.
struct BoardLayoutTests {
  /// A touchscreen of this many units by 1000.
  private func screen(width: Int32) -> DeviceDescription {
    var device = DeviceDescription()
    device.properties = [.direct]
    device.codes[.key] = [.touch]
    device.axes[.x] = AbsoluteAxis(minimum: 0, maximum: width)
    device.axes[.y] = AbsoluteAxis(minimum: 0, maximum: 1000)
    return device
  }

  @Test(arguments: [0, 3])
  func `The first of devices with as many touches gives the board`(touches: Int) {
    let plan = BoardLayout([1000, 2000, 500].map { .init(description: screen(width: $0), touches: touches) })
    // 1920 · 1000 / 1000
    #expect(plan.board == BoardSize(width: 1920, height: 1920))
  }
}
