import SystemPackage
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings
package import TouchReelWindowArguments

/// What the program's first window is for.
package nonisolated enum WindowPurpose {
  case draw(DrawArguments)
  case play(PlayArguments)
  case study(StudyCollection)
}

extension DrawArguments {
  /// The file to record to, or an existing one to draw on; `nil` for a new file in the user's data folder.
  nonisolated var path: FilePath? { file.map { FilePath(argument: $0) } }

  /// How the pipe that brings the touches of another machine is read.
  ///
  /// - Parameter pipe: its path, for messages.
  /// - Throws: if the description cannot be opened, or no built-in device has the name.
  nonisolated func readingOptions(of pipe: FilePath) throws(FileError) -> ReadingOptions {
    var options = ReadingOptions()
    if let description { options.description = try FileBytes.open(FilePath(argument: description)) }
    guard let deviceLike else { return options }
    options.knownDevice = KnownDevice(name: deviceLike)
    guard options.knownDevice == nil else { return options }
    let names = KnownDevice.allCases.map(\.rawValue).joined(separator: ", ")
    throw FileError(file: pipe.string, message: "no built-in device is called \(deviceLike); there are \(names)")
  }
}

extension PlayArguments {
  nonisolated var path: FilePath { FilePath(argument: file) }
}
