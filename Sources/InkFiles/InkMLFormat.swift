/// What the values of a trace mean: the channels of a `traceFormat`, in order (W3C, Ink Markup Language, 3.1).
struct InkMLFormat {
  struct Channel {
    var name: String
    /// What a value is divided by to be in the page's units for positions, in seconds for times, in degrees for angles.
    /// 13 ms divided by 1000 are the number nearest to 0.013, multiplied by 0.001 they are not.
    var divisor = 1.0
    var minimum: Double?
    var maximum: Double?
    /// Whether traces may leave it out at their ends.
    var isIntermittent = false
  }

  var channels: [Channel]
  /// What contexts call it by.
  var id: String?
  /// Of X, in units a millimetre, where it has a unit of length.
  var unitsPerMillimetre: Double?
  /// Whether X is whole numbers: steps of the device, however long, and not of the unit that it names.
  private var hasSteps = false

  init(channels: [Channel], id: String? = nil) { (self.channels, self.id) = (channels, id) }

  /// Where a document states none: X and Y.
  static let usual = InkMLFormat(channels: [Channel(name: "X"), Channel(name: "Y")])

  /// Millimetres in units of length; the first ones are the recommendation's, `himetric` and `pixel` are Microsoft's.
  private static let lengths: [String: Double] = [
    "m": 1000, "cm": 10, "mm": 1, "in": 25.4, "pt": 25.4 / 72, "pc": 25.4 / 6, "himetric": 0.01,
  ]
  /// How many of a unit are a second.
  private static let seconds: [String: Double] = ["s": 1, "ms": 1e3, "us": 1e6, "µs": 1e6, "ns": 1e9]

  /// Adds a channel.
  mutating func add(_ attributes: [String: String], isIntermittent: Bool) {
    let name = attributes["name"] ?? ""
    var channel = Channel(name: name, isIntermittent: isIntermittent)
    channel.minimum = attributes["min"].flatMap(Self.finite)
    channel.maximum = attributes["max"].flatMap(Self.finite)
    let unit = (attributes["units"] ?? "").lowercased()
    switch name {
    case "X":
      unitsPerMillimetre = Self.millimetres(in: unit).map { 1 / $0 }
      hasSteps = attributes["type"] == "integer"
    case "T": channel.divisor = Self.seconds[unit] ?? 1e3
    case "OTx", "OTy", "OA", "OE": channel.divisor = unit.hasPrefix("rad") ? .pi / 180 : 1
    default: break
    }
    channels.append(channel)
  }

  /// A device says how finely it measures: `<channelProperty channel="X" name="resolution" value="100" units="1/mm"/>`.
  /// Office names centimetres for whole numbers of which it says that a thousand are a centimetre.
  mutating func note(property attributes: [String: String]) {
    guard attributes["channel"] == "X", attributes["name"] == "resolution", unitsPerMillimetre == nil || hasSteps,
      let value = attributes["value"].flatMap(Self.finite), value > 0, let units = attributes["units"],
      units.hasPrefix("1/"), let length = Self.millimetres(in: String(units.dropFirst(2)))
    else { return }
    unitsPerMillimetre = value / length
  }

  /// `nil` if it is not a unit of length.
  static func millimetres(in unit: String) -> Double? { lengths[unit.lowercased()] }

  static func finite(_ text: some StringProtocol) -> Double? {
    Double(text).flatMap { $0.isFinite && abs($0) < 1e12 ? $0 : nil }
  }
}
