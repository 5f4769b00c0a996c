import Glibc
public import SystemPackage

/// Where the system keeps its input devices.
public struct DeviceFolders: Hashable, Sendable {
  /// The nodes.
  public var nodes: FilePath = "/dev/input"
  /// What the kernel says of each node, to everybody.
  public var classes: FilePath = "/sys/class/input"
  /// udev's database.
  public var udev: FilePath = "/run/udev/data"

  public init() {}

  /// `/dev/input/by-id` and `by-path`: links that outlive a replug.
  var links: [FilePath] { [nodes.appending("by-id"), nodes.appending("by-path")] }
}

extension FilePath {
  /// The entries of a folder, sorted; none where there is no such folder or it cannot be read.
  package func entries() -> [FilePath.Component] {
    guard let folder = withPlatformString({ opendir($0) }) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted().compactMap { FilePath.Component($0) }
  }

  /// A small file's text without its last newline; nothing where it cannot be read.
  func text(limit: Int = 1 << 16) -> String? {
    guard let descriptor = try? FileDescriptor.open(self, .readOnly, options: .closeOnExec) else { return nil }
    defer { _ = Glibc.close(descriptor.rawValue) }
    var bytes = [UInt8](repeating: 0, count: limit)
    guard let count = try? bytes.withUnsafeMutableBytes({ try descriptor.read(into: $0) }) else { return nil }
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// Where links lead; nothing where they lead nowhere.
  func resolved() -> FilePath? {
    guard let path = withPlatformString({ realpath($0, nil) }) else { return nil }
    defer { free(path) }
    return FilePath(platformString: path)
  }
}
