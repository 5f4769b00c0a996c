import TouchReelDrawingBoard
import TouchReelDrawings
public import TouchReelEvdevDevices
public import TouchReelInputEvents
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking

/// What comes in: events of the desktop, and of devices that are read.
extension LiveDrawing {
  /// Handles an event of the desktop's fingers, pen or mouse. Events of several fingers at one time are collected until
  /// an event with another time, or ``settle()``.
  package func handle(_ event: PointerEvent) {
    var event = event
    event.time = max(event.time.advanced(by: shift), reached)
    input.handle(event) { perform($0) }
  }

  /// Records collected events; call this before drawing the picture, when all pending desktop events have been handled.
  package func settle() { input.settle { perform($0) } }

  /// Handles input that a `DeviceReaderThread` has read.
  ///
  /// - Parameters:
  ///   - input: what was read.
  ///   - now: the time of a removal.
  public func handle(_ input: DeviceInput, at now: Timestamp) {
    switch input.step {
    case .opened(let description): open(description, as: devices.open(read: input.device))
    case .frame(let frame): devices.channel(ofRead: input.device).map { handle(frame, from: $0) }
    case .synced(let frame): devices.channel(ofRead: input.device).map { handleSync(frame, from: $0) }
    case .removed: devices.channel(ofRead: input.device).map { remove($0, at: now) }
    }
  }

  /// The device that a reader has opened.
  ///
  /// - Parameter device: its number within the reader.
  package func device(ofRead device: Int) -> DeviceChannel? { devices.channel(ofRead: device) }

  /// The tracker of an opened device, as it is once the frames that are buffered for a gesture are recorded.
  func tracker(of device: DeviceChannel) -> TouchTracker? { (recognition?.ahead ?? player).tracker(of: device) }

  /// Opens a device with its initial state.
  public func open(_ description: DeviceDescription) -> DeviceChannel {
    settle()
    flushBufferedFrames()
    return open(description, as: devices.open())
  }

  /// Handles a frame of an open device.
  public func handle(_ frame: Frame, from device: DeviceChannel) {
    settle()
    handle(shifted(frame), of: device)
  }

  /// Handles the state of all slots, keys and axes, read after events of the device were lost.
  public func handleSync(_ frame: Frame, from device: DeviceChannel) {
    settle()
    flushBufferedFrames()
    record(.sync(shifted(frame), of: device))
  }

  /// Removes a device and cancels its touches.
  public func remove(_ device: DeviceChannel, at now: Timestamp) {
    settle()
    flushBufferedFrames()
    annotate(RecorderNote.deviceRemoved(device).payload, at: now.advanced(by: shift))
  }
}

extension LiveDrawing {
  @discardableResult
  private func open(_ description: DeviceDescription, as slot: (channel: DeviceChannel, number: Int)) -> DeviceChannel {
    play(.opening(DeviceOpening(number: slot.number, description: description), as: slot.channel))
    return slot.channel
  }

  func annotate(_ payload: [UInt8], at time: Timestamp) {
    play(.note(payload, at: advance(to: time)))
  }

  func perform(_ step: SurfaceStep) {
    switch step {
    case .frame(let frame, of: let device): handle(frame, of: channel(of: device))
    case .cancel(let device, let slot, at: let time):
      flushBufferedFrames()
      let index = channel(of: device)
      cancel(openTouches.filter { $0.device == index && $0.slot == slot }, .window, at: time)
    }
  }

  /// The channel of a desktop device, which is opened by its first event.
  private func channel(of device: SurfaceDevice) -> DeviceChannel {
    if let channel = devices.surfaces[device] { return channel }
    flushBufferedFrames()
    return open(device.description(of: sink.board.raster.board), as: devices.open(device))
  }

  private func shifted(_ frame: Frame) -> Frame {
    guard shift != .zero else { return frame }
    return Frame(
      events: frame.events.map { event in
        var moved = event
        moved.time = event.time.advanced(by: shift)
        return moved
      })
  }
}
