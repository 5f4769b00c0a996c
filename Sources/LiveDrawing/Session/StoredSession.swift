public import ByteStreams
import Glibc
public import InputEvents
public import Recordings
public import SystemPackage

/// A recording in the folder of sessions.
public struct StoredSession: Hashable, Sendable {
  public enum State: Hashable, Sendable {
    /// It was ended properly.
    case finished
    /// It ends before its end: whoever recorded it was killed, or the power failed.
    case unfinished
    /// Someone is recording it.
    case inUse
  }

  public let path: FilePath
  public let state: State
  /// When it was last written, since the Unix epoch.
  public let modified: Timestamp
  public let byteCount: Int64

  /// Nothing where it is no MCAP file, or cannot be read.
  public init?(_ path: FilePath) {
    guard let file = try? FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking]) else {
      return nil
    }
    defer { _ = close(file.rawValue) }
    var status = stat()
    guard fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    guard Self.bytes(of: file, at: 0, count: Self.magic.count) == Self.magic else { return nil }
    self.path = path
    byteCount = Int64(status.st_size)
    modified = Timestamp(nanoseconds: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec))
    state = Self.isLocked(file) ? .inUse : Self.hasEnd(file, byteCount) ? .finished : .unfinished
  }

  /// Whether anything was drawn, or any device said anything: a session without is not worth to be offered.
  public var hasEvents: Bool {
    do {
      try Recording.open(path).requireEvents()
      return true
    } catch {
      return false
    }
  }

  /// Ends a recording that was not ended: it is replaced, in one step, by all that can be read of it. Where more is wrong with it than that its
  /// end is missing, the damaged file is kept beside it as `….damaged`.
  ///
  /// - Throws: where nothing of it can be read, or it cannot be written; the file is then as it was.
  public func recover() throws(FileError) -> SalvageReport {
    let recording = try Recording.open(path)
    let output = try OutputFile(path: path, existing: .replaced)
    let offset = recording.epochOffset()
    var sink: any RecordingSink = try RecordingWriter(to: output, epochOffset: offset)
    let report = try recording.salvage(into: &sink)
    if report.failure != nil || report.losses.contains(where: isDamage) { try keepDamaged() }
    try output.commit()
    guard path.withPlatformString({ chmod($0, 0o600) }) == 0 else { throw failure("its mode cannot be set") }
    return report
  }

  /// Takes the file away.
  public func remove() throws(FileError) {
    guard path.withPlatformString({ unlink($0) }) == 0 else { throw failure("it cannot be removed") }
  }

  /// A recorder that is killed leaves no more than a part of what it wrote last.
  private func isDamage(_ loss: RecordingLoss) -> Bool {
    loss.range.upperBound < UInt64(byteCount) || loss.range.count > Self.partLimit
  }

  private func keepDamaged() throws(FileError) {
    let kept = "\(path).damaged"
    let linked = path.withPlatformString { from in kept.withCString { link(from, $0) } }
    guard linked == 0 || errno == EEXIST else { throw failure("it cannot be kept as \(kept)") }
  }

  private func failure(_ what: String) -> FileError {
    FileError(file: path.string, message: "\(what): \(Errno(rawValue: errno))")
  }

  /// A recorder holds a lock of its file.
  private static func isLocked(_ file: FileDescriptor) -> Bool {
    flock(file.rawValue, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// A chunk and its indexes.
  private static let partLimit = 512 << 10
  private static let magic: [UInt8] = [0x89, 0x4D, 0x43, 0x41, 0x50, 0x30, 0x0D, 0x0A]
  /// Opcode, length, the offsets of summary and summary offsets, and a CRC.
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
