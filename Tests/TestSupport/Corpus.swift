package import Foundation
private import SeededCases
package import Testing

/// Real recordings that were made elsewhere, in the folder that `TOUCHREEL_CORPUS` names.
package enum Corpus {
  package struct File: CustomTestStringConvertible, Sendable {
    /// Below the corpus' folder.
    package let name: String

    package var path: String { Corpus.path(name) }
    package var testDescription: String { name }
  }

  /// `nil` without a corpus.
  package static let folder = ProcessInfo.processInfo.environment["TOUCHREEL_CORPUS"]
  package static let absence: Comment = "there is no corpus: TOUCHREEL_CORPUS names no folder"

  /// All recordings and descriptions of devices, in the order of their names, without the texts that explain them.
  package static let files: [File] = {
    guard let folder else { return [] }
    return FileManager.default.regularFiles(below: folder).filter { !$0.hasSuffix(".md") && !$0.hasSuffix("LICENSE") }
      .map(File.init)
  }()

  /// So many of the files, spread over all of them; all if TOUCHREEL_PROPERTY_RUNS is set.
  package static func sample(_ count: Int) -> [File] {
    guard PropertySeeds.wantedRuns == nil, files.count > count else { return files }
    return (0..<count).map { files[$0 * files.count / count] }
  }

  /// - Returns: the name itself without a corpus.
  package static func path(_ name: String) -> String { folder.map { "\($0)/\(name)" } ?? name }
}

extension FileManager {
  /// The files below a folder, in order, by their paths below it.
  package func regularFiles(below folder: String) -> [String] {
    let all = enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return all.filter { name in
      var isFolder: ObjCBool = false
      return fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }
}
