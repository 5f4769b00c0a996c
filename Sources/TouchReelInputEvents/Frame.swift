/// The events of one device up to and including a SYN_REPORT.
public struct Frame: Hashable, Sendable {
  /// The events, of which the last is the SYN_REPORT of a complete frame.
  public var events: [InputEvent]

  /// A frame of these events.
  @inlinable
  public init(events: [InputEvent] = []) { self.events = events }

  /// The time of the SYN_REPORT, or of the last event of a frame that was cut off. `nil` for an empty frame.
  @inlinable
  public var time: Timestamp? { events.last?.time }

  /// False if the recording ended, or the limit was reached, before the SYN_REPORT.
  @inlinable
  public var isComplete: Bool { events.last?.isReport ?? false }

  /// Whether the kernel's buffer overflowed within this frame.
  @inlinable
  public var hasDrop: Bool { events.contains(where: \.isDropped) }
}

/// Gathers events into frames.
///
/// The buffer is reused, so that a steady stream of frames allocates nothing.
package struct FrameAssembler: Sendable {
  /// A frame longer than this is passed on in parts, so that a stream without a SYN_REPORT holds no memory. The longest
  /// real frames (60 contacts of 12 axes) have under 1,000 events.
  @inlinable package static var limit: Int { 1 << 16 }

  /// The frame that `append` reported as finished, or the unfinished one.
  package private(set) var frame = Frame()
  private var isFinished = false

  package init() { frame.events.reserveCapacity(64) }

  /// Adds an event; true if `frame` is now whole (or at the limit) and must be taken before the next call.
  @inline(__always)
  package mutating func append(_ event: InputEvent) -> Bool {
    if isFinished { frame.events.removeAll(keepingCapacity: true) }
    frame.events.append(event)
    isFinished = event.isReport || frame.events.count >= Self.limit
    return isFinished
  }

  /// The rest of a recording that ends within a frame; `nil` if the last frame was whole.
  package var unfinished: Frame? { isFinished || frame.events.isEmpty ? nil : frame }
}

extension Array {
  /// Does what `removeAll(keepingCapacity: true)` takes over a hundred instructions for: faster for what is emptied
  /// with every frame and holds few elements.
  @inlinable @inline(__always)
  package mutating func removeEach() {
    if count > 16 { return removeAll(keepingCapacity: true) }
    while !isEmpty { removeLast() }
  }
}
