public import TouchReelInputEvents
public import TouchReelReplaying
public import TouchReelTouchTracking

/// An option that was given on the command line.
package struct GivenOption: Hashable, Sendable {
  /// The option as it is typed, such as `--size`.
  package let name: String
  /// The value as a text that is the same in every build; empty for a flag.
  package let value: String

  /// `nil` if there is no value.
  package init?(_ name: String, _ value: (some OptionValue)?) {
    guard let value else { return nil }
    (self.name, self.value) = (name, value.optionText)
  }

  /// An option that may be repeated; `nil` without a value.
  package init?(_ name: String, _ values: [some OptionValue]) {
    guard !values.isEmpty else { return nil }
    // No argument of a program can contain a zero.
    (self.name, value) = (name, values.map(\.optionText).joined(separator: "\0"))
  }

  /// A flag; `nil` if it was not given.
  package init?(_ name: String, if isGiven: Bool) {
    guard isGiven else { return nil }
    (self.name, value) = (name, "")
  }

  /// Those that were given, in order.
  package static func all(_ options: GivenOption?...) -> [GivenOption] { options.compactMap(\.self) }

}

extension [GivenOption] {
  package var names: [String] { map(\.name) }

  /// A line for each with its value, whatever their order.
  package var text: String { map { "\($0.name)=\($0.value)\n" }.sorted().joined() }
}

/// A value of an option that has a text of its own, whatever a build calls its parts: pictures note what they were made
/// with (`--if-changed`).
package protocol OptionValue {
  var optionText: String { get }
}

extension OptionValue where Self: LosslessStringConvertible {
  package var optionText: String { description }
}

extension OptionValue where Self: RawRepresentable, RawValue: LosslessStringConvertible {
  package var optionText: String { rawValue.description }
}

extension Int: OptionValue {}
extension Double: OptionValue {}
extension String: OptionValue {}
extension SurfaceMapping.Fit: OptionValue {}
extension QuarterTurn: OptionValue {}
extension KnownDevice: OptionValue {}

extension ReplayTime: OptionValue {
  package var optionText: String {
    switch self {
    case .span(let span): "\(span.nanoseconds) ns"
    case .fraction(let share): "\(share)"
    case .end: "end"
    }
  }
}

extension CalibrationMatrix: OptionValue {
  package var optionText: String { numbers.map { "\($0)" }.joined(separator: ",") }
}

extension RangeArgument: OptionValue {
  package var optionText: String {
    [range.x.lowerBound, range.x.upperBound, range.y.lowerBound, range.y.upperBound].map { "\($0)" }
      .joined(separator: ",")
  }
}

extension ResolutionArgument: OptionValue {
  package var optionText: String { "\(resolution.x),\(resolution.y)" }
}

extension PalmSizeArgument: OptionValue {
  package var optionText: String { "\(millimetres)" }
}
