import Glibc
public import SystemPackage
import TouchReelInputEvents

/// Where the system keeps its input devices.
public struct DeviceFolders: Hashable, Sendable {
  /// The nodes.
  public var nodes: FilePath = "/dev/input"
  /// What the kernel publishes about each node.
  public var classes: FilePath = "/sys/class/input"
  /// udev's database.
  public var udev: FilePath = "/run/udev/data"

  /// The folders of this machine.
  public init() {}

  /// What the kernel publishes about a device, also to users who may not read it. It has no ranges and no state.
  func publishedDescription(of node: FilePath) -> DeviceDescription { SysfsDescription.read(node, in: self) }

  /// What udev knows about how a device is used.
  func udevFacts(of node: FilePath) -> [String: String] { UdevFacts.read(of: node, in: self) }

  /// `/dev/input/by-id` and `by-path`: links that outlive a replug.
  var links: [FilePath] { [nodes.appending("by-id"), nodes.appending("by-path")] }
}

/// What the kernel publishes about a device, also to users who may not read it: `/sys/class/input/eventN/device`.
private enum SysfsDescription {
  static func read(_ node: FilePath, in folders: DeviceFolders) -> DeviceDescription {
    var device = DeviceDescription()
    device.node = node.string
    device.isComplete = false
    guard let name = node.lastComponent else { return device }
    let folder = folders.classes.appending(name).appending("device")
    device.name = folder.appending("name").text() ?? ""
    device.phys = folder.appending("phys").text() ?? ""
    device.uniq = folder.appending("uniq").text() ?? ""
    device.identity = identity(in: folder.appending("id"))
    device.properties = Set(bits(folder.appending("properties")).map(InputProperty.init(rawValue:)))
    let capabilities = folder.appending("capabilities")
    for (type, file) in files {
      let codes = bits(capabilities.appending(file))
      if !codes.isEmpty { device.codes[type] = Set(codes.map(EventCode.init(rawValue:))) }
    }
    return device
  }

  private static let files: [(EventType, String)] = [
    (.key, "key"), (.relative, "rel"), (.absolute, "abs"), (.miscellaneous, "msc"), (.switches, "sw"), (.led, "led"),
    (.sound, "snd"), (.forceFeedback, "ff"),
  ]

  private static func identity(in folder: FilePath) -> DeviceIdentity {
    func number(_ name: String) -> UInt16 { folder.appending(name).text().flatMap { UInt16($0, radix: 16) } ?? 0 }
    return DeviceIdentity(
      bus: number("bustype"), vendor: number("vendor"), product: number("product"), version: number("version"))
  }

  /// A bitmap as the kernel prints it: words of 64 bits in hexadecimal, the last one first.
  private static func bits(_ file: FilePath) -> [UInt16] {
    let words = (file.text() ?? "").split(separator: " ").reversed().map { UInt64($0, radix: 16) ?? 0 }
    var numbers: [UInt16] = []
    for (index, word) in words.prefix(1024).enumerated() {
      for bit in 0..<64 where word >> bit & 1 == 1 { numbers.append(UInt16(index * 64 + bit)) }
    }
    return numbers
  }
}

/// What udev knows about a device: the lines `E:KEY=VALUE` of its database.
private enum UdevFacts {
  /// Only facts about how the device is used; serial numbers and ports stay out of recordings.
  static func read(of node: FilePath, in folders: DeviceFolders) -> [String: String] {
    var status = stat()
    guard node.withPlatformString({ stat($0, &status) }) == 0 else { return [:] }
    // `major(3)` and `minor(3)` are macros.
    let major = (status.st_rdev >> 8) & 0xfff
    let minor = (status.st_rdev & 0xff) | ((status.st_rdev >> 12) & 0xfff00)
    return facts(in: folders.udev.appending("c\(major):\(minor)").text() ?? "")
  }

  private static let kept = ["E:ID_INPUT", "E:LIBINPUT_", "E:WL_OUTPUT=", "E:\(DeviceDescription.rotationFact)="]

  private static func facts(in text: String) -> [String: String] {
    var facts: [String: String] = [:]
    for line in text.split(separator: "\n") where kept.contains(where: line.hasPrefix) {
      let parts = line.dropFirst(2).split(separator: "=", maxSplits: 1)
      if parts.count == 2 { facts[String(parts[0])] = String(parts[1]) }
    }
    return facts
  }
}

extension FilePath {
  /// A small file's text without its last newline; `nil` if it cannot be read.
  fileprivate func text(limit: Int = 1 << 16) -> String? {
    guard let descriptor = try? FileDescriptor.open(self, .readOnly, options: .closeOnExec) else { return nil }
    defer { _ = Glibc.close(descriptor.rawValue) }
    var bytes = [UInt8](repeating: 0, count: limit)
    guard let count = try? bytes.withUnsafeMutableBytes({ try descriptor.read(into: $0) }) else { return nil }
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// Where links lead; `nil` if they lead nowhere.
  func resolved() -> FilePath? {
    guard let path = withPlatformString({ realpath($0, nil) }) else { return nil }
    defer { free(path) }
    return FilePath(platformString: path)
  }
}
