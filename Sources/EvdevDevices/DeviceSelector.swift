import InputEvents
public import SystemPackage

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
