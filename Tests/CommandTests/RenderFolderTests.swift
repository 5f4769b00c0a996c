import Foundation
import TestSupport
import Testing

/// touchreel render --recursive.
@Suite(.slow)
struct RenderFolderTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a/b/line.evemu", "a/line.evemu", "c/same.evemu", "c/same.events", ".hidden/line.evemu"] {
      try write(Recorded.line, name)
    }
    try write("# Notes\n", "readme.md")
  }

  private func write(_ text: String, _ name: String) throws {
    let url = folder.url.appendingPathComponent("in/\(name)")
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private func pictures(_ options: String) throws -> (names: [String], outcome: Programs.Outcome) {
    let outcome = try Touchreel.run(shell: #""$@" render -r in -o out --size 96x48 \#(options)"#, in: folder.url)
    let names = FileManager.default.enumerator(atPath: folder.path("out"))?.compactMap { $0 as? String } ?? []
    return (names.filter { $0.hasSuffix(".png") || $0.hasSuffix(".svg") }.sorted(), outcome)
  }

  @Test func `Pictures lie in folders of the same names; what is no recording is passed over`() throws {
    let all = try pictures("")
    #expect(all.names == ["a/b/line.png", "a/line.png", "c/same.evemu.png", "c/same.events.png"], "\(all)")
    #expect(all.outcome.status == 0, "\(all.outcome)")
    #expect(all.outcome.errors.contains("1 file that is no recording and no drawing was passed over"), "\(all.outcome)")
  }

  @Test(arguments: ["in/a/line.evemu", "in/a/line.evemu in/c/same.evemu"])
  func `A folder that ends in a slash is made`(files: String) throws {
    let line = #""$@" render \#(files) -o new/folder/ --size 96x48"#
    let outcome = try Touchreel.run(shell: line, in: folder.url)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("new/folder"))
    #expect(names.sorted() == ["line.png", "same.png"].prefix(files.split(separator: " ").count).map { $0 })
  }

  @Test(arguments: ["", "torn before it began"])
  func `A recording by its name that holds nothing of one is an error`(text: String) throws {
    try write(text, "c/torn.mcap")
    let all = try pictures("")
    #expect(all.outcome.status == 1 && all.names.count == 4, "\(all)")
    #expect(all.outcome.errors.contains("in/c/torn.mcap: "), "\(all.outcome)")
  }

  @Test func `What cannot be examined has failed, and a link that leads nowhere is nothing`() throws {
    let tooLong = String(repeating: "x", count: 300)
    for (name, destination) in [("far", tooLong), ("gone", "none"), ("loop", "loop.mcap")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("in/c/\(name).mcap"), withDestinationPath: destination)
    }
    let all = try pictures("")
    #expect(all.outcome.status == 1 && all.names.count == 4, "\(all)")
    let lines = all.outcome.errors.split(separator: "\n")
    #expect(lines.count == 2 && lines.contains { $0.hasPrefix("touchreel: in/c/far.mcap: ") }, "\(all.outcome)")
  }

  @Test func `Shards together draw every file once`() throws {
    let parts = try (1...3).map { try pictures("--shard \($0)/3").names.count }
    // Each run adds its own to the same folder.
    #expect(parts.last == 4 && parts == parts.sorted(), "\(parts)")
    #expect(try pictures("--shard 1/3").outcome.errors.contains("exists already"))
  }

  @Test func `Several that fail are listed at the end, and the others are drawn`() throws {
    try write(#"{"version":1}"#, "bad.json")
    try write(#"{"version":2}"#, "c/later.json")
    let all = try pictures("--format svg")
    #expect(all.outcome.status == 1 && all.names.count == 4, "\(all)")
    let lines = all.outcome.errors.split(separator: "\n")
    #expect(lines.last == "touchreel: 2 of 7 files failed: in/bad.json, in/c/later.json", "\(all.outcome)")
  }

  @Test func `What is wrong with many files alike is said of the first twenty and counted`() throws {
    for number in 0..<50 {
      try write(#"{"version":1}"#, "bad/\(number).json")
      try write("E: 0.0 0003 0035 1\nE: 0.0 0003 0036 1\nE: 0.0 0000 0000 0\n", "plain/\(number).evemu")
    }
    let all = try pictures("")
    let lines = all.outcome.errors.split(separator: "\n")
    #expect(lines.count { $0.contains("in/bad/") && !$0.contains("failed") } == 20, "\(all.outcome)")
    #expect(lines.contains { $0.hasPrefix("touchreel: 30 more files: ") }, "\(all.outcome)")
    #expect(lines.count { $0.contains("the device has no description") } == 21, "\(all.outcome)")
    #expect(
      lines.contains { $0.hasPrefix("touchreel: warning: 30 more files: the device has no description") },
      "\(all.outcome)")
  }

  @Test func `A folder without files is an error, and so is a folder without --recursive`() throws {
    try FileManager.default.createDirectory(atPath: folder.path("empty"), withIntermediateDirectories: true)
    let empty = try Touchreel.run(shell: #""$@" render -r empty -o out"#, in: folder.url)
    #expect(empty.status == 1 && empty.errors.contains("no files are in there"), "\(empty)")
    let plain = try Touchreel.run(shell: #""$@" render in -o a.png"#, in: folder.url)
    #expect(plain.status == 1 && plain.errors.contains("is a directory"), "\(plain)")
  }
}
