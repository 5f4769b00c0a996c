public import ByteStreams
public import InputEvents
import MCAP

/// Reads a recording from an MCAP file, in file order.
///
/// Any valid MCAP file with a channel of a recording is read; what other programs put into it is given as it is. Messages are never
/// sorted by time.
public final class RecordingReader: RecordingSource {
  public struct Options: Hashable, Sendable {
    public enum Damage: Hashable, Sendable {
      /// Throws at the first damage.
      case stop
      /// Goes on with the next sound record, and warns of what was lost.
      case skip
      /// As `skip`, and takes what there is of a chunk that the file's end cuts short; `losses` lists what was passed over.
      case salvage
    }

    public var damage = Damage.stop
    /// The most bytes that a chunk may take in memory.
    public var maximumChunkSize = 64 << 20
    /// How many bytes of messages the compressed chunks of a file may give for each of their own, beyond the first 64 MiB.
    public var maximumExpansion = 1000
    /// Whether the file may be read a second time, up to its first message of a recording, where another program's come before it. Not for
    /// a file that still grows.
    public var looksAhead = true

    public init() {}
  }

  public let format = RecordingFormat.mcap
  public internal(set) var epochOffset = TimeSpan.zero
  /// What is missing so far; known for all of the file once `next` has returned false.
  public internal(set) var gaps = RecordingGaps()
  var noticed = WarningList()
  public internal(set) var isTruncated = false

  var container: MCAPReader<ContainerInput>
  let name: String
  var routes = ChannelRoutes()
  var devices: [OpenedDevice] = []
  var deferred: [Deferred] = []
  var joiner = FrameJoiner()
  var continuity = ChannelContinuity()
  var firstGapOffset: UInt64?
  var lastTime = Timestamp(nanoseconds: 0)
  var adopted: MCAPMessage?
  var definitions: ForeignDefinitions
  var summary: (channels: [MCAPChannel], schemas: [MCAPSchema])?
  let options: Options
  let bytes: any ByteSource
  private let meter: ReadingMeter
  private let size: UInt64
  var knowsOffset = false
  var isOurs = false
  var isAtEnd = false
  var hasGiven = false

  struct OpenedDevice {
    let number: Int
    /// The writer's own number of the opening.
    let label: String?
  }

  /// What was met while something else had to be given first.
  enum Deferred {
    case opening(DeviceChannel, DeviceDescription)
    case unfinished(DeviceChannel)
    case note([UInt8], Timestamp)
    case drop(DeviceChannel, Timestamp)
  }

  public init(_ bytes: any ByteSource, options: Options = Options()) {
    name = bytes.name
    self.bytes = bytes
    self.options = options
    definitions = ForeignDefinitions(limit: options.maximumChunkSize)
    let input = ContainerInput(bytes: bytes)
    meter = input.meter
    size = input.size ?? 0
    container = MCAPReader(input, options: MCAPReaderOptions(options))
  }

  var damage: Options.Damage { options.damage }

  public var warnings: WarningList {
    var warnings = noticed
    if let (kind, place) = damageWarning { warnings.add(kind, at: place) }
    return warnings
  }

  /// What was passed over because of damage, in file order.
  public var losses: [RecordingLoss] { container.losses.map(RecordingLoss.init) }

  public var progress: Double { size == 0 ? 0 : min(Double(meter.offset) / Double(size), 1) }

  public func next(into entry: inout RecordingEntry) throws(FileError) -> Bool {
    let isGiven = try giveNext(into: &entry)
    if isGiven { hasGiven = true } else if !hasGiven, damage == .skip { try refuseIfLost() }
    return isGiven
  }

  private func giveNext(into entry: inout RecordingEntry) throws(FileError) -> Bool {
    while true {
      if giveDeferred(into: &entry) || joiner.giveBacklog(into: &entry) { return true }
      if let message = adopted {
        adopted = nil
        if take(message, into: &entry) { return true }
        continue
      }
      if isAtEnd { return false }
      guard let record = try nextRecord() else {
        try end()
        continue
      }
      if try take(record, into: &entry) { return true }
    }
  }

  /// - Throws: the first damage of a file of which nothing can be read.
  private func refuseIfLost() throws(FileError) {
    guard let loss = container.losses.first else { return }
    throw FileError(.format(loss.reason), file: name)
  }

  /// Reads on where the file ended, after it has grown.
  ///
  /// Call it once `next` has returned false; frames that were cut short have been given then.
  public func resume() {
    switch container.ending {
    case .unfinished(let offset), .truncated(let offset): container.seek(to: offset)
    case .complete, .corrupted, nil: return
    }
    isAtEnd = false
    isTruncated = false
  }

  private func nextRecord() throws(FileError) -> MCAPRecord? {
    do { return try container.next() } catch { throw FileError(error, file: name) }
  }

  private func take(_ record: MCAPRecord, into entry: inout RecordingEntry) throws(FileError) -> Bool {
    switch record {
    case .message(let message): return take(message, into: &entry)
    case .channel(let channel):
      if !isStray { add(channel) }
      return false
    case .attachment(let attachment, _): return try take(attachment, into: &entry)
    case .metadata(let metadata): return take(metadata, into: &entry)
    case .header(let header):
      isOurs = header.profile == RecordingLayout.profile
      continuity.isNumbered = header.library.hasPrefix(RecordingLayout.libraryPrefix)
      return false
    case .schema(let schema):
      if !isStray { note(schema) }
      return false
    }
  }

  func setOffset(_ offset: TimeSpan) {
    epochOffset = offset
    knowsOffset = true
  }
}

extension MCAPReaderOptions {
  init(_ options: RecordingReader.Options) {
    self.init(
      damage: Damage(options.damage), maximumChunkSize: options.maximumChunkSize,
      maximumExpansion: options.maximumExpansion)
  }
}

extension MCAPReaderOptions.Damage {
  fileprivate init(_ damage: RecordingReader.Options.Damage) {
    switch damage {
    case .stop: self = .stop
    case .skip: self = .skip
    case .salvage: self = .salvage
    }
  }
}
