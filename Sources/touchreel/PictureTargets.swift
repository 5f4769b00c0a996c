import ArgumentParser
import SystemPackage

/// The pictures that a run makes: one of a file under a name, or one of each of many files in a folder.
struct PictureTargets {
  struct Target {
    var file: String
    var picture: String
  }

  let all: [Target]

  /// - Parameter output: a folder where it is one or ends in a slash.
  init(_ files: [String], output: String, shard: ShardArgument?) throws {
    let isFolder = output.hasSuffix("/") || (try? Stat(FilePath(argument: output)))?.type == .directory
    if isFolder {
      all = try Self.named(files).map { Target(file: $0, picture: FilePath(output).appending($1).string) }
        .enumerated().filter { shard?.takes($0.offset) ?? true }.map(\.element)
      return
    }
    guard files.count == 1, shard == nil else {
      throw ValidationError("Many files are drawn into a folder: name one that exists with --output.")
    }
    guard output.hasSuffix(".png") || output == "-" || Self.isSpecial(output) else {
      throw ValidationError("The picture's name must end in .png, or be a folder.")
    }
    all = [Target(file: files[0], picture: output)]
  }

  /// Pipes and devices have any name.
  private static func isSpecial(_ output: String) -> Bool {
    output.hasPrefix("/dev/") || (try? Stat(FilePath(argument: output))).map { $0.type != .regular } ?? false
  }

  /// `tap.mcap` becomes `tap.png`; where two files would have one name, they keep their suffixes.
  private static func named(_ files: [String]) throws -> [(file: String, name: String)] {
    let stems = files.map { FilePath($0).stem ?? $0 }
    let counts = Dictionary(stems.map { ($0, 1) }, uniquingKeysWith: +)
    var seen: [String: String] = [:]
    return try zip(files, stems).map { file, stem in
      guard file != "-" else { throw ValidationError("Standard input has no name for a picture in a folder.") }
      let name = (counts[stem] == 1 ? stem : FilePath(file).lastComponent?.string ?? stem) + ".png"
      if let other = seen.updateValue(file, forKey: name) {
        throw ValidationError("\(other) and \(file) would both become \(name): draw them into different folders.")
      }
      return (file, name)
    }
  }
}

/// Which part of the files one of several machines takes: I/N, every Nth from the Ith on, counted from 1.
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

  /// - Parameter place: of the file in the list, counted from 0.
  func takes(_ place: Int) -> Bool { place % count == number - 1 }
}
