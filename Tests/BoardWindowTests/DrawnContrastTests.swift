import TestSupport
import Testing
import TouchReelCanvas

@testable import TouchReelBoardWindow

/// The contrast of what the window draws itself with GTK's colours of text and of bars, light and dark.
@MainActor struct DrawnContrastTests {
  private static let styles: [(text: UInt32, bar: UInt32)] = [(0x2e3436, 0xf6f5f4), (0xeeeeec, 0x353535)]

  private static func color(_ rgb: UInt32) -> PixelColor { PixelColor(premultiplied: 0xff00_0000 | rgb) }

  @Test func `Borders of swatches are at least 3 to 1 against the bar, or what is within is`() {
    for (text, bar) in Self.styles {
      for color in Palette.colors {
        let border = Self.color(text).asBorder.over(color.rgb)
        let best = max(contrast(border, bar), contrast(color.rgb, bar))
        #expect(best >= leastContrast, "\(color) on \(bar)")
      }
    }
  }

  @Test func `Lines and letters of rulers are at least 3 to 1 against them on any background`() {
    for grey in stride(from: UInt32(0), through: 255, by: 5) {
      let body = GuideOverlay.body.over(grey * 0x01_0101)
      #expect(contrast(GuideOverlay.line.over(body), body) >= leastContrast, "\(grey)")
      #expect(contrast(GuideOverlay.ink.rgb, body) >= leastContrast, "\(grey)")
    }
  }

  @Test func `The mark of where the player is is at least 3 to 1 against what sets it off`() {
    for (text, _) in Self.styles {
      let ground = TimelineView.ground(under: Self.color(text))
      #expect(contrast(TimelineView.markColor.rgb, ground.rgb) >= leastContrast)
    }
  }
}

extension PixelColor {
  fileprivate var rgb: UInt32 { PixelColor(red: red, green: green, blue: blue).premultiplied & 0xff_ffff }

  fileprivate func over(_ other: UInt32) -> UInt32 { blend(rgb, alpha: alpha, over: other) }
}
