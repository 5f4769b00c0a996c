package import Foundation
package import Testing

/// Small inputs that were once answered wrongly, in the folder `cases` beside the corpus.
package enum Cases {
  /// A file that programs of others or the tests of an older version made.
  package struct File: CustomTestStringConvertible, Sendable {
    /// Below the folder of the cases.
    package let name: String

    package var url: URL { URL(fileURLWithPath: Cases.path(name)) }
    package var testDescription: String { name }
  }

  /// `nil` without a corpus, or without cases beside it.
  package static let folder: String? = {
    guard let corpus = Corpus.folder else { return nil }
    let folder = URL(fileURLWithPath: corpus).deletingLastPathComponent().appendingPathComponent("cases").path
    return FileManager.default.fileExists(atPath: folder) ? folder : nil
  }()

  package static let absence: Comment = "there are no cases: TOUCHREEL_CORPUS names no folder with cases beside it"

  /// All that are input, in the order of their names, without the scripts and pictures that explain them.
  package static let files: [File] = {
    guard let folder else { return [] }
    let others = [".md", ".png", ".py", ".sh", ".swift"]
    return FileManager.default.regularFiles(below: folder).filter { name in !others.contains(where: name.hasSuffix) }
      .map(File.init)
  }()

  /// Those that are read within a fraction of a second.
  package static let small: [File] = files.filter { file in
    ((try? file.url.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0) < 1 << 18
  }

  /// - Returns: the name itself without cases.
  package static func path(_ name: String) -> String { folder.map { "\($0)/\(name)" } ?? name }
}
