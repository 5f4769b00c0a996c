import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

/// Writes `struct input_event` of 64-bit systems: 24 bytes an event, little-endian `i64 seconds, i64 microseconds, u16
/// type, u16 code, i32 value`. It holds only the events of one device.
struct RawSink: RecordingSink {
  private var output: TextOutput
  private var device: SingleDevice
  private var tally = SinkLosses(of: .raw24)

  init(_ output: any ByteOutput) {
    self.output = TextOutput(output)
    device = SingleDevice(format: .raw24, file: output.name)
    tally.add("the device's description is left out")
  }

  var losses: [String] { tally.lines }

  mutating func write(_ entry: RecordingEntry) throws(FileError) {
    switch entry {
    case .opening(let opening, let channel): device.open(opening, as: channel)
    case .frame(let frame, let channel): try write(frame, of: channel)
    default: tally.add(entry)
    }
  }

  mutating func handOn() throws(FileError) { try output.handOn() }

  mutating func finish() throws(FileError) {
    for _ in 0..<device.omitted { tally.add("a device without events is left out") }
    try output.finish()
  }

  private mutating func write(_ frame: Frame, of channel: DeviceChannel) throws(FileError) {
    guard let start = try device.start(with: frame, of: channel) else { return try write(frame) }
    if start.letsGo { tally.addReplug() }
    tally.addContacts(of: start.opening, lostAt: frame)
    if let description = start.description { tally.addSurface(of: description) }
    tally.addStart(start.beginning)
    for frame in start.beginning.frames { try write(frame) }
  }

  private mutating func write(_ frame: Frame) throws(FileError) {
    for event in frame.events {
      let time = tally.kernelTime(event.time)
      add(time.seconds)
      add(time.microseconds)
      let value = UInt64(UInt32(bitPattern: event.value))
      add(Int64(bitPattern: UInt64(event.type.rawValue) | UInt64(event.code.rawValue) << 16 | value << 32))
      try output.passOn()
    }
  }

  @inline(__always)
  private mutating func add(_ word: Int64) {
    for shift in 0..<8 { output.add(byte: UInt8(truncatingIfNeeded: word >> Int64(shift * 8))) }
  }
}
