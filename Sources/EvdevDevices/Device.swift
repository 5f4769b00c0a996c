import ByteStreams
import CEvdev
import Glibc
public import InputEvents
import Recordings
public import SystemPackage

/// An open evdev node.
///
/// Events come as the kernel's own records, in batches; nothing is filtered. Their times are CLOCK_MONOTONIC's. The device
/// is released, and a grab with it, when its owner is gone.
///
///     var device = try Device(opening: "/dev/input/event5")
///     var events: [InputEvent] = []
///     while try device.read(into: &events) { … }
public struct Device: ~Copyable {
  /// Events that one `read` takes at most: more than the kernel holds of most devices.
  public static let batchSize = 256
  /// How often the state is taken anew where the device went on meanwhile. A screen is silent for milliseconds between its frames, and
  /// this takes a tenth of one.
  static let stateAttempts = 8

  public let node: FilePath
  /// As it was when the device was opened, its state included.
  public let description: DeviceDescription
  private let descriptor: OwnedDescriptor
  private let records: UnsafeMutableBufferPointer<input_event>
  private var isGrabbed = false

  /// Opens a node and takes its description and state; events from before are left out.
  public init(opening node: FilePath) throws(DeviceError) {
    let opened = try Self.opened(node)
    description = try Self.startState(opened.number, node: node)
    descriptor = opened
    records = .allocate(capacity: Self.batchSize)
    self.node = node
  }

  private static func opened(_ node: FilePath) throws(DeviceError) -> OwnedDescriptor {
    let opened: OwnedDescriptor
    do {
      let descriptor = try FileDescriptor.open(node, .readOnly, options: [.nonBlocking, .closeOnExec])
      opened = OwnedDescriptor(number: descriptor.rawValue)
    } catch {
      throw DeviceError(device: node.string, problem: .init(opening: error as? Errno ?? .ioError))
    }
    guard evdev_set_clock(opened.number, CLOCK_MONOTONIC) == 0 else {
      throw DeviceError(device: node.string, problem: errno == ENOTTY || errno == EINVAL ? .notEvdev : .gone)
    }
    return opened
  }

  /// What happened before the state was taken is part of it.
  private static func startState(_ descriptor: CInt, node: FilePath) throws(DeviceError) -> DeviceDescription {
    for _ in 1..<stateAttempts {
      let description = try DeviceInspection.describe(descriptor, node: node)
      guard hasEvents(descriptor) else { return description }
      withUnsafeTemporaryAllocation(of: input_event.self, capacity: batchSize) { space in
        while Glibc.read(descriptor, space.baseAddress, space.count * MemoryLayout<input_event>.stride) > 0 {}
      }
    }
    return try DeviceInspection.describe(descriptor, node: node)
  }

  deinit {
    if isGrabbed { _ = evdev_ungrab(descriptor.number) }
    records.deallocate()
  }

  /// For `epoll(7)`: readable when events wait.
  var readiness: CInt { descriptor.number }

  /// Reads the events that wait, at most a batch.
  /// - Returns: false where none waited.
  /// - Throws: `.gone` when the device was unplugged, revoked or reset.
  public mutating func read(into events: inout [InputEvent]) throws(DeviceError) -> Bool {
    events.removeAll(keepingCapacity: true)
    let size = MemoryLayout<input_event>.stride
    let count = Glibc.read(descriptor.number, records.baseAddress, Self.batchSize * size)
    guard count >= 0 else {
      // An interrupted read is made up for by the next readiness.
      if errno == EAGAIN || errno == EINTR { return false }
      throw failure("read")
    }
    for record in records[..<(count / size)] { events.append(InputEvent(record)) }
    return count > 0
  }

  /// Whether events wait to be read. A device that is gone has some, so that reading it tells.
  private static func hasEvents(_ descriptor: CInt) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  /// The description with the state as it is now.
  ///
  /// The kernel gives the state in many calls, between which the device may go on. It is settled where no event came
  /// meanwhile; else the events that wait are part of it already.
  func currentState() throws(DeviceError) -> (description: DeviceDescription, isSettled: Bool) {
    let description = try DeviceInspection.describe(descriptor.number, node: node)
    return (description, !Self.hasEvents(descriptor.number))
  }

  /// Takes the device for itself (EVIOCGRAB): no other program receives its events until `ungrab`, or the end of the device's owner.
  /// - Throws: `.grabbedByOther` where another program did so before.
  public mutating func grab() throws(DeviceError) {
    guard !isGrabbed else { return }
    guard evdev_grab(descriptor.number) == 0 else { throw failure("grab") }
    isGrabbed = true
  }

  public mutating func ungrab() {
    guard isGrabbed else { return }
    // It can fail only where the device is gone, and the grab with it.
    _ = evdev_ungrab(descriptor.number)
    isGrabbed = false
  }

  /// Throws where another program has grabbed the device: its events would not come. The kernel has no way to ask but
  /// to try; the try is over within microseconds.
  public mutating func checkNotGrabbed() throws(DeviceError) {
    guard !isGrabbed else { return }
    try grab()
    ungrab()
  }

  private func failure(_ operation: String) -> DeviceError {
    let error = Errno(rawValue: errno)
    let problem: DeviceError.Problem =
      switch error {
      case .noDevice, .ioError, .noSuchAddressOrDevice: .gone
      case .resourceBusy: .grabbedByOther
      default: .failed(operation: operation, error)
      }
    return DeviceError(device: node.string, problem: problem)
  }
}

extension DeviceError.Problem {
  init(opening error: Errno) {
    self =
      switch error {
      case .noSuchFileOrDirectory, .noDevice, .noSuchAddressOrDevice: .noSuchDevice
      case .permissionDenied, .notPermitted: .notPermitted
      default: .failed(operation: "cannot be opened", error)
      }
  }
}

extension InputEvent {
  /// The kernel's record; its microseconds become nanoseconds.
  @inline(__always)
  init(_ record: input_event) {
    let time = Timestamp(seconds: Int64(record.time.tv_sec), microseconds: Int64(record.time.tv_usec))
    self.init(
      time: time ?? Timestamp(nanoseconds: .max), type: EventType(rawValue: record.type),
      code: EventCode(rawValue: record.code), value: record.value)
  }
}
