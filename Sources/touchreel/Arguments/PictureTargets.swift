import ArgumentParser
import Exporting
import SystemPackage

/// The pictures to write: one with the given name, or one in a folder for each of several files.
struct PictureTargets {
  struct Target {
    var file: String
    var picture: String
    var format: PictureFormat
  }

  let all: [Target]
  let format: PictureFormat

  /// - Parameters:
  ///   - output: a folder if it exists as one or ends in a slash.
  ///   - format: where the name is not to decide.
  init(_ files: [String], output: String, format: PictureFormat?, shard: ShardArgument?) throws {
    let isFolder = output.hasSuffix("/") || (try? Stat(FilePath(argument: output)))?.type == .directory
    if isFolder {
      let format = format ?? .png
      self.format = format
      all = try Self.named(files, suffix: format.suffix)
        .map { Target(file: $0, picture: FilePath(output).appending($1).string, format: format) }
        .enumerated().filter { shard?.takes($0.offset) ?? true }.map(\.element)
      return
    }
    guard files.count == 1, shard == nil else {
      throw ValidationError("Several files are drawn into a folder; specify an existing one with --output.")
    }
    let isNamed = output != "-" && !Self.isSpecial(output)
    guard let format = format ?? (isNamed ? PictureFormat(fileName: output) : .png) else {
      let known = PictureFormat.allCases.map { ".\($0.suffix)" }.joined(separator: ", ")
      throw ValidationError("--output must be a folder or a name ending in \(known), or pass --format.")
    }
    self.format = format
    all = [Target(file: files[0], picture: output, format: format)]
  }

  /// Pipes and devices can have any name.
  private static func isSpecial(_ output: String) -> Bool {
    output.hasPrefix("/dev/") || (try? Stat(FilePath(argument: output))).map { $0.type != .regular } ?? false
  }

  /// `tap.mcap` becomes `tap.png`; files that differ only in their suffixes keep them.
  private static func named(_ files: [String], suffix: String) throws -> [(file: String, name: String)] {
    let stems = files.map { FilePath($0).stem ?? $0 }
    let counts = Dictionary(stems.map { ($0, 1) }, uniquingKeysWith: +)
    var seen: [String: String] = [:]
    return try zip(files, stems).map { file, stem in
      guard file != "-" else {
        throw ValidationError("Standard input cannot be drawn into a folder, since it has no name.")
      }
      let name = (counts[stem] == 1 ? stem : FilePath(file).lastComponent?.string ?? stem) + ".\(suffix)"
      if let other = seen.updateValue(file, forKey: name) {
        throw ValidationError("\(other) and \(file) would both become \(name); draw them into different folders.")
      }
      return (file, name)
    }
  }
}

/// The share of the files that one of several machines draws: I/N is every Nth file, starting with the Ith, counted
/// from 1.
struct ShardArgument: ExpressibleByArgument {
  private let number: Int
  private let count: Int

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], count >= 1, (1...count).contains(number)
    else { return nil }
    self.number = number
    self.count = count
  }

  /// - Parameter place: the index of the file in the list.
  func takes(_ place: Int) -> Bool { place % count == number - 1 }
}

extension PictureFormat: WordArgument {}
