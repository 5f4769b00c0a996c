package import ArgumentParser
public import TouchReelCanvas
public import TouchReelDrawingBoard
public import TouchReelDrawings

/// A case of an enumeration, written in upper or lower case, with or without hyphens between its words: `dashed-line`,
/// `dashedLine`.
package protocol WordArgument: ExpressibleByArgument, OptionValue, CaseIterable, RawRepresentable
where RawValue == String {}

extension WordArgument {
  public init?(argument: String) {
    self.init(word: argument)
  }

  public static var allValueStrings: [String] { allCases.map(\.hyphenated) }
  /// Empty: the default would list the names of the cases a second time.
  public static var allValueDescriptions: [String: String] { [:] }
  public var defaultValueDescription: String { hyphenated }
}

extension Tool: WordArgument {}
extension ColorMap: WordArgument {}
extension Smoothing: WordArgument {}
extension StrokeStyle.Cap: WordArgument {}
extension StrokeStyle.Join: WordArgument {}
extension LinePattern: WordArgument {}
extension SpeedCurve: WordArgument {}
extension Theme: WordArgument {}

/// A colour as ``PixelColor/init(word:)`` reads it.
package struct ColorArgument: ExpressibleByArgument, OptionValue, Sendable {
  package static let defaultCompletionKind = CompletionKind.list(PixelColor.words)

  package var color: PixelColor

  package init?(argument: String) {
    guard let color = PixelColor(word: argument) else { return nil }
    self.color = color
  }

  package var optionText: String { color.optionText }
}

extension PixelColor: OptionValue {
  public var optionText: String { "\(red),\(green),\(blue),\(alpha)" }
}

/// The width of strokes: board points, or `1%` of the picture's longer side.
package enum WidthArgument: ExpressibleByArgument, OptionValue, Hashable, Sendable {
  case points(Double)
  /// 0…0.25.
  case share(Double)

  package init?(argument: String) {
    let isShare = argument.hasSuffix("%")
    guard let number = Double(isShare ? String(argument.dropLast()) : argument), number.isFinite else { return nil }
    guard isShare else {
      self = .points(number)
      return
    }
    guard number > 0, number <= 25 else { return nil }
    self = .share(number / 100)
  }

  package var share: Double? {
    if case .share(let share) = self { share } else { nil }
  }

  package var optionText: String {
    switch self {
    case .points(let width): "\(width)"
    case .share(let share): "\(share) of the side"
    }
  }
}

/// Two numbers, the lower one first: `0,500`.
package struct RangeOfColors: ExpressibleByArgument, OptionValue, Sendable {
  package var range: ClosedRange<Double>

  package init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 2, let first = numbers[0], let last = numbers[1], first.isFinite, last.isFinite, first < last
    else { return nil }
    range = first...last
  }

  package var optionText: String { "\(range.lowerBound),\(range.upperBound)" }
}
