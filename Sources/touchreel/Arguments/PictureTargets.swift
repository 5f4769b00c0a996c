import ArgumentParser
import SystemPackage
import TouchReelByteStreams
import TouchReelExporting
import TouchReelWindowArguments

/// The pictures to write: one with the given name, or one in a folder for each of several files.
struct PictureTargets {
  struct Target: Sendable {
    var file: String
    var picture: String
    var format: PictureFormat
    /// Whether the file was found in a folder, and so need not be a recording or a drawing.
    var isFound: Bool
  }

  let all: [Target]
  let format: PictureFormat
  /// Whether there may be several, of one file too if it holds several drawings.
  let areInFolder: Bool
  /// How many pictures were found in folders that are not among what a run before made.
  let pictures: Int

  /// - Parameters:
  ///   - output: a folder if it exists as one or ends in a slash, and whenever files are looked for in folders.
  ///   - format: where the name is not to decide.
  ///   - isRecursive: whether folders are searched for files.
  init(
    _ files: [String], output: String, format: PictureFormat?, isSharded: Bool, isRecursive: Bool
  ) throws {
    let isFolder = isRecursive || FolderNames.isFolder(output)
    if isFolder {
      let format = format ?? .png
      guard format != .frames else { throw ValidationError("Frames of several files need a name for each frame.") }
      self.format = format
      areInFolder = true
      let names = try FolderNames(
        files, into: output, isRecursive: isRecursive, suffix: format.suffix, verb: "draw")
      pictures = names.pictures
      all = names.all.map { source in
        Target(
          file: source.file, picture: FilePath(output).pushing(source.name).string, format: format,
          isFound: source.isFound)
      }
      return
    }
    guard files.count == 1, !isSharded else {
      throw ValidationError(
        "Several files are drawn into a folder; name one with --output, with a slash at its end if it is to be made.")
    }
    let isNamed = output != "-" && !Self.isSpecial(output)
    guard let format = format ?? (isNamed ? PictureFormat(fileName: output) : .png) else {
      let known = PictureFormat.allCases.filter { $0 != .frames }.map { ".\($0.suffix)" }.joined(separator: ", ")
      throw ValidationError("--output must be a folder or a name ending in \(known), or pass --format.")
    }
    guard (format == .frames) == (FrameNames(output) != nil) else {
      throw ValidationError("Frames are PNG files with names such as frames/%05d.png.")
    }
    self.format = format
    (areInFolder, pictures) = (false, 0)
    all = [Target(file: files[0], picture: output, format: format, isFound: false)]
  }

  /// Pipes and devices can have any name. What lies in shared memory is a file like others.
  private static func isSpecial(_ output: String) -> Bool {
    if output.hasPrefix("/dev/") && !output.hasPrefix("/dev/shm/") { return true }
    return (try? Stat(FilePath(argument: output))).map { $0.type != .regular } ?? false
  }
}

/// The share of the pictures that one of several machines draws: I/N is every Nth file, starting with the Ith, counted
/// from 1, and of each file that holds many drawings every Nth of those.
struct ShardArgument: ExpressibleByArgument, Sendable {
  private let number: Int
  private let count: Int

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], count >= 1, (1...count).contains(number)
    else { return nil }
    self.number = number
    self.count = count
  }

  /// - Parameter index: that of the file in the list, or of the drawing in its file.
  func takes(_ index: Int) -> Bool { index % count == number - 1 }
}

extension PictureFormat: WordArgument {}
