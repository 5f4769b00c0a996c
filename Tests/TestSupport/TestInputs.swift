package import Foundation
import Testing

/// All files that serve as input somewhere: the fixtures and, beside the corpus, the cases and the bad files.
package enum TestInputs {
  package struct File: CustomTestStringConvertible, Sendable {
    package let url: URL

    package var name: String { url.lastPathComponent }
    package var testDescription: String { "\(url.deletingLastPathComponent().lastPathComponent)/\(name)" }
  }

  package static let files: [File] = fixtures + Cases.files.map { File(url: $0.url) } + bad

  /// Those that are read within a fraction of a second.
  package static let small: [File] = files.filter { file in
    ((try? file.url.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0) < 1 << 18
  }

  private static let fixtures = inputs(in: Checkout.url("Fixtures"))

  private static let bad: [File] = {
    guard let corpus = Corpus.folder else { return [] }
    return inputs(in: URL(fileURLWithPath: corpus).deletingLastPathComponent().appendingPathComponent("bad"))
  }()

  private static func inputs(in folder: URL) -> [File] {
    FileManager.default.regularFiles(below: folder.path)
      .filter { !$0.hasSuffix(".md") && !$0.hasSuffix(".png") }
      .map { File(url: folder.appendingPathComponent($0)) }
  }
}
