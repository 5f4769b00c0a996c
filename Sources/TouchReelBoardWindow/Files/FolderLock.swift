import CTouchReelGtk
import Glibc

/// Holds a folder for changes of its files that read what is there and write all of it again: the windows of other
/// programs change them as well, and what they do must not be lost in between.
enum FolderLock {
  /// - Parameters:
  ///   - folder: made if it is not there. If it cannot be made or locked, the change runs nevertheless.
  ///   - change: runs while no other window holds the folder.
  static func hold(_ folder: String, _ change: () -> Void) {
    g_mkdir_with_parents(folder, 0o700)
    let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if lock >= 0 { flock(lock, LOCK_EX) }
    defer { if lock >= 0 { close(lock) } }
    change()
  }
}
