import Glibc
package import SystemPackage
package import TouchReelByteStreams
package import TouchReelInputEvents
import TouchReelRecordingFormats
package import TouchReelRecordings
import TouchReelReplaying

/// A recorded session.
package struct StoredSession: Hashable, Sendable {
  /// Whether its recorder is done with it.
  package enum State: Hashable, Sendable {
    /// It is complete.
    case finished
    /// It is truncated: its recorder was killed, or the power failed.
    case unfinished
    /// It is being recorded.
    case inUse
    /// It is no MCAP file, or may not be read; only ``SessionFolder/contents()`` has such.
    case unreadable
  }

  package let path: FilePath
  package let state: State
  /// The time of its last modification, since the Unix epoch.
  package let modified: Timestamp
  package let byteCount: Int64
  /// The size of the damaged file that is kept beside it; 0 if there is none.
  package let damagedByteCount: Int64

  /// `nil` if it is not an MCAP file or cannot be read.
  package init?(_ path: FilePath) {
    // A pipe is not even opened: who writes it would take this for its reader.
    guard Self.isRegularFile(path) else { return nil }
    guard let file = try? FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking]) else {
      return nil
    }
    defer { _ = close(file.rawValue) }
    var status = stat()
    guard fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    guard Self.bytes(of: file, at: 0, count: Self.magic.count) == Self.magic else { return nil }
    self.path = path
    byteCount = Int64(status.st_size)
    damagedByteCount = Self.damagedByteCount(of: path)
    modified = Self.modified(status)
    state = file.isLockedByRecorder ? .inUse : Self.hasEnd(file, byteCount) ? .finished : .unfinished
  }

  /// A file that should be a session; `nil` if it is no regular file.
  init?(unreadable path: FilePath) {
    var status = stat()
    guard path.withPlatformString({ stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.path = path
    byteCount = Int64(status.st_size)
    damagedByteCount = Self.damagedByteCount(of: path)
    modified = Self.modified(status)
    // Its recorder may have written nothing yet.
    let file = try? FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
    defer { if let file { _ = close(file.rawValue) } }
    state = file?.isLockedByRecorder == true ? .inUse : .unreadable
  }

  private static func damagedByteCount(of path: FilePath) -> Int64 {
    var status = stat()
    let isThere = damagedFile(path).withPlatformString { lstat($0, &status) } == 0
    return isThere ? Int64(status.st_size) : 0
  }

  /// Where the damaged file is kept from which a session was recovered.
  static func damagedFile(_ path: FilePath) -> FilePath { path.withSuffix(".damaged") }

  /// Removes what is kept beside a session's file.
  static func removeCompanions(of path: FilePath) {
    removeName(of: path)
    _ = damagedFile(path).withPlatformString { unlink($0) }
  }

  private static func modified(_ status: stat) -> Timestamp {
    Timestamp(nanoseconds: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec))
  }

  /// Whether it contains any events, or commands that change the drawing; otherwise it is not worth offering.
  package var hasEvents: Bool {
    do {
      let recording = try Recording.open(path)
      if (try? recording.requireEvents()) != nil { return true }
      return try recording.changesDrawing()
    } catch {
      return false
    }
  }

  /// Completes a truncated recording: it is atomically replaced by everything readable in it. If more than its end is
  /// missing, the damaged file is kept beside it as `….damaged`.
  ///
  /// - Throws: `FileError` if nothing in it can be read or it cannot be written; the file is unchanged then.
  package func recover() throws(FileError) -> SalvageReport {
    let recording = try Recording.open(path)
    let output = try OutputFile(path: path, existing: .replaced)
    let offset = try recording.statedEpochOffset()
    var sink: any RecordingSink = try RecordingWriter(to: output, epochOffset: offset)
    let report = try recording.salvage(into: &sink)
    if report.failure != nil || report.losses.contains(where: isDamage) { try keepDamaged() }
    try output.commit()
    guard path.withPlatformString({ chmod($0, 0o600) }) == 0 else { throw failure("cannot set its mode") }
    return report
  }

  /// Deletes the file, its name, and the damaged file that was kept beside it.
  package func remove() throws(FileError) {
    guard path.withPlatformString({ unlink($0) }) == 0 else { throw failure("cannot delete it") }
    Self.removeCompanions(of: path)
  }

  /// Whether a loss is more than a killed recorder leaves: a part of its last write.
  private func isDamage(_ loss: RecordingLoss) -> Bool {
    loss.range.upperBound < UInt64(byteCount) || loss.range.count > Self.partLimit
  }

  private func keepDamaged() throws(FileError) {
    let kept = Self.damagedFile(path)
    let linked = path.withPlatformString { from in kept.withPlatformString { link(from, $0) } }
    guard linked == 0 || errno == EEXIST else { throw failure("cannot keep it as \(kept)") }
  }

  private func failure(_ what: String) -> FileError {
    FileError(file: path.string, message: "\(what): \(Errno(rawValue: errno))")
  }

  private static func isRegularFile(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withPlatformString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The size of a chunk and its indexes.
  private static let partLimit = 512 << 10
  private static let magic: [UInt8] = [0x89, 0x4D, 0x43, 0x41, 0x50, 0x30, 0x0D, 0x0A]
  /// An opcode, a length, the offsets of the summary and of the summary offsets, and a CRC.
  private static let footerLength = 1 + 8 + 8 + 8 + 4
  private static let footerOpcode: UInt8 = 0x02

  private static func hasEnd(_ file: FileDescriptor, _ length: Int64) -> Bool {
    let count = footerLength + magic.count
    guard length >= Int64(count + magic.count) else { return false }
    let tail = bytes(of: file, at: length - Int64(count), count: count)
    return tail.first == footerOpcode && tail.suffix(magic.count).elementsEqual(magic)
  }

  private static func bytes(of file: FileDescriptor, at offset: Int64, count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = pread(file.rawValue, &bytes, count, Int(offset))
    return Array(bytes.prefix(max(read, 0)))
  }
}
