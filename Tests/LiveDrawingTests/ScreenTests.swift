import Testing
import TouchReelInputEvents
import TouchReelLiveDrawing

struct ScreenTests {
  private let panel = Screen(connector: "eDP-1", width: 300, height: 200)
  private let left = Screen(connector: "HDMI-A-1", width: 600, height: 340)
  private let right = Screen(connector: "DP-2", width: 600, height: 340)

  /// A touchscreen with a size in millimetres.
  private func touchscreen(_ width: Int32, _ height: Int32) -> DeviceDescription {
    var device = DeviceDescription()
    device.properties = [.direct]
    device.codes[.key] = [.touch]
    device.axes = [
      .slot: AbsoluteAxis(minimum: 0, maximum: 9), .trackingID: AbsoluteAxis(minimum: 0, maximum: 65535),
      .positionX: AbsoluteAxis(minimum: 0, maximum: width * 10, resolution: 10),
      .positionY: AbsoluteAxis(minimum: 0, maximum: height * 10, resolution: 10),
    ]
    return device
  }

  @Test func `udev names the screen, whatever its size`() {
    var device = touchscreen(300, 200)
    device.udev["WL_OUTPUT"] = "DP-2"
    #expect(device.screen(among: [panel, left, right]) == 2)
    // It is not plugged in.
    #expect(device.screen(among: [left, panel]) == 1)
  }

  @Test func `It is the only screen of the device's size, upright or rotated`() {
    #expect(touchscreen(590, 350).screen(among: [panel, left]) == 1)
    #expect(touchscreen(340, 600).screen(among: [panel, left]) == 1)
    // A tenth of 340 is 34.
    #expect(touchscreen(600, 374).screen(among: [left]) == 0)
    #expect(touchscreen(600, 375).screen(among: [left]) == nil)
  }

  @Test func `With none or several of its size, a touchscreen belongs to the only built-in panel`() {
    #expect(touchscreen(600, 340).screen(among: [left, panel, right]) == 1)
    #expect(touchscreen(100, 100).screen(among: [left, panel]) == 1)
    #expect(touchscreen(600, 340).screen(among: [left, right]) == nil)
    let second = Screen(connector: "DSI-1", width: 0, height: 0)
    #expect(touchscreen(100, 100).screen(among: [panel, second]) == nil)
    var tablet = touchscreen(100, 100)
    tablet.properties = []
    #expect(tablet.screen(among: [panel]) == nil)
  }

  @Test func `A device or a screen without a size matches none`() {
    var device = touchscreen(600, 340)
    device.axes[.positionX]?.resolution = 0
    #expect(device.screen(among: [left]) == nil)
    #expect(touchscreen(0, 0).screen(among: [Screen(connector: "X", width: 0, height: 0)]) == nil)
    #expect(touchscreen(1, 1).screen(among: []) == nil)
  }
}
