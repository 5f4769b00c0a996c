/// What the values of a trace mean: the channels of a `traceFormat`, in order (W3C, Ink Markup Language, 3.1).
struct InkMLFormat: Sendable {
  struct Channel: Sendable {
    var name: String
    /// Whether traces may leave it out at the end of a point.
    var isIntermittent = false
    /// The value of an intermittent channel before its first one.
    var initial: Double?
    var minimum: Double?
    var maximum: Double?
    /// Whether values grow to the left, or upward, or against whatever else the channel's direction is.
    var isReversed = false
    /// What a value is divided by to be in seconds for times, in degrees for angles. 13 ms divided by 1000 are the
    /// number nearest to 0.013, multiplied by 0.001 they are not.
    var divisor = 1.0
    /// The scale of a length, where it has a known unit.
    var unitsPerMillimetre: Double?
    /// Whether values are whole numbers: steps of the device, however long, and not of the unit that is named.
    var hasSteps = false
    /// Whether it names a unit of time or of angles.
    var isInUnit = false
    /// The timestamp that times count from; `nil` for the beginning of the trace.
    var timestamp: Int?
  }

  var channels: [Channel]

  /// Where a document states none: X and Y.
  static let usual = InkMLFormat(channels: [Channel(name: "X"), Channel(name: "Y")])

  func index(of name: String) -> Int? { channels.firstIndex { $0.name == name } }

  /// The number of values that every point has at least.
  var requiredCount: Int { (channels.lastIndex { !$0.isIntermittent } ?? -1) + 1 }

  /// A device says how finely it measures: `<channelProperty channel="X" name="resolution" value="100" units="1/mm"/>`.
  /// Office names centimetres for whole numbers of which it says that a thousand are a centimetre.
  mutating func apply(property attributes: [String: String]) {
    guard attributes["name"] == "resolution", let name = attributes["channel"], let index = index(of: name),
      let value = attributes["value"].flatMap(Self.finite), value > 0, let units = attributes["units"],
      units.hasPrefix("1/")
    else { return }
    channels[index].apply(resolution: value, per: units.dropFirst(2).lowercased())
  }
}

extension InkMLFormat.Channel {
  init(_ attributes: [String: String], isIntermittent: Bool) {
    name = attributes["name"] ?? ""
    self.isIntermittent = isIntermittent
    let isBoolean = attributes["type"] == "boolean"
    initial = attributes["default"].flatMap { $0 == "T" ? 1 : $0 == "F" ? 0 : InkMLFormat.finite($0) }
    // What is not given is false, but no pressure is not the pressure 0.
    if isBoolean { initial = initial ?? 0 }
    minimum = attributes["min"].flatMap(InkMLFormat.finite)
    maximum = attributes["max"].flatMap(InkMLFormat.finite)
    isReversed = attributes["orientation"] == "-ve"
    hasSteps = attributes["type"] == "integer"
    let unit = (attributes["units"] ?? "").lowercased()
    unitsPerMillimetre = InkMLFormat.millimetres(in: unit).map { 1 / $0 }
    isInUnit = InkMLFormat.seconds[unit] != nil || unit.hasPrefix("deg") || unit.hasPrefix("rad")
    switch name {
    case "T": divisor = InkMLFormat.seconds[unit] ?? 1e3
    case "OTx", "OTy", "OA", "OE": divisor = unit.hasPrefix("rad") ? .pi / 180 : 1
    default: break
    }
  }
}

extension InkMLFormat.Channel {
  /// - Parameter unit: of which so many steps are one.
  fileprivate mutating func apply(resolution: Double, per unit: String) {
    guard hasSteps || !hasUnit else { return }
    if let length = InkMLFormat.millimetres(in: unit) {
      unitsPerMillimetre = resolution / length
    } else if name == "T", let seconds = InkMLFormat.seconds[unit] {
      divisor = resolution * seconds
    } else if name.hasPrefix("O"), (maximum ?? 360) / resolution > 40, unit == "deg" {
      // Where the range is less than a degree, values are degrees whatever is said of them.
      divisor = resolution
    }
  }

  /// Whether its values are in the unit that it names.
  private var hasUnit: Bool { unitsPerMillimetre != nil || isInUnit }
}

extension InkMLFormat {
  /// Millimetres in units of length; the first ones are the recommendation's, `himetric` is Microsoft's.
  private static let lengths: [String: Double] = [
    "m": 1000, "cm": 10, "mm": 1, "in": 25.4, "pt": 25.4 / 72, "pc": 25.4 / 6, "himetric": 0.01,
  ]
  /// How many of a unit are a second.
  fileprivate static let seconds: [String: Double] = [
    "s": 1, "sec": 1, "ms": 1e3, "us": 1e6, "\u{b5}s": 1e6, "\u{3bc}s": 1e6, "ns": 1e9,
  ]

  /// Whether lengths may be in it: also those of the device, and shares of something.
  static func isLength(_ unit: String) -> Bool { millimetres(in: unit) != nil || unit == "dev" || unit == "%" }

  /// Whether values of a channel may be in a unit. Those of pressures and of what is not drawn may be in any.
  static func isUnit(_ unit: String, of channel: String) -> Bool {
    let name = unit.lowercased()
    return switch channel {
    case "X", "Y", "W": isLength(name)
    case "T": seconds[name] != nil || name == "dev"
    case "OTx", "OTy", "OA", "OE": name.hasPrefix("deg") || name.hasPrefix("rad") || name == "dev"
    default: true
    }
  }

  /// `nil` if it is not a unit of length.
  static func millimetres(in unit: String) -> Double? { lengths[unit.lowercased()] }

  /// What no number of a file reaches.
  static let farthest = 1e19

  /// `nil` for anything but a number; times may be nanoseconds since 1970.
  static func finite(_ text: some StringProtocol) -> Double? {
    Double(text).flatMap { $0.isFinite && abs($0) < farthest ? $0 : nil }
  }
}
