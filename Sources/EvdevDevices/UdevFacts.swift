import Glibc
import InputEvents
import SystemPackage

/// What udev found out about a device: the lines `E:KEY=VALUE` of its database.
enum UdevFacts {
  /// Only what says how the device is used; serial numbers and places stay out of recordings.
  static func read(of node: FilePath, in folders: DeviceFolders) -> [String: String] {
    var status = stat()
    guard node.withPlatformString({ stat($0, &status) }) == 0 else { return [:] }
    // `major(3)` and `minor(3)` are macros.
    let major = (status.st_rdev >> 8) & 0xfff
    let minor = (status.st_rdev & 0xff) | ((status.st_rdev >> 12) & 0xfff00)
    return facts(in: folders.udev.appending("c\(major):\(minor)").text() ?? "")
  }

  private static let kept = ["E:ID_INPUT", "E:LIBINPUT_", "E:WL_OUTPUT=", "E:\(DeviceDescription.rotationFact)="]

  static func facts(in text: String) -> [String: String] {
    var facts: [String: String] = [:]
    for line in text.split(separator: "\n") where kept.contains(where: line.hasPrefix) {
      let parts = line.dropFirst(2).split(separator: "=", maxSplits: 1)
      if parts.count == 2 { facts[String(parts[0])] = String(parts[1]) }
    }
    return facts
  }
}
