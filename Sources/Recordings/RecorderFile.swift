public import SystemPackage

/// The file of a recording in progress, written in place, so that a killed recorder leaves a readable prefix.
///
/// Only its owner may read it: it may hold a password drawn on a lock screen. Writing is done by a thread of its own, and
/// `fdatasync(2)` by another, within a second: the kernel holds about eight frames of a device, so that its reader must not wait
/// for a disk. Once the disk is full, the file is cut back to its last whole part, and every later call throws.
public final class RecorderFile: ByteOutput {
  public let name: String
  private let backlog = Monitor(RecorderBacklog())
  private let writer: WorkerThread
  private let syncer: WorkerThread

  /// - Parameters:
  ///   - path: `-` is standard output.
  ///   - existing: whether a file that is there already is replaced.
  /// - Throws: where the file exists and is not to be replaced, is being written by another recorder, or cannot be
  ///   written.
  public init(path: FilePath, existing: OutputFile.Existing = .refused) throws(RecordingError) {
    let name = path == "-" ? "standard output" : path.string
    self.name = name
    let target = try RecorderTarget(path, existing: existing)
    do {
      writer = try WorkerThread { [backlog] in backlog.write(to: target) }
      syncer = try WorkerThread { [backlog] in backlog.sync(target) }
    } catch {
      backlog.change { $0.isFinished = true }
      throw RecordingError(file: name, message: "cannot be written beside reading: \(error)")
    }
  }

  deinit { backlog.change { $0.isFinished = true } }

  /// Hands on a part that is to reach the file whole or not at all. It waits where the disk is megabytes behind.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(RecordingError) {
    let part = Array(bytes)
    if let failure = backlog.wait(for: { $0.admit(part) }).failure { throw error(failure) }
  }

  /// Hands on a part as `write` does, but never waits.
  /// - Returns: whether there was room for it.
  package func offer(_ part: [UInt8]) throws(RecordingError) -> Bool {
    guard let admission = backlog.change({ $0.admit(part) }) else { return false }
    if let failure = admission.failure { throw error(failure) }
    return true
  }

  /// The writing thread takes up each part at once; there is nothing to hand on.
  public func flush() throws(RecordingError) {
    if let failure = backlog.change({ $0.failure }) { throw error(failure) }
  }

  /// Waits until everything is on the disk. To be called once.
  public func close() throws(RecordingError) {
    backlog.change { $0.isFinished = true }
    writer.join()
    syncer.join()
    try flush()
  }

  private func error(_ failure: Errno) -> RecordingError {
    let message =
      switch failure {
      case .noSpace, .diskQuotaExceeded: "no space is left on the disk; what was recorded before can be read"
      case .brokenPipe: "the reader closed the pipe"
      default: "cannot be written: \(failure); what was recorded before can be read"
      }
    return RecordingError(file: name, message: message)
  }
}
