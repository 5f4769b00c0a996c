import FoundationEssentials
import TouchReelInputEvents

/// A device's description as the metadata of its channel: plain strings, and compact JSON with decimal codes for what
/// has structure.
enum DeviceMetadata {
  static let opening = "opening"
  /// The value of `complete`: some of the description was inferred, not the ranges of positions.
  fileprivate static let ownRanges = "ranges"
  /// The value of `extent`: the ranges of positions were inferred from a longer recording.
  fileprivate static let whole = "whole"
  private static let ownKeys: Set<String> = [
    opening, "name", "phys", "uniq", "bustype", "vendor", "product", "version", "node", "complete", "extent",
    "properties", "codes", "absinfo", "slots", "active", "udev",
  ]

  fileprivate static func foreignFacts(of metadata: [String: String]) -> [String: String] {
    metadata.filter { !ownKeys.contains($0.key) }
  }

  static func encode(_ device: DeviceDescription) throws -> [String: String] {
    var metadata = foreignFacts(of: device.foreignFacts)
    let required = [
      "bustype": String(device.identity.bus), "vendor": String(device.identity.vendor),
      "product": String(device.identity.product), "version": String(device.identity.version),
      "complete": device.hasOwnRanges && !device.isComplete ? ownRanges : String(device.isComplete),
      "properties": try json(device.properties.sorted().map(\.rawValue)),
      "codes": try json(decimal(device.codes)),
      "absinfo": try json(decimal(device.axes) { $0.fields }),
    ]
    metadata.merge(required) { $1 }
    for (key, text) in [("name", device.name), ("phys", device.phys), ("uniq", device.uniq)] where !text.isEmpty {
      metadata[key] = text
    }
    metadata["node"] = device.node
    if device.hasRangesOfWhole, !device.isComplete, !device.hasOwnRanges { metadata["extent"] = whole }
    if !device.slots.isEmpty { metadata["slots"] = try json(device.slots.map { decimal($0) { $0 } }) }
    if !device.active.isEmpty { metadata["active"] = try json(decimal(device.active)) }
    if !device.udev.isEmpty { metadata["udev"] = try json(device.udev) }
    return metadata
  }

  /// What the metadata says, and what it should say and does not. The description is incomplete where anything is amiss
  /// that the events can show. Without properties there are none, and ranges that are given are the device's.
  static func decode(_ metadata: [String: String]) -> (device: DeviceDescription, faults: [String]) {
    var decoding = DeviceDecoding(metadata)
    return (decoding.device(), decoding.faults)
  }

  private static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private static func decimal<Value, Encoded>(
    _ table: [EventCode: Value], _ encode: (Value) -> Encoded
  ) -> [String: Encoded] {
    Dictionary(uniqueKeysWithValues: table.map { (String($0.rawValue), encode($1)) })
  }

  private static func decimal(_ codes: [EventType: Set<EventCode>]) -> [String: [UInt16]] {
    Dictionary(uniqueKeysWithValues: codes.map { (String($0.rawValue), $1.sorted().map(\.rawValue)) })
  }
}

extension AbsoluteAxis {
  fileprivate var fields: [Int32] { [minimum, maximum, fuzz, flat, resolution, value] }

  /// - Parameter fields: minimum and maximum, and as many of the others as there are.
  fileprivate init?(fields: [Int32]) {
    guard fields.count >= 2 else { return nil }
    let all = fields + [0, 0, 0, 0]
    self.init(minimum: all[0], maximum: all[1], fuzz: all[2], flat: all[3], resolution: all[4], value: all[5])
  }
}

/// Reads a description from untrusted metadata.
private struct DeviceDecoding {
  private let metadata: [String: String]
  private(set) var faults: [String] = []

  init(_ metadata: [String: String]) { self.metadata = metadata }

  mutating func device() -> DeviceDescription {
    var device = DeviceDescription()
    device.name = metadata["name"] ?? ""
    device.phys = metadata["phys"] ?? ""
    device.uniq = metadata["uniq"] ?? ""
    device.node = metadata["node"]
    device.identity = DeviceIdentity(
      bus: number("bustype"), vendor: number("vendor"), product: number("product"), version: number("version"))
    device.properties = Set((required("properties", [UInt16].self) ?? []).map(InputProperty.init(rawValue:)))
    device.codes = codes(required("codes", [String: [UInt16]].self), of: "codes")
    device.axes = byCode(required("absinfo", [String: [Int32]].self), of: "absinfo", AbsoluteAxis.init(fields:))
    device.slots = (optional("slots", [[String: Int32]].self) ?? []).map { byCode($0, of: "slots") { $0 } }
    device.active = codes(optional("active", [String: [UInt16]].self), of: "active")
    device.udev = optional("udev", [String: String].self) ?? [:]
    device.foreignFacts = DeviceMetadata.foreignFacts(of: metadata)
    let isInferred = ["false", DeviceMetadata.ownRanges].contains(metadata["complete"])
    device.isComplete = !isInferred && faults.allSatisfy { $0 == Self.missing("properties") }
    device.hasOwnRanges = !device.isComplete && metadata["complete"] != "false" && device.hasPositionRanges
    device.hasRangesOfWhole = metadata["complete"] == "false" && metadata["extent"] == DeviceMetadata.whole
    device.hasRangesOfWhole = device.hasRangesOfWhole && device.hasPositionRanges
    return device
  }

  private static func missing(_ key: String) -> String { "\(key) is missing" }

  private mutating func number(_ key: String) -> UInt16 {
    guard let text = metadata[key] else { return 0 }
    guard let number = UInt16(text) else {
      faults.append("\(key) is not a 16-bit number")
      return 0
    }
    return number
  }

  private mutating func required<Value: Decodable>(_ key: String, _ type: Value.Type) -> Value? {
    if metadata[key] == nil { faults.append(Self.missing(key)) }
    return optional(key, type)
  }

  private mutating func optional<Value: Decodable>(_ key: String, _ type: Value.Type) -> Value? {
    guard let text = metadata[key] else { return nil }
    do {
      return try JSONDecoder().decode(type, from: Data(text.utf8))
    } catch {
      faults.append("\(key) is not the expected JSON")
      return nil
    }
  }

  private mutating func codes(_ table: [String: [UInt16]]?, of key: String) -> [EventType: Set<EventCode>] {
    var codes: [EventType: Set<EventCode>] = [:]
    for (name, values) in byNumber(table, of: key) {
      codes[EventType(rawValue: name)] = Set(values.map(EventCode.init(rawValue:)))
    }
    return codes
  }

  private mutating func byCode<Encoded, Value>(
    _ table: [String: Encoded]?, of key: String, _ decode: (Encoded) -> Value?
  ) -> [EventCode: Value] {
    var values: [EventCode: Value] = [:]
    for (name, encoded) in byNumber(table, of: key) {
      values[EventCode(rawValue: name)] = decode(encoded)
      if values[EventCode(rawValue: name)] == nil { faults.append("\(key) has too few numbers for \(name)") }
    }
    return values
  }

  private mutating func byNumber<Encoded>(_ table: [String: Encoded]?, of key: String) -> [(UInt16, Encoded)] {
    (table ?? [:]).compactMap { name, encoded in
      if let number = UInt16(name) { return (number, encoded) }
      faults.append("\(key) has a code that is not a 16-bit number")
      return nil
    }
  }
}

extension DeviceDescription {
  /// Whether both axes of its positions have a range.
  package var hasPositionRanges: Bool {
    let positions = axes[.positionX] == nil ? [EventCode.x, .y] : [.positionX, .positionY]
    return positions.allSatisfy { code in axes[code].map { $0.span > 0 } ?? false }
  }
}
