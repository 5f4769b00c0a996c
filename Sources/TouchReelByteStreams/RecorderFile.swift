public import SystemPackage

/// The file of a recording in progress, written in place, so that a killed recorder leaves a readable prefix.
///
/// Unless it is asked for otherwise, only its owner may read it: it may hold a password drawn on a lock screen. One
/// thread writes, and another calls `fdatasync(2)` within a second: the kernel buffers about eight frames of a device,
/// so its reader must not wait for a disk. When the disk is full, the file is truncated to its last whole part, and
/// every later call throws. So it does within a second of a part once another program has removed or replaced the
/// file, or written into it.
public final class RecorderFile: ByteOutput {
  public let name: String
  public let isRead: Bool
  private let backlog = Monitor(RecorderBacklog())
  /// `nil` once it is closed, which ends its lock.
  private var target: RecorderTarget?
  private let replaces: Bool
  private var wasInPlace = true
  private let writer: WorkerThread
  private let syncer: WorkerThread

  /// Who may read the file.
  public enum Readers: Sendable {
    case owner
    /// Whoever may read what other programs write: all, less the user's umask. A file that is replaced keeps its mode.
    case umask
  }

  /// - Parameters:
  ///   - path: `-` is standard output.
  ///   - existing: whether a file that is there already is replaced.
  ///   - readers: who may read it.
  /// - Throws: if the file exists and is not to be replaced, if another recorder is writing it, or if it cannot be
  ///   written.
  public convenience init(
    path: FilePath, existing: OutputFile.Existing = .refused, readers: Readers = .owner
  ) throws(FileError) {
    try self.init(path: path, existing: existing, readers: readers, onceOpen: {})
  }

  /// A file whose owner may confine the program before there are threads.
  ///
  /// - Parameter confine: called once the file is open, before it is written.
  package init(
    path: FilePath, existing: OutputFile.Existing, readers: Readers = .owner, onceOpen confine: () -> Void
  ) throws(FileError) {
    let name = path == "-" ? "standard output" : path.readable
    self.name = name
    let target = try RecorderTarget(path, existing: existing, readers: readers)
    (self.target, replaces) = (target, target.replaces)
    isRead = target.isRead
    confine()
    do {
      syncer = try WorkerThread { [backlog] in backlog.sync(target) }
      writer = try WorkerThread { [backlog] in backlog.write(to: target) }
    } catch {
      backlog.change { $0.endWriting(nil) }
      let left = target.remove() ? "" : "; it is left empty"
      throw FileError(file: name, message: "its writing thread cannot be started: \(error)\(left)")
    }
  }

  /// Whether the path still leads to what is written: the file may have been moved, replaced or removed. What was moved
  /// is written all the same. A file that is given up, since not even its beginning could be written, is not missed.
  package var isInPlace: Bool { backlog.change { $0.isGivenUp } || target?.isInPlace ?? wasInPlace }

  deinit { backlog.change { $0.isFinished = true } }

  /// Queues a part, which reaches the file whole or not at all. Waits if the disk is megabytes behind.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    let part = Array(bytes)
    if let failure = backlog.wait(for: { $0.admit(part) }).failure { throw error(failure) }
  }

  /// Queues a part as `write` does, but never waits.
  /// - Returns: whether there was room for it.
  package func offer(_ part: [UInt8]) throws(FileError) -> Bool {
    guard let admission = backlog.change({ $0.admit(part) }) else { return false }
    if let failure = admission.failure { throw error(failure) }
    return true
  }

  /// Does nothing but report failures: the writing thread takes each part at once.
  public func flush() throws(FileError) {
    if let failure = backlog.change({ $0.failure }) { throw error(failure) }
  }

  /// Waits until everything is on the disk. Call it once.
  public func close() throws(FileError) {
    backlog.change { $0.isFinished = true }
    writer.join()
    syncer.join()
    if target?.isRemoved == true { backlog.change { $0.endWriting(.removed) } }
    wasInPlace = isInPlace
    target = nil
    try flush()
  }

  private func error(_ failure: RecorderTarget.Failure) -> FileError {
    if failure == .system(.brokenPipe) { return .closedReader(of: name) }
    let message =
      switch failure {
      case .system(.noSpace), .system(.diskQuotaExceeded): "no space is left on the disk; \(remains)"
      case .system(let failure): "cannot be written: \(failure.explained); \(remains)"
      case .removed: "was removed or replaced by another program while it was written, and with it what it held"
      case .changed: "was changed by another program while it was written; 'touchreel salvage' keeps what can be read"
      }
    return FileError(file: name, message: message)
  }

  /// What remains after a failure, for its message.
  private var remains: String {
    if backlog.change({ $0.hasWritten }) { return "what was recorded before can be read" }
    return replaces ? "nothing was written, the existing file is unchanged" : "nothing was written"
  }
}

/// The parts that wait to be written and synced, and the first failure.
private struct RecorderBacklog {
  /// Bytes that may wait: over a minute of ten fingers.
  private static let limit = 8 << 20

  private var parts: [[UInt8]] = []
  private var byteCount = 0
  private var isUnsynced = false
  private(set) var failure: RecorderTarget.Failure?
  /// No part will follow.
  var isFinished = false
  private var isWritten = false
  /// Whether the first part was written.
  private(set) var hasWritten = false
  /// Whether it is removed, as nothing could be written.
  var isGivenUp = false

  struct Admission {
    var failure: RecorderTarget.Failure?
  }

  /// Queues a part; `nil` while there is no room.
  mutating func admit(_ part: [UInt8]) -> Admission? {
    guard failure == nil else { return Admission(failure: failure) }
    guard byteCount <= Self.limit else { return nil }
    parts.append(part)
    byteCount += part.count
    return Admission()
  }

  enum Work {
    case write([[UInt8]])
    case end
  }

  mutating func drainParts() -> Work? {
    guard failure == nil else { return .end }
    guard !parts.isEmpty else { return isFinished ? .end : nil }
    defer { (parts, byteCount) = ([], 0) }
    return .write(parts)
  }

  mutating func recordWrite() { (isUnsynced, hasWritten) = (true, true) }

  mutating func endWriting(_ failure: RecorderTarget.Failure?) {
    self.failure = self.failure ?? failure
    isWritten = true
  }

  enum Sync {
    case due, end
  }

  mutating func consumeSync() -> Sync? {
    guard isUnsynced else { return isWritten ? .end : nil }
    isUnsynced = false
    return .due
  }

  mutating func recordSync(_ failure: RecorderTarget.Failure) { self.failure = self.failure ?? failure }

  var isEnding: Bool { isWritten }
}

extension Monitor<RecorderBacklog> {
  /// Milliseconds that data may wait for `fdatasync(2)`, which itself takes up to as long on a slow disk.
  private static var syncDelay: Int { 500 }

  /// The writing thread: writes part by part until the last. A file that is replaced stays whole until there is one.
  fileprivate func write(to target: RecorderTarget) {
    var offset: Int64 = 0
    do throws(RecorderTarget.Failure) {
      while case .write(let parts) = wait(for: { $0.drainParts() }) {
        for part in parts {
          if offset == 0 { try target.empty(for: part.count) }
          try target.write(part, at: offset)
          offset += Int64(part.count)
          change { $0.recordWrite() }
        }
      }
      change { $0.endWriting(nil) }
    } catch {
      // An empty file would be nobody's recording.
      if offset == 0, error != .changed {
        change { $0.isGivenUp = true }
        _ = target.remove()
      }
      change { $0.endWriting(error) }
    }
  }

  /// The syncing thread: the first write after a sync is synced soon.
  fileprivate func sync(_ target: RecorderTarget) {
    while case .due = wait(for: { $0.consumeSync() }) {
      wait(milliseconds: Self.syncDelay) { $0.isEnding }
      do throws(RecorderTarget.Failure) {
        try target.sync()
      } catch {
        change { $0.recordSync(error) }
        return
      }
    }
  }
}
