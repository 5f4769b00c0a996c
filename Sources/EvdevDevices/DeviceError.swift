public import InputEvents
public import SystemPackage

/// What is wrong with a device, in one line that a user can act on.
public struct DeviceError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Problem: Hashable, Sendable {
    /// Nothing of this path or name is there.
    case noSuchDevice
    /// Several devices have this name.
    case ambiguous([FilePath])
    /// The node is there and this user may not read it.
    case notPermitted
    /// The node is no evdev device.
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
  public var problem: Problem

  public init(device: String, problem: Problem) {
    self.device = device
    self.problem = problem
  }

  public var description: String { "\(device): \(message)" }

  private var message: String {
    switch problem {
    case .noSuchDevice: "there is no such device; 'touchreel devices' lists those that are there"
    case .ambiguous(let nodes):
      "several devices have this name: name one of \(nodes.map(\.string).joined(separator: ", "))"
    case .notPermitted: "you may not read it; \(DevicePermission.advice(for: device))"
    case .notEvdev: "is no input device of the kernel's evdev; its nodes are /dev/input/event0 and so on"
    case .notTouch(let kind): "is no touch device (\(kind.words)); --force-device records it all the same"
    case .keyboard: "can type: everything typed, passwords included, would be recorded; --keyboards permits it"
    case .grabbedByOther: "another program has grabbed it and gets all of its events; stop that program first"
    case .gone: "the device is gone"
    case .noTouchDevice:
      "no touch device is here that you may read; 'touchreel devices' lists what there is and how to get at it"
    case .failed(let operation, let error): "\(operation): \(error)"
    }
  }
}

extension DeviceKind {
  var words: String {
    switch self {
    case .penAndTouch: "a pen and touch device"
    case .other: "it has no pointer, keys or surface that are known"
    default: "a \(rawValue)"
    }
  }
}

extension Errno {
  /// ENODEV.
  static var noDevice: Errno { Errno(rawValue: 19) }
}
