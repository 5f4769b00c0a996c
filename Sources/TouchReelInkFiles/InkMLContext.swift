/// What traces are read and drawn with, as indices of definitions (W3C, Ink Markup Language, 4.5). What it does not say
/// is that of its bases.
struct InkMLContext: InkMLDerived {
  var bases: [Int] = []
  var format: Int?
  var source: Int?
  var brush: Int?
  var timestamp: Int?
  var canvas: Int?
  var transform: Int?

  mutating func complete(from base: InkMLContext) {
    // A source of its own brings its own format.
    if source == nil { format = format ?? base.format }
    source = source ?? base.source
    brush = brush ?? base.brush
    timestamp = timestamp ?? base.timestamp
    // A canvas of its own has nothing to do with the transform to another.
    if canvas == nil { transform = transform ?? base.transform }
    canvas = canvas ?? base.canvas
  }
}

/// The device that ink came from (4.2).
struct InkMLSource: Sendable {
  var format: Int?
  /// Attributes of its `channelProperty` elements.
  var properties: [[String: String]] = []
  /// Samples a second, where they are evenly spaced.
  var sampleRate: Double?
}

/// An instant that times are relative to (4.4).
struct InkMLTimestamp: InkMLDerived {
  var bases: [Int] = []
  /// Milliseconds since 1970.
  var time: Double?
  /// After what it refers to, in milliseconds.
  var offset = 0.0

  mutating func complete(from base: InkMLTimestamp) { time = time ?? base.time.map { $0 + offset } }
}

extension InkMLTimestamp {
  init(_ attributes: [String: String], base: Int?) {
    bases = base.map { [$0] } ?? []
    offset = attributes["timeOffset"].flatMap(InkMLFormat.finite) ?? 0
    time = (attributes["time"].flatMap(InkMLFormat.finite) ?? attributes["timeString"].flatMap(Self.milliseconds))
      .map { $0 + offset }
  }

  /// Milliseconds since 1970 of a date as XML Schema writes it: `2011-02-22T00:21:51.402Z`; without a zone it is UTC.
  private static func milliseconds(of date: String) -> Double? {
    let halves = date.split(separator: "T")
    let days = (halves.first ?? "").split(separator: "-").compactMap { Int($0) }
    guard halves.count == 2, days.count == 3, (1...9999).contains(days[0]), (1...12).contains(days[1]),
      (1...31).contains(days[2])
    else { return nil }
    let zone = halves[1].lastIndex { $0 == "+" || $0 == "-" || $0 == "Z" } ?? halves[1].endIndex
    let times = halves[1][..<zone].split(separator: ":").compactMap { Double($0) }
    guard times.count >= 2, times.allSatisfy({ (0..<61).contains($0) }) else { return nil }
    let seconds = times[0] * 3600 + times[1] * 60 + (times.count > 2 ? times[2] : 0)
    return (Double(daysSince1970(days)) * 86_400 + seconds - offset(ofZone: halves[1][zone...])) * 1000
  }

  /// Seconds of a zone: `+01:00` is 3600.
  private static func offset(ofZone text: Substring) -> Double {
    let parts = text.dropFirst().split(separator: ":").compactMap { Double($0) }
    guard parts.count == 2 else { return 0 }
    return (text.first == "-" ? -1 : 1) * (parts[0] * 3600 + parts[1] * 60)
  }

  /// Days of the Gregorian calendar, whose leap days come last where years begin in March.
  private static func daysSince1970(_ date: [Int]) -> Int {
    let (month, year) = (date[1] > 2 ? date[1] - 3 : date[1] + 9, date[1] > 2 ? date[0] : date[0] - 1)
    return 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + date[2] - 719_469
  }
}
