public import TouchReelInputEvents

/// A time in a recording as a user writes it, counted from the first frame: `12.5`, `1:02.5`, `1:02:03`, `500ms`,
/// `50%` or `end`.
public enum ReplayTime: Hashable, Sendable {
  case span(TimeSpan)
  /// 0…1 of the duration.
  case fraction(Double)
  case end

  /// - Returns: `nil` if the text is not a time, or is a negative one.
  public init?(_ text: String) {
    if text == "end" {
      self = .end
    } else if text.hasSuffix("%") {
      guard let percent = Self.number(text.dropLast()), percent <= 100 else { return nil }
      self = .fraction(percent / 100)
    } else if text.hasSuffix("ms") {
      guard let milliseconds = Self.number(text.dropLast(2)) else { return nil }
      self = .span(TimeSpan(seconds: milliseconds / 1000))
    } else {
      guard let seconds = Self.clock(text.hasSuffix("s") ? text.dropLast() : text[...]) else { return nil }
      self = .span(TimeSpan(seconds: seconds))
    }
  }

  /// Whether it is behind everything in the file: `end`, and `100%`.
  package var isEnd: Bool {
    switch self {
    case .span: false
    case .fraction(let part): part >= 1
    case .end: true
    }
  }

  /// The span, where it does not depend on a duration.
  package var exactSpan: TimeSpan? {
    if case .span(let span) = self { span } else { nil }
  }

  /// The span from the first frame, in a recording of this duration. A span beyond the end stays as it is.
  public func span(in duration: TimeSpan) -> TimeSpan {
    switch self {
    case .span(let span): span
    case .fraction(let part): TimeSpan(seconds: part * duration.seconds)
    case .end: duration
    }
  }

  private static func clock(_ text: Substring) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 3, let seconds = parts.last.flatMap(number) else { return nil }
    var total = 0.0
    for part in parts.dropLast() {
      guard let value = UInt32(part) else { return nil }
      total = (total + Double(value)) * 60
    }
    guard parts.count == 1 || seconds < 60 else { return nil }
    return total + seconds
  }

  /// Digits with at most one point: no sign, no exponent, no `nan`.
  private static func number(_ text: Substring) -> Double? {
    guard text.contains(where: \.isWholeNumber), text.allSatisfy({ $0.isASCII && ($0.isWholeNumber || $0 == ".") })
    else { return nil }
    return Double(text)
  }
}
