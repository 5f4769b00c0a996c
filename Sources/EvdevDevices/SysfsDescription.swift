import InputEvents
import SystemPackage

/// What the kernel tells everybody of a device, also those who may not read it: `/sys/class/input/eventN/device`.
enum SysfsDescription {
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
