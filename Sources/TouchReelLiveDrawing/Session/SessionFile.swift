import Glibc
public import SystemPackage
public import TouchReelByteStreams
import TouchReelEvdevDevices
import TouchReelInputEvents
import TouchReelRecordings
import TouchReelReplaying

/// The file of a session: a `RecorderFile` that never blocks drawing.
///
/// Data that a slow disk cannot take yet is kept in memory; a disk that falls 512 MiB behind is an error.
public final class SessionFile: SessionOutput {
  private static let limit = 512 << 20

  /// The path of the file.
  public let path: FilePath
  private let file: RecorderFile
  private var waiting: ArraySlice<[UInt8]> = []
  private var waitingBytes = 0

  /// Creates the file with mode 0600 and locks it.
  ///
  /// - Throws: `FileError` if it exists or cannot be written.
  public init(creating path: FilePath) throws(FileError) {
    self.path = path
    file = try RecorderFile(path: path)
  }

  /// Creates a file whose path is text, with mode 0600, and locks it.
  ///
  /// - Throws: `FileError` if it exists or cannot be written.
  public convenience init(creating path: String) throws(FileError) { try self.init(creating: FilePath(path)) }

  public var name: String { file.name }

  public var isInPlace: Bool { file.isInPlace }

  public func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    guard waitingBytes <= Self.limit else {
      throw FileError(file: name, message: "the disk is too slow; what was recorded so far can be read")
    }
    waiting.append(Array(bytes))
    waitingBytes += bytes.count
    try flush()
  }

  public func flush() throws(FileError) {
    while let part = waiting.first {
      guard try file.offer(part) else { return }
      waiting.removeFirst()
      waitingBytes -= part.count
    }
    waiting = []
    try file.flush()
  }

  public func close() throws(FileError) {
    for part in waiting { try file.write(part) }
    waiting = []
    try file.close()
    try requirePlace()
  }
}

/// The output of a session: it accepts data without blocking, and may write it later.
public protocol SessionOutput: ByteOutput {
  /// Waits until everything is written; to be called once.
  ///
  /// - Throws: if it could not be, or is not where it was to be any more.
  func close() throws(FileError)

  /// Whether what is written is found under its name: other programs may move, replace and remove files.
  var isInPlace: Bool { get }
}

extension SessionOutput {
  public var isInPlace: Bool { true }

  func requirePlace() throws(FileError) {
    guard !isInPlace else { return }
    throw FileError(file: name, message: "was moved, replaced or removed by another program")
  }
}

/// Writes what happens in a session as it happens. The first failure ends the writing, not the session.
struct SessionWriter {
  private var writer: LiveWriter?
  private let output: (any SessionOutput)?
  private var unreported: FileError?
  private var hasEnded = false
  /// Whether all of it was written, and has ended.
  private(set) var isWhole = false

  /// - Parameter output: `nil` for a session that is not recorded.
  init(to output: (any SessionOutput)?, epochOffset: TimeSpan) {
    self.output = output
    guard let output else { return }
    do throws(FileError) {
      writer = try LiveWriter(to: output, epochOffset: epochOffset, schemas: .ofBoards, holdsStart: false)
    } catch {
      unreported = error
    }
  }

  var isWriting: Bool { writer != nil }

  /// When `closeChunk` has something to do.
  var deadline: Timestamp? { writer?.deadline }

  mutating func write(_ entry: RecordingEntry) {
    attempt { writer throws(FileError) in try writer.write(entry) }
  }

  mutating func closeChunk(ifDueAt now: Timestamp) {
    if let deadline, now >= deadline { check() }
    attempt { writer throws(FileError) in try writer.closeChunk(ifDueAt: now) }
  }

  /// Looks whether what is written is still found.
  mutating func check() {
    guard let output else { return }
    attempt { _ throws(FileError) in try output.requirePlace() }
  }

  /// - Parameter last: what is in the file only if all of it is.
  mutating func finish(_ last: RecordingEntry?) {
    guard !hasEnded else { return }
    hasEnded = true
    let wasWriting = isWriting
    attempt { writer throws(FileError) in try writer.finish(with: last) }
    writer = nil
    guard let output, unreported == nil else { return }
    do throws(FileError) {
      try output.close()
      isWhole = wasWriting
    } catch {
      // What failed before was said then.
      if wasWriting { unreported = error }
    }
  }

  mutating func drainFailure() -> FileError? {
    defer { unreported = nil }
    return unreported
  }

  private mutating func attempt(_ body: (LiveWriter) throws(FileError) -> Void) {
    guard let writer else { return }
    do throws(FileError) {
      try body(writer)
    } catch {
      unreported = error
      self.writer = nil
    }
  }
}

/// The folder for sessions whose file was not chosen by the user: a recording for each, named by its start time.
package struct SessionFolder: Hashable, Sendable {
  package let path: FilePath

  package init(_ path: FilePath) { self.path = path }

  /// `$XDG_DATA_HOME/touchreel/sessions`, or `~/.local/share/touchreel/sessions` if that variable is not an absolute
  /// path (XDG Base Directory Specification 0.8); `nil` if there is no home folder either.
  package init?(environment: [String: String]) {
    func folder(_ variable: String) -> FilePath? {
      environment[variable].map { FilePath($0) }.flatMap { $0.isAbsolute ? $0 : nil }
    }
    guard let data = folder("XDG_DATA_HOME") ?? folder("HOME")?.appending(".local/share") else { return nil }
    path = data.appending("touchreel/sessions")
  }

  /// Creates the file of a new session, and the folder if necessary. Existing files are never overwritten: a number is
  /// added to the name.
  ///
  /// - Parameter stamp: the date and time, such as `2026-11-21-090533`.
  /// - Throws: `FileError` if the folder cannot be written.
  package func create(at stamp: String) throws(FileError) -> SessionFile {
    try makeFolder(path)
    for number in 1...1000 {
      let file = path.appending("drawing-\(stamp)\(number == 1 ? "" : "-\(number)").\(Self.suffix)")
      if !file.exists { return try SessionFile(creating: file) }
    }
    throw FileError(file: path.string, message: "contains 1,000 sessions of \(stamp); remove some")
  }

  /// The sessions in the folder, latest first. Files that are not MCAP or cannot be read are left out.
  package func sessions() -> [StoredSession] {
    let files = path.entries().filter { $0.extension == Self.suffix && !$0.string.hasPrefix(".") }
    return files.compactMap { StoredSession(path.appending($0)) }
      .sorted { ($0.modified, $0.path.string) > ($1.modified, $1.path.string) }
  }

  /// The files of ``sessions()``, and those that should be sessions and cannot be read.
  package func contents() -> [StoredSession] {
    let files = path.entries().filter { $0.extension == Self.suffix && !$0.string.hasPrefix(".") }
    return files.map(path.appending).compactMap { StoredSession($0) ?? StoredSession(unreadable: $0) }
      .sorted { ($0.modified, $0.path.string) > ($1.modified, $1.path.string) }
  }

  /// Sessions that were not completed, as after a crash, and are not being recorded now.
  package func unfinished() -> [StoredSession] { sessions().filter { $0.state == .unfinished } }

  private static let suffix = "mcap"

  /// Creates a folder and its missing parents, accessible only to their owner, as the specification demands.
  func makeFolder(_ folder: FilePath) throws(FileError) {
    guard !folder.exists, !folder.isEmpty else { return }
    try makeFolder(folder.removingLastComponent())
    guard folder.withPlatformString({ mkdir($0, 0o700) }) != 0, errno != EEXIST else { return }
    throw FileError(file: folder.string, message: "cannot create the folder: \(Errno(rawValue: errno))")
  }
}

extension FilePath {
  var exists: Bool { withPlatformString { access($0, F_OK) } == 0 }
}
