import ByteStreams
import InputEvents

/// `struct input_event` as `read(2)` gives it, of one device.
struct RawSource: RecordingSource {
  let format: RecordingFormat
  let epochOffset = TimeSpan.zero
  private(set) var isTruncated = false

  private let bytes: any ByteSource
  private let width: ReadingOptions.RawWidth
  private let issues: ReadingIssues
  private let description: DeviceDescription
  private var window: RawWindow
  private var parts = FrameParts()
  private var isOpened = false
  private var isAtEnd = false

  var warnings: WarningList { issues.warnings }
  var progress: Double { bytes.readFraction }

  init(
    _ bytes: any ByteSource, format: RecordingFormat, width: ReadingOptions.RawWidth, description: DeviceDescription,
    issues: ReadingIssues
  ) {
    self.bytes = bytes
    self.format = format
    self.width = width
    self.description = description
    self.issues = issues
    window = RawWindow(bytes, recordSize: width.rawValue)
  }

  mutating func next(into entry: inout RecordingEntry) throws(FileError) -> Bool {
    guard isOpened else {
      isOpened = true
      entry = .opening(DeviceOpening(number: 0, description: description), as: DeviceChannel(rawValue: 0))
      return true
    }
    guard try readFrame() else { return false }
    parts.move(to: &entry, channel: 0)
    return true
  }

  private mutating func readFrame() throws(FileError) -> Bool {
    while !isAtEnd {
      while let record = window.next() {
        guard let event = InputEvent(record, width: width) else {
          issues.add("an event's time is broken: skipped")
          continue
        }
        if parts.append(event) { return true }
      }
      if !(try window.fill()) { noteEnd() }
    }
    return !parts.isEmpty
  }

  private mutating func noteEnd() {
    isAtEnd = true
    let tail = window.tail.count
    if tail > 0 {
      isTruncated = true
      issues.add("the file is cut inside its last event: \(tail) bytes are left out")
    }
    if !parts.isEmpty {
      isTruncated = true
      issues.add("the recording ends inside a frame")
    }
  }
}

extension InputEvent {
  /// Nothing where the time lies before zero, beyond the year 2262, or has a million microseconds.
  @inline(__always)
  init?(_ record: UnsafeRawPointer, width: ReadingOptions.RawWidth) {
    let fields = RawFields(record, width: width)
    guard fields.seconds <= ByteScanner.lastSecond, fields.microseconds < 1_000_000,
      let time = timestamp(seconds: fields.seconds, microseconds: fields.microseconds)
    else { return nil }
    self.init(
      time: time, type: EventType(rawValue: fields.type), code: EventCode(rawValue: fields.code), value: fields.value)
  }
}

/// The fields of a record; a negative time is one too large.
struct RawFields {
  let seconds: UInt64
  let microseconds: UInt64
  let type: UInt16
  let code: UInt16
  let value: Int32

  @inline(__always)
  init(_ record: UnsafeRawPointer, width: ReadingOptions.RawWidth) {
    let body: UnsafeRawPointer
    switch width {
    case .narrow:
      seconds = UInt64(UInt32(littleEndian: record.loadUnaligned(as: UInt32.self)))
      microseconds = UInt64(UInt32(littleEndian: record.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
      body = record + 8
    case .wide:
      seconds = UInt64(littleEndian: record.loadUnaligned(as: UInt64.self))
      microseconds = UInt64(littleEndian: record.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      body = record + 16
    }
    type = UInt16(littleEndian: body.loadUnaligned(as: UInt16.self))
    code = UInt16(littleEndian: body.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
    value = Int32(littleEndian: body.loadUnaligned(fromByteOffset: 4, as: Int32.self))
  }
}
