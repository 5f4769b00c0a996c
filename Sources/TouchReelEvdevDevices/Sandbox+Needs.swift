package import SystemPackage
import TouchReelByteStreams

/// What the commands need once they have opened what they were given.
extension Sandbox {
  /// What a recorder needs once its devices and its output are open: devices that come back, and what the system knows
  /// of them.
  ///
  /// - Parameters:
  ///   - devices: those that are recorded.
  ///   - output: the file, which is read again if it could not be completed; `nil` for standard output.
  package static func ofRecorder(_ devices: [DeviceSelector], output: FilePath?) -> Sandbox {
    var sandbox = Sandbox()
    // A device by its node is not opened again, and so no other is.
    let returning = devices.filter(\.outlivesReplug)
    if !returning.isEmpty { sandbox.allowDevices(returning, [.readFile, .control]) }
    sandbox.allowTemporaryFiles()
    if let output { sandbox.allow(.readFile, of: output) }
    return sandbox
  }

  /// What drawing a picture needs: to read whatever may be drawn or drawn with, fonts and libraries among it.
  ///
  /// - Parameter output: the picture; `nil` for standard output.
  package static func ofRenderer(output: FilePath?) -> Sandbox {
    var sandbox = Sandbox(refusing: [.changing, .execute])
    sandbox.allowTemporaryFiles()
    if let output { sandbox.allowOutput(output) }
    return sandbox
  }

  /// Allows something of the system's input devices and of those that are named, and reading what the system knows of
  /// them.
  package mutating func allowDevices(
    _ devices: [DeviceSelector], _ access: Access, in folders: DeviceFolders = DeviceFolders()
  ) {
    allow(access.union(.readFolder), below: folders.nodes)
    for case .path(let path) in devices { allow(access, of: path) }
    // The folder of classes holds links into that of devices.
    for folder in [folders.classes, "/sys/devices", folders.udev] { allow([.readFile, .readFolder], below: folder) }
  }

  /// Allows what a spool does. It has no name where the file system can do without, and loses it at once elsewhere.
  package mutating func allowTemporaryFiles() {
    allow([.readFile, .writeFile, .truncate, .readFolder, .makeFile, .removeFile], below: .temporaryFolder)
  }

  /// Allows making and replacing a file, which appears in its folder when it is whole; a pipe or a device is written.
  package mutating func allowOutput(_ path: FilePath) {
    let target = path.resolved() ?? path
    let type = (try? Stat(path))?.type
    if type == nil || type == .regular {
      allow([.readFile, .writeFile, .truncate, .makeFile, .removeFile], below: target.removingLastComponent())
    } else {
      allow(.writeFile, of: target)
    }
  }
}
