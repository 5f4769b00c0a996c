import Foundation
import SeededCases
import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelDrawingBoard
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking

@testable import TouchReelExporting

struct TouchTableTests {
  private func text(_ table: RecordingTable, _ recording: Recording) throws -> String {
    var bytes = table.heading
    _ = try table.write(recording) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The rows by the names of the columns; the fields are plain.
  private func rows(_ csv: String) -> [[String: String]] {
    let lines = csv.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
  }

  /// Every step of every touch.
  private struct Steps: ReplaySink {
    var events: [TouchEvent] = []
    var hovers = 0

    mutating func handle(_ event: TouchEvent) { events.append(event) }
    mutating func handle(_ event: HoverEvent) { hovers += 1 }
    mutating func handle(_ command: BoardCommand, at time: Timestamp) {}
  }

  private func steps(_ recording: Recording) throws -> (steps: Steps, facts: RecordingFacts) {
    let facts = try RecordingFacts(recording)
    var steps = Steps()
    var replayer = Replayer(try recording.makeSource(), plan: facts.plan())
    try replayer.play(into: &steps)
    replayer.finish(into: &steps)
    return (steps, facts)
  }

  private static let fixtures = [
    "ten-fingers", "pen-tilt-eraser", "palm-mid-stroke", "protocol-a", "overrun", "unplug-mid-touch", "pen-and-touch",
  ]

  private func fixture(_ name: String) throws -> Recording {
    try Recording.open(FilePath(Checkout.path("Fixtures/\(name).mcap")))
  }

  @Test(arguments: fixtures) func `A table of samples has every step of every touch`(name: String) throws {
    let recording = try fixture(name)
    let (steps, facts) = try steps(recording)
    let rows = rows(try text(RecordingTable(.samples, as: .csv), recording))
    #expect(rows.count == steps.events.count)
    for (row, event) in zip(rows, steps.events) {
      let sample = event.sample
      #expect(row["touch"] == "\(event.touch.id.rawValue)" && row["slot"] == "\(event.touch.slot.rawValue)")
      #expect(row["x_device"] == "\(sample.position.x)" && row["y_device"] == "\(sample.position.y)")
      let numbers = ["time", "x", "y", "pressure", "epoch"].map { row[$0].flatMap(Double.init) }
      #expect(abs((numbers[0] ?? -1) - event.time.since(facts.start).seconds) < 1e-9)
      #expect(
        abs((numbers[1] ?? -1) - sample.boardPoint.x) <= 5e-4 && abs((numbers[2] ?? -1) - sample.boardPoint.y) <= 5e-4)
      #expect(
        (numbers[3] == nil) == (sample.pressure == nil) && abs((numbers[3] ?? 0) - (sample.pressure ?? 0)) <= 5e-7)
      #expect(abs((numbers[4] ?? 0) - event.time.advanced(by: recording.epochOffset()).timeSeconds) < 1e-5)
    }
  }

  @Test(arguments: fixtures) func `JSON lines say the same as CSV, and leave out what is not known`(name: String) throws
  {
    let recording = try fixture(name)
    for rowsOf in TouchTable.Rows.allCases {
      let csv = rows(try text(RecordingTable(rowsOf, as: .csv), recording))
      let lines = try text(RecordingTable(rowsOf, as: .jsonl), recording).split(separator: "\n")
      #expect(lines.count == csv.count)
      for (line, row) in zip(lines, csv) {
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(Set(object.keys) == Set(row.filter { !$0.value.isEmpty }.keys), "\(line)")
        for (key, value) in object {
          let same = (value as? NSNumber).map { abs($0.doubleValue - (Double(row[key] ?? "") ?? .nan)) < 1e-6 }
          #expect(same ?? (value as? String == row[key]), "\(key): \(value), \(row[key] ?? "")")
        }
      }
    }
  }

  @Test(arguments: fixtures) func `A table of touches says of each what its samples say`(name: String) throws {
    let recording = try fixture(name)
    let samples = Dictionary(grouping: rows(try text(RecordingTable(.samples, as: .csv), recording))) {
      $0["touch"] ?? ""
    }
    let touches = rows(try text(RecordingTable(.touches, as: .csv), recording))
    #expect(touches.count == samples.count)
    for row in touches {
      func number(_ name: String) -> Double { row[name].flatMap(Double.init) ?? .nan }
      let own = try #require(samples[row["touch"] ?? ""])
      func column(_ name: String) -> [Double] { own.compactMap { $0[name].flatMap(Double.init) } }
      // The last row is the end, at the place of the sample before.
      #expect(Int(number("samples")) == own.count - 1)
      let (x, y, time) = (column("x"), column("y"), column("time"))
      #expect(number("began") == time[0] && abs(number("ended") - time[time.count - 1]) < 1e-9)
      #expect([number("x_min"), number("y_max")] == [x.min(), y.max()])
      var path = 0.0
      // Over lost events there is no way.
      for index in 1..<x.count where own[index]["phase"] != "resumed" {
        path += hypot(x[index] - x[index - 1], y[index] - y[index - 1])
      }
      // Each way between rounded places may be off by a thousandth.
      #expect(abs(number("path") - path) <= 0.001 * Double(x.count), "\(row)")
      let gap = zip(time, time.dropFirst().dropLast()).map { $1 - $0 }.max()
      #expect(gap.map { abs(number("largest_gap") - $0) < 1e-6 } ?? (row["largest_gap"] == ""), "\(row)")
      #expect(row["end"] == own.last?["phase"] && row["reason"] == own.last?["reason"])
    }
  }

  @Test func `Hover has rows on request`() throws {
    let recording = try fixture("pen-tilt-eraser")
    let hovers = try steps(recording).steps.hovers
    #expect(hovers > 0)
    var table = RecordingTable(.samples, as: .csv)
    let without = rows(try text(table, recording)).count
    table.showsHover = true
    let all = rows(try text(table, recording))
    let own = all.filter { $0["phase"]?.hasPrefix("hover ") == true }
    #expect(all.count == without + hovers && own.count == hovers)
    #expect(own.allSatisfy { $0["touch"] == "" && $0["distance"] != "" })
  }

  @Test func `A size of the board that the summary conceals counts all the same`() throws {
    let output = MemoryOutput()
    var sink = try FormatSinks.make(.mcap, output: output)
    var source = try fixture("palm-mid-stroke").makeSource()
    var entry = RecordingEntry()
    while try source.next(into: &entry) {
      try sink.write(entry)
      guard case .opening = entry else { continue }
      let size = #"{"version":1,"command":"size","value":[800,800]}"#
      try sink.write(.board(Array(size.utf8), at: Timestamp(nanoseconds: 0)))
    }
    try sink.finish()
    let table = RecordingTable(.samples, as: .csv)
    let open = { try Recording.open(MemoryBytes($0, name: "session.mcap")) }
    let expected = try text(table, open(output.bytes))
    #expect(rows(expected).count > 0)
    #expect(try text(table, open(try #require(output.bytes.concealingBoard))) == expected)
  }

  /// Rows that were handed on cannot be taken back: they stay where they are right, else the table ends with an error.
  @Test(arguments: [#""command":"size","value":[800,800]"#, #""command":"size","value":[1920,1920]"#])
  func `A size that comes behind rows that were handed on`(command: String) throws {
    let output = MemoryOutput()
    var sink = try FormatSinks.make(.mcap, output: output)
    let channel = DeviceChannel(rawValue: 0)
    try sink.write(.opening(DeviceOpening(number: 0, description: SessionS60.device), as: channel))
    let frames = SessionS60(seconds: 4).frames
    for frame in frames { try sink.write(.frame(frame, of: channel)) }
    try sink.write(.board(Array(#"{"version":1,\#(command)}"#.utf8), at: try #require(frames.last?.time)))
    try sink.finish()
    let table = RecordingTable(.samples, as: .csv)
    let open = { try Recording.open(MemoryBytes($0, name: "session.mcap")) }
    let expected = try text(table, open(output.bytes))
    #expect(expected.utf8.count > 1 << 18)
    let concealed = try open(try #require(output.bytes.concealingBoard))
    if command.contains("800") {
      let error = #expect(throws: FileError.self) { try text(table, concealed) }
      #expect(error?.message.contains("rewrite it with touchreel convert") == true, "\(String(describing: error))")
    } else {
      #expect(try text(table, concealed) == expected)
    }
  }

  @Test(arguments: PropertySeeds.from(0x7AB1, count: 60))
  func `Numbers and texts come back as they were written`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let number = Double(Int64.random(in: -2_000_000_000...2_000_000_000, using: &random)) / 1000
    let nanoseconds = Int64.random(in: .min / 2...(.max / 2), using: &random)
    let text = String((0..<12).map { _ in "a,\"\n\\é\u{1}\u{2028}b".randomElement(using: &random) ?? "x" })
    var json = TableText(.jsonl)
    let whole = Int.random(in: .min...(.max), using: &random) >> Int.random(in: 0...63, using: &random)
    json.add("number", number, .thousandths)
    json.add("seconds", TimeSpan(nanoseconds: nanoseconds))
    json.add("none", nil, .thousandths)
    json.add("text", encoded: json.encoded(text))
    json.add("whole", whole)
    json.endRow()
    let line = String(decoding: json.bytes, as: UTF8.self)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String: Any], "\(line)")
    #expect((object["number"] as? NSNumber)?.doubleValue == number, "\(line)")
    #expect(object["text"] as? String == text && object["none"] == nil && line.filter { $0 == "\n" }.count == 1)
    let seconds = line.drop { $0 != "s" }.drop { $0 != ":" }.dropFirst().prefix { $0 != "," }
    #expect(seconds.parsedNanoseconds == nanoseconds, "\(seconds), \(nanoseconds)")
    #expect((object["whole"] as? NSNumber)?.intValue == whole, "\(line)")
    var csv = TableText(.csv)
    let quoted = csv.encoded(text)
    let cell = String(decoding: quoted, as: UTF8.self)
    csv.add("text", encoded: quoted)
    csv.endRow()
    let unquoted = cell.hasPrefix("\"") ? cell.dropFirst().dropLast().replacing("\"\"", with: "\"") : cell[...]
    let isEscaped = text.contains("\u{1}")
    let readable = text.replacing("\\", with: "\\\\").replacing("\u{1}", with: "\\u0001")
    #expect(unquoted == (isEscaped ? readable : text))
    #expect(csv.bytes.count { $0 == UInt8(ascii: "\n") } == 1 + text.utf8.count { $0 == UInt8(ascii: "\n") })
  }
}

/// Texts as fields of CSV.
struct CSVFieldTests {
  private func field(_ text: String) -> String { String(decoding: CSVField.encoded(text), as: UTF8.self) }

  @Test(arguments: [
    ("=HYPERLINK(\"http://a\")", "\"'=HYPERLINK(\"\"http://a\"\")\""), ("+1", "'+1"), ("-1+2", "'-1+2"),
    ("@SUM(A1)", "'@SUM(A1)"),
    ("\t=1", "\\t=1"), ("\r=1", "\\r=1"), ("\n=1", "\"'\n=1\""), (" =1", "' =1"), ("'=1", "''=1"), ("＝1", "'＝1"),
    ("a;=1", "\"a;=1\""), ("a,=1", "\"a,=1\""), ("a=1", "a=1"), ("it's", "it's"), ("'quoted'", "'quoted'"), ("", ""),
    ("a\u{1}b", "a\\u0001b"), ("a\\u0001b", "a\\\\u0001b"), ("a\u{9b}b", "a\\u009bb"), ("a\\b", "a\\b"),
    ("a\nb", "\"a\nb\""),
  ])
  func `A text is no formula, and its control characters are escaped`(text: String, expected: String) {
    #expect(field(text) == expected)
  }

  @Test func `Different texts have different fields`() {
    let pieces = ["", "\t", "\\t", "\\", "\\\\", "\u{1}", "\\u0001", "\r", "\\r", "'", "=", " ", "\n", "x"]
    let texts = Set(pieces.flatMap { a in pieces.flatMap { b in pieces.map { a + b + $0 } } })
    #expect(Set(texts.map(field)).count == texts.count)
  }
}

extension Timestamp {
  fileprivate var timeSeconds: Double { Double(nanoseconds) / 1e9 }
}

extension Substring {
  /// The nanoseconds of seconds with up to nine decimals.
  fileprivate var parsedNanoseconds: Int64? {
    let isNegative = hasPrefix("-")
    let parts = drop { $0 == "-" }.split(separator: ".")
    guard let whole = parts.first.flatMap({ Int64($0) }) else { return nil }
    let digits = parts.count > 1 ? parts[1] + String(repeating: "0", count: 9 - parts[1].count) : "0"
    guard let rest = Int64(digits) else { return nil }
    return (whole * 1_000_000_000 + rest) * (isNegative ? -1 : 1)
  }
}
