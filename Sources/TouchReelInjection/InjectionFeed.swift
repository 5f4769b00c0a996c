import SystemPackage
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying

/// Reads a recording ahead of its replay, on a thread of its own, so that nothing is parsed when a frame is due.
final class InjectionFeed {
  /// Steps that are read ahead: 4 s of ten fingers at 240 Hz, a few MB.
  private static let capacity = 1024
  private static let batchSize = 64

  private let reader: ReaderThread<InjectionStep, FileError>
  private var buffered: ArraySlice<InjectionStep> = []

  /// - Parameter plan: read again for each pass. Its contents belong to the feed's thread from here on.
  init(_ plan: sending InjectionPlan) throws(Errno) {
    reader = try ReaderThread(capacity: Self.capacity, handing: plan) { plan, output throws(FileError) in
      try plan.read(batches: Self.batchSize) { output.add(contentsOf: $0) }
    }
  }

  /// The next step; `nil` at the end.
  /// - Throws: an error in the recording, once every step before it was returned.
  func next() throws(FileError) -> InjectionStep? {
    while buffered.isEmpty {
      guard let steps = try reader.drain() else { return nil }
      buffered = steps[...]
    }
    return buffered.popFirst()
  }
}

/// What a feed reads.
struct InjectionPlan {
  let recording: Recording
  /// The descriptions by channel, for recordings without them.
  let descriptions: [DeviceDescription]
  let slates: [InitialDeviceState]
  let start: InjectionStart
  /// What else happens to the entries.
  let changes: InjectionChanges
  /// `nil` for a replay without an end.
  let passes: Int?

  /// - Parameters:
  ///   - size: how many steps are read before some are emitted.
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
        guard give(steps.removeSettled()) else { return }
        kept = steps.steps.count
      }
      try sink.finish()
      guard give(steps.removeSettled()) else { return }
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
