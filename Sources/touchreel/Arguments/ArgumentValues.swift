public import ArgumentParser
import SystemPackage
public import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
public import TouchReelReplaying
import TouchReelTouchTracking
public import TouchReelWindowArguments

/// A case of an enumeration, written in upper or lower case, with or without hyphens between its words: `dashed-line`,
/// `dashedLine`.
protocol WordArgument: ExpressibleByArgument, OptionValue, CaseIterable, RawRepresentable where RawValue == String {}

extension WordArgument {
  init?(argument: String) {
    self.init(word: argument)
  }

  static var allValueStrings: [String] { allCases.map(\.hyphenated) }
  /// Empty: the default would list the names of the cases a second time.
  static var allValueDescriptions: [String: String] { [:] }
  var defaultValueDescription: String { hyphenated }
}

extension Tool: WordArgument {}
extension Smoothing: WordArgument {}
extension StrokeStyle.Cap: WordArgument {}
extension StrokeStyle.Join: WordArgument {}
extension LinePattern: WordArgument {}
extension SpeedCurve: WordArgument {}
extension Theme: WordArgument {}

extension ReplayTime: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }

  /// Refuses a part that is empty in every recording.
  static func requireOrder(_ from: ReplayTime?, _ to: ReplayTime?) throws {
    if case .span(let first)? = from, case .span(let last)? = to, first >= last {
      throw ValidationError("--from is not before --to.")
    }
  }
}

/// A colour as ``PixelColor/init(word:)`` reads it.
struct ColorArgument: ExpressibleByArgument, OptionValue {
  static let defaultCompletionKind = CompletionKind.list(PixelColor.words)

  var color: PixelColor

  init?(argument: String) {
    guard let color = PixelColor(word: argument) else { return nil }
    self.color = color
  }

  var optionText: String { color.optionText }
}

extension PixelColor: OptionValue {
  public var optionText: String { "\(red),\(green),\(blue),\(alpha)" }
}

/// A margin: pixels, or `5%` of the longer side.
struct MarginArgument: ExpressibleByArgument, OptionValue {
  var margin: Crop.Margin

  init?(argument: String) {
    let isShare = argument.hasSuffix("%")
    guard let number = Double(isShare ? String(argument.dropLast()) : argument), (0...10_000).contains(number) else {
      return nil
    }
    guard !isShare || number <= 100 else { return nil }
    margin = isShare ? .share(number / 100) : .pixels(number)
  }

  var optionText: String {
    switch margin {
    case .pixels(let count): "\(count)"
    case .share(let share): "\(share) of the side"
    }
  }
}

/// The width of strokes: board points, or `1%` of the picture's longer side.
enum WidthArgument: ExpressibleByArgument, OptionValue, Hashable {
  case points(Double)
  /// 0…0.25.
  case share(Double)

  init?(argument: String) {
    let isShare = argument.hasSuffix("%")
    guard let number = Double(isShare ? String(argument.dropLast()) : argument), number.isFinite else { return nil }
    guard isShare else {
      self = .points(number)
      return
    }
    guard number > 0, number <= 25 else { return nil }
    self = .share(number / 100)
  }

  var share: Double? {
    if case .share(let share) = self { share } else { nil }
  }

  var optionText: String {
    switch self {
    case .points(let width): "\(width)"
    case .share(let share): "\(share) of the side"
    }
  }
}

/// Two numbers, the lower one first: `0,500`.
struct RangeOfColors: ExpressibleByArgument, OptionValue {
  var range: ClosedRange<Double>

  init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 2, let first = numbers[0], let last = numbers[1], first.isFinite, last.isFinite, first < last
    else { return nil }
    range = first...last
  }

  var optionText: String { "\(range.lowerBound),\(range.upperBound)" }
}

/// A picture's size in pixels, as WIDTHxHEIGHT.
struct SizeArgument: ExpressibleByArgument, OptionValue {
  var size: PixelSize

  init(_ size: PixelSize) { self.size = size }

  init?(argument: String) {
    let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else { return nil }
    size = PixelSize(width: width, height: height)
  }

  var optionText: String { "\(size.width)x\(size.height)" }

  static let limit = 20_000

  var isPossible: Bool { (1...Self.limit).contains(size.width) && (1...Self.limit).contains(size.height) }
}
