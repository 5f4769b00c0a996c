import TouchReelInputEvents
import TouchReelRecordings

/// Gathers the events of one channel into frames, handing them on by exchanging buffers.
struct FrameParts {
  private var frame = Frame()

  init() { frame.events.reserveCapacity(64) }

  var isEmpty: Bool { frame.events.isEmpty }

  /// Adds an event; true if a frame is whole, or so long that it is passed on in parts.
  @inline(__always)
  mutating func append(_ event: InputEvent) -> Bool {
    frame.events.append(event)
    return event.isReport || frame.events.count >= FrameAssembler.limit
  }

  var time: Timestamp? { frame.time }

  /// Puts the events into the entry and begins a new frame.
  @inline(__always)
  mutating func move(to entry: inout RecordingEntry, channel: Int) {
    var whole = entry.takeFrame()
    swap(&whole, &frame)
    entry = .frame(whole, of: DeviceChannel(rawValue: channel))
  }
}
