import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

/// `struct input_event` as `read(2)` returns it, of one device.
struct RawSource: RecordingSource {
  let format: RecordingFormat
  let epochOffset = TimeSpan.zero
  private(set) var isTruncated = false

  private let bytes: any ByteSource
  private let issues: ReadingIssues
  private let description: DeviceDescription
  let inference: DescriptionInference?
  private var reader: RawReader
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
    description = device.description
    inference = device.inference
    self.issues = issues
    reader = RawReader(bytes, width, issues: issues)
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
      if reader.readUsual({ parts.append($0) }) { return true }
      guard let event = try reader.next() else {
        noteEnd()
        break
      }
      if parts.append(event) { return true }
    }
    return !parts.isEmpty
  }

  private mutating func noteEnd() {
    isAtEnd = true
    let tail = reader.tailCount
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
