import CTouchReelEvdev
import Glibc
public import SystemPackage
import TouchReelByteStreams
public import TouchReelEvdevDevices
public import TouchReelInputEvents

/// A virtual input device: created by uinput from a recorded description, destroyed with its owner.
///
///     let device = try VirtualDevice(VirtualDeviceSetup(description))
///     try device.write(frame.events, at: deadline)
public struct VirtualDevice: ~Copyable {
  /// Where uinput is.
  @usableFromInline package static let uinput: FilePath = "/dev/uinput"

  package let setup: VirtualDeviceSetup
  private let descriptor: OwnedDescriptor
  private var records: EventRecords

  /// Creates the device.
  /// - Throws: if uinput does not exist, this user may not use it, or the kernel refuses a part of the description.
  public init(_ setup: VirtualDeviceSetup, uinput: FilePath = Self.uinput) throws(InjectionError) {
    let opened = try Self.open(uinput)
    try UinputCalls(setup: setup, descriptor: opened.number).createDevice()
    descriptor = opened
    self.setup = setup
    records = EventRecords()
  }

  deinit { _ = uinput_destroy(descriptor.number) }

  /// The kernel's name of the device: `input5`.
  package var kernelName: String? {
    var name = [CChar](repeating: 0, count: 64)
    guard uinput_get_sysfs_name(descriptor.number, &name, UInt32(name.count)) >= 0 else { return nil }
    return name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
  }

  /// The node below `/dev/input`; `nil` until it exists.
  public func node(in folders: DeviceFolders = DeviceFolders()) -> FilePath? {
    let devices: FilePath = "/sys/devices/virtual/input"
    guard let name = kernelName.flatMap({ FilePath.Component($0) }) else { return nil }
    let event = devices.appending(name).entries().first { $0.string.hasPrefix("event") }
    guard let node = event.map({ folders.nodes.appending($0) }) else { return nil }
    return node.withPlatformString { access($0, F_OK) } == 0 ? node : nil
  }

  /// Hands events to the kernel in one `write(2)`. It passes them on at the next SYN_REPORT.
  /// - Parameters:
  ///   - events: with their SYN_REPORT.
  ///   - time: the time of the events for readers, on CLOCK_MONOTONIC and not in the future; with kernels before 6.9
  ///     it is when they were written.
  public mutating func write(_ events: [InputEvent], at time: Timestamp) throws(InjectionError) {
    try records.write(events, at: time, to: descriptor.number, named: setup.name)
  }

  private static func open(_ uinput: FilePath) throws(InjectionError) -> OwnedDescriptor {
    do {
      let opened = try FileDescriptor.open(uinput, .readWrite, options: [.nonBlocking, .closeOnExec])
      return OwnedDescriptor(number: opened.rawValue)
    } catch {
      throw failure(opening: uinput, error as? Errno ?? .ioError)
    }
  }

  private static func failure(opening uinput: FilePath, _ error: Errno) -> InjectionError {
    switch error {
    case .noSuchFileOrDirectory, .noSuchAddressOrDevice, .init(rawValue: ENODEV): .noUinput(uinput)
    case .permissionDenied, .notPermitted: .uinputNotPermitted(uinput)
    default: .failed(operation: "\(uinput): cannot be opened", error)
    }
  }
}

/// The calls that create a device. A call that fails leaves nothing behind, since the last one creates the device.
private struct UinputCalls {
  let setup: VirtualDeviceSetup
  let descriptor: CInt

  func createDevice() throws(InjectionError) {
    try announce()
    try describe()
    try check("the description as a whole", uinput_create(descriptor))
  }

  private func announce() throws(InjectionError) {
    for (type, codes) in setup.codes.sorted(by: { $0.key < $1.key }) {
      try check(EventNames.name(of: type) ?? "a type", uinput_set_type(descriptor, CInt(type.rawValue)))
      for code in codes {
        let status = uinput_set_code(descriptor, CInt(type.rawValue), CInt(code.rawValue))
        try check(EventNames.name(of: code, in: type) ?? "code \(code.rawValue)", status)
      }
    }
    for property in setup.properties {
      let status = uinput_set_property(descriptor, CInt(property.rawValue))
      try check(EventNames.name(of: property) ?? "property \(property.rawValue)", status)
    }
  }

  private func describe() throws(InjectionError) {
    var facts = uinput_setup()
    facts.id = input_id(
      bustype: setup.identity.bus, vendor: setup.identity.vendor, product: setup.identity.product,
      version: setup.identity.version)
    withUnsafeMutableBytes(of: &facts.name) { $0.copyBytes(from: setup.name.utf8.prefix(VirtualDeviceSetup.nameLimit)) }
    try check("its name and id", uinput_setup(descriptor, &facts))
    if !setup.phys.isEmpty { try check("its phys", uinput_set_phys(descriptor, setup.phys)) }
    for (code, axis) in setup.axes.sorted(by: { $0.key < $1.key }) { try describe(axis, code) }
  }

  private func describe(_ axis: AbsoluteAxis, _ code: EventCode) throws(InjectionError) {
    let name = EventNames.name(of: code, in: .absolute) ?? "axis \(code.rawValue)"
    guard code != .slot || axis.maximum < VirtualDeviceSetup.slotLimit else {
      throw .refused(device: setup.name, part: "\(Int64(axis.maximum) + 1) slots", .invalidArgument)
    }
    var facts = uinput_abs_setup()
    facts.code = code.rawValue
    facts.absinfo = input_absinfo(
      value: axis.value, minimum: axis.minimum, maximum: axis.maximum, fuzz: axis.fuzz, flat: axis.flat,
      resolution: axis.resolution)
    try check("\(name) from \(axis.minimum) to \(axis.maximum)", uinput_setup_axis(descriptor, &facts))
  }

  private func check(_ part: String, _ status: CInt) throws(InjectionError) {
    guard status >= 0 else { throw .refused(device: setup.name, part: part, Errno(rawValue: errno)) }
  }
}

/// Events as the kernel takes them, in a buffer that is reused.
struct EventRecords {
  private var records: [input_event] = []

  /// Writes events in one `write(2)`, so that no other writer comes between them.
  mutating func write(
    _ events: [InputEvent], at time: Timestamp, to descriptor: CInt, named name: String
  ) throws(InjectionError) {
    let (seconds, rest) = max(time.microseconds, 0).quotientAndRemainder(dividingBy: 1_000_000)
    // No trap: both are parts of 64 bits of nanoseconds.
    let stamp = timeval(tv_sec: Int(seconds), tv_usec: Int(rest))
    records.removeAll(keepingCapacity: true)
    for event in events {
      records.append(input_event(time: stamp, type: event.type.rawValue, code: event.code.rawValue, value: event.value))
    }
    let error = records.withUnsafeBytes { Self.write(UnsafeRawBufferPointer($0), to: descriptor) }
    if let error { throw .failed(operation: "\(name): cannot be written to", error) }
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> Errno? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return count < 0 ? Errno(rawValue: errno) : .ioError }
      rest = rest.dropFirst(count)
    }
    return nil
  }
}
