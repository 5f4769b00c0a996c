import DrawingBoard
public import EvdevDevices
public import InputEvents
public import Recordings
import Replaying
import TouchTracking

extension LiveDrawing {
  /// Takes a step of the desktop's fingers, pen or mouse. What several fingers do at one time waits for the next event of another time,
  /// or for ``settle()``.
  public func handle(_ event: PointerEvent) {
    var event = event
    event.time = max(event.time.advanced(by: shift), reached)
    input.take(event) { take($0) }
  }

  /// All of the desktop's events at hand have been handled: to be called before the picture is drawn.
  public func settle() { input.settle { take($0) } }

  /// Takes what a pump has read from a device of the kernel.
  ///
  /// - Parameter now: when a device went away that did.
  public func handle(_ input: DeviceInput, at now: Timestamp) {
    switch input.step {
    case .opened(let description): open(description, as: devices.open(pumped: input.device))
    case .frame(let frame): devices.channel(ofPumped: input.device).map { handle(frame, from: $0) }
    case .synced(let frame): devices.channel(ofPumped: input.device).map { handleSync(frame, from: $0) }
    case .removed: devices.channel(ofPumped: input.device).map { remove($0, at: now) }
    }
  }

  /// Opens a device, as it is at the start.
  public func open(_ description: DeviceDescription) -> DeviceChannel {
    settle()
    flushHeldFrames()
    return open(description, as: devices.open())
  }

  /// Takes a frame of a device that was opened.
  public func handle(_ frame: Frame, from device: DeviceChannel) {
    settle()
    take(shifted(frame), of: device)
  }

  /// Takes the state of all slots, keys and axes, after events of the device were lost.
  public func handleSync(_ frame: Frame, from device: DeviceChannel) {
    settle()
    flushHeldFrames()
    record(shifted(frame), of: device, as: .sync)
  }

  /// The device went away: its touches are cancelled.
  public func remove(_ device: DeviceChannel, at now: Timestamp) {
    settle()
    flushHeldFrames()
    note(RecorderNote.deviceRemoved(device).payload, at: now.advanced(by: shift))
  }
}

extension LiveDrawing {
  @discardableResult
  func open(_ description: DeviceDescription, as place: (channel: DeviceChannel, number: Int)) -> DeviceChannel {
    entry.kind = .opening
    entry.channel = place.channel
    entry.opening = DeviceOpening(number: place.number, description: description)
    play()
    return place.channel
  }

  func note(_ payload: [UInt8], at time: Timestamp) {
    entry.kind = .note
    entry.time = advance(to: time)
    entry.payload = payload
    play()
  }

  func take(_ step: SurfaceStep) {
    switch step {
    case .frame(let frame, of: let device): take(frame, of: channel(of: device))
    case .cancel(let device, let slot, at: let time):
      flushHeldFrames()
      let index = DeviceIndex(rawValue: channel(of: device).rawValue)
      cancel(openTouches.filter { $0.device == index && $0.slot == slot }, .window, at: time)
    }
  }

  /// A device that the desktop never tells of is not recorded.
  private func channel(of device: SurfaceDevice) -> DeviceChannel {
    if let channel = devices.surfaces[device] { return channel }
    flushHeldFrames()
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
