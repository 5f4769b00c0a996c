package import TouchReelCanvas
import TouchReelClampedNumbers

/// Colours from low to high for what is measured along a stroke: maps of matplotlib (plasma and viridis by Smith and
/// van der Walt, 2015; cividis by Nuñez, Anderton and Renslow, 2018) without their lightest fifth, which hardly shows
/// on white. Lightness rises evenly in each, so that it can be read in grey and by people of any colour vision.
public enum ColorMap: String, Hashable, Sendable, CaseIterable {
  /// Blue, purple and orange.
  case plasma
  /// Violet, blue and green.
  case viridis
  /// Blue, grey and yellow, which looks the same to those who do not tell red from green.
  case cividis
}

extension ColorMap {
  /// How many colours each map has.
  package static let stepCount = 64

  /// The step for a share of the whole range, 0…1; what lies outside is clamped.
  package static func step(at share: Double) -> UInt8 {
    let clamped = share > 0 ? min(share, 1) : 0
    return UInt8(clamping: (clamped * Double(stepCount - 1)).rounded())
  }

  /// The colour of a step; those beyond the last have the last one.
  package func color(ofStep step: UInt8) -> PixelColor { steps[min(Int(step), steps.count - 1)] }

  /// The colours from low to high.
  package var steps: [PixelColor] {
    switch self {
    case .plasma: Self.plasmaSteps
    case .viridis: Self.viridisSteps
    case .cividis: Self.cividisSteps
    }
  }

  private static let plasmaSteps = steps(
    between: ["#0d0887", "#46039f", "#7201a8", "#9c179e", "#bd3786", "#d8576b", "#ed7953", "#fb9f3a"])
  private static let viridisSteps = steps(
    between: ["#440154", "#482878", "#3e4989", "#31688e", "#26828e", "#1f9e89", "#35b779", "#6ece58"])
  private static let cividisSteps = steps(
    between: ["#00224e", "#123570", "#3b496c", "#575d6d", "#707173", "#8a8678", "#a59c74", "#c3b369"])

  private static func steps(between words: [String]) -> [PixelColor] {
    let corners = words.compactMap { PixelColor(word: $0) }
    let stepsBetween = (stepCount - 1) / (corners.count - 1)
    return (0..<stepCount).map { step in
      let corner = min(step / stepsBetween, corners.count - 2)
      let share = Double(step - corner * stepsBetween) / Double(stepsBetween)
      return corners[corner].mixed(with: corners[corner + 1], share)
    }
  }
}

extension PixelColor {
  fileprivate func mixed(with other: PixelColor, _ share: Double) -> PixelColor {
    func mix(_ first: UInt8, _ second: UInt8) -> UInt8 {
      UInt8(clamping: (Double(first) + (Double(second) - Double(first)) * share).rounded())
    }
    return PixelColor(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}
