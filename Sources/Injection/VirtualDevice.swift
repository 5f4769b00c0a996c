import ByteStreams
import CEvdev
public import EvdevDevices
import Glibc
public import InputEvents
public import SystemPackage

/// A device that the kernel believes in: made by uinput after a recorded description, gone with its owner.
///
///     let device = try VirtualDevice(VirtualDeviceSetup(description))
///     try device.write(frame.events, at: deadline)
public struct VirtualDevice: ~Copyable {
  /// Where uinput is.
  public static let uinput: FilePath = "/dev/uinput"

  public let setup: VirtualDeviceSetup
  private let descriptor: OwnedDescriptor
  private var records = EventRecords()

  /// Makes the device.
  /// - Throws: where there is no uinput, or this user may not use it, or a part of the description is refused.
  public init(_ setup: VirtualDeviceSetup, uinput: FilePath = Self.uinput) throws(InjectionError) {
    let opened = try Self.open(uinput)
    try UinputCalls(setup: setup, descriptor: opened.number).createDevice()
    descriptor = opened
    self.setup = setup
  }

  deinit { _ = uinput_destroy(descriptor.number) }

  /// The kernel's name of the device: `input5`.
  public var kernelName: String? {
    var name = [CChar](repeating: 0, count: 64)
    guard uinput_get_sysfs_name(descriptor.number, &name, UInt32(name.count)) >= 0 else { return nil }
    return name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
  }

  /// The node below `/dev/input`, once it is there.
  public func node(in folders: DeviceFolders = DeviceFolders()) -> FilePath? {
    let devices: FilePath = "/sys/devices/virtual/input"
    guard let name = kernelName.flatMap({ FilePath.Component($0) }) else { return nil }
    let event = devices.appending(name).entries().first { $0.string.hasPrefix("event") }
    guard let node = event.map({ folders.nodes.appending($0) }) else { return nil }
    return node.withPlatformString { access($0, F_OK) } == 0 ? node : nil
  }

  /// Hands events to the kernel in one `write(2)`. It passes them on at the next SYN_REPORT.
  /// - Parameter time: what readers are told of when it happened, on CLOCK_MONOTONIC and not in the future; kernels before 6.9 tell when
  ///   they were written.
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
