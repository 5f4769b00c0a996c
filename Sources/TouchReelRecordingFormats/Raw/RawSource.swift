import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

/// `struct input_event` as `read(2)` returns it, of one device.
struct RawSource: RecordingSource {
  let format: RecordingFormat
  let epochOffset = TimeSpan.zero
  private(set) var isTruncated = false

  private let bytes: any ByteSource
  private let width: RawWidth
  private let issues: ReadingIssues
  private let description: DeviceDescription
  let inference: DescriptionInference?
  private var window: RawWindow
  private var parts = FrameParts()
  private var isOpened = false
  private var isAtEnd = false

  var warnings: WarningList { issues.warnings }
  var progress: Double { bytes.readFraction }

  init(
    _ bytes: any ByteSource, format: RecordingFormat, width: RawWidth, device: RawDevice, issues: ReadingIssues
  ) {
    self.bytes = bytes
    self.format = format
    self.width = width
    description = device.description
    inference = device.inference
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
      issues.add("the file is truncated inside its last event: \(tail) bytes are ignored")
    }
    if !parts.isEmpty {
      isTruncated = true
      issues.add("the recording ends inside a frame")
    }
  }
}

/// The width of a record of `struct input_event`, in bytes.
enum RawWidth: Int {
  /// 32-bit times.
  case narrow = 16
  /// 64-bit times.
  case wide = 24
}

extension InputEvent {
  /// `nil` if the time lies before zero, beyond the year 2262, or has a million microseconds.
  @inline(__always)
  fileprivate init?(_ record: UnsafeRawPointer, width: RawWidth) {
    let fields = RawFields(record, width: width)
    guard fields.seconds <= ByteScanner.lastSecond, fields.microseconds < 1_000_000,
      let time = timestamp(seconds: fields.seconds, microseconds: fields.microseconds)
    else { return nil }
    self.init(
      time: time, type: EventType(rawValue: fields.type), code: EventCode(rawValue: fields.code), value: fields.value)
  }
}

/// The fields of a record; a negative time is one too large.
private struct RawFields {
  let seconds: UInt64
  let microseconds: UInt64
  let type: UInt16
  let code: UInt16
  let value: Int32

  @inline(__always)
  init(_ record: UnsafeRawPointer, width: RawWidth) {
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

/// Whole records of a byte source, window by window.
private final class RawWindow {
  private let bytes: any ByteSource
  private let recordSize: Int
  private let buffer: UnsafeMutableRawBufferPointer
  private var start = 0
  private var end = 0
  private var offset: UInt64 = 0

  init(_ bytes: any ByteSource, recordSize: Int) {
    self.bytes = bytes
    self.recordSize = recordSize
    buffer = .allocate(byteCount: recordSize << 13, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// The bytes after the last whole record.
  var tail: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: buffer[start..<end]) }

  /// The next whole record of the window; it is valid until `fill`.
  @inline(__always)
  func next() -> UnsafeRawPointer? {
    guard end - start >= recordSize, let base = buffer.baseAddress else { return nil }
    defer { start += recordSize }
    return UnsafeRawPointer(base + start)
  }

  /// Reads on; false at the end.
  func fill() throws(FileError) -> Bool {
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
    end -= start
    start = 0
    let count = try bytes.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
    offset += UInt64(count)
    end += count
    return count > 0
  }
}

/// How well bytes read as records of a width, over the whole of them: types, microseconds and the order of time.
struct RawSurvey {
  let width: RawWidth
  private(set) var records = 0
  private var faults = 0
  private var backwardSteps = 0
  /// Sound ones that are not all zeros.
  private var events = 0
  private var latest: UInt64 = 0

  private init(_ width: RawWidth) { self.width = width }

  /// Counts the whole records that these bytes begin with.
  @inline(__always)
  private mutating func count(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    for index in 0..<bytes.count / width.rawValue {
      count(RawFields(base + index * width.rawValue, width: width))
    }
  }

  @inline(__always)
  private mutating func count(_ fields: RawFields) {
    records += 1
    guard fields.type <= 0x1f, fields.code <= 0x2ff, fields.microseconds < 1_000_000,
      fields.seconds <= ByteScanner.lastSecond
    else {
      faults += 1
      return
    }
    let time = fields.seconds * 1_000_000 + fields.microseconds
    if time != 0 || fields.type != 0 { events += 1 }
    if time < latest { backwardSteps += 1 }
    latest = time
  }

  /// Whether the bytes hold records of this width at all: a few broken ones are allowed. Zeros alone are not enough.
  /// Where a clock goes back all the time, every frame does, which has two events at least.
  var isPlausible: Bool {
    events > faults && faults * 50 <= records && backwardSteps <= 1 + records / 2
  }

  /// How much speaks against this width; the less the better.
  private var doubt: Double { Double(faults + backwardSteps) / Double(max(records, 1)) }

  /// The width that fits; `nil` if neither does.
  ///
  /// - Parameter isStream: whether to look no further than at what decides, where waiting for more may take long.
  static func width(of bytes: any ByteSource, isStream: Bool = false) throws(FileError) -> RawWidth? {
    var wide = RawSurvey(.wide)
    var narrow = RawSurvey(.narrow)
    let window = RawWindow(bytes, recordSize: commonSize)
    repeat {
      while let records = window.next() {
        wide.count(UnsafeRawBufferPointer(start: records, count: commonSize))
        narrow.count(UnsafeRawBufferPointer(start: records, count: commonSize))
      }
      if isStream, wide.isPlausible != narrow.isPlausible {
        let sound = wide.isPlausible ? wide : narrow
        if sound.doubt == 0 { return sound.width }
      }
    } while try window.fill()
    wide.count(window.tail)
    narrow.count(window.tail)
    return [wide, narrow].filter(\.isPlausible).min { $0.doubt < $1.doubt }?.width
  }

  /// Two wide records, or three narrow ones.
  private static let commonSize = 48

  /// What the events show of the device.
  static func inference(
    of bytes: any ByteSource, width: RawWidth, _ extent: ReadingOptions.Inference
  ) throws(FileError) -> DescriptionInference {
    var inference = DescriptionInference(for: .recording)
    guard extent != .nothing else { return inference }
    var count = 0
    let window = RawWindow(bytes, recordSize: width.rawValue)
    repeat {
      while let record = window.next() {
        guard let event = InputEvent(record, width: width) else { continue }
        inference.observe(event)
        count += 1
        if extent.ends(with: event, number: count) { return inference }
      }
    } while try window.fill()
    return inference
  }
}
