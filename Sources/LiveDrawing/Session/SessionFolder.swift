public import ByteStreams
import EvdevDevices
import Glibc
public import SystemPackage

/// Where sessions are kept that were not given a file: one recording each, named by the time when it began.
public struct SessionFolder: Hashable, Sendable {
  public let path: FilePath

  public init(_ path: FilePath) { self.path = path }

  /// `$XDG_DATA_HOME/touchreel/sessions`, or `~/.local/share/touchreel/sessions` where that variable is not set to an absolute path
  /// (XDG Base Directory Specification 0.8). Nothing where there is no home either.
  public init?(environment: [String: String]) {
    func folder(_ variable: String) -> FilePath? {
      environment[variable].map { FilePath($0) }.flatMap { $0.isAbsolute ? $0 : nil }
    }
    guard let data = folder("XDG_DATA_HOME") ?? folder("HOME")?.appending(".local/share") else { return nil }
    path = data.appending("touchreel/sessions")
  }

  /// Creates the file of a session that begins, and the folder where it is not there. Nothing is ever overwritten: a name that is taken
  /// gets a number.
  ///
  /// - Parameter stamp: the date and time, as `2026-11-21-090533`.
  /// - Throws: where the folder cannot be written.
  public func create(at stamp: String) throws(FileError) -> SessionFile {
    try makeFolder(path)
    for number in 1...1000 {
      let file = path.appending("drawing-\(stamp)\(number == 1 ? "" : "-\(number)").\(Self.suffix)")
      if !file.exists { return try SessionFile(creating: file) }
    }
    throw FileError(file: path.string, message: "has a thousand sessions of \(stamp); remove some")
  }

  /// The sessions that are kept, the one that was written last first. What is no recording of ours, or cannot be read, is left out.
  public func sessions() -> [StoredSession] {
    let files = path.entries().filter { $0.extension == Self.suffix && !$0.string.hasPrefix(".") }
    return files.compactMap { StoredSession(path.appending($0)) }
      .sorted { ($0.modified, $0.path.string) > ($1.modified, $1.path.string) }
  }

  /// Sessions that were not ended properly, as in a crash, and that nobody is recording now.
  public func unfinished() -> [StoredSession] { sessions().filter { $0.state == .unfinished } }

  private static let suffix = "mcap"

  /// Folders above that are missing are made too, for their owner alone, as the specification wants.
  private func makeFolder(_ folder: FilePath) throws(FileError) {
    guard !folder.exists, !folder.isEmpty else { return }
    try makeFolder(folder.removingLastComponent())
    guard folder.withPlatformString({ mkdir($0, 0o700) }) != 0, errno != EEXIST else { return }
    throw FileError(file: folder.string, message: "the folder cannot be made: \(Errno(rawValue: errno))")
  }
}

extension FilePath {
  var exists: Bool { withPlatformString { access($0, F_OK) } == 0 }
}
