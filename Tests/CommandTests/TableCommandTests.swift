import Foundation
import TestSupport
import Testing

/// Tables of touches, as a user makes them.
@Suite(.slow)
struct TableCommandTests {
  let folder: TemporaryFolder
  private let fixtures = ["pen-and-touch", "ten-fingers", "overrun"].map { Checkout.path("Fixtures/\($0).mcap") }

  init() throws { folder = try TemporaryFolder() }

  private func dump(_ arguments: String...) throws -> String {
    try Touchreel.succeed(["dump"] + arguments).text
  }

  @Test func `Many recordings become one table in the order of the arguments`() throws {
    let all = try Touchreel.succeed(["dump", "--format", "csv"] + fixtures).text
    let parts = try fixtures.map { try dump("--format", "csv", $0).split(separator: "\n") }
    #expect(all.split(separator: "\n") == [parts[0][0]] + parts.flatMap { $0.dropFirst() })
    let reversed = try Touchreel.succeed(["dump", "--format", "csv"] + fixtures.reversed()).text
    #expect(reversed.split(separator: "\n").dropFirst() == parts.reversed().flatMap { $0.dropFirst() }[...])
  }

  @Test func `A file that cannot be read is reported, and the others have their rows`() throws {
    let broken = try folder.write("no recording", to: "broken.mcap")
    let outcome = try Touchreel.run("dump", "--format", "jsonl", fixtures[0], broken, fixtures[2])
    #expect(outcome.status == 1 && outcome.errors.contains("\(broken): is not a recording"), "\(outcome.errors)")
    let whole = try Touchreel.succeed("dump", "--format", "jsonl", fixtures[0], fixtures[2])
    #expect(outcome.text == whole.text)
  }

  @Test(arguments: ["csv", "jsonl"]) func `convert writes the same table into a file`(suffix: String) throws {
    let out = folder.path("out.\(suffix)")
    try Touchreel.succeed("convert", fixtures[0], out, "--hover")
    #expect(try String(contentsOfFile: out, encoding: .utf8) == dump("--format", suffix, "--hover", fixtures[0]))
    try Touchreel.succeed("convert", fixtures[0], out, "--rows", "touches", "--force")
    #expect(
      try String(contentsOfFile: out, encoding: .utf8) == dump("--format", suffix, "--rows", "touches", fixtures[0]))
  }

  @Test(arguments: [
    (["dump", "--rows", "touches"], "--rows is of tables; add --format csv, jsonl or npz."),
    (["dump", "--hover"], "--hover is of tables; add --format csv, jsonl or npz."),
    (["dump", "--format", "csv", "--touches"], "--format makes a table"),
    (["dump", "--format", "csv", "--hover", "--rows", "touches"], "--hover is of tables of samples"),
    (["dump", "--format", "xlsx"], "The value 'xlsx' is invalid"),
    (["info", "--touches", "--json"], "--touches lists"),
  ])
  func `What does not go together is said in one line`(arguments: [String], message: String) throws {
    let outcome = try Programs.run(Touchreel.path, arguments + [fixtures[0]])
    #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome)")
  }

  @Test func `Options of drawings make no table`() throws {
    let out = folder.path("out.csv")
    for options in [["--color", "red"], ["--at", "1"], ["--anonymize"]] {
      let outcome = try Programs.run(Touchreel.path, ["convert", fixtures[0], out] + options)
      #expect(outcome.status == 1 && outcome.errors.contains("remove \(options[0])"), "\(outcome)")
    }
    let outcome = try Touchreel.run("convert", fixtures[0], folder.path("out.mcap"), "--rows", "touches")
    #expect(outcome.status != 0 && outcome.errors.contains("--rows is of tables"), "\(outcome)")
  }

  @Test(arguments: ["pen-and-touch", "ten-fingers", "overrun", "protocol-a"])
  func `info lists of each touch what its row says`(name: String) throws {
    let file = Checkout.path("Fixtures/\(name).mcap")
    let lines = try Touchreel.succeed("info", "--touches", file).text.split(separator: "\n")
    let listed = lines.filter { $0.hasPrefix("    ") }.map { $0.split(separator: " ").map(String.init) }
    let table = try dump("--format", "csv", "--rows", "touches", file).split(separator: "\n")
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    let columns = [
      "touch", "device", "tool", "began", "duration", "samples", "mean_rate", "largest_gap", "path", "path_mm", "end",
      "reason",
    ]
    let rows = table.dropFirst().map { row in
      columns.compactMap { table[0].firstIndex(of: $0).map { row[$0] } }.filter { !$0.isEmpty }
    }
    #expect(Array(listed.dropFirst()) == rows.sorted { (Int($0[0]) ?? 0) < (Int($1[0]) ?? 0) })
  }

  @Test func `info lists touches in the order of their numbers`() throws {
    let lines = try Touchreel.succeed("info", "--touches", fixtures[1]).text.split(separator: "\n")
    let rows = lines.filter { $0.hasPrefix("    ") }.map { $0.split(separator: " ", omittingEmptySubsequences: true) }
    #expect(rows.count == 21 && rows.dropFirst().map { String($0[0]) } == (0..<20).map(String.init))
  }

  @Test func `Times of touches count from the first event of the recording`() throws {
    // The pen hovers for 60 ms before it touches.
    let pen = Checkout.path("Fixtures/pen-tilt-eraser.mcap")
    #expect(try dump("--touches", pen).hasPrefix("0.060036 0 touch 0 began"))
    #expect(try Touchreel.succeed("info", pen).text.contains("\n  starts at 2026-11-21T"))
  }

  @Test(arguments: ["getevent", "mcap", "raw24", "evemu"])
  func `A clock that counts from 1970 gives the time of day, whatever the format`(format: String) throws {
    let log = [1_700_000_000, 1_700_000_001].map {
      "[ \($0).250000] 0003 0039 00000001\n[ \($0).250000] 0003 0035 00000064\n[ \($0).250000] 0003 0036 00000064\n"
        + "[ \($0).250000] 0000 0000 00000000\n"
    }
    let file = folder.path("day.\(format)")
    try Touchreel.succeed("convert", try folder.write(log.joined(), to: "day.log"), file, "--format", format)
    let rows = try dump("--format", "csv", file).split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(rows.first.map { $0[9].hasPrefix("1700000000.25") } == true, "\(rows)")
    #expect(rows.allSatisfy { $0[8] == $0[9] })
  }

  @Test func `A file's name is the column, with whatever it contains`() throws {
    let name = "two\nlines, \"quoted\".mcap"
    try FileManager.default.copyItem(atPath: fixtures[0], toPath: folder.path(name))
    let quoted = "\"" + folder.path(name).replacingOccurrences(of: "\"", with: "\"\"") + "\""
    let table = try dump("--format", "csv", "--rows", "touches", folder.path(name))
    #expect(table.split(separator: "\n", maxSplits: 1).last?.hasPrefix(quoted + ",0,") == true, "\(table)")
    let list = try Touchreel.succeed("info", "--touches", folder.path(name)).text
    #expect(list.split(separator: "\n").count { $0.hasSuffix("ended") } == 2, "\(list)")
  }

  @Test(.enabled(if: Python.isReady, Python.absence)) func `pandas and DuckDB read them as the guide says`() throws {
    for (rows, name) in [("samples", "samples.csv"), ("touches", "touches.csv")] {
      let text = try Touchreel.succeed(["dump", "--format", "csv", "--rows", rows] + fixtures).text
      _ = try folder.write(text, to: name)
    }
    let document = try Checkout.text("docs/tables.md")
    let code = try #require(document.split(separator: "```python\n").last?.split(separator: "```").first)
    let script = try folder.write(String(code), to: "read.py")
    let outcome = try Programs.run(#require(Python.program), [script], in: folder.url)
    #expect(outcome.status == 0 && outcome.text.hasSuffix("True\n"), "\(outcome)")
    #expect(outcome.text.contains("ten-fingers.mcap"), "\(outcome.text)")
  }

  @Test func `Names are no formulas for a spreadsheet, and numbers stay numbers`() throws {
    let folder = try TemporaryFolder()
    let name = "=HYPERLINK(\"http:a\").evemu"
    // A screen whose range begins below zero.
    let text = Recorded.line.replacing("N: Test Screen", with: "N: =cmd|calc!A1").replacing("A: 35 0", with: "A: 35 -5")
    _ = try folder.write(text.replacing("0003 0035 100\n", with: "0003 0035 -3\n"), to: name)
    let outcome = try Touchreel.run(shell: #""$@" dump --format csv --rows touches =*"#, in: folder.url)
    let row = try #require(outcome.text.split(separator: "\n").dropFirst().first, "\(outcome)")
    #expect(row.hasPrefix(#""'=HYPERLINK(""http:a"").evemu",0,'=cmd|calc!A1,0,"#), "\(row)")
    let samples = try Touchreel.run(shell: #""$@" convert =* samples.csv; cut -d, -f15 samples.csv"#, in: folder.url)
    #expect(samples.text.split(separator: "\n").prefix(2) == ["x_device", "-3"], "\(samples)")
    let json = try Touchreel.run(shell: #""$@" dump --format jsonl --rows touches =*"#, in: folder.url)
    let object = try JSONSerialization.jsonObject(with: json.output) as? [String: Any]
    #expect(object?["recording"] as? String == name && object?["device_name"] as? String == "=cmd|calc!A1")
  }

  @Test func `Recordings whose names differ in control characters alone have keys of their own`() throws {
    let folder = try TemporaryFolder()
    let names = ["a b", "a\tb", "a\rb", "a\u{1}b", "a\u{7f}b", "a\\tb", "a\\u0001b", "a\\\\tb"].map { $0 + ".evemu" }
    for name in names { _ = try folder.write(Recorded.line, to: name) }
    let csv = try Touchreel.run(shell: #""$@" dump --format csv --rows touches *.evemu"#, in: folder.url)
    let keys = csv.text.split(separator: "\n").dropFirst().map { $0.prefix { $0 != "," } }
    #expect(csv.status == 0 && keys.count == names.count && Set(keys).count == names.count, "\(csv)")
    let json = try Touchreel.run(shell: #""$@" dump --format jsonl --rows touches *.evemu"#, in: folder.url)
    let recordings = try json.text.split(separator: "\n").map {
      (try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])?["recording"] as? String
    }
    #expect(Set(recordings) == Set(names), "\(json)")
  }
}

/// Parts of recordings, as text and as tables.
@Suite(.slow)
struct DumpPartTests {
  private let ten = Checkout.path("Fixtures/ten-fingers.mcap")
  private let two = Checkout.path("Fixtures/pen-and-touch.mcap")

  private func lines(_ arguments: String...) throws -> [Substring] {
    try Touchreel.succeed(["dump"] + arguments).text.split(separator: "\n")
  }

  private func time(_ line: Substring) -> Double { line.split(separator: " ").first.flatMap { Double($0) } ?? -1 }

  @Test func `A span of time has the lines of that time`() throws {
    let all = try lines(ten).filter { !$0.hasPrefix("#") }
    let part = try lines(ten, "--from", "1.5", "--to", "2s").filter { !$0.hasPrefix("#") }
    #expect(part == all.filter { (1.5...2.0).contains(time($0)) } && part.count > 500)
    let half = try lines(ten, "--to", "50%").filter { !$0.hasPrefix("#") }
    // 50 % of 5.116 s.
    #expect(half == all.filter { time($0) <= 2.558 } && half.count > 5000)
  }

  @Test func `A device or a touch has its own lines`() throws {
    let all = try lines(two, "--touches").filter { !$0.hasPrefix("#") }
    #expect(try lines(two, "--touches", "--device", "1") == all.filter { $0.split(separator: " ")[1] == "1" })
    #expect(try lines(two, "--touches", "--touch", "0") == all.filter { $0.contains(" touch 0 ") })
    let events = try lines(two).filter { !$0.hasPrefix("#") }
    #expect(
      try lines(two, "--device", "0").filter { !$0.hasPrefix("#") }
        == events.filter { $0.split(separator: " ")[1] == "0" })
  }

  @Test func `Tables take the same parts`() throws {
    let rows = try lines("--format", "csv", "--rows", "touches", "--touch", "3", "--touch", "12", ten)
    #expect(rows.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false)[3] } == ["3", "12"])
    let samples = try lines("--format", "csv", "--from", "1", "--to", "1.1", ten).dropFirst()
    let times = samples.compactMap { Double($0.split(separator: ",", omittingEmptySubsequences: false)[7]) }
    #expect(times.count > 80 && times.allSatisfy { (1.0...1.1).contains($0) })
    #expect(samples.allSatisfy { !$0.contains("cancelled") })
  }

  @Test(arguments: [("0.05", "0.1"), ("1", "1.1"), ("1.2", "3"), ("4", "end")])
  func `Rows of a part are rows of the whole`(from: String, to: String) throws {
    for file in [ten, two] {
      for options in [["--format", "csv"], ["--format", "csv", "--hover"], ["--touches"]] {
        let all = try Touchreel.succeed(["dump", file] + options).text.split(separator: "\n")
        let words = (["dump", file, "--from", from, "--to", to] + options).map { "'\($0)'" }.joined(separator: " ")
        let part = try Touchreel.run(shell: #""$@" "# + words)
        #expect(part.text.split(separator: "\n").allSatisfy(Set(all).contains), "\(options)")
        #expect(part.status == (file == two && from == "4" ? 1 : 0), "\(part)")
      }
    }
  }

  @Test(arguments: [(0.05, 0.1), (1.0, 1.1), (2.0, 3.5), (0, 9)])
  func `A part has a row for each touch that is down in it, as a whole`(from: Double, to: Double) throws {
    for file in [ten, two] {
      let all = try lines("--format", "csv", "--rows", "touches", file)
      let down = all.dropFirst().filter { row in
        let fields = row.split(separator: ",", omittingEmptySubsequences: false)
        return Double(fields[7]) ?? .infinity <= to && Double(fields[8]) ?? 0 >= from
      }
      #expect(
        try lines("--format", "csv", "--rows", "touches", file, "--from", "\(from)", "--to", "\(to)").dropFirst()
          == down[...], "\(file)")
    }
  }

  @Test(arguments: [
    (["--touch", "3"], "add --touches or --format"), (["--follow", "--to", "50%"], "--follow has no end"),
  ]) func `Parts that make no sense are refused`(options: [String], message: String) throws {
    let outcome = try Programs.run(Touchreel.path, ["dump", ten] + options)
    #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome)")
  }
}
