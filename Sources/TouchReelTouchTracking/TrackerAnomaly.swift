/// What a device's events should not contain. None of it stops the tracker; the linter reports the counts.
package enum TrackerAnomaly: String, Hashable, Sendable, CaseIterable {
  /// A SYN_DROPPED: the kernel's buffer overflowed.
  case dropped
  /// A SYN_DROPPED after which no synced state came.
  case droppedWithoutSync
  /// A slot's id changed to another without −1 between.
  case idReplaced
  /// A second id came to one slot within one frame.
  case secondIDInFrame
  /// A new touch got the id of one that is still down.
  case idInUse
  /// An id of 0x7fffffff or a negative one other than −1. The kernel's ids end at 65535.
  case idOutOfRange
  /// An ABS_MT_SLOT that the device does not have.
  case slotOutOfRange
  /// More contacts in a frame than a tracker follows.
  case tooManyContacts
  /// A frame is earlier than the one before.
  case timeWentBack
  /// A position outside of the axis' range.
  case positionOutOfRange
  /// A frame of `FrameAssembler.limit` events without a SYN_REPORT.
  case endlessFrame
}

/// How often each anomaly was met.
package struct TrackerAnomalies: Hashable, Sendable {
  private var counts = [Int](repeating: 0, count: TrackerAnomaly.allCases.count)

  package init() {}

  /// How often this one was met.
  package internal(set) subscript(anomaly: TrackerAnomaly) -> Int {
    get { counts[Self.index(of: anomaly)] }
    set { counts[Self.index(of: anomaly)] = newValue }
  }

  package var isEmpty: Bool { counts.allSatisfy { $0 == 0 } }

  private static func index(of anomaly: TrackerAnomaly) -> Int {
    switch anomaly {
    case .dropped: 0
    case .droppedWithoutSync: 1
    case .idReplaced: 2
    case .secondIDInFrame: 3
    case .idInUse: 4
    case .idOutOfRange: 5
    case .slotOutOfRange: 6
    case .tooManyContacts: 7
    case .timeWentBack: 8
    case .positionOutOfRange: 9
    case .endlessFrame: 10
    }
  }
}
