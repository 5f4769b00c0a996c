import SystemPackage

/// What waits to be written and synced, and how that went.
struct RecorderBacklog {
  /// Bytes that may wait: over a minute of ten fingers.
  private static let limit = 8 << 20

  private var parts: [[UInt8]] = []
  private var byteCount = 0
  private var isUnsynced = false
  private(set) var failure: Errno?
  /// No part will follow.
  var isFinished = false
  private var isWritten = false

  struct Admission {
    var failure: Errno?
  }

  /// Takes a part up; nothing while there is no room.
  mutating func admit(_ part: [UInt8]) -> Admission? {
    guard failure == nil else { return Admission(failure: failure) }
    guard byteCount <= Self.limit else { return nil }
    parts.append(part)
    byteCount += part.count
    return Admission()
  }

  fileprivate enum Work {
    case write([[UInt8]])
    case end
  }

  fileprivate mutating func takeParts() -> Work? {
    guard failure == nil else { return .end }
    guard !parts.isEmpty else { return isFinished ? .end : nil }
    defer { (parts, byteCount) = ([], 0) }
    return .write(parts)
  }

  fileprivate mutating func noteWritten() { isUnsynced = true }

  fileprivate mutating func endWriting(_ failure: Errno?) {
    self.failure = self.failure ?? failure
    isWritten = true
  }

  fileprivate enum Sync {
    case due, end
  }

  fileprivate mutating func takeSync() -> Sync? {
    guard isUnsynced else { return isWritten ? .end : nil }
    isUnsynced = false
    return .due
  }

  fileprivate mutating func noteSyncing(_ failure: Errno) { self.failure = self.failure ?? failure }

  fileprivate var isEnding: Bool { isWritten }
}

extension Monitor<RecorderBacklog> {
  /// Milliseconds that data may wait for `fdatasync(2)`, which itself takes up to as long on a slow disk.
  private static var syncDelay: Int { 500 }

  /// The writing thread: writes part by part until the last.
  func write(to target: RecorderTarget) {
    var offset: Int64 = 0
    do {
      while case .write(let parts) = wait(for: { $0.takeParts() }) {
        for part in parts {
          try target.write(part, at: offset)
          offset += Int64(part.count)
          change { $0.noteWritten() }
        }
      }
      change { $0.endWriting(nil) }
    } catch {
      change { $0.endWriting(error) }
    }
  }

  /// The syncing thread: the first write after a sync is synced soon.
  func sync(_ target: RecorderTarget) {
    while case .due = wait(for: { $0.takeSync() }) {
      wait(milliseconds: Self.syncDelay) { $0.isEnding }
      do {
        try target.sync()
      } catch {
        change { $0.noteSyncing(error) }
        return
      }
    }
  }
}
