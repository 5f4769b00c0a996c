import CTouchReelEvdev
import Glibc
package import SystemPackage
import TouchReelByteStreams
package import TouchReelInputEvents
import TouchReelRecordings

/// An open evdev node.
///
/// Events come as the kernel's own records, in batches; nothing is filtered. Their times are CLOCK_MONOTONIC's. The
/// device is released, and a grab with it, with its owner.
///
///     var device = try Device(opening: "/dev/input/event5")
///     var events: [InputEvent] = []
///     while try device.read(into: &events) { … }
package struct Device: ~Copyable {
  /// Events that one `read` takes at most: more than the kernel holds of most devices.
  package static let batchSize = 256
  /// How often the state is read again if the device sent events meanwhile. A screen is silent for milliseconds between
  /// its frames, and reading takes a tenth of one.
  static let stateAttempts = 8

  package let node: FilePath
  /// The description, as it was when the device was opened, its state included.
  package let description: DeviceDescription
  private let descriptor: OwnedDescriptor
  private let records: UnsafeMutableBufferPointer<input_event>
  private var isGrabbed: Bool

  /// Opens a node and reads its description and state; events from before are discarded.
  package init(opening node: FilePath) throws(DeviceError) {
    let opened = try Self.opened(node)
    description = try Self.startState(opened.number, node: node)
    descriptor = opened
    records = .allocate(capacity: Self.batchSize)
    isGrabbed = false
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

  /// The descriptor for `epoll(7)`: readable when events wait.
  var readiness: CInt { descriptor.number }

  /// Reads the events that are waiting, at most a batch.
  /// - Returns: false if there were none.
  /// - Throws: `.gone` when the device was unplugged, revoked or reset.
  package mutating func read(into events: inout [InputEvent]) throws(DeviceError) -> Bool {
    events.removeAll(keepingCapacity: true)
    let size = MemoryLayout<input_event>.stride
    let count = Glibc.read(descriptor.number, records.baseAddress, Self.batchSize * size)
    guard count >= 0 else {
      // After an interrupted read the device is still readable.
      if errno == EAGAIN || errno == EINTR { return false }
      throw failure("read")
    }
    for record in records[..<(count / size)] { events.append(InputEvent(record)) }
    return count > 0
  }

  /// Whether events are waiting to be read; true of a device that is gone, so that it is read and the error found.
  private static func hasEvents(_ descriptor: CInt) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  /// The description with the state as it is now.
  ///
  /// The kernel returns the state in many calls, between which the device may change. It is settled if no event came
  /// meanwhile; otherwise the events that are waiting are part of it already.
  func currentState() throws(DeviceError) -> (description: DeviceDescription, isSettled: Bool) {
    let description = try DeviceInspection.describe(descriptor.number, node: node)
    return (description, !Self.hasEvents(descriptor.number))
  }

  /// Grabs the device (EVIOCGRAB): no other program receives its events until `ungrab`, or the end of the device's
  /// owner.
  /// - Throws: `.grabbedByOther` if another program has grabbed it.
  package mutating func grab() throws(DeviceError) {
    guard !isGrabbed else { return }
    guard evdev_grab(descriptor.number) == 0 else { throw failure("grab") }
    isGrabbed = true
  }

  /// Gives the device back to other programs; no effect if it is not grabbed.
  package mutating func ungrab() {
    guard isGrabbed else { return }
    // It can fail only if the device is gone, and the grab with it.
    _ = evdev_ungrab(descriptor.number)
    isGrabbed = false
  }

  /// Throws if another program has grabbed the device, whose events would not arrive. The kernel offers no query, only
  /// an attempt, which is over within microseconds.
  package mutating func checkNotGrabbed() throws(DeviceError) {
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

/// What libevdev reports about a device and its state.
private enum DeviceInspection {
  static func describe(_ descriptor: CInt, node: FilePath) throws(DeviceError) -> DeviceDescription {
    var handle: OpaquePointer?
    var status = -EINTR
    // One of its many requests was interrupted by a signal.
    while status == -EINTR { status = libevdev_new_from_fd(descriptor, &handle) }
    guard status == 0, let handle else {
      let error = Errno(rawValue: -status)
      let isGone = error == .noDevice || error == .ioError
      let problem: DeviceError.Problem =
        isGone ? .gone : error.rawValue == ENOTTY ? .notEvdev : .failed(operation: "cannot be described", error)
      throw DeviceError(device: node.string, problem: problem)
    }
    // The descriptor remains its owner's.
    defer { libevdev_free(handle) }
    return description(of: handle, node: node)
  }

  private static func description(of handle: OpaquePointer, node: FilePath) -> DeviceDescription {
    var device = DeviceDescription()
    device.name = text(libevdev_get_name(handle))
    device.phys = text(libevdev_get_phys(handle))
    device.uniq = text(libevdev_get_uniq(handle))
    device.identity = DeviceIdentity(
      bus: UInt16(truncatingIfNeeded: libevdev_get_id_bustype(handle)),
      vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(handle)),
      product: UInt16(truncatingIfNeeded: libevdev_get_id_product(handle)),
      version: UInt16(truncatingIfNeeded: libevdev_get_id_version(handle)))
    device.properties = Set(
      (0..<UInt16(INPUT_PROP_CNT)).filter { libevdev_has_property(handle, UInt32($0)) == 1 }
        .map(InputProperty.init(rawValue:)))
    device.codes = codes(of: handle)
    device.axes = axes(of: handle, codes: device.codes[.absolute] ?? [])
    device.slots = slots(of: handle, axes: device.axes)
    device.active = active(of: handle, codes: device.codes)
    device.node = node.string
    return device
  }

  private static func text(_ bytes: UnsafePointer<CChar>?) -> String { bytes.map { String(cString: $0) } ?? "" }

  private static func codes(of handle: OpaquePointer) -> [EventType: Set<EventCode>] {
    var codes: [EventType: Set<EventCode>] = [:]
    for type in 1..<UInt32(EV_CNT) where libevdev_has_event_type(handle, type) == 1 {
      let last = libevdev_event_type_get_max(type)
      let announced = last < 0 ? [] : (0...UInt32(last)).filter { libevdev_has_event_code(handle, type, $0) == 1 }
      codes[EventType(rawValue: UInt16(type))] = Set(announced.map { EventCode(rawValue: UInt16($0)) })
    }
    return codes
  }

  private static func axes(of handle: OpaquePointer, codes: Set<EventCode>) -> [EventCode: AbsoluteAxis] {
    var axes: [EventCode: AbsoluteAxis] = [:]
    for code in codes {
      guard let info = libevdev_get_abs_info(handle, UInt32(code.rawValue))?.pointee else { continue }
      axes[code] = AbsoluteAxis(
        minimum: info.minimum, maximum: info.maximum, fuzz: info.fuzz, flat: info.flat, resolution: info.resolution,
        value: info.value)
    }
    if axes[.slot] != nil { axes[.slot]?.value = libevdev_get_current_slot(handle) }
    return axes
  }

  private static func slots(of handle: OpaquePointer, axes: [EventCode: AbsoluteAxis]) -> [[EventCode: Int32]] {
    let contactAxes = axes.keys.filter { $0.isMultitouch && $0 != .slot }
    return (0..<UInt32(clamping: libevdev_get_num_slots(handle))).map { slot in
      var values: [EventCode: Int32] = [:]
      for code in contactAxes { values[code] = libevdev_get_slot_value(handle, slot, UInt32(code.rawValue)) }
      return values
    }
  }

  /// Keys, LEDs and switches that are on.
  private static func active(
    of handle: OpaquePointer, codes: [EventType: Set<EventCode>]
  ) -> [EventType: Set<EventCode>] {
    var active: [EventType: Set<EventCode>] = [:]
    for type in [EventType.key, .led, .switches] {
      let on = (codes[type] ?? []).filter {
        libevdev_get_event_value(handle, UInt32(type.rawValue), UInt32($0.rawValue)) != 0
      }
      if !on.isEmpty { active[type] = on }
    }
    return active
  }
}
