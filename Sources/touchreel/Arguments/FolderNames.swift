import ArgumentParser
import Glibc
import SystemPackage
import TouchReelByteStreams
import TouchReelExporting

/// The names that what is made of files has in a folder: `tap.mcap` becomes `tap.png`.
///
/// Pictures that are found in folders are nothing to work on and change no name: they may be what a run before made.
struct FolderNames {
  struct Source {
    /// The path as an argument, which need not be UTF-8.
    var file: String
    /// The path from the folder on, as arguments are.
    var name: FilePath
    /// Whether it was found in a folder, and so need not be a recording or a drawing.
    var isFound: Bool
  }

  private(set) var all: [Source] = []
  /// How many pictures were found in folders, besides those that lie below the output.
  private(set) var pictures = 0

  /// - Parameters:
  ///   - output: the folder that the names are for.
  ///   - isRecursive: whether folders among the files are searched for files.
  ///   - suffix: of the names. Files of a folder that differ only in their own suffixes keep those.
  ///   - verb: what becomes of the files, for errors.
  /// - Throws: if two files would have one name, or a file has none.
  init(_ files: [String], into output: String, isRecursive: Bool = false, suffix: String, verb: String) throws {
    let own = isRecursive ? FilePath(argument: output).real : nil
    for file in files { try add(file, searching: isRecursive && Self.isFolder(file), besides: own) }
    try name(by: suffix, verb: verb)
  }

  /// Whether an output is a folder: it exists as one, or ends in a slash.
  static func isFolder(_ path: String) -> Bool {
    path.hasSuffix("/") || (try? Stat(FilePath(argument: path)))?.type == .directory
  }

  /// Adds a named file, or those in a named folder, with their own names.
  private mutating func add(_ file: String, searching isFolder: Bool, besides output: FilePath?) throws {
    guard isFolder else {
      all.append(Source(file: file, name: FilePath(FilePath(file).lastComponent?.string ?? file), isFound: false))
      return
    }
    let folder = FilePath(argument: file)
    let root = folder.real ?? folder
    for path in try FileTree.files(below: folder) {
      if Self.isPicture(path) {
        if !(output.map { root.pushing(path).starts(with: $0) } ?? false) { pictures += 1 }
      } else {
        all.append(Source(file: folder.pushing(path).argument, name: FilePath(path.argument), isFound: true))
      }
    }
  }

  /// Whether a name is that of a picture, which is no recording and no drawing. Recordings of raw events may have the
  /// suffix of raw frames.
  private static func isPicture(_ path: FilePath) -> Bool {
    PictureFormat(fileName: path.string).map { $0 != .raw } ?? false
  }

  private mutating func name(by suffix: String, verb: String) throws {
    let counts = Dictionary(all.map { ($0.name.withoutSuffix, 1) }, uniquingKeysWith: +)
    var seen: [FilePath: String] = [:]
    for index in all.indices {
      let source = all[index]
      guard source.file != "-" else {
        throw ValidationError("Standard input has no name in a folder; \(verb) it by itself.")
      }
      let isAlone = counts[source.name.withoutSuffix] == 1
      let name = (isAlone ? source.name.withoutSuffix : source.name).withSuffix(suffix)
      if let other = seen.updateValue(source.file, forKey: name) {
        throw ValidationError(
          "\(other) and \(source.file) would both become \(name); \(verb) them into different folders.")
      }
      all[index].name = name
    }
  }
}

extension FilePath {
  /// Without links; `nil` if there is nothing.
  fileprivate var real: FilePath? {
    guard let path = withPlatformString({ realpath($0, nil) }) else { return nil }
    defer { free(path) }
    return FilePath(platformString: path)
  }

  fileprivate var withoutSuffix: FilePath {
    guard let stem, let last = lastComponent, stem != last.string, let name = Component(stem) else { return self }
    return removingLastComponent().appending(name)
  }

  fileprivate func withSuffix(_ suffix: String) -> FilePath {
    guard let name = lastComponent.flatMap({ Component("\($0.string).\(suffix)") }) else { return self }
    return removingLastComponent().appending(name)
  }
}
