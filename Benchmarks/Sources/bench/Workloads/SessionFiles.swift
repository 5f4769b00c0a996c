import SeededCases
import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

/// A session as entries of a recording and as files of every format.
struct SessionFiles {
  let frames: [Frame]
  let eventCount: Int
  private let device: DeviceDescription

  /// S60, or as long as stated.
  init(seconds: Int = 60) { self.init(SessionS60(seconds: seconds).frames, of: SessionS60.device) }

  init(_ session: SessionW1) { self.init(session.frames, of: SessionW1.device) }

  /// S60, each event at a microsecond of its own.
  static var withOwnTimes: SessionFiles {
    var random = SplitMix64(seed: 0x560)
    return SessionFiles(SessionS60().frames.map { $0.withOwnTimes(&random) }, of: SessionS60.device)
  }

  private init(_ frames: [Frame], of device: DeviceDescription) {
    (self.frames, self.device) = (frames, device)
    eventCount = frames.reduce(0) { $0 + $1.events.count }
  }

  private var opening: RecordingEntry {
    .opening(DeviceOpening(number: 0, description: device), as: DeviceChannel(rawValue: 0))
  }

  /// Gives the opening and each frame to a sink, and finishes it.
  ///
  /// - Parameter limit: no more events than this, and whole frames.
  func write(to sink: inout any RecordingSink, limit: Int = .max) throws {
    try sink.write(opening)
    var written = 0
    for frame in frames where written < limit {
      written += frame.events.count
      try sink.write(.frame(frame, of: DeviceChannel(rawValue: 0)))
    }
    try sink.finish()
  }

  func bytes(_ format: RecordingFormat, limit: Int = .max) throws -> [UInt8] {
    let output = MemoryOutput()
    switch format {
    case .evtest: output.write(evtest)
    case .hexdump: output.write(hexdump)
    case .chromeos: output.write(try touchpadLog())
    default:
      var sink = try FormatSinks.make(format, output: output)
      try write(to: &sink, limit: limit)
    }
    return output.bytes
  }

  /// What `evtest` prints for the events.
  private var evtest: String {
    frames.reduce(into: "") { text, frame in
      for event in frame.events {
        let (seconds, rest) = event.time.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        text += "Event: time \(seconds).\(String(rest + 1_000_000).dropFirst()), "
        if event.isReport {
          text += "-------------- SYN_REPORT ------------\n"
          continue
        }
        let type = EventNames.name(of: event.type) ?? "?"
        let code = EventNames.name(of: event.code, in: event.type) ?? "?"
        text += "type \(event.type.rawValue) (\(type)), code \(event.code.rawValue) (\(code)), value \(event.value)\n"
      }
    }
  }

  /// The events as evemu writes them, in a log of ChromeOS.
  private func touchpadLog() throws -> String {
    let lines = String(decoding: try bytes(.evemu), as: UTF8.self).split(separator: "\n")
    return "# device: S60\n" + lines.filter { $0.hasPrefix("E:") }.map { $0 + "\n" }.joined()
  }

  /// What `hexdump -C` prints for the records.
  private var hexdump: String {
    let records = frames.flatMap(rawRecords)
    let digits = (0...255).map { String($0 + 256, radix: 16).dropFirst() }
    return stride(from: 0, to: records.count, by: 16).reduce(into: "") { text, offset in
      text += String(offset + 1 << 32, radix: 16).suffix(8)
      for byte in records[offset..<min(offset + 16, records.count)] { text += " \(digits[Int(byte)])" }
      text += "\n"
    }
  }
}

extension MemoryOutput {
  fileprivate func write(_ text: String) { Array(text.utf8).withUnsafeBytes { write($0) } }
}
