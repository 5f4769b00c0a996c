import InputEvents

/// A frame as it fills.
struct SurfaceFrame {
  private var frame = Frame()
  private(set) var time = Timestamp(nanoseconds: 0)

  var isEmpty: Bool { frame.events.isEmpty }

  mutating func begin(at time: Timestamp) { self.time = time }

  mutating func absolute(_ code: EventCode, _ value: Int32) { add(.absolute, code, value) }

  mutating func key(_ code: EventCode, _ isDown: Bool) { add(.key, code, isDown ? 1 : 0) }

  private mutating func add(_ type: EventType, _ code: EventCode, _ value: Int32) {
    frame.events.append(InputEvent(time: time, type: type, code: code, value: value))
  }

  /// Gives the frame away where it says anything. Its storage is used again, unless someone keeps it.
  mutating func report(of device: SurfaceDevice, to emit: (SurfaceStep) -> Void) {
    guard !isEmpty else { return }
    frame.events.append(.report(at: time))
    emit(.frame(frame, of: device))
    frame.events.removeAll(keepingCapacity: true)
  }
}
