import ArgumentParser
import ByteStreams
import SystemPackage

/// The names that what is made of files has in a folder: `tap.mcap` becomes `tap.png`.
struct FolderNames {
  struct Source {
    var file: String
    /// From the folder on.
    var name: FilePath
    /// Whether it was found in a folder, and so need not be a recording or a drawing.
    var isFound: Bool
  }

  let all: [Source]

  /// - Parameters:
  ///   - isRecursive: whether folders among the files are searched for files.
  ///   - suffix: of the names. Files of a folder that differ only in their own suffixes keep those.
  ///   - verb: what becomes of the files, for errors.
  /// - Throws: if two files would have one name, or a file has none.
  init(_ files: [String], isRecursive: Bool = false, suffix: String, verb: String) throws {
    let sources = try Self.sources(files, isRecursive: isRecursive)
    let counts = Dictionary(sources.map { ($0.name.withoutSuffix, 1) }, uniquingKeysWith: +)
    var seen: [FilePath: String] = [:]
    all = try sources.map { source in
      guard source.file != "-" else {
        throw ValidationError("Standard input has no name in a folder; \(verb) it by itself.")
      }
      var named = source
      let isAlone = counts[source.name.withoutSuffix] == 1
      named.name = (isAlone ? source.name.withoutSuffix : source.name).withSuffix(suffix)
      if let other = seen.updateValue(source.file, forKey: named.name) {
        throw ValidationError(
          "\(other) and \(source.file) would both become \(named.name); \(verb) them into different folders.")
      }
      return named
    }
  }

  /// Whether an output is a folder: it exists as one, or ends in a slash.
  static func isFolder(_ path: String) -> Bool {
    path.hasSuffix("/") || (try? Stat(FilePath(argument: path)))?.type == .directory
  }

  /// The named files, and those in named folders, with their own names.
  private static func sources(_ files: [String], isRecursive: Bool) throws -> [Source] {
    try files.flatMap { file -> [Source] in
      guard isRecursive, isFolder(file) else {
        return [Source(file: file, name: FilePath(FilePath(file).lastComponent?.string ?? file), isFound: false)]
      }
      let folder = FilePath(argument: file)
      return try FileTree.files(below: folder).map { path in
        Source(file: folder.pushing(path).string, name: path, isFound: true)
      }
    }
  }
}

extension FilePath {
  fileprivate var withoutSuffix: FilePath {
    guard let stem, let last = lastComponent, stem != last.string, let name = Component(stem) else { return self }
    return removingLastComponent().appending(name)
  }

  fileprivate func withSuffix(_ suffix: String) -> FilePath {
    guard let name = lastComponent.flatMap({ Component("\($0.string).\(suffix)") }) else { return self }
    return removingLastComponent().appending(name)
  }
}
