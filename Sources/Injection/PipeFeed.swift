import ByteStreams
import EvdevDevices
import InputEvents
import RecordingFormats
import Recordings
import Replaying
import SystemPackage

/// Reads a pipe while it comes, on a thread of its own, and hands every frame on before it waits for the next.
final class PipeFeed {
  /// Steps that may wait, four seconds of a device of 1,000 frames a second: more stay in the pipe.
  private static let capacity = 4096

  private struct Queue {
    var steps: [InjectionStep] = []
    var first: ArrivalPace.Arrival?
    var latest: ArrivalPace.Arrival?
    var rate = ArrivalRate()
    var wasFull = false
    var end: Result<Void, FileError>?
    var isCancelled = false

    /// - Returns: `nil` if there is no room yet; false if reading was cancelled.
    mutating func add(_ new: [InjectionStep], at now: Timestamp) -> Bool? {
      if isCancelled { return false }
      guard steps.count < PipeFeed.capacity else {
        wasFull = true
        return nil
      }
      for step in new {
        guard case .write = step.action else { continue }
        let frame = ArrivalPace.Arrival(time: step.time, arrival: now)
        first = first ?? frame
        latest = frame
        if !wasFull { rate.note(frame) }
      }
      steps += new
      return true
    }
  }

  private let queue: Monitor<Queue>
  private let arrival: EventSignal
  private let cancellation: EventSignal
  private let thread: WorkerThread
  private var taken: ArraySlice<InjectionStep> = []

  /// - Parameters:
  ///   - slates: the devices that exist already.
  ///   - changes: what happens to the entries before they become steps.
  init(
    _ pipe: PipeBytes, reading options: sending ReadingOptions, slates: [InitialDeviceState], changes: InjectionChanges
  ) throws(Errno) {
    let queue = Monitor(Queue())
    arrival = try EventSignal()
    cancellation = try EventSignal()
    let (raised, cancelled) = (arrival.readiness, cancellation.readiness)
    self.queue = queue
    thread = try WorkerThread(handing: (options, slates)) { options, slates in
      RealTimePriority.request()
      let steps = InjectionSteps(slates, zero: Timestamp(nanoseconds: 0))
      func handOn() -> Bool {
        let new = steps.takeAll()
        guard !new.isEmpty else { return true }
        let isWanted = queue.wait { $0.add(new, at: MonotonicClock.now) }
        EventSignal.raise(raised)
        return isWanted
      }
      let end = Result<Void, FileError> { () throws(FileError) in
        let stream = StreamedBytes(pipe) { handOn() && $0.wait(orInputOn: cancelled) == .ready }
        try Self.read(try Recording.open(stream, options: options), by: changes.transforms, into: steps, handOn)
      }
      queue.change { $0.end = end }
      EventSignal.raise(raised)
    }
  }

  deinit {
    queue.change { $0.isCancelled = true }
    EventSignal.raise(cancellation.readiness)
    thread.join()
  }

  /// Readable when there may be a step, or the end.
  var readiness: FileDescriptor { FileDescriptor(rawValue: arrival.readiness) }

  enum Next {
    case step(InjectionStep)
    case nothingYet
    case end
  }

  /// The next step; it never waits.
  ///
  /// - Throws: an error in the recording, once every step before it was taken.
  func next() throws(FileError) -> Next {
    if let step = taken.popFirst() { return .step(step) }
    arrival.acknowledge()
    let (steps, end) = queue.change { queue in
      defer { queue.steps = [] }
      return (queue.steps, queue.end)
    }
    taken = steps[...]
    if let step = taken.popFirst() { return .step(step) }
    try end?.get()
    return end == nil ? .nothingYet : .end
  }

  /// Whether nothing has come behind the step that was taken last, though more may come.
  var isAwaiting: Bool { taken.isEmpty && queue.change { $0.steps.isEmpty && $0.end == nil } }

  /// How long frames take at least, if they come as they are made.
  var liveDelay: TimeSpan? { queue.change { $0.rate.liveDelay } }

  /// The pace of the frames, by what has come so far. To be asked when there is a frame.
  func pace(delay: TimeSpan, speed: Double, now: Timestamp) -> ArrivalPace? {
    let (first, latest, hasEnded) = queue.change { ($0.first, $0.latest, $0.end != nil) }
    guard let first, let latest else { return nil }
    return ArrivalPace(
      first: first, latest: latest, hasEnded: hasEnded, delay: delay, speed: speed, now: now)
  }

  private static func read(
    _ recording: Recording, by transforms: [any EntryTransform], into steps: InjectionSteps, _ handOn: () -> Bool
  ) throws(FileError) {
    var source = try recording.makeSource()
    var sink = TransformedSink(steps, by: transforms)
    var entry = RecordingEntry()
    while try source.next(into: &entry) {
      try sink.write(entry)
      // A file's frames come many at once.
      if steps.steps.count >= 64 && !handOn() { return }
    }
    try sink.finish()
    _ = handOn()
  }
}
