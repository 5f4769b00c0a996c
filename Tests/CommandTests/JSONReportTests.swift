import Foundation
import TestSupport
import Testing

/// touchreel convert --json, touchreel salvage --json.
@Suite(.slow)
struct JSONReportTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write(Recorded.line, to: "a.evemu")
    _ = try folder.write(Recorded.diagonal + "E: what is this\n", to: "b.evemu")
  }

  private func run(_ arguments: String, shell: String = #""$@""#) throws -> Programs.Outcome {
    try Touchreel.run(shell: "\(shell) \(arguments)", in: folder.url)
  }

  private func object(_ outcome: Programs.Outcome) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any], "\(outcome)")
  }

  @Test(arguments: ["b.evemu", "-"])
  func `A conversion of a recording says what was read and what is lost`(file: String) throws {
    let outcome = try run("convert --json \(file) b.getevent", shell: #"cat b.evemu | "$@""#)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    let report = try object(outcome)
    #expect(report["file"] as? String == (file == "-" ? "standard input" : file))
    #expect(report["output"] as? String == "b.getevent" && report["format"] as? String == "getevent")
    #expect((report["warnings"] as? [String])?.contains { $0.hasPrefix("line ") } == true, "\(outcome)")
    let plain = try run("convert \(file) c.getevent", shell: #"cat b.evemu | "$@""#)
    let lines = plain.errors.split(separator: "\n").count
    #expect(lines == ["warnings", "losses"].reduce(0) { $0 + ((report[$1] as? [String])?.count ?? 0) }, "\(plain)")
  }

  @Test func `Drawings and tables have the same members`() throws {
    for (output, format) in [
      ("a.touchreel.json", "touchreel"), ("a.xopp", "xournal"), ("a.inkml", "inkml"), ("a.csv", "csv"),
    ] {
      let report = try object(run("convert a.evemu \(output) --json"))
      #expect(Set(report.keys) == ["file", "output", "format", "warnings", "losses"])
      #expect(report["format"] as? String == format && report["output"] as? String == output)
    }
    let unknown =
      #"{"type":"excalidraw","version":2,"elements":[{"id":"a","type":"hologram","x":0,"y":0}],"appState":{}}"#
    _ = try folder.write(unknown, to: "u.excalidraw")
    let lossy = try object(run("convert u.excalidraw u.touchreel.json --json"))
    #expect((lossy["losses"] as? [String])?.contains { $0.contains("hologram") } == true, "\(lossy)")
  }

  @Test func `Several recordings give an array in their order, without those that failed`() throws {
    _ = try folder.write("nothing of a recording", to: "bad.evemu")
    let outcome = try run("convert b.evemu bad.evemu a.evemu -o out/ --json")
    #expect(outcome.status == 1 && outcome.errors.contains("bad.evemu: ") && !outcome.errors.contains("warning"))
    let reports = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]])
    #expect(reports.map { $0["file"] as? String } == ["b.evemu", "a.evemu"])
    #expect(reports.map { $0["output"] as? String } == ["out/b.mcap", "out/a.mcap"])
  }

  @Test func `Salvage says what it saved, and where parts are lost`() throws {
    #expect(try run("convert a.evemu a.mcap").status == 0)
    let whole = try object(run("salvage a.mcap -o same.mcap --json"))
    #expect(whole["whole"] as? Bool == true && whole["truncated"] as? Bool == false && whole["devices"] as? Int == 1)
    #expect(whole["frames"] as? Int == 82 && whole["events"] as? Int == 168, "\(whole)")
    #expect((whole["lost"] as? [Any])?.isEmpty == true && whole["gaps"] == nil)
    let bytes = try Data(contentsOf: folder.url.appendingPathComponent("a.mcap"))
    try bytes.dropLast(bytes.count / 2).write(to: folder.url.appendingPathComponent("half.mcap"))
    let half = try object(run("salvage half.mcap -o saved.evemu --json"))
    #expect(half["whole"] as? Bool == false && half["truncated"] as? Bool == true, "\(half)")
    #expect(half["format"] as? String == "evemu" && half["output"] as? String == "saved.evemu")
  }

  @Test(arguments: ["convert a.evemu - --format mcap --json", "salvage a.evemu -o - --format mcap --json"])
  func `What is written to standard output leaves no place for JSON`(line: String) throws {
    let outcome = try run(line)
    #expect(outcome.status == 64 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.errors.contains("--json prints to standard output"), "\(outcome)")
  }
}
