import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

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
    let window = RawWindow(bytes, capacity: commonSize << 12)
    repeat {
      while window.buffered.count >= commonSize {
        let records = UnsafeRawBufferPointer(rebasing: window.buffered.prefix(commonSize))
        wide.count(records)
        narrow.count(records)
        window.consume(commonSize)
      }
      if isStream, wide.isPlausible != narrow.isPlausible {
        let sound = wide.isPlausible ? wide : narrow
        if sound.doubt == 0 { return sound.width }
      }
    } while try window.fill()
    wide.count(window.buffered)
    narrow.count(window.buffered)
    let found = [wide, narrow].filter(\.isPlausible).min { $0.doubt < $1.doubt }?.width
    if let found { return found }
    return try widthOfDamaged(bytes, leastShare: 0.8)?.width
  }

  /// Two wide records, or three narrow ones.
  private static let commonSize = 48

  /// The width of which most of the bytes are events once those are found again where bytes are missing or came in.
  static func widthOfDamaged(
    _ bytes: any ByteSource, leastShare: Double
  ) throws(FileError) -> (width: RawWidth, share: Double)? {
    let shares = try [RawWidth.wide, .narrow].map { width throws(FileError) in
      (width: width, share: try soundShare(of: bytes, width))
    }
    return shares.filter { $0.share >= leastShare }.max { $0.share < $1.share }
  }

  /// The share of the bytes that are sound events; 0 if these are too few to be told from others.
  private static func soundShare(of bytes: any ByteSource, _ width: RawWidth) throws(FileError) -> Double {
    var reader = RawReader(bytes, width)
    var (events, reports) = (0, 0)
    while try reader.next() != nil {
      guard reader.latest?.isSound == true else { continue }
      events += 1
      if reader.latest?.isReport == true { reports += 1 }
    }
    let missing = (bytes as? any IncompleteBytes)?.missingCount ?? 0
    let total = reader.offset + UInt64(reader.tailCount) - missing
    return events >= 5 && reports >= 1 ? Double(events * width.rawValue) / Double(total) : 0
  }

  /// What the events show of the device.
  static func inference(
    of bytes: any ByteSource, width: RawWidth, _ extent: ReadingOptions.Inference
  ) throws(FileError) -> DescriptionInference {
    var inference = DescriptionInference(for: .recording)
    guard extent != .nothing else { return inference }
    var count = 0
    var reader = RawReader(bytes, width)
    let isLast = { (event: InputEvent) in
      inference.observe(event)
      count += 1
      return extent.ends(with: event, number: count)
    }
    while !reader.readUsual(isLast), let event = try reader.next(), !isLast(event) {}
    return inference
  }
}
