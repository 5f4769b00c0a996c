package import Foundation

/// The package's own folder and what the tests read in it.
package enum Checkout {
  package static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// - Parameter path: below the package's folder.
  package static func url(_ path: String) -> URL { folder.appendingPathComponent(path) }

  package static func path(_ path: String) -> String { url(path).path }

  package static func text(_ path: String) throws -> String { try String(contentsOf: url(path), encoding: .utf8) }

  /// A block of code of a document; a text that fails whatever it is given to, if there is none.
  ///
  /// - Parameter name: as the first line of the block says, after its language.
  package static func block(_ name: String, of document: String) throws -> String {
    let lines = try text(document).components(separatedBy: "\n")
    guard let start = lines.firstIndex(where: { $0.hasPrefix("```") && $0.hasSuffix(" \(name)") }) else {
      return "no block \(name) in \(document)"
    }
    return lines[(start + 1)...].prefix { $0 != "```" }.joined(separator: "\n") + "\n"
  }
}

/// The recordings of `Fixtures`.
package enum Fixture {
  package static let folder = Checkout.path("Fixtures")

  /// All that are MCAP files, by name, in order.
  package static let recordings = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .filter { $0.hasSuffix(".mcap") }.sorted()

  /// - Parameter name: with its suffix.
  package static func path(_ name: String) -> String { "\(folder)/\(name)" }

  package static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }
}
