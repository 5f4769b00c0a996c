import TouchReelEvdevDevices
import TouchReelInputEvents
import TouchReelTouchTracking

/// The contacts of devices that are read directly, as a desktop would report them: where they are on the surface,
/// whatever becomes of them on the board.
///
/// Frames are tracked once, by the drawing, whose trackers know each contact before anything is cancelled. Only which
/// contacts are palms, or fingers beside a pen, is judged here as well: a finger that is cancelled on the board since
/// it moves a slider goes on here.
struct ReadContacts {
  private var arbiter = TouchArbiter()
  private var pointers = ReadPointers()
  /// The devices' descriptions, by their numbers within the reader.
  private var devices: [Int: DeviceDescription] = [:]

  /// Whether nothing touches the devices.
  var isResting: Bool { arbiter.openTouches.isEmpty }

  /// The description of a device that is there.
  func description(of device: Int) -> DeviceDescription? { devices[device] }

  /// Follows which devices there are; call this first for each input.
  mutating func record(_ input: DeviceInput) {
    switch input.step {
    case .opened(let description): devices[input.device] = description
    case .removed: devices[input.device] = nil
    case .frame, .synced: break
    }
  }

  /// - Parameters:
  ///   - input: what the device does, before it is drawn.
  ///   - drawing: the drawing that it is for.
  ///   - now: the time of a removal.
  ///   - mapping: the mapping of a device to the surface.
  mutating func handle(
    _ input: DeviceInput, for drawing: LiveDrawing, at now: Timestamp,
    _ mapping: (DeviceDescription) -> SurfaceMapping
  ) -> [ReadPointers.Step] {
    guard let device = drawing.device(ofRead: input.device) else { return [] }
    if case .removed = input.step { return remove(device, at: now) }
    guard let description = devices[input.device], let frame = input.step.frame,
      let tracker = drawing.tracker(of: device)
    else { return [] }
    var (touches, hovers) = contacts(in: frame, input.step, tracker, of: device)
    let surface = mapping(description)
    for index in touches.indices { touches[index].sample.map(by: surface) }
    for index in hovers.indices { hovers[index].sample.map(by: surface) }
    return pointers.handle(frame, from: device, touches: touches, hovers: hovers)
  }

  private mutating func remove(_ device: DeviceChannel, at now: Timestamp) -> [ReadPointers.Step] {
    var touches: [TouchEvent] = []
    arbiter.cancel(.deviceRemoved, at: now, into: &touches) { $0.device == device }
    arbiter.forget(device)
    return pointers.remove(device, touches: touches, at: now)
  }

  /// What a frame does to the contacts of its device.
  ///
  /// - Parameter tracker: a copy, which the drawing's own does not notice.
  private mutating func contacts(
    in frame: Frame, _ step: DeviceInput.Step, _ tracker: TouchTracker, of device: DeviceChannel
  ) -> (touches: [TouchEvent], hovers: [HoverEvent]) {
    var (tracker, output, touches) = (tracker, TrackerOutput(), [TouchEvent]())
    if case .synced = step { tracker.handleSync(frame, into: &output) } else { tracker.handle(frame, into: &output) }
    if let time = frame.time {
      arbiter.handlePen(isNear: tracker.isPenNear, on: device, at: time, into: &touches)
    }
    let first = touches.count
    touches += output.touches
    arbiter.admit(&touches, from: first)
    return (touches, output.hovers)
  }
}

extension DeviceInput.Step {
  fileprivate var frame: Frame? {
    switch self {
    case .frame(let frame), .synced(let frame): frame
    case .opened, .removed: nil
    }
  }
}

extension TouchSample {
  fileprivate mutating func map(by surface: SurfaceMapping) { boardPoint = surface.boardPoint(of: position) }
}
