/// The kernel's names (`EV_ABS`, `ABS_MT_SLOT`, …) of types, codes and properties, and what they stand for.
public enum EventNames {
  /// `EV_ABS`; `nil` for a type without a name.
  public static func name(of type: EventType) -> String? { types.names[type.rawValue] }

  /// `ABS_MT_SLOT`; `nil` for a code without a name.
  public static func name(of code: EventCode, in type: EventType) -> String? {
    codes[type]?.names[code.rawValue]
  }

  /// `INPUT_PROP_DIRECT`; `nil` for a property without a name.
  public static func name(of property: InputProperty) -> String? { properties.names[property.rawValue] }

  /// `MT_TOOL_PALM`, for a value of ABS_MT_TOOL_TYPE; `nil` for a value without a name.
  public static func name(ofTool value: Int32) -> String? {
    UInt16(exactly: value).flatMap { tools.names[$0] }
  }

  /// The type that `EV_ABS` and the like stand for; `nil` if there is none of this name.
  public static func type(named name: String) -> EventType? {
    types.values[name].map(EventType.init(rawValue:))
  }

  /// The code that `ABS_MT_SLOT` and the like stand for; `nil` if the type has none of this name.
  public static func code(named name: String, in type: EventType) -> EventCode? {
    codes[type]?.values[name].map(EventCode.init(rawValue:))
  }

  /// The value of ABS_MT_TOOL_TYPE that `MT_TOOL_FINGER` and the like stand for.
  public static func tool(named name: String) -> Int32? { tools.values[name].map(Int32.init) }

  /// Every code of the type whose name begins like this, for truncated labels.
  package static func codes(withPrefix prefix: String, in type: EventType) -> [EventCode] {
    guard let table = codes[type] else { return [] }
    return table.values.filter { $0.key.hasPrefix(prefix) }.map { EventCode(rawValue: $0.value) }.sorted()
  }

  private static let types = Table(EventNameTables.types)
  private static let properties = Table(EventNameTables.properties)
  private static let tools = Table(EventNameTables.tools)
  private static let codes: [EventType: Table] = [
    .synchronization: Table(EventNameTables.synchronization), .key: Table(EventNameTables.keys),
    .relative: Table(EventNameTables.relative), .absolute: Table(EventNameTables.absolute),
    .miscellaneous: Table(EventNameTables.miscellaneous), .switches: Table(EventNameTables.switches),
    .led: Table(EventNameTables.leds), .sound: Table(EventNameTables.sounds),
    .repetition: Table(EventNameTables.repetition),
  ]

  private struct Table {
    let names: [UInt16: String]
    let values: [String: UInt16]

    init(_ entries: [(UInt16, String)]) {
      names = Dictionary(entries, uniquingKeysWith: { first, _ in first })
      values = Dictionary(entries.map { ($0.1, $0.0) }, uniquingKeysWith: { first, _ in first })
    }
  }
}
