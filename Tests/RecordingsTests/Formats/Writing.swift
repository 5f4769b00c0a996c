import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

/// What a sink made of entries.
struct Writing {
  let bytes: [UInt8]
  let losses: [String]

  init(_ entries: [RecordingEntry], as format: RecordingFormat) throws(FileError) {
    let output = MemoryOutput(name: "out")
    var sink = try FormatSinks.make(format, output: output)
    for entry in entries { try sink.write(entry) }
    try sink.finish()
    bytes = output.bytes
    losses = sink.losses
  }

  init(_ script: [ScriptedEntry], as format: RecordingFormat) throws(FileError) {
    try self.init(script.map(\.entry), as: format)
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Reads again what was written.
  func read(as format: RecordingFormat) throws(FileError) -> Reading {
    try Reading(MemoryBytes(bytes, name: "out"), as: format)
  }
}

extension ScriptedEntry {
  static func frame(_ channel: Int, at microseconds: Int64, _ events: [(EventType, EventCode, Int32)]) -> ScriptedEntry
  {
    let time = Timestamp(microseconds: microseconds)
    let changes = events.map { InputEvent(time: time, type: $0.0, code: $0.1, value: $0.2) }
    return .frame(channel, Frame(events: changes + [.report(at: time)]))
  }

  /// A device with slots whose fingers can be down.
  static let screen: DeviceDescription = {
    var device = DeviceDescription()
    device.name = "Screen \"7\""
    device.identity = DeviceIdentity(bus: 3, vendor: 0x596, product: 0x502, version: 0x110)
    device.properties = [.direct]
    device.codes = [.synchronization: [.report], .key: [.touch], .absolute: [.slot, .trackingID, .positionX]]
    device.axes = [
      .slot: AbsoluteAxis(minimum: 0, maximum: 9), .trackingID: AbsoluteAxis(minimum: 0, maximum: 65535),
      .positionX: AbsoluteAxis(minimum: -5, maximum: 4095, fuzz: 1, flat: 2, resolution: 12),
    ]
    return device
  }()

  static let pad: DeviceDescription = {
    var device = DeviceDescription()
    device.name = "Pad"
    device.node = "/dev/input/event9"
    device.codes = [.key: [EventCode(rawValue: 0x100)], .led: [EventCode(rawValue: 0), EventCode(rawValue: 2)]]
    device.active = [.led: [EventCode(rawValue: 2)]]
    return device
  }()
}
