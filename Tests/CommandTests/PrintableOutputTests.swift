import Foundation
import SeededCases
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying

/// Nothing that a file holds reaches the terminal as more than text.
@Suite(.slow)
struct PrintableOutputTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let printing = [
    ["info"], ["info", "--json"], ["dump"], ["dump", "--touches"], ["compare", "other.evemu"],
    ["cut", "--device", "x"],
    ["convert", "--format", "mcap"], ["convert", "--format", "evemu"], ["render"], ["salvage"],
    ["convert", "--format", "touchreel"],
  ]

  private func run(_ words: [String], on file: String) throws -> Programs.Outcome {
    var arguments = [words[0], file] + words.dropFirst()
    switch words[0] {
    case "compare": arguments = [words[0], file, folder.path(words[1])]
    case "cut": arguments.insert(folder.path("out.mcap"), at: 2)
    case "convert": arguments = ["convert", file, folder.path("out")] + words.dropFirst() + ["--force"]
    case "render", "salvage": arguments += ["-o", folder.path("out.png"), "--force"]
    default: break
    }
    if words[0] == "salvage" { arguments += ["--format", "mcap"] }
    let quoted = arguments.map { "'" + $0.replacingOccurrences(of: "'", with: #"'\''"#) + "'" }
    return try Touchreel.run(shell: #""$@" "# + quoted.joined(separator: " "))
  }

  /// Runs every command that prints on a file.
  private func expectHarmless(_ file: String, seed: UInt64) throws {
    for words in Self.printing {
      let outcome = try run(words, on: file)
      #expect(outcome.status <= 2, "seed \(seed), \(words): \(outcome)")
      for text in [outcome.text, outcome.errors] {
        #expect(HostileText.harm(in: text) == nil, "seed \(seed), \(words): \(text.debugDescription)")
        let isJSON = words.last == "--json" && text.hasPrefix("{")
        // A message of the recording is one line of `dump`, however long it is.
        let lines = text.split(separator: "\n").filter {
          !isJSON && !$0.contains(" - board ") && !$0.contains(" - note ")
        }
        for line in lines { #expect(line.unicodeScalars.count <= 600, "seed \(seed), \(words): \(line)") }
        if words[0] != "dump" || text == outcome.errors {
          #expect(lines.count <= 60, "seed \(seed), \(words): \(text)")
        }
        #expect(!lines.contains("touchreel: all is well"), "seed \(seed), \(words)")
        for slip in ["Cannot initialize", "DecodingError", "debugDescription", "Swift."] {
          #expect(!text.contains(slip), "seed \(seed), \(words): \(text)")
        }
      }
    }
  }

  @Test(arguments: PropertySeeds.from(100, count: 4))
  func `A recording's names, notes, messages and attachments`(
    seed: UInt64
  ) throws {
    _ = try folder.write(Recorded.line, to: "other.evemu")
    var texts = HostileText(seed: seed)
    let file = folder.url.appendingPathComponent("hostile.mcap")
    let name = try hostileRecording(&texts, at: file)
    try expectHarmless(file.path, seed: seed)
    let facts = try JSONSerialization.jsonObject(with: try Touchreel.run("info", "--json", file.path).output)
    let device = ((facts as? [String: Any])?["devices"] as? [[String: Any]])?.first
    #expect(device?["name"] as? String == name, "seed \(seed)")
  }

  private func hostileRecording(_ texts: inout HostileText, at file: URL) throws -> String {
    let output = MemoryOutput(name: "recording")
    var sink = try FormatSinks.make(.mcap, output: output)
    let screen = DeviceChannel(rawValue: 0)
    var device = DeviceDescription()
    (device.name, device.phys, device.uniq, device.node) = (texts.next(), texts.next(), texts.next(), texts.next())
    device.udev = [texts.next(): texts.next(), "ID_INPUT": texts.next()]
    device.codes = [.key: [.touch], .absolute: [.slot, .positionX, .positionY, .trackingID]]
    device.axes = [
      .positionX: AbsoluteAxis(minimum: 0, maximum: 1000), .positionY: AbsoluteAxis(minimum: 0, maximum: 500),
    ]
    try sink.write(.opening(DeviceOpening(number: 0, description: device), as: screen))
    // Without events the text formats would have nothing to be known by.
    let time = Timestamp(nanoseconds: 0)
    let event = InputEvent(time: time, type: .absolute, code: .positionX, value: 5)
    try sink.write(.frame(Frame(events: [event, .report(at: time)]), of: screen))
    for number in 0..<6 {
      let (word, value) = (try texts.json(), try texts.json())
      let commands = [
        #"{"version":1,"command":\#(word)}"#, #"{"version":1,"command":"tool","value":\#(value)}"#,
        #"{"version":1,"command":"restyle","value":{"color":\#(value)}}"#, #"{"version":\#(word),"command":"undo"}"#,
        texts.next(), texts.next(),
      ]
      let text = Array(commands[number].utf8)
      try sink.write(number == 5 ? .note(text, at: time) : .board(text, at: time))
    }
    var attachment = RecordingAttachment()
    (attachment.name, attachment.mediaType) = (texts.next(), texts.next())
    attachment.bytes = [1, 2, 3]
    try sink.write(.attachment(attachment))
    try sink.finish()
    try Data(output.bytes).write(to: file)
    return device.name
  }

  @Test(arguments: PropertySeeds.from(200, count: 2))
  func `Names of other formats and of foreign MCAP files`(
    seed: UInt64
  ) throws {
    _ = try folder.write(Recorded.line, to: "other.evemu")
    var texts = HostileText(seed: seed)
    let event = "E: 0.000001 0003 0035 0012\nE: 0.000001 0000 0000 0\n"
    let evemu = Recorded.header.replacingOccurrences(of: "Test Screen", with: texts.next())
    let getevent = """
      add device 1: /dev/input/event\(texts.next())
        name:     "\(texts.next())"
        location: "\(texts.next())"
          ABS (0003): \(texts.next())  : value 0
      [ 1.000001] /dev/input/event1: EV_ABS \(texts.next()) 00000001
      [ 1.000001] 0003 0035 00000001
      [ 1.000001] 0000 0000 00000000
      """
    let libinput = """
      # libinput record
      version: 1
      ndevices: 1
      devices:
      - node: \(try texts.json())
        evdev:
          name: \(try texts.json())
          \(texts.next())
        udev:
          properties:
          - \(try texts.json())
        events:
        - evdev:
          - [  0,      1,   3,  53,      12] # \(texts.next())
          - [  0,      1,   0,   0,       0]
      """
    let chromeos = "# device: \(texts.next())\n# bit: 03\n" + event
    for (name, text) in [
      ("a.evemu", evemu + event), ("a.getevent", getevent), ("a.yml", libinput), ("a.log", chromeos),
      ("a.txt", texts.next()),
    ] { try expectHarmless(try folder.write(text, to: name), seed: seed) }
    let foreign = ForeignMCAP.bytes(topic: "/" + texts.next(), schema: texts.next(), encoding: texts.next())
    try foreign.write(to: folder.url.appendingPathComponent("foreign.mcap"))
    try expectHarmless(folder.path("foreign.mcap"), seed: seed)
  }

  @Test(arguments: PropertySeeds.from(300, count: 3))
  func `A drawing's words, members and images`(seed: UInt64) throws {
    _ = try folder.write(Recorded.line, to: "other.evemu")
    var texts = HostileText(seed: seed)
    let parts = try (0..<5).map { _ in try texts.json() }
    let operation =
      #"{"id":1,"operation":"add","shape":{"type":"line","from":[0,0],"to":[9,9],"stroke":{"color":\#(parts[0])}}}"#
    let own = #"""
      {"version":1,"size":[200,100],\#(parts[1]):1,"background":{"type":"image","image":\#(parts[2]),"mode":"fill","color":"#ffffffff"},
      "operations":[\#(operation),{"operation":\#(parts[3])},{"operation":"add","id":2,"shape":{"type":\#(parts[4])}}]}
      """#
    let drawsana = #"""
      {"size":[100,100],"shapes":[{"type":\#(parts[0])},{"type":"Line","id":\#(parts[1]),"strokeColor":\#(parts[2])},
      {"type":"Text","text":\#(parts[3]),"fontName":\#(parts[4])}]}
      """#
    try expectHarmless(try folder.write(own, to: "a.touchreel.json"), seed: seed)
    try expectHarmless(try folder.write(drawsana, to: "a.drawsana.json"), seed: seed)
    try expectHarmless(try folder.write("{" + texts.next(), to: "b.json"), seed: seed)
  }

  @Test func `A hostile name of a file, and one that is no UTF-8`() throws {
    let name = "a\u{1b}[31m\n\u{202e}b.evemu"
    let file = try folder.write(Recorded.line, to: name)
    _ = try folder.write(Recorded.line, to: "other.evemu")
    try expectHarmless(file, seed: 0)
    let shell = #"n=$(printf 'a\377b'); cp other.evemu "$n.evemu"; "$@" "$n.evemu" "$n.mcap"; ls"#
    let outcome = try Touchreel.run("convert", shell: shell, in: folder.url)
    #expect(outcome.output.range(of: Data("a".utf8) + Data([0xff]) + Data("b.mcap".utf8)) != nil, "\(outcome)")
  }

  @Test(arguments: ["touchreel", "touchreel-window"])
  func `A hostile argument, quoted in an error of either program`(of program: String) throws {
    let shell = #"folder=$(dirname "$1"); shift; exec "$folder/\#(program)" "$@""#
    for option in ["--speed=\u{1b}[31m2", "--no-\u{202e}such"] {
      let outcome = try Touchreel.run("play", "a.mcap", option, shell: shell)
      #expect(outcome.status == 64 && HostileText.harm(in: outcome.errors) == nil, "\(outcome)")
    }
  }

  @Test func `The name of a device forges no line of a text format`() throws {
    let output = folder.path("hostile.mcap")
    var texts = HostileText(seed: 7)
    _ = try hostileRecording(&texts, at: URL(fileURLWithPath: output))
    for format in ["evemu", "libinput", "getevent"] {
      let outcome = try Touchreel.run("convert", output, "-", "--format", format)
      #expect(outcome.status == 0, "\(outcome)")
      if format == "libinput" {
        #expect(HostileText.harm(in: outcome.text) == nil, "\(outcome.text.debugDescription)")
      }
      #expect(
        !outcome.text.split(separator: "\n").contains { $0.hasPrefix("touchreel: all is well") }, "\(outcome.text)")
    }
  }

  @Test func `The same warning is counted, and those that differ in numbers alone are summed up`() {
    let warnings = (0..<40).map { "element \($0): no colour" } + Array(repeating: "cut short", count: 37)
    #expect(
      CountedMessages(warnings).lines == [
        "element 0: no colour", "element 1: no colour", "element 2: no colour", "and 37 more of this kind",
        "cut short (37 times)",
      ])
    let all = CountedMessages.all(warnings)
    #expect(all.count == 41 && all.first == "element 0: no colour" && all.last == "cut short (37 times)")
  }

  @Test func `info goes on after a file that cannot be read, and ends with 1`() throws {
    let a = try folder.write(Recorded.line, to: "a.evemu")
    let bad = try folder.write("nothing of a recording", to: "bad")
    let c = try folder.write(Recorded.diagonal, to: "c.evemu")
    let outcome = try Touchreel.run("info", a, bad, c)
    #expect(outcome.status == 1 && outcome.text.contains("a.evemu: evemu") && outcome.text.contains("c.evemu: evemu"))
    #expect(outcome.errors.contains("bad: ") && outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
    let json = try Touchreel.run("info", "--json", a, bad, c)
    let facts = try JSONSerialization.jsonObject(with: json.output) as? [[String: Any]]
    #expect(json.status == 1 && facts?.map { $0["file"] as? String } == [a, c])
  }

  @Test func `A clock that goes back gives no negative duration`() throws {
    // The first event is at 5 s: 3 s to the latest time, which is 8 s; none if no time is later (docs/times.md).
    for (times, duration) in [(["5.000000", "2.000000", "8.000000"], 3.0), (["5.000000", "2.000000", "3.000000"], 0)] {
      let events = times.map { "E: \($0) 0003 0035 12\nE: \($0) 0000 0000 0\n" }.joined()
      let file = try folder.write(Recorded.header + events, to: "back.evemu")
      let json = try Touchreel.run("info", "--json", file).output
      let facts = try JSONSerialization.jsonObject(with: json) as? [String: Any]
      #expect(facts?["duration"] as? Double == duration)
    }
  }

  @Test func `--size names its limit`() throws {
    let outcome = try Touchreel.run("render", "a", "-o", "a.png", "--size", "20001x1")
    #expect(outcome.status == 64 && outcome.errors.contains("20000x20000"), "\(outcome)")
  }
}
