import Foundation
import TestSupport
import Testing

/// Names of files that are no UTF-8, in folders that are searched, in what is written, and in what is said.
@Suite(.slow)
struct FileNameTests {
  let folder: TemporaryFolder

  /// Two names that differ in a byte that is no UTF-8, one with a character in the place of such bytes, one that is
  /// spelled like one of them, and a folder.
  private static let names = [
    #"in/a\377.evemu"#, #"in/a\376.evemu"#, "in/a\u{fffd}.evemu", #"in/a\\xff.evemu"#, #"in/\344/b.evemu"#,
  ]

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write(Recorded.line, to: "line.evemu")
    try make(Self.names)
  }

  private func make(_ names: [String], of file: String = "line.evemu") throws {
    for name in names {
      let outcome = try Touchreel.run(
        shell: #"n=$(printf '\#(name)'); mkdir -p "${n%/*}"; cp \#(file) "$n""#, in: folder.url)
      #expect(outcome.status == 0, "\(outcome)")
    }
  }

  /// The names in a folder, byte for byte, each byte above ASCII as its hexadecimal digits.
  private func found(_ suffix: String) throws -> [String] {
    let line = #"find out -type f -name '*.\#(suffix)' | LC_ALL=C sort"#
    let bytes = try Touchreel.run(shell: line, in: folder.url).output
    let text = bytes.map { $0 < 0x80 ? String(UnicodeScalar($0)) : "<" + String($0, radix: 16) + ">" }.joined()
    return text.split(separator: "\n").map(String.init)
  }

  @Test func `Recordings in folders are drawn under their own names`() throws {
    let expected = [
      "out/<e4>/b.png", "out/a<ef><bf><bd>.png", "out/a<fe>.png", "out/a<ff>.png", "out/a\\xff.png",
    ]
    for flag in ["", "--if-changed --force", "--if-changed"] {
      let outcome = try Touchreel.run(shell: #""$@" render -r in -o out --size 48x48 --force \#(flag)"#, in: folder.url)
      #expect(outcome.status == 0, "\(outcome)")
      #expect(try Set(found("png")) == Set(expected), "\(outcome)")
      if flag == "--if-changed" { #expect(outcome.errors.contains("5 of 5 pictures"), "\(outcome)") }
    }
  }

  @Test func `A set of drawings names its pictures by its own name`() throws {
    _ = try folder.write((0..<3).map { DrawingSetTests.line($0) }.joined(separator: "\n"), to: "cat.ndjson")
    try make([#"in/c\377.ndjson"#], of: "cat.ndjson")
    for force in ["", "--force"] {
      let outcome = try Touchreel.run(shell: #""$@" render -r in -o out --size 32x32 \#(force)"#, in: folder.url)
      #expect(outcome.status == 0, "\(outcome)")
      let made = try found("png").filter { $0.contains("c<ff>-00000") }
      #expect(made.count == 3, "\(made)")
      if force.isEmpty { try FileManager.default.removeItem(atPath: folder.path("out")) }
    }
  }

  @Test func `Conversions into a folder keep such names`() throws {
    let outcome = try Touchreel.run(shell: #""$@" convert in/*.evemu -o out/"#, in: folder.url)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      try Set(found("mcap")) == ["out/a<ef><bf><bd>.mcap", "out/a<fe>.mcap", "out/a<ff>.mcap", "out/a\\xff.mcap"])
  }

  @Test func `Errors, tables and JSON have a readable name of each, and no two the same`() throws {
    let json = try Touchreel.run(shell: #""$@" info --json in/*.evemu"#, in: folder.url)
    let facts = try #require(try JSONSerialization.jsonObject(with: json.output) as? [[String: Any]])
    let expected = Set([#"in/a\xff.evemu"#, #"in/a\xfe.evemu"#, "in/a\u{fffd}.evemu", #"in/a\\xff.evemu"#])
    #expect(Set(facts.compactMap { $0["file"] as? String }) == expected, "\(json)")
    let table = try Touchreel.run(shell: #""$@" dump --format csv --rows touches in/*.evemu"#, in: folder.url)
    let keys = Set(
      table.text.split(separator: "\n").dropFirst().compactMap { $0.split(separator: ",").first.map(String.init) })
    #expect(keys == expected, "\(table)")
    _ = try folder.write("torn", to: "torn.mcap")
    try make([#"bad/t\377.mcap"#], of: "torn.mcap")
    for command in ["info bad/t*", "render -r bad -o out", "dump bad/t*", "convert bad/t* out.evemu"] {
      let outcome = try Touchreel.run(shell: #""$@" \#(command)"#, in: folder.url)
      #expect(outcome.status == 1 && outcome.errors.contains(#"touchreel: bad/t\xff.mcap: "#), "\(outcome)")
    }
  }

  @Test func `A description beside such a recording is found`() throws {
    _ = try folder.write(Recorded.header, to: "line.desc")
    let events = Recorded.line.split(separator: "\n").filter { $0.hasPrefix("E:") }.joined(separator: "\n") + "\n"
    _ = try folder.write(events, to: "line.events")
    try make([#"d/e\377.desc"#], of: "line.desc")
    try make([#"d/e\377.events"#], of: "line.events")
    let outcome = try Touchreel.run(shell: #""$@" info d/*.events"#, in: folder.url)
    #expect(outcome.status == 0 && outcome.text.contains("Test Screen"), "\(outcome)")
  }
}
