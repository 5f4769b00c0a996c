import ByteStreams
import Glibc
import SystemPackage

/// Tells when a node or a link to one appears, or its permissions change (`inotify(7)`).
struct DeviceWatch: ~Copyable {
  private let descriptor: OwnedDescriptor
  private let folders: DeviceFolders

  init(_ folders: DeviceFolders) throws(Errno) {
    self.folders = folders
    descriptor = try OwnedDescriptor(from: { inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC)) })
    watch()
  }

  var readiness: CInt { descriptor.number }

  /// Takes what happened off the list. What it was does not matter: whoever waits for a device looks for it again.
  func acknowledge() {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { space in
      while read(descriptor.number, space.baseAddress, space.count) > 0 {}
    }
    // The folders of links come and go with their devices.
    watch()
  }

  private func watch() {
    let changes = UInt32(IN_CREATE | IN_ATTRIB | IN_MOVED_TO)
    for folder in [folders.nodes.removingLastComponent(), folders.nodes] + folders.links {
      // A folder that is not there yet is added when it appears in its parent.
      _ = folder.withPlatformString { inotify_add_watch(descriptor.number, $0, changes) }
    }
  }
}
