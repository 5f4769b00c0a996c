import Foundation
import TestSupport
import Testing

/// Every case beside the corpus: what the built program says of it, and what it makes of it.
@Suite(.slow, .enabled(if: Cases.folder != nil, Cases.absence))
struct CaseTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: Cases.small)
  func `A case becomes each kind of file or is refused, and a refusal leaves nothing`(file: Cases.File) throws {
    for name in Self.kinds {
      let outcome = try Touchreel.run("convert", file.url.path, folder.path(name))
      try Self.expectPlain(outcome, of: name)
      #expect(FileManager.default.fileExists(atPath: folder.path(name)) == (outcome.status == 0), "\(name): \(outcome)")
    }
    #expect(folder.names.allSatisfy(Self.kinds.contains), "\(folder.names)")
  }

  @Test(arguments: CaseAnswer.all)
  func `A case is answered as it should be`(answer: CaseAnswer) throws {
    let outcome = try Touchreel.run("info", Cases.path(answer.name))
    try Self.expectPlain(outcome, of: "info")
    let printed = outcome.text + outcome.errors
    for line in answer.lines { #expect(printed.contains(line), "\(line)\n\(printed)") }
    #expect(outcome.status == (answer.isRefused ? 1 : 0), "\(outcome)")
    for word in answer.absent { #expect(!printed.contains(word), "\(word)\n\(printed)") }
  }

  /// One of each kind that `convert` writes, without those that only differ in their spelling.
  private static let kinds = [
    "a.mcap", "a.evemu", "a.yml", "a.getevent", "a.csv", "a.touchreel.json", "a.drawsana.json", "a.excalidraw",
    "a.xopp", "a.inkml", "a.ndjson",
  ]

  /// Neither a signal nor an error without its line.
  static func expectPlain(_ outcome: Programs.Outcome, of what: String) throws {
    #expect([0, 1].contains(outcome.status), "\(what): \(outcome)")
    let lines = outcome.errors.split(separator: "\n")
    let errors = lines.filter { !$0.hasPrefix("touchreel: warning: ") }
    #expect(errors.count == (outcome.status == 0 ? 0 : 1), "\(what): \(outcome)")
    #expect(lines.allSatisfy { $0.hasPrefix("touchreel: ") }, "\(what): \(outcome)")
  }
}
