public import SystemPackage
import TouchReelByteStreams
public import TouchReelInputEvents

/// One evdev node, as far as this user may know it.
public struct ListedDevice: Hashable, Sendable {
  /// What this user may do with a node.
  public enum Access: String, Hashable, Sendable {
    case readable
    case notPermitted
    /// Its node went away, or is not an evdev node.
    case unusable
  }

  /// The path of the node, such as `/dev/input/event5`.
  public var node: FilePath
  /// The links below `by-id` and `by-path` that lead to it, which outlive a replug.
  public var links: [FilePath] = []
  /// The description without ranges if this user may not read the device: `/sys` lists its codes only.
  public var description: DeviceDescription
  /// Whether this user may read it.
  public var access: Access

  /// A device as it is listed.
  public init(node: FilePath, description: DeviceDescription, access: Access) {
    self.node = node
    self.description = description
    self.access = access
  }
}

/// The input devices of this machine.
public enum DeviceList {
  /// All of them, by the number of their nodes.
  public static func devices(in folders: DeviceFolders = DeviceFolders()) -> [ListedDevice] {
    let links = linkTargets(in: folders)
    return nodes(in: folders).map { node in
      var device = inspected(node, in: folders)
      device.description.udev = folders.udevFacts(of: node)
      device.links = links.filter { $0.target == node.lastComponent }.map(\.link)
      return device
    }
  }

  /// The touch devices that this user may read, and none that can type.
  /// - Throws: if there are none; the error names a touch device that may not be read.
  public static func touchDevices(in folders: DeviceFolders = DeviceFolders()) throws(DeviceError) -> [ListedDevice] {
    let found = devices(in: folders).filter { DeviceAdmission().refusal(of: $0.description) == nil }
    let readable = found.filter { $0.access == .readable }
    if readable.isEmpty, let hidden = found.first(where: { $0.access == .notPermitted }) {
      throw DeviceError(device: hidden.node.string, problem: .notPermitted)
    }
    guard !readable.isEmpty else { throw DeviceError(device: folders.nodes.string, problem: .noTouchDevice) }
    return readable
  }

  static func nodes(in folders: DeviceFolders) -> [FilePath] {
    let numbers = folders.nodes.entries().compactMap { name -> Int? in
      name.string.hasPrefix("event") ? Int(name.string.dropFirst(5)) : nil
    }
    return numbers.sorted().map { folders.nodes.appending("event\($0)") }
  }

  private static func inspected(_ node: FilePath, in folders: DeviceFolders) -> ListedDevice {
    do {
      return ListedDevice(node: node, description: try Device(opening: node).description, access: .readable)
    } catch {
      let access: ListedDevice.Access = error.problem == .notPermitted ? .notPermitted : .unusable
      return ListedDevice(node: node, description: folders.publishedDescription(of: node), access: access)
    }
  }

  private static func linkTargets(in folders: DeviceFolders) -> [(link: FilePath, target: FilePath.Component?)] {
    folders.links.flatMap { folder in
      folder.entries().map { name in
        let link = folder.appending(name)
        return (link, link.resolved()?.lastComponent)
      }
    }
  }
}

extension DeviceDescription {
  /// The surface in millimetres; `nil` if the device reports no resolution.
  package var surfaceSize: (width: Double, height: Double)? {
    let isContact = hasAxis(.positionX) && hasAxis(.positionY)
    guard let x = axes[isContact ? .positionX : .x], let y = axes[isContact ? .positionY : .y],
      x.resolution > 0, y.resolution > 0, x.span > 0, y.span > 0
    else { return nil }
    return (Double(x.span) / Double(x.resolution), Double(y.span) / Double(y.resolution))
  }
}

/// How a user names a device.
public enum DeviceSelector: Hashable, Sendable, CustomStringConvertible {
  /// A node, or a link to one.
  case path(FilePath)
  /// The name that the device gives itself.
  case name(String)

  /// `event5`, `5`, `/dev/input/by-id/…` or a name.
  public init(_ text: String) {
    let number = text.hasPrefix("event") ? text.dropFirst(5) : text[...]
    if text.contains("/") {
      self = .path(FilePath(text))
    } else if UInt16(number) != nil {
      self = .path(DeviceFolders().nodes.appending("event\(number)"))
    } else {
      self = .name(text)
    }
  }

  public var description: String {
    switch self {
    case .path(let path): path.string
    case .name(let name): name
    }
  }

  /// The node that it names now.
  /// - Throws: `noSuchDevice`, or `ambiguous` if several devices have this name.
  public func node(in folders: DeviceFolders = DeviceFolders()) throws(DeviceError) -> FilePath {
    switch self {
    case .path(let path):
      guard let node = path.resolved() else { throw DeviceError(device: path.string, problem: .noSuchDevice) }
      return node
    case .name(let name): return try Self.node(named: name, in: folders)
    }
  }

  /// Whether it still names the same device after a replug: a node's number goes to whatever is plugged in next.
  var outlivesReplug: Bool {
    switch self {
    case .path(let path): path.lastComponent?.string.hasPrefix("event") != true || path.isLink
    case .name: true
    }
  }

  /// The whole name takes precedence over a part of it, which is compared without case.
  private static func node(named name: String, in folders: DeviceFolders) throws(DeviceError) -> FilePath {
    let names = DeviceList.nodes(in: folders).map { ($0, folders.publishedDescription(of: $0).name) }
    let whole = names.filter { $0.1 == name }
    let found = whole.isEmpty ? names.filter { $0.1.lowercased().contains(name.lowercased()) } : whole
    guard let first = found.first else { throw DeviceError(device: name, problem: .noSuchDevice) }
    guard found.count == 1 else { throw DeviceError(device: name, problem: .ambiguous(found.map(\.0))) }
    return first.0
  }
}

extension FilePath {
  fileprivate var isLink: Bool { resolved().map { $0 != self } ?? false }
}
