import SystemPackage
public import TouchReelByteStreams
public import TouchReelEvdevDevices
package import TouchReelInputEvents
import TouchReelRecordingFormats
public import TouchReelRecordings

/// Reads a pipe on a thread of its own, as a `DeviceReaderThread` reads devices: the touches of another machine,
/// drawn as they come. Their times become this machine's.
public final class PipeReaderThread: DeviceInputs {
  private let reader: PolledReader<DeviceInput, FileError>
  private let pause = Monitor(TimeSpan.zero)

  /// - Parameters:
  ///   - pipe: read from its beginning.
  ///   - options: of which the inference has no effect: a device without a description cannot be mapped onto a board.
  /// - Throws: if the system cannot start a thread.
  public init(_ pipe: PipeBytes, options: sending ReadingOptions) throws(FileError) {
    do throws(Errno) {
      reader = try PolledReader(handing: options) { [pause] options, output, stop throws(FileError) in
        var reading = PipeReading(options)
        defer { pause.change { $0 = reading.longestPause } }
        try reading.run(pipe, until: stop) { output.add(contentsOf: $0) }
      }
    } catch {
      throw FileError(file: pipe.name, message: "cannot be read in the background: \(error)")
    }
  }

  public var fileDescriptor: Int32 { reader.readiness }

  /// Whether nothing more will come. What came before may still be pending.
  public var hasEnded: Bool { reader.hasEnded }

  /// The longest time for which the writer kept it waiting, after the first device; zero until the end.
  package var longestPause: TimeSpan { pause.change { $0 } }

  public func readPending() throws -> [DeviceInput] { try reader.drainPending() ?? [] }
}

/// What the thread does.
private struct PipeReading {
  private var options: ReadingOptions
  private var inputs: [DeviceInput] = []
  private var numbers: [DeviceChannel: Int] = [:]
  /// The shift from the pipe's clock to this machine's, by the frame that was on its way for the least time.
  private var shift: TimeSpan?
  private var latest: Timestamp?
  private(set) var longestPause = TimeSpan.zero

  init(_ options: ReadingOptions) {
    self.options = options
    self.options.inference = .nothing
  }

  /// - Throws: what is wrong with the pipe.
  mutating func run(
    _ pipe: PipeBytes, until stop: Int32, _ give: @escaping ([DeviceInput]) -> Void
  ) throws(FileError) {
    // The closure emits what was read so far, wherever the reader stands.
    let pending = PendingInputs()
    let stream = StreamedBytes(pipe) { read in
      let inputs = pending.drain()
      if !inputs.isEmpty { give(inputs) }
      let start = MonotonicClock.now
      defer {
        if pending.hasBegun { pending.longestPause = max(pending.longestPause, MonotonicClock.now.since(start)) }
      }
      return read.wait(orInputOn: stop) == .ready
    }
    defer { longestPause = pending.longestPause }
    var source = try Recording.open(stream, options: options).makeSource()
    var entry = RecordingEntry()
    while try source.next(into: &entry) {
      pending.inputs += try inputs(of: entry, in: pipe.name)
      pending.hasBegun = !numbers.isEmpty
      if pending.inputs.count >= 256 { give(pending.drain()) }
    }
    give(pending.drain() + Set(numbers.values).sorted().map { DeviceInput(device: $0, step: .removed) })
  }

  private mutating func inputs(of entry: RecordingEntry, in name: String) throws(FileError) -> [DeviceInput] {
    switch entry {
    case .opening(let opening, let channel):
      guard opening.description.isComplete || opening.description.hasOwnRanges else {
        throw FileError(
          file: name, message: "does not describe its device, which so has no place on the board; pass --description")
      }
      numbers[channel] = opening.number
      return [DeviceInput(device: opening.number, step: .opened(opening.description))]
    case .frame(_, let channel), .sync(_, let channel):
      guard let number = numbers[channel], let time = entry.occurrence else { return [] }
      return step(entry, at: time).map { [DeviceInput(device: number, step: $0)] } ?? []
    case .note(let text, _):
      guard let channel = RecordingNote.removedChannel(in: text), let number = numbers[channel] else { return [] }
      return [DeviceInput(device: number, step: .removed)]
    case .board, .attachment, .foreignMessage, .foreignMetadata: return []
    }
  }

  /// A frame at a time of this machine, which never goes back.
  private mutating func step(_ entry: RecordingEntry, at time: Timestamp) -> DeviceInput.Step? {
    let delay = MonotonicClock.now.since(time)
    shift = min(shift ?? delay, delay)
    let moved = max(time.advanced(by: shift ?? delay), latest ?? Timestamp(nanoseconds: .min))
    latest = moved
    var entry = entry
    entry.advance(by: moved.since(time))
    switch entry {
    case .frame(let frame, _): return .frame(frame)
    case .sync(let frame, _): return .synced(frame)
    default: return nil
    }
  }
}

/// What was read and not yet emitted.
private final class PendingInputs {
  var inputs: [DeviceInput] = []
  /// Whether there was a device.
  var hasBegun = false
  var longestPause = TimeSpan.zero

  func drain() -> [DeviceInput] {
    defer { inputs = [] }
    return inputs
  }
}
