public import SystemPackage
public import TouchReelInputEvents

/// What is wrong with a device, in one line.
public struct DeviceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What can be wrong with a device.
  public enum Problem: Hashable, Sendable {
    /// No device has this path or name.
    case noSuchDevice
    /// Several devices have this name.
    case ambiguous([FilePath])
    /// The node exists, but this user may not read it.
    case notPermitted
    /// The node is not an evdev device.
    case notEvdev
    /// The device has no surface to touch.
    case notTouch(DeviceKind)
    /// The device can type.
    case keyboard
    /// Another program has grabbed it.
    case grabbedByOther
    /// It was unplugged, revoked or reset.
    case gone
    /// No device to choose from.
    case noTouchDevice
    case failed(operation: String, Errno)
  }

  /// A node or a name.
  public var device: String
  /// What is wrong with the device.
  public var problem: Problem

  /// An error that names its device.
  public init(device: String, problem: Problem) {
    self.device = device
    self.problem = problem
  }

  public var description: String { "\(device): \(message)" }

  private var message: String {
    switch problem {
    case .noSuchDevice: "no such device; 'touchreel devices' lists the devices of this machine"
    case .ambiguous(let nodes):
      "several devices have this name; choose one of \(nodes.map(\.string).joined(separator: ", "))"
    case .notPermitted: "you may not read it; \(DevicePermission.advice(for: device))"
    case .notEvdev: "is not an evdev device; the nodes of input devices are /dev/input/event0 and so on"
    case .notTouch(let kind): "is not a touch device (\(kind.message))"
    case .keyboard: "can type: everything typed, passwords included, would be recorded"
    case .grabbedByOther: "another program has grabbed it and receives all of its events; stop that program first"
    case .gone: "the device is gone"
    case .noTouchDevice:
      "there is no touch device that you may read; 'touchreel devices' lists all devices and how to get access"
    case .failed(let operation, let error): "\(operation): \(error)"
    }
  }
}

extension DeviceKind {
  fileprivate var message: String {
    switch self {
    case .penAndTouch: "a pen and touch device"
    case .other: "it has no known pointer, keys or surface"
    default: "a \(rawValue)"
    }
  }
}

extension Errno {
  /// ENODEV.
  static var noDevice: Errno { Errno(rawValue: 19) }
}

/// How a user gets access to a device that only root may read.
package enum DevicePermission {
  /// The commands that give this user access to the device until it is unplugged, and permanently to all touch devices.
  package static func advice(for node: String) -> String {
    "'sudo setfacl -m u:$USER:r \(node)' allows it until it is unplugged"
      + UdevRule.lastingAdvice(for: " for all touch devices")
  }
}
