/// What is wrong with a recording or its file, in one line: `FILE:LINE: what is wrong, and what to do`.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where in the file.
  package enum Location: Hashable, Sendable {
    /// A line's number, from 1.
    case line(Int)
    /// An offset in bytes from the start.
    case offset(UInt64)
  }

  /// The name of the file or device that the error is about.
  public var file: String
  package var location: Location?
  /// What is wrong, and what to do about it if that is the same in every program.
  public var message: String
  /// What to do about it, for which each program has its own words; `nil` if the message says all.
  package var advice: Advice?
  /// Whether whoever read what was written has gone, which is no trouble of ours.
  package private(set) var isOfClosedReader = false
  /// Whether the system could not read the file, so that nothing is known of what it holds.
  package private(set) var isOfReading = false

  package init(file: String, location: Location? = nil, message: String, advice: Advice? = nil) {
    self.file = file
    self.location = location
    self.message = message
    self.advice = advice
  }

  static func closedReader(of file: String) -> FileError {
    var error = FileError(file: file, message: "the reader closed the pipe")
    error.isOfClosedReader = true
    return error
  }

  /// - Parameter isOfSystem: whether it is no fault of the name or the file's mode.
  static func unopened(_ file: String, because reason: String, isOfSystem: Bool) -> FileError {
    var error = FileError(file: file, message: reason)
    error.isOfReading = isOfSystem
    return error
  }

  static func unreadable(_ file: String, at offset: UInt64, because reason: String) -> FileError {
    var error = FileError(file: file, location: .offset(offset), message: "cannot be read: \(reason)")
    error.isOfReading = true
    return error
  }

  public var description: String {
    switch location {
    case .line(let number): "\(file):\(number): \(message)"
    case .offset(let offset): "\(file): offset \(offset): \(message)"
    case nil: "\(file): \(message)"
    }
  }
}
