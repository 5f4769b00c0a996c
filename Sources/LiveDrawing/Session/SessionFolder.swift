public import ByteStreams
import EvdevDevices
import Glibc
public import SystemPackage

/// The folder for sessions whose file was not chosen by the user: a recording for each, named by its start time.
public struct SessionFolder: Hashable, Sendable {
  public let path: FilePath

  public init(_ path: FilePath) { self.path = path }

  /// `$XDG_DATA_HOME/touchreel/sessions`, or `~/.local/share/touchreel/sessions` if that variable is not an absolute
  /// path (XDG Base Directory Specification 0.8); `nil` if there is no home folder either.
  public init?(environment: [String: String]) {
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
  /// - Throws: ``FileError`` if the folder cannot be written.
  public func create(at stamp: String) throws(FileError) -> SessionFile {
    try makeFolder(path)
    for number in 1...1000 {
      let file = path.appending("drawing-\(stamp)\(number == 1 ? "" : "-\(number)").\(Self.suffix)")
      if !file.exists { return try SessionFile(creating: file) }
    }
    throw FileError(file: path.string, message: "contains 1,000 sessions of \(stamp); remove some")
  }

  /// The sessions in the folder, latest first. Files that are not MCAP or cannot be read are left out.
  public func sessions() -> [StoredSession] {
    let files = path.entries().filter { $0.extension == Self.suffix && !$0.string.hasPrefix(".") }
    return files.compactMap { StoredSession(path.appending($0)) }
      .sorted { ($0.modified, $0.path.string) > ($1.modified, $1.path.string) }
  }

  /// Sessions that were not completed, as after a crash, and are not being recorded now.
  public func unfinished() -> [StoredSession] { sessions().filter { $0.state == .unfinished } }

  private static let suffix = "mcap"

  /// Creates a folder and its missing parents, accessible only to their owner, as the specification demands.
  private func makeFolder(_ folder: FilePath) throws(FileError) {
    guard !folder.exists, !folder.isEmpty else { return }
    try makeFolder(folder.removingLastComponent())
    guard folder.withPlatformString({ mkdir($0, 0o700) }) != 0, errno != EEXIST else { return }
    throw FileError(file: folder.string, message: "cannot create the folder: \(Errno(rawValue: errno))")
  }
}

extension FilePath {
  var exists: Bool { withPlatformString { access($0, F_OK) } == 0 }
}
