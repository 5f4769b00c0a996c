import ByteStreams
import InputEvents

/// A recording in a format of one event a line.
struct TextSource<Grammar: TextGrammar>: RecordingSource {
  let format: RecordingFormat
  let epochOffset = TimeSpan.zero
  private(set) var isTruncated = false

  private let lines: LineReader
  private var grammar = Grammar()
  private var channels: [TextChannel] = []
  private var nextOpening = 0
  private var openedCount = 0
  private var finished: Int?
  private var isAtEnd = false

  var warnings: WarningList { lines.issues.warnings }
  var progress: Double { lines.readFraction }

  /// - Parameter devices: what a first reading learned.
  init(_ bytes: any ByteSource, format: RecordingFormat, devices: [DescribedDevice], issues: ReadingIssues) {
    self.format = format
    lines = LineReader(bytes, issues: issues)
    channels = devices.map(TextChannel.init)
  }

  mutating func next(into entry: inout RecordingEntry) throws(FileError) -> Bool {
    skipLateOpenings()
    if nextOpening < channels.count {
      open(nextOpening, in: &entry)
      return true
    }
    if finished == nil { finished = try readFrame() }
    guard let channel = finished else { return false }
    if let number = channels[channel].opening {
      channels[channel].parts.move(to: &entry, channel: number)
      finished = nil
    } else {
      open(channel, in: &entry)
    }
    return true
  }

  /// Devices that are plugged in later are opened with their first frame.
  private mutating func skipLateOpenings() {
    while nextOpening < channels.count, channels[nextOpening].device.isLate || channels[nextOpening].opening != nil {
      nextOpening += 1
    }
  }

  private mutating func open(_ channel: Int, in entry: inout RecordingEntry) {
    let device = channels[channel].device
    channels[channel].opening = openedCount
    let opening = DeviceOpening(number: device.number, description: device.description)
    entry = .opening(opening, as: DeviceChannel(rawValue: openedCount))
    openedCount += 1
  }

  /// Reads up to the end of a frame; the channel whose frame it is, or nothing at the end.
  private mutating func readFrame() throws(FileError) -> Int? {
    while !isAtEnd, let line = try lines.next() {
      switch grammar.read(line) {
      case .event(let event, let channel, let isWhole):
        guard isWhole || lines.isTerminated else {
          noteCut()
          continue
        }
        if channel >= channels.count { addChannels() }
        if channels[channel].parts.append(event) { return channel }
      case .other: continue
      case .unknown: lines.issues.add("line is no event: skipped", line: lines.number)
      case .malformed:
        if lines.isTerminated {
          lines.issues.add("line is a broken event or description: skipped", line: lines.number)
        } else {
          noteCut()
        }
      }
    }
    return unfinished()
  }

  private mutating func addChannels() {
    while channels.count < grammar.devices.count {
      var device = grammar.devices[channels.count]
      device.description.isComplete = device.isDescribed
      channels.append(TextChannel(device))
    }
  }

  private mutating func noteCut() {
    isTruncated = true
    lines.issues.add("the file is cut inside its last event, which is left out", line: lines.number)
  }

  /// At the end, what is left of frames without a SYN_REPORT.
  private mutating func unfinished() -> Int? {
    if !isAtEnd {
      isAtEnd = true
      if let warning = grammar.warning { lines.issues.add(warning) }
    }
    guard let channel = channels.firstIndex(where: { !$0.parts.isEmpty }) else { return nil }
    isTruncated = true
    lines.issues.add("the recording ends inside a frame")
    return channel
  }
}

private struct TextChannel {
  let device: DescribedDevice
  var parts = FrameParts()
  /// The number of its opening, once it is opened: a device that is plugged in late is opened after others that the text names later.
  var opening: Int?

  init(_ device: DescribedDevice) { self.device = device }
}
