import TouchReelInputEvents
import TouchReelRecordings
package import TouchReelTouchTracking

extension TableText {
  /// Adds a row of a touch's sample.
  @inline(__always)
  mutating func addRow(of event: TouchEvent, from origin: TableOrigin) {
    let touch = event.touch
    add("recording", encoded: origin.recording)
    add("device", origin.numbers[touch.device])
    add("touch", touch.id.rawValue)
    add("slot", touch.slot.rawValue)
    add("tracking_id", touch.trackingID.rawValue)
    add("phase", word: event.phase.word)
    add("reason", word: event.phase.reason?.rawValue)
    add(event.sample, of: touch.device, from: origin)
    add("drawing", origin.drawing)
    endRow()
  }

  /// Adds a row of a sample that does not touch: without a touch, a tracking id or a reason.
  mutating func addRow(of event: HoverEvent, from origin: TableOrigin) {
    add("recording", encoded: origin.recording)
    add("device", origin.numbers[event.device])
    add("touch", Int?.none)
    add("slot", event.slot.rawValue)
    add("tracking_id", Int?.none)
    add("phase", word: event.phase.word)
    add("reason", word: nil)
    add(event.sample, of: event.device, from: origin)
    add("drawing", origin.drawing)
    endRow()
  }

  @inline(__always)
  private mutating func add(_ sample: TouchSample, of device: DeviceChannel, from origin: TableOrigin) {
    add("time", sample.time.since(origin.start))
    add("clock", TimeSpan(nanoseconds: sample.time.nanoseconds))
    add("epoch", origin.epochOffset.map { TimeSpan(nanoseconds: sample.time.advanced(by: $0).nanoseconds) })
    addPosition(of: sample, origin.scale(of: device))
    add("pressure", sample.pressure, .millionths)
    add("major", sample.major)
    add("minor", sample.minor)
    add("orientation", sample.orientation)
    add("tilt_x", sample.tilt?.x, .thousandths)
    add("tilt_y", sample.tilt?.y, .thousandths)
    add("distance", sample.distance)
    add("tool", word: sample.tool.rawValue)
  }

  @inline(__always)
  private mutating func addPosition(of sample: TouchSample, _ scale: TableDevice.Scale?) {
    let millimetres = scale?.point(sample.position)
    add("x", sample.boardPoint.x, .thousandths)
    add("y", sample.boardPoint.y, .thousandths)
    add("x_mm", millimetres?.x, .tenThousandths)
    add("y_mm", millimetres?.y, .tenThousandths)
    add("x_device", sample.position.x)
    add("y_device", sample.position.y)
  }
}

extension HoverEvent.Phase {
  fileprivate var word: String {
    switch self {
    case .entered: "hover entered"
    case .moved: "hover moved"
    case .left: "hover left"
    }
  }
}

extension TouchPhase {
  /// Its word in the columns `phase` and `end`.
  package var word: String {
    switch self {
    case .began: "began"
    case .moved(let gap): gap ? "resumed" : "moved"
    case .ended: "ended"
    case .cancelled: "cancelled"
    }
  }

  /// Why a touch was cancelled.
  package var reason: CancelReason? {
    if case .cancelled(let reason) = self { reason } else { nil }
  }
}
