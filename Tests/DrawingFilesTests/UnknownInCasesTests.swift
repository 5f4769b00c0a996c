import Foundation
import SeededCases
import TestSupport
import Testing
import TouchReelInkFiles

@testable import TouchReelDrawingFiles

/// Parts that nobody knows, at random offsets of files that programs of others wrote.
struct UnknownInCasesTests {
  private static let kinds: [DrawingKind] = [.xournal, .inkml, .excalidraw, .drawsana]
  private static let drawings = Cases.small.filter { file in
    file.name.hasPrefix("ink/") && kinds.contains { file.name.hasSuffix($0.suffix) }
  }

  /// What is said of a document that is written as some kind, and what is written.
  private func outcome(
    _ document: DrawingDocument, of original: [UInt8], as kind: DrawingKind
  ) throws -> (said: String, written: String, losesElements: Bool) {
    let written = try document.file(as: kind).bytes
    let content = ConvertedContent(document, of: original, as: kind, written: written)
    let lines = content.lostElements.map(\.reason) + content.lines
    // Saving in place asks by this comparison.
    let losses =
      kind == document.kind ? DocumentComparison.losses(of: kind, replacing: original, by: written) : []
    let names = losses.map(\.name)
    let isWhole = losses.contains { $0.change == .lostElement && !$0.name.contains("unknown") }
    return (
      (lines + names).joined(separator: "\n"), String(decoding: written, as: UTF8.self),
      isWhole || !content.lostElements.isEmpty || losses.contains { $0.change == .unknown }
    )
  }

  @Test(.enabled(if: Cases.folder != nil, Cases.absence), arguments: drawings, PropertySeeds.from(0x1A7, count: 4))
  func `Nothing unknown disappears from a case without being named`(file: Cases.File, seed: UInt64) throws {
    let bytes = try Array(Data(contentsOf: file.url))
    guard let text = InkContainer.content(of: bytes, limit: 1 << 24), let known = try? DrawingDocument(text),
      known.damage.isEmpty
    else { return }
    var numbers = SplitMix64(seed: seed)
    let (changed, names) = UnknownParts.changed(String(decoding: text, as: UTF8.self), known.kind, &numbers)
    let original = Array(changed.utf8)
    guard let document = try? DrawingDocument(original), document.damage.isEmpty else { return }
    for kind in [document.kind, .touchreel, .xournal] {
      let (said, written, losesElements) = try outcome(document, of: original, as: kind)
      // What stands in an element that is lost as a whole is lost with it, and so is what an annotation says.
      guard !losesElements, kind == document.kind || !changed.contains("<annotation") else { continue }
      for name in names where !written.contains(name) {
        // What is named as lost is lost with all that stands in it.
        guard !UnknownParts.parents(of: name, in: changed).contains(where: { said.contains("\($0) is ") }) else {
          continue
        }
        #expect(said.contains(name), "\(name) of \(file.name) as \(kind), seed \(seed): \(said)")
      }
    }
  }
}
