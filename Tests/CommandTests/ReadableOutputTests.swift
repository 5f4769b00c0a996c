import Foundation
import SeededCases
import TestSupport
import Testing

/// What is written can be read: a conversion is refused, in one line and without a file, or `info` counts in its output
/// what is in its input.
@Suite(.slow)
struct ReadableOutputTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let suffixes = ["mcap", "evemu", "yml", "getevent", "raw24"]

  private struct Counts: Equatable {
    var events: Int
    var frames: Int
  }

  /// - Returns: `nil` for a file that is not a recording.
  private func counts(_ path: String) throws -> Counts? {
    let outcome = try Touchreel.run("info", "--json", path)
    guard outcome.status == 0,
      let facts = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any],
      let events = facts["events"] as? Int, let frames = facts["frames"] as? Int
    else { return nil }
    return Counts(events: events, frames: frames)
  }

  @Test(.enabled(if: Corpus.folder != nil, Corpus.absence), arguments: Corpus.sample(24))
  func `Each file of the corpus, in each format`(file: Corpus.File) throws {
    guard let original = try counts(file.path) else { return }
    for suffix in Self.suffixes {
      let out = folder.path("out.\(suffix)")
      let outcome = try Touchreel.run("convert", file.path, out)
      if outcome.status == 0 {
        #expect(try counts(out) == original, "\(file.name) as \(suffix): \(outcome)")
      } else {
        let lines = outcome.errors.split(separator: "\n")
        #expect(outcome.status == 1 && lines.count == 1, "\(file.name) as \(suffix): \(outcome)")
        #expect(!folder.names.contains("out.\(suffix)"))
        #expect(original.events == 0 || lines[0].contains("devices"), "\(outcome)")
      }
    }
  }

  @Test(arguments: suffixes)
  func `A description without events stays one, or is refused`(suffix: String) throws {
    let file = try folder.write(Recorded.header, to: "only.evemu")
    let out = folder.path("out.\(suffix)")
    let outcome = try Touchreel.run("convert", file, out)
    if suffix == "raw24" {
      #expect(outcome.status == 1 && folder.names == ["only.evemu"], "\(outcome)")
      #expect(outcome.errors.hasSuffix("mcap, evemu, libinput and getevent keep device descriptions\n"), "\(outcome)")
      #expect(outcome.errors.split(separator: "\n").count == 1)
    } else {
      #expect(outcome.status == 0, "\(outcome)")
      #expect(try counts(out) == Counts(events: 0, frames: 0))
    }
  }

  @Test(arguments: suffixes)
  func `An empty recording is written if the format can hold one, and refused otherwise`(
    suffix: String
  ) throws {
    try BoardRecording.nothing(to: folder.url.appendingPathComponent("nothing.mcap"))
    let outcome = try Touchreel.run("convert", folder.path("nothing.mcap"), folder.path("out.\(suffix)"))
    if suffix == "mcap" {
      #expect(outcome.status == 0)
      #expect(try counts(folder.path("out.\(suffix)")) == Counts(events: 0, frames: 0))
    } else {
      #expect(outcome.status == 1 && outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
      #expect(folder.names == ["nothing.mcap"])
    }
  }

  @Test(arguments: suffixes)
  func `cut, join and salvage that would leave nothing are refused`(suffix: String) throws {
    _ = try folder.write(Recorded.line, to: "line.evemu")
    _ = try folder.write(Recorded.header, to: "only.evemu")
    let before = folder.names
    var commands = [
      "cut line.evemu out.\(suffix) --from 5", "cut line.evemu out.\(suffix) --touch 99",
      "cut only.evemu out.\(suffix)",
    ]
    if suffix == "raw24" {
      commands += ["join only.evemu only.evemu -o out.\(suffix)", "salvage only.evemu -o out.\(suffix)"]
    }
    for command in commands {
      let outcome = try Touchreel.run(shell: "\"$@\" \(command)", in: folder.url)
      #expect(outcome.status == 1 && outcome.errors.split(separator: "\n").count == 1, "\(command): \(outcome)")
      #expect(folder.names == before, "\(command)")
    }
  }

  @Test func `info prints what can be read of several files`() throws {
    let line = try folder.write(Recorded.line, to: "line.evemu")
    let bad = try folder.write("nothing of note\n", to: "bad")
    let outcome = try Touchreel.run("info", line, bad, line)
    #expect(outcome.status == 1 && outcome.text.components(separatedBy: ": evemu, ").count == 3, "\(outcome)")
    #expect(outcome.errors.contains("bad: is not a recording") && outcome.errors.split(separator: "\n").count == 1)
    let json = try Touchreel.run("info", "--json", line, bad, folder.path("missing"), line)
    let reports = try #require(try JSONSerialization.jsonObject(with: json.output) as? [[String: Any]])
    #expect(reports.count == 2 && json.status == 1)
  }
}
