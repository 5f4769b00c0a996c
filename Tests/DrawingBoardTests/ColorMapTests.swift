import Testing
import TouchReelCanvas
import TouchReelDrawings

/// Colours that stand for what is measured.
struct ColorMapTests {
  /// The relative luminance of WCAG 2.1, 0…1.
  private func luminance(_ color: PixelColor) -> Double {
    func linear(_ byte: UInt8) -> Double {
      let value = Double(byte) / 255
      if value <= 0.04045 { return value / 12.92 }
      // (v + 0.055) / 1.055 to the power of 2.4, as the square of x^1.2, which x² and x^(1/5) give.
      let base = (value + 0.055) / 1.055
      return base * base * fifthRoot(base * base)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }

  private func fifthRoot(_ value: Double) -> Double {
    var root = 1.0
    for _ in 0..<60 { root -= (root * root * root * root * root - value) / (5 * root * root * root * root) }
    return root
  }

  @Test(arguments: ColorMap.allCases)
  func `Lightness rises from step to step, so that a map can be read in grey`(map: ColorMap) {
    #expect(map.steps.count == ColorMap.stepCount)
    let values = map.steps.map(luminance)
    // Plasma's and viridis's darkest colours differ by less than a byte's rounding.
    for (darker, lighter) in zip(values, values.dropFirst(4)) { #expect(darker < lighter) }
    // Black on white has 21; the lightest colour still stands out from white.
    #expect(values[0] < 0.03 && 1.05 / (values[ColorMap.stepCount - 1] + 0.05) > 1.8, "\(values)")
  }

  @Test func `The ends are those of matplotlib, without the lightest fifth`() {
    func ends(_ map: ColorMap) -> [PixelColor?] { [map.steps.first, map.steps.last] }
    #expect(ends(.plasma) == [PixelColor(word: "#0d0887"), PixelColor(word: "#fb9f3a")])
    #expect(ends(.viridis) == [PixelColor(word: "#440154"), PixelColor(word: "#6ece58")])
    #expect(ends(.cividis) == [PixelColor(word: "#00224e"), PixelColor(word: "#c3b369")])
    #expect(ColorMap.viridis.color(ofStep: 255) == PixelColor(word: "#6ece58"))
  }

  @Test(arguments: [(-1.0, 0), (0, 0), (0.5, 32), (0.99, 62), (1, 63), (7, 63), (.nan, 0), (.infinity, 63)])
  func `A share gets the nearest step`(share: Double, step: Int) {
    // 0.5 and 0.99 of 63 steps: 31.5 and 62.37.
    #expect(Int(ColorMap.step(at: share)) == step)
  }
}
