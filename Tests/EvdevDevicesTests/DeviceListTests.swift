import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelEvdevDevices
import TouchReelInputEvents

/// Lists of devices from folders that look like the system's.
struct DeviceListTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var folders: DeviceFolders {
    var folders = DeviceFolders()
    folders.nodes = FilePath(folder.path("input"))
    folders.classes = FilePath(folder.path("class"))
    folders.udev = FilePath(folder.path("udev"))
    return folders
  }

  /// A node that is no device: what can be known of it is what the kernel shows everybody.
  private func add(_ node: String, _ facts: [String: String]) throws {
    try folder.write("", to: "input/\(node)")
    for (name, text) in facts { try folder.write(text + "\n", to: "class/\(node)/device/\(name)") }
  }

  @Test func `A device that may not be read is described by what the kernel shows everybody`() throws {
    // ABS_MT_SLOT 47, MT positions 53 and 54, id 57: bits 0x0260800000000000; BTN_TOUCH 330 is bit 10 of the sixth
    // word.
    try add(
      "event3",
      [
        "name": "ELAN Touchscreen", "properties": "2", "capabilities/abs": "260800000000000",
        "capabilities/key": "400 0 0 0 0 0", "id/bustype": "0018", "id/vendor": "04f3", "id/product": "2d4a",
        "id/version": "0100",
      ])
    let device = try #require(DeviceList.devices(in: folders).first)
    #expect(device.description.name == "ELAN Touchscreen")
    #expect(device.description.identity == DeviceIdentity(bus: 0x18, vendor: 0x4f3, product: 0x2d4a, version: 0x100))
    #expect(device.description.codes[.key] == [.touch])
    #expect(device.description.codes[.absolute] == [.slot, .positionX, .positionY, .trackingID])
    #expect(device.description.kind == .touchscreen)
    #expect(device.access == .unusable)
  }

  @Test func `Nodes are listed by number, with the links that lead to them`() throws {
    for node in ["event10", "event2", "mouse0"] { try add(node, [:]) }
    let link = folder.url("input/by-id/usb-screen")
    try FileManager.default.createDirectory(at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "../event10")
    let devices = DeviceList.devices(in: folders)
    #expect(devices.map(\.node.lastComponent) == ["event2", "event10"])
    #expect(devices.map(\.links) == [[], [folders.nodes.appending("by-id").appending("usb-screen")]])
  }

  @Test func `A whole name wins over a part of one, and a part that several have is ambiguous`() throws {
    try add("event0", ["name": "Wacom Pen"])
    try add("event1", ["name": "Wacom Pen Finger"])
    #expect(try DeviceSelector("Wacom Pen").node(in: folders).lastComponent == "event0")
    #expect(try DeviceSelector("finger").node(in: folders).lastComponent == "event1")
    let nodes = ["event0", "event1"].map { folders.nodes.appending($0) }
    #expect(throws: DeviceError(device: "wacom", problem: .ambiguous(nodes))) {
      try DeviceSelector("wacom").node(in: folders)
    }
    #expect(throws: DeviceError(device: "Elan", problem: .noSuchDevice)) {
      try DeviceSelector("Elan").node(in: folders)
    }
  }

  @Test func `A number, a node's name and a path name the node`() {
    #expect(DeviceSelector("5") == .path("/dev/input/event5"))
    #expect(DeviceSelector("event5") == .path("/dev/input/event5"))
    #expect(DeviceSelector("/dev/input/by-id/x") == .path("/dev/input/by-id/x"))
    #expect(DeviceSelector("5 Finger Screen") == .name("5 Finger Screen"))
  }

  @Test func `The size in millimetres is the range by the resolution`() {
    var device = DeviceDescription()
    device.axes = [
      .x: AbsoluteAxis(minimum: -100, maximum: 1900, resolution: 10),
      .y: AbsoluteAxis(minimum: 0, maximum: 900, resolution: 4),
    ]
    // 2000 / 10 and 900 / 4.
    #expect(device.surfaceSize?.width == 200)
    #expect(device.surfaceSize?.height == 225)
    device.axes[.y]?.resolution = 0
    #expect(device.surfaceSize == nil)
  }

  @Test func `The script installs the rule that is advised`() throws {
    let lines = try Checkout.text("scripts/install-udev-rule").split(separator: "\n").map(String.init)
    #expect(lines.filter { $0.contains("TAG+=") } == UdevRule.lines)
  }

  @Test func `A rule that an empty file stands before is masked`() throws {
    let folders = ["etc", "usr"].map { FilePath(folder.path($0)) }
    #expect(UdevRule.state(in: folders) == .absent)
    try folder.write("# rule\n", to: "usr/70-touchreel.rules")
    #expect(UdevRule.state(in: folders) == .installed(folders[1].appending("70-touchreel.rules")))
    let mask = folder.path("etc/70-touchreel.rules")
    try FileManager.default.createDirectory(atPath: folder.path("etc"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: mask, withDestinationPath: "/dev/null")
    #expect(UdevRule.state(in: folders) == .masked(FilePath(mask)))
  }

  @Test func `What helps for good is named as this program came here`() throws {
    let programs = FilePath(folder.path("bin"))
    let rule = FilePath(folder.path("lib/udev/rules.d/70-touchreel.rules"))
    func advice(installed: FilePath?) -> String {
      UdevRule.lastingAdvice(for: " for all", installed: installed, program: programs)
    }
    #expect(advice(installed: nil) == ", 'scripts/install-udev-rule' permanently for all")
    #expect(advice(installed: rule) == "; \(rule) allows it to whoever is logged in at the screen")
    try folder.write("", to: "lib/udev/rules.d/70-touchreel.rules")
    #expect(UdevRule.installation(beside: programs).hasPrefix("sudo cp \(rule) /etc/udev/rules.d/ && sudo udevadm"))
  }
}
