import ByteStreams
import Glibc
import InputEvents
import RecordingFormats
import Recordings
import Replaying
import SystemPackage

/// Reads a recording ahead of its replay, on a thread of its own, so that nothing is parsed when a frame is due.
final class InjectionFeed {
  /// Steps that are read ahead: 4 s of ten fingers at 240 Hz, a few MB.
  private static let capacity = 1024
  private static let batchSize = 64

  fileprivate struct Queue {
    var steps: [InjectionStep] = []
    var end: Result<Void, FileError>?
    var isCancelled = false

    /// `nil` if there is nothing to take yet.
    mutating func takeAll() -> (steps: [InjectionStep], end: Result<Void, FileError>?)? {
      guard !steps.isEmpty || end != nil else { return nil }
      defer { steps = [] }
      return (steps, end)
    }

    /// - Returns: `nil` if there is no room yet; false if reading was cancelled.
    mutating func add(_ batch: [InjectionStep]) -> Bool? {
      if isCancelled { return false }
      guard steps.count < InjectionFeed.capacity else { return nil }
      steps.append(contentsOf: batch)
      return true
    }
  }

  private let queue: Monitor<Queue>
  private let thread: WorkerThread
  private var taken: [InjectionStep] = []
  private var position = 0

  /// - Parameter plan: read again for each pass. Its contents belong to the feed's thread from here on.
  init(_ plan: sending InjectionPlan) throws(Errno) {
    let queue = Monitor(Queue())
    self.queue = queue
    thread = try WorkerThread(handing: plan) { plan in
      let end = Result<Void, FileError> { () throws(FileError) in
        try plan.read(batches: Self.batchSize) { steps in queue.wait { $0.add(steps) } }
      }
      queue.change { $0.end = end }
    }
  }

  deinit {
    queue.change { $0.isCancelled = true }
    thread.join()
  }

  /// The next step; `nil` at the end.
  /// - Throws: an error in the recording, once every step before it was taken.
  func next() throws(FileError) -> InjectionStep? {
    if position == taken.count { try refill() }
    guard position < taken.count else { return nil }
    defer { position += 1 }
    return taken[position]
  }

  private func refill() throws(FileError) {
    position = 0
    let rest = queue.wait { $0.takeAll() }
    taken = rest.steps
    if taken.isEmpty { try rest.end?.get() }
  }
}

/// What a feed reads.
struct InjectionPlan {
  let recording: Recording
  /// By channel, for recordings without them.
  let descriptions: [DeviceDescription]
  let slates: [InitialDeviceState]
  let start: InjectionStart
  /// What else happens to the entries.
  let changes: InjectionChanges
  /// `nil` for a replay without an end.
  let passes: Int?

  /// - Parameters:
  ///   - size: how many steps are read before some are handed on.
  ///   - give: returns whether to continue.
  func read(batches size: Int, _ give: ([InjectionStep]) -> Bool) throws(FileError) {
    let steps = InjectionSteps(slates, zero: start.zero, end: changes.end)
    var pass = 0
    while passes.map({ pass < $0 }) ?? true {
      pass += 1
      var source = try recording.makeSource()
      var sink = TransformedSink(
        steps, by: [DescriptionSupplement(descriptions)] + start.transforms + changes.transforms)
      var entry = RecordingEntry()
      var kept = 0
      while try source.next(into: &entry) {
        try sink.write(entry)
        guard steps.steps.count >= kept + size else { continue }
        guard give(steps.takeSettled()) else { return }
        kept = steps.steps.count
      }
      try sink.finish()
      guard give(steps.takeSettled()) else { return }
    }
  }
}

/// What a replay begins with.
enum InjectionStart: Sendable {
  case beginning(Timestamp)
  /// What is down at that time begins then.
  case within(Timestamp)

  var zero: Timestamp {
    switch self {
    case .beginning(let zero), .within(let zero): zero
    }
  }

  fileprivate var transforms: [any EntryTransform] {
    switch self {
    case .beginning: []
    case .within(let zero): [TimeCut(from: zero)]
    }
  }
}
