import CTouchReelEvdev
import Glibc
import SystemPackage
import TouchReelByteStreams
public import TouchReelInputEvents

/// What a device of a `DeviceReaderThread` did.
public struct DeviceInput: Hashable, Sendable {
  /// What a device did.
  public enum Step: Hashable, Sendable {
    /// It was opened, at the start or because it is back. Its state is part of the description.
    case opened(DeviceDescription)
    case frame(Frame)
    /// Events were lost; this is the state of all slots, keys and axes since.
    case synced(Frame)
    /// It was unplugged, revoked or reset: its contacts will not be lifted.
    case removed
  }

  /// The device's number within its reader; the same when it is back.
  public var device: Int
  /// What the device did.
  public var step: Step

  /// A step of a device.
  public init(device: Int, step: Step) {
    self.device = device
    self.step = step
  }
}

/// What devices do, for a program that waits in a loop of its own.
public protocol DeviceInputs: AnyObject {
  /// The file descriptor, to be polled for reading.
  var fileDescriptor: Int32 { get }

  /// Whether nothing more will come. What came before may still be pending.
  var hasEnded: Bool { get }

  /// What the devices did since the last call, in each device's order. It never waits.
  func readPending() throws -> [DeviceInput]
}

/// Reads devices for a program that waits in a loop of its own.
///
/// A thread reads: the kernel keeps about eight frames of a device, so a program that draws between two readings would
/// lose events. A device whose name outlives a replug is opened again when it is back. The thread stops, and the
/// devices are released, with the reader's last owner.
///
///     let reader = try DeviceReaderThread([.name("ELAN Touchscreen")])
///     // whenever reader.fileDescriptor is readable:
///     for input in try reader.readPending() { … }
public final class DeviceReaderThread: DeviceInputs {
  private let reader: PolledReader<DeviceInput, DeviceError>
  /// What the devices are to be; `nil` if they are so.
  private let grab = Monitor<RecorderOptions.Grab?>(nil)
  private let grabChange: EventSignal

  /// Opens the devices, and grabs them if the options ask for that; limits and intervals have no effect here.
  /// - Throws: if a device does not exist, may not be read, or is not admitted.
  public init(_ selectors: [DeviceSelector], options: RecorderOptions = RecorderOptions()) throws(DeviceError) {
    let reading = try DeviceReading(selectors, options)
    let grab = grab
    do throws(Errno) {
      grabChange = try EventSignal()
      try reading.watch(grabChange.readiness, for: grab)
      reader = try PolledReader(handing: reading) { reading, output, stop throws(DeviceError) in
        try reading.run(into: output, until: stop)
      }
    } catch {
      throw DeviceError(device: "devices", problem: .failed(operation: "cannot wait for devices", error))
    }
  }

  /// Grabs the devices, or leaves them to other programs as well, soon. A device should be grabbed while nothing
  /// touches it: other programs do not hear of the lift.
  public func grab(_ wanted: RecorderOptions.Grab) {
    grab.change { $0 = wanted }
    EventSignal.raise(grabChange.readiness)
  }

  /// The file descriptor, to be polled for reading; the reader keeps it.
  public var fileDescriptor: Int32 { reader.readiness }

  /// Whether no device is open, and none may come back. What the devices did before may still be pending.
  public var hasEnded: Bool { reader.hasEnded }

  /// What the devices did since the last call, in each device's order; first, that they were opened. It never waits.
  /// - Throws: if the system fails; the removal of a device is no error.
  public func readPending() throws(DeviceError) -> [DeviceInput] { try reader.drainPending() ?? [] }
}

/// What the thread does.
private final class DeviceReading {
  private let loop: DeviceLoop
  private var pending = PendingInput()
  private var grabChange: (signal: CInt, wanted: Monitor<RecorderOptions.Grab?>)?

  private static let stopToken = UInt64.max - 1
  private static let grabToken = UInt64.max - 2

  init(_ selectors: [DeviceSelector], _ options: RecorderOptions) throws(DeviceError) {
    loop = try DeviceLoop(selectors, options: options, name: "devices")
  }

  /// - Parameters:
  ///   - change: the descriptor of a signal that is raised when the devices are to be grabbed, or no longer.
  ///   - wanted: what they are to be then.
  func watch(_ change: CInt, for wanted: Monitor<RecorderOptions.Grab?>) throws(Errno) {
    try loop.add(change, as: Self.grabToken)
    grabChange = (change, wanted)
  }

  /// Reads until no device is left that may come back.
  /// - Parameter stop: the descriptor of the signal that ends the loop.
  func run(into output: ReaderOutput<DeviceInput, DeviceError>, until stop: CInt) throws(DeviceError) {
    do throws(Errno) {
      try loop.add(stop, as: Self.stopToken)
      read { () throws(RecorderFailure) in try loop.begin(into: &pending) }
      repeat {
        output.add(contentsOf: pending.drain())
        guard loop.isAlive else { return }
        try loop.wait()
        if loop.isReady(Self.grabToken) { changeGrab() }
        read { () throws(RecorderFailure) in try loop.readReady(into: &pending) }
      } while !loop.isReady(Self.stopToken)
    } catch {
      throw loop.failure(error)
    }
  }

  private func changeGrab() {
    guard let (signal, wanted) = grabChange else { return }
    EventSignal.acknowledge(signal)
    let grab: RecorderOptions.Grab? = wanted.change { wanted in
      defer { wanted = nil }
      return wanted
    }
    if let grab { loop.grab(grab) }
  }

  /// Nothing is written, so only devices can fail, and their removal is reported.
  private func read(_ body: () throws(RecorderFailure) -> Void) {
    do throws(RecorderFailure) { try body() } catch { return }
  }
}

/// What was read and not yet emitted.
private struct PendingInput: DeviceReceiver {
  private var inputs: [DeviceInput] = []
  private var latest: [DeviceChannel: Timestamp] = [:]

  mutating func drain() -> [DeviceInput] {
    defer { inputs = [] }
    return inputs
  }

  mutating func open(_ description: DeviceDescription, number: Int) -> DeviceChannel {
    inputs.append(DeviceInput(device: number, step: .opened(description)))
    return DeviceChannel(rawValue: number)
  }

  mutating func recordReturn(of channel: DeviceChannel, at now: Timestamp) {}

  mutating func remove(_ channel: DeviceChannel, at now: Timestamp) {
    inputs.append(DeviceInput(device: channel.rawValue, step: .removed))
  }

  mutating func add(_ frame: Frame, of channel: DeviceChannel) {
    if let time = frame.time { latest[channel] = time }
    inputs.append(DeviceInput(device: channel.rawValue, step: .frame(frame)))
  }

  mutating func add(syncedState device: DeviceDescription, of channel: DeviceChannel) {
    let time = latest[channel] ?? MonotonicClock.now
    inputs.append(DeviceInput(device: channel.rawValue, step: .synced(device.syncFrame(at: time))))
  }
}
