import SystemPackage
import TouchReelByteStreams
import TouchReelEvdevDevices
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying

/// Reads a pipe while it comes, on a thread of its own, and emits every frame before it waits for the next.
final class PipeFeed {
  /// Steps that may wait, four seconds of a device of 1,000 frames a second: more stay in the pipe.
  private static let capacity = 4096

  private let reader: PolledReader<InjectionStep, FileError>
  private let arrivals = Monitor(FrameArrivals())
  private var buffered: ArraySlice<InjectionStep> = []

  /// - Parameters:
  ///   - slates: the devices that exist already.
  ///   - changes: what happens to the entries before they become steps.
  init(
    _ pipe: PipeBytes, reading options: sending ReadingOptions, slates: [InitialDeviceState], changes: InjectionChanges
  ) throws(Errno) {
    reader = try PolledReader(capacity: Self.capacity, handing: (options, slates)) {
      [arrivals] setup, output, cancellation throws(FileError) in
      RealTimePriority.request()
      let (options, slates) = setup
      let steps = InjectionSteps(slates, zero: Timestamp(nanoseconds: 0))
      func emit() -> Bool { Self.add(steps.removeAll(), to: output, noting: arrivals) }
      let stream = StreamedBytes(pipe) { emit() && $0.wait(orInputOn: cancellation) == .ready }
      try Self.read(try Recording.open(stream, options: options), by: changes.transforms, into: steps, emit)
    }
  }

  /// Readable when there may be a step, or the end.
  var readiness: FileDescriptor { FileDescriptor(rawValue: reader.readiness) }

  enum Next {
    case step(InjectionStep)
    case nothingYet
    case end
  }

  /// The next step; it never waits.
  ///
  /// - Throws: an error in the recording, once every step before it was returned.
  func next() throws(FileError) -> Next {
    if let step = buffered.popFirst() { return .step(step) }
    guard let steps = try reader.drainPending() else { return .end }
    buffered = steps[...]
    return buffered.popFirst().map { .step($0) } ?? .nothingYet
  }

  /// Whether nothing has come behind the step that was returned last, though more may come.
  var isAwaiting: Bool { buffered.isEmpty && reader.isAwaiting }

  /// How long frames take at least, if they come as they are made.
  var liveDelay: TimeSpan? { arrivals.change { $0.rate.liveDelay } }

  /// The pace of the frames, by what has come so far. To be asked when there is a frame.
  func pace(delay: TimeSpan, speed: Double, now: Timestamp) -> ArrivalPace? {
    let (first, latest) = arrivals.change { ($0.first, $0.latest) }
    guard let first, let latest else { return nil }
    return ArrivalPace(
      first: first, latest: latest, hasEnded: reader.hasEnded, delay: delay, speed: speed, now: now)
  }

  /// - Returns: false if reading was cancelled.
  private static func add(
    _ steps: [InjectionStep], to output: ReaderOutput<InjectionStep, FileError>, noting arrivals: Monitor<FrameArrivals>
  ) -> Bool {
    guard !steps.isEmpty else { return true }
    if !output.hasRoom { arrivals.change { $0.wasFull = true } }
    guard output.waitForRoom() else { return false }
    arrivals.change { $0.add(steps, at: MonotonicClock.now) }
    return output.add(contentsOf: steps)
  }

  private static func read(
    _ recording: Recording, by transforms: [any EntryTransform], into steps: InjectionSteps, _ emit: () -> Bool
  ) throws(FileError) {
    var source = try recording.makeSource()
    var sink = TransformedSink(steps, by: transforms)
    var entry = RecordingEntry()
    while try source.next(into: &entry) {
      try sink.write(entry)
      // A file's frames come many at once.
      if steps.steps.count >= 64 && !emit() { return }
    }
    try sink.finish()
    _ = emit()
  }
}

/// When the frames of a pipe came.
private struct FrameArrivals: Sendable {
  private(set) var first: ArrivalPace.Arrival?
  private(set) var latest: ArrivalPace.Arrival?
  private(set) var rate = ArrivalRate()
  /// Whether frames had to wait in the pipe, whose arrival so says nothing of when they were made.
  var wasFull = false

  mutating func add(_ steps: [InjectionStep], at now: Timestamp) {
    for step in steps {
      guard case .write = step.action else { continue }
      let frame = ArrivalPace.Arrival(time: step.time, arrival: now)
      first = first ?? frame
      latest = frame
      if !wasFull { rate.record(frame) }
    }
  }
}
