import SystemPackage
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelTouchTracking

/// Handles the frames of devices: a recording in progress, or a program that draws.
protocol FrameReceiver {
  mutating func add(_ frame: Frame, of channel: DeviceChannel) throws(FileError)
  /// The state after a loss of events, once the kernel's buffer was read to its end.
  mutating func add(syncedState device: DeviceDescription, of channel: DeviceChannel) throws(FileError)
}

/// A device that is being recorded, or awaited after it was unplugged.
final class RecordedDevice {
  /// The N of `/device/N/events`.
  let number: Int
  private let selector: DeviceSelector
  private var options: RecorderOptions
  private var device: Device?
  private var assembler = FrameAssembler()
  private var events: [InputEvent] = []
  /// Events were lost, and the state since is not known yet.
  private var needsState = false
  private var stateAttempts = 0
  var channel = DeviceChannel(rawValue: 0)

  init(_ selector: DeviceSelector, number: Int, options: RecorderOptions) {
    self.selector = selector
    self.number = number
    self.options = options
    events.reserveCapacity(Device.batchSize)
  }

  var isOpen: Bool { device != nil }

  /// Whether it is worth waiting for its return.
  var isAwaited: Bool { device == nil && selector.outlivesReplug }

  /// Opens the device as it is now.
  /// - Returns: its description and state, and what to poll.
  func open() throws(DeviceError) -> (description: DeviceDescription, readiness: CInt) {
    let node = try selector.node(in: options.folders)
    var opened = try Device(opening: node)
    var description = opened.description
    description.udev = options.folders.udevFacts(of: node)
    if let turn = options.rotation { description.udev[DeviceDescription.rotationFact] = "\(turn.rawValue)" }
    if let refusal = options.admission.refusal(of: description) {
      throw DeviceError(device: node.string, problem: refusal)
    }
    switch options.grab {
    case .exclusive: try opened.grab()
    case .shared: try opened.checkNotGrabbed()
    }
    let readiness = opened.readiness
    device = consume opened
    assembler = FrameAssembler()
    needsState = false
    return (description, readiness)
  }

  func close() { device = nil }

  /// Grabs the device from here on, or leaves it to other programs as well. If another program has grabbed it
  /// meanwhile, that one keeps it.
  func grab(_ grab: RecorderOptions.Grab) {
    options.grab = grab
    switch grab {
    case .exclusive: try? device?.grab()
    case .shared: device?.ungrab()
    }
  }

  /// Reads what is waiting, in the order of the kernel.
  /// - Throws: `.gone` when the device went away; what the receiver throws.
  func read(into receiver: inout some FrameReceiver) throws(RecorderFailure) {
    // A device that never stops must not keep the others waiting.
    for _ in 0..<16 {
      guard try readBatch(into: &receiver) else { break }
      if events.count < Device.batchSize && !needsState { return }
    }
    if needsState { try readState(into: &receiver) }
  }

  private func readBatch(into receiver: inout some FrameReceiver) throws(RecorderFailure) -> Bool {
    guard try reading({ () throws(DeviceError) in try device?.read(into: &events) }) == true else { return false }
    try writing { () throws(FileError) in
      for event in events where assembler.append(event) {
        if assembler.frame.hasDrop { (needsState, stateAttempts) = (true, 0) }
        try receiver.add(assembler.frame, of: channel)
      }
    }
    return true
  }

  /// The kernel's buffer has been read to its end: the current state of the device follows its last event. If the
  /// device sent events meanwhile, its state is read again after its next frame.
  private func readState(into receiver: inout some FrameReceiver) throws(RecorderFailure) {
    guard assembler.unfinished == nil else { return }
    guard let state = try reading({ () throws(DeviceError) in try device?.currentState() }) else { return }
    stateAttempts += 1
    guard state.isSettled || stateAttempts >= Device.stateAttempts else { return }
    needsState = false
    try writing { () throws(FileError) in
      try receiver.add(syncedState: state.description, of: channel)
    }
  }
}

/// What stops reading.
enum RecorderFailure: Error {
  case device(DeviceError)
  case output(FileError)
}

private func reading<Result>(_ body: () throws(DeviceError) -> Result) throws(RecorderFailure) -> Result {
  do throws(DeviceError) { return try body() } catch { throw .device(error) }
}

func writing<Result>(_ body: () throws(FileError) -> Result) throws(RecorderFailure) -> Result {
  do throws(FileError) { return try body() } catch { throw .output(error) }
}
