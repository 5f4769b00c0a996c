import Glibc
import SystemPackage
import TouchReelInputEvents

/// What shows that a file was changed: when it was written last, and how large it is.
nonisolated struct FileStamp: Hashable, Sendable {
  /// Since the Unix epoch.
  var modified: Timestamp
  var byteCount: Int64

  init(modified: Timestamp, byteCount: Int64) {
    self.modified = modified
    self.byteCount = byteCount
  }

  /// `nil` if there is no such file.
  init?(_ path: FilePath) {
    var status = stat()
    guard path.withPlatformString({ stat($0, &status) }) == 0 else { return nil }
    modified = Timestamp(nanoseconds: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec))
    byteCount = Int64(status.st_size)
  }
}

/// What another program, or another window, has done to a file since it was opened or saved here.
nonisolated struct FileChange: Hashable, Sendable {
  /// The file when it was opened or saved here.
  var seen: FileStamp
  /// The file as it is now.
  var now: FileStamp

  /// `nil` if it is as it was, or is not there any more: then nothing of anybody is lost.
  init?(from seen: FileStamp, to now: FileStamp?) {
    guard let now, now != seen else { return nil }
    (self.seen, self.now) = (seen, now)
  }
}
