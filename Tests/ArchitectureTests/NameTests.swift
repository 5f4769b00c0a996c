import Foundation
import TestSupport
import Testing

/// A name means one thing in the whole tree: a file, or a type that is not within another, is found by it.
struct NameTests {
  private func sources() throws -> [(path: String, text: String)] {
    let folder = Checkout.url("Sources")
    let paths = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      (path, try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8))
    }
  }

  @Test func `No file name is given twice`() throws {
    let paths = try sources().map(\.path).filter { !$0.hasSuffix("/main.swift") }
    let twins = Dictionary(grouping: paths) { URL(fileURLWithPath: $0).lastPathComponent }.values.filter {
      $0.count > 1
    }
    #expect(twins.isEmpty, "name the file after what is in it:\n\(twins.map { $0.joined(separator: ", ") })")
  }

  @Test func `No type name is given twice`() throws {
    let types = try sources().flatMap { source in
      source.text.matches(of: Self.declaration).map { (name: String($0.1), path: source.path) }
    }
    let twins = Dictionary(grouping: types, by: \.name).filter { $0.value.count > 1 }
    let found = twins.map { "\($0.key): \($0.value.map(\.path).joined(separator: ", "))" }
    #expect(found.isEmpty, "two types of one name cannot be told apart:\n\(found.sorted().joined(separator: "\n"))")
  }

  /// Words that were replaced by those of the field, in the glossary's order of files.
  @Test func `No word that was replaced comes back`() throws {
    let words = try Regex(
      #"\b(RasterPace|UndoneSurvey|OddityFinder|Oddity|take(Damage|Warnings|Report|Ink|Pending))\b"#)
    let found = try sources().filter { $0.text.contains(words) }.map(\.path)
    #expect(found.isEmpty, "\(found)")
  }

  @Test(arguments: ["struct Mark {", "public final class Mark: Sendable {", "nonisolated indirect enum Mark {"])
  func `A declaration at the beginning of a line is found`(line: String) throws {
    #expect(line.firstMatch(of: Self.declaration)?.1 == "Mark")
  }

  @Test(arguments: ["  struct Mark {", "extension Mark {", "private struct Mark {", "/// struct Mark"])
  func `A nested or a private declaration is not`(line: String) {
    #expect(line.firstMatch(of: Self.declaration) == nil)
  }

  nonisolated(unsafe) private static let declaration =
    /^(?:(?:public|package|final|indirect|nonisolated|@MainActor) )*(?:struct|class|enum|actor|protocol) (\w+)/
    .anchorsMatchLineEndings()
}
