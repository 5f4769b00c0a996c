import ByteStreams
import InputEvents

/// How well bytes read as records of a width, over the whole of them: types, microseconds and the order of time.
struct RawSurvey {
  let width: ReadingOptions.RawWidth
  private(set) var records = 0
  private var faults = 0
  private var backwardSteps = 0
  /// Sound ones that are not all zeros.
  private var events = 0
  private var latest: UInt64 = 0

  private init(_ width: ReadingOptions.RawWidth) { self.width = width }

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

  /// Whether the bytes hold records of this width at all: a few broken ones are let pass. Zeros are not enough, whatever stands among them.
  var isPlausible: Bool {
    events > faults && faults * 50 <= records && backwardSteps <= 1 + records / 5
  }

  /// How much speaks against this width; the less the better.
  private var doubt: Double { Double(faults + backwardSteps) / Double(max(records, 1)) }

  /// The width that fits; nothing where neither does.
  static func width(of bytes: any ByteSource) throws(FileError) -> ReadingOptions.RawWidth? {
    var wide = RawSurvey(.wide)
    var narrow = RawSurvey(.narrow)
    let window = RawWindow(bytes, recordSize: commonSize)
    repeat {
      while let records = window.next() {
        wide.count(UnsafeRawBufferPointer(start: records, count: commonSize))
        narrow.count(UnsafeRawBufferPointer(start: records, count: commonSize))
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
    of bytes: any ByteSource, width: ReadingOptions.RawWidth, _ extent: ReadingOptions.Inference
  ) throws(FileError) -> DescriptionInference {
    var inference = DescriptionInference(for: .recording)
    let window = RawWindow(bytes, recordSize: width.rawValue)
    repeat {
      while let record = window.next() {
        guard let event = InputEvent(record, width: width) else { continue }
        inference.observe(event)
        if extent == .firstFrame && event.isReport { return inference }
      }
    } while try window.fill()
    return inference
  }
}
