import Foundation
import SeededCases
import TestSupport
import Testing

/// What a recording holds is read, or said, alike from a file and from a pipe.
@Suite(.slow)
struct FileAndPipeTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ line: String) throws -> Programs.Outcome {
    try Touchreel.run(shell: #""$@" \#(line)"#, in: folder.url)
  }

  /// What both readings of a text say, without its name, once it is known that they give the same events.
  private func warnings(of text: String, named name: String) throws -> [String] {
    try folder.write(text, to: name)
    let ofFile = try said(in: run("convert \(name) 0.mcap --force"), named: name)
    let ofPipe = try said(in: run("convert - 1.mcap --force <\(name)"), named: name)
    #expect(ofFile == ofPipe, "\(name)")
    let comparison = try run("compare --exact 0.mcap 1.mcap")
    #expect(comparison.status == 0, "\(name): \(comparison)")
    for command in ["dump", "dump --touches"] {
      let (file, pipe) = (try run("\(command) \(name)"), try run("\(command) - <\(name)"))
      #expect(file.status == 0 && file.text == pipe.text, "\(command) \(name): \(file) \(pipe)")
      // A pipe whose device is not described is printed at its end, and that is said.
      let lines = try [file, pipe].map { outcome in
        try said(in: outcome, named: name).filter { !$0.contains("printed as they come") }
      }
      #expect(lines[0] == lines[1], "\(command) \(name)")
    }
    return ofFile
  }

  private func said(in outcome: Programs.Outcome, named name: String) throws -> [String] {
    #expect(outcome.status == 0, "\(name): \(outcome)")
    return outcome.errors.split(separator: "\n").map { line in
      String(line).replacing("\(name): ", with: "").replacing("standard input: ", with: "")
    }.sorted()
  }

  private var events: String {
    String(Recorded.diagonal.split(separator: "\n").filter { $0.hasPrefix("E:") }.joined(separator: "\n")) + "\n"
  }

  @Test func `What libinput record tells besides is said, wherever it stands`() throws {
    let (top, devices) = LibinputLossTests.recording.halves(at: "devices:")
    for text in [top + devices, devices + top] {
      let said = try warnings(of: text, named: "a.yml")
      for fact in ["HID descriptors", "quirks", "the machine's kernel and model", "libinput's own events"] {
        #expect(said.contains { $0.contains(fact) }, "\(fact): \(said)")
      }
    }
  }

  @Test func `Keys in the order of the alphabet are no foreign lines`() throws {
    let (front, events) = LibinputLossTests.recording.halves(at: "  events:")
    let (node, evdev) = front.halves(at: "    name:")
    let (top, _) = front.halves(at: "devices:")
    let (description, rest) = evdev.halves(at: "  hid:")
    #expect(node.contains("- node:"))
    let sorted =
      "devices:\n- evdev:\n" + description + events.trimmed + "\n" + rest + "  node: /dev/input/event5\n" + top
    let said = try warnings(of: sorted, named: "sorted.yml")
    #expect(said.contains { $0.contains("HID descriptors, quirks") && $0.contains("kernel and model") }, "\(said)")
    #expect(!said.contains { $0.contains("skipped") }, "\(said)")
    #expect(try run("info sorted.yml").text.contains("ELAN Touchscreen"))
  }

  @Test(arguments: PropertySeeds.from(1, count: 12))
  func `libinput's YAML as JSON is the same recording`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    try folder.write(Recorded.diagonal, to: "source.evemu")
    try Touchreel.succeed("convert", folder.path("source.evemu"), folder.path("source.yml"))
    let yaml = try String(contentsOfFile: folder.path("source.yml"), encoding: .utf8)
    let line = random.next() % 2 == 0 ? "" : "\n"
    let text = Self.json(Self.object(of: yaml), &random, line: line) + (random.next() % 2 == 0 ? "\n" : "")
    let said = try warnings(of: text, named: "a.json")
    #expect(said.allSatisfy { $0.contains("left out") }, "\(said)")
    let comparison = try run("compare source.yml a.json")
    #expect(comparison.status == 0, "\(comparison)")
    // A part is read as far as it goes, and that is said.
    let count = Int(random.next() % UInt64(text.utf8.count / 2)) + text.utf8.count / 2
    try folder.write(String(decoding: text.utf8.prefix(count), as: UTF8.self), to: "cut.json")
    let cut = try run("dump cut.json")
    #expect(cut.status == 0 || cut.status == 1, "\(cut)")
    let isWhole = try cut.text == run("dump a.json").text
    #expect((isWhole || !cut.errors.isEmpty) && !cut.errors.contains("is a drawing"), "\(cut)")
  }

  /// JSON whose members come in an order of the seed.
  ///
  /// - Parameter line: what begins a line; nothing for all in one.
  private static func json(_ value: Any, _ random: inout SplitMix64, line: String) -> String {
    let inner = line.isEmpty ? "" : line + "  "
    var parts: [String] = []
    switch value {
    case let members as [String: Any]:
      for (key, member) in members.sorted(by: { $0.key < $1.key }).shuffled(using: &random) {
        parts.append("\(inner)\"\(key)\": " + json(member, &random, line: inner))
      }
      return "{\(parts.joined(separator: ","))\(line)}"
    case let items as [Any]:
      for item in items { parts.append(inner + json(item, &random, line: inner)) }
      return "[\(parts.joined(separator: ","))\(line)]"
    case is NSNull: return "null"
    case let text as String: return "\"\(text)\""
    default: return "\(value)"
    }
  }

  /// The document as other programs hold it, of a recording of one device as `convert` writes it.
  private static func object(of yaml: String) -> [String: Any] {
    let lists = yaml.split(separator: "\n").filter { $0.hasPrefix("    - [") }.map { line in
      numbers(in: line.prefix { $0 != "]" }.dropFirst(7))
    }
    let frames = lists.frames
    func section(_ name: String) -> [String: [Int]] {
      let all = yaml.split(separator: "\n")
      let lines = all.drop { $0 != "    \(name):" }.dropFirst().prefix { $0.hasPrefix("      ") }
      return Dictionary(
        uniqueKeysWithValues: lines.map { line in
          let parts = line.prefix { $0 != "]" }.split(separator: ":")
          return (parts[0].trimmingCharacters(in: .whitespaces), numbers(in: parts[1].dropFirst(2)))
        })
    }
    let evdev: [String: Any] = [
      "name": "Test Screen", "id": [3, 4660, 22136, 256], "codes": section("codes"), "absinfo": section("absinfo"),
      "properties": [1],
    ]
    let device: [String: Any] = [
      "node": "/dev/input/event0", "evdev": evdev, "hid": [Int](), "quirks": NSNull(),
      "udev": ["properties": ["ID_INPUT=1"]], "events": frames.map { ["evdev": $0] },
    ]
    return [
      "version": 1, "ndevices": 1, "libinput": ["version": "1.20.0", "git": "unknown"],
      "system": ["os": "x", "kernel": "unknown", "dmi": "x"], "devices": [device],
    ]
  }

  private static func numbers(in text: Substring) -> [Int] {
    text.split(separator: ",").compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
  }

  @Test func `A device that is not described is the same from a file and a pipe`() throws {
    let anonymous = (0..<9).map { step in
      "E: 0.1\(step) 0003 0035 \(step * 9)\nE: 0.1\(step) 0003 0036 9\nE: 0.1\(step) 0000 0002 0\n"
        + "E: 0.1\(step) 0000 0000 0\n"
    }.joined()
    for (text, name) in [(events, "slots.evemu"), (anonymous, "anonymous.evemu")] {
      let said = try warnings(of: text, named: name)
      #expect(said.count == 1, "\(said)")
    }
  }

  @Test func `A node of which no event comes is no device`() throws {
    try folder.write(events, to: "events.evemu")
    try Touchreel.succeed("convert", folder.path("events.evemu"), folder.path("events.getevent"))
    let text = try String(contentsOfFile: folder.path("events.getevent"), encoding: .utf8)
      .split(separator: "\n").filter { $0.hasPrefix("[") }.map { "\($0)\n" }.joined()
    let named = text.replacing("] ", with: "] /dev/input/event2: ")
    let list = "add device 1: /dev/input/event7\n  name:     \"Power Button\"\nadd device 2: /dev/input/event2\n"
    let others = ["add device 1: /dev/input/event9\n", "/dev/input/event0:\tPower\n"]
    let fronts = [list + "  name:     \"Screen\"\n", list] + others
    for (number, front) in fronts.enumerated() {
      _ = try warnings(of: front + named, named: "\(number).getevent")
      let info = try run("info \(number).getevent").text
      #expect(info.contains("\n  device 0: \(number == 0 ? "Screen" : "(no name)")"), "\(info)")
      #expect(!info.contains("\n  device 1: ") && info.contains(", 1 touch\n"), "\(info)")
    }
    // Events without a node are the only device's.
    _ = try warnings(of: list.split(separator: "\n")[0] + "\n  name: \"Screen\"\n" + text, named: "bare.getevent")
    #expect(try run("info bare.getevent").text.contains("device 0: Screen"))
  }

  @Test func `A device without a name has none when it is read back`() throws {
    try folder.write(events, to: "events.evemu")
    try Touchreel.succeed("convert", folder.path("events.evemu"), folder.path("copy.evemu"))
    #expect(try run("info copy.evemu").text.contains("device 0: (no name)"))
  }

  @Test func `A description alone is no table, from a file as from a pipe`() throws {
    try folder.write(Recorded.header, to: "screen.evemu")
    for input in ["screen.evemu", "-"] {
      for output in ["out.csv", "out.jsonl"] {
        let outcome = try run("convert \(input) \(output) <screen.evemu")
        #expect(outcome.status == 1 && outcome.errors.contains("describes a device and has no events"), "\(outcome)")
        #expect(!folder.names.contains(output))
      }
    }
  }

  @Test func `Lines may end by carriage returns`() throws {
    try folder.write(Recorded.diagonal, to: "feed.evemu")
    for ends in ["\r", "\r\n", "\r\r\n"] {
      let text = Recorded.diagonal.replacing("\n", with: ends)
      let said = try warnings(of: text, named: "return.evemu")
      #expect(said.isEmpty, "\(said)")
      let events = try ["return.evemu", "feed.evemu"].map { try run("dump \($0)").text }
      #expect(events[0] == events[1])
    }
  }

  @Test func `What is written of a pipe may be read by whom the umask says`() throws {
    let shell =
      #"umask 027; "$@" convert - a.mcap <line.evemu; "$@" convert - b.csv <line.evemu; stat -c %a a.mcap b.csv"#
    try folder.write(Recorded.line, to: "line.evemu")
    let outcome = try Touchreel.run(shell: shell, in: folder.url)
    #expect(outcome.text == "640\n640\n", "\(outcome)")
    let replaced = #"chmod 604 a.mcap; "$@" convert - a.mcap --force <line.evemu; stat -c %a a.mcap"#
    #expect(try Touchreel.run(shell: replaced, in: folder.url).text == "604\n")
  }

  @Test func `A table of a stream requires the chosen devices`() throws {
    try folder.write(Recorded.line, to: "line.evemu")
    for choice in ["--device Nobody", "--touch 9"] {
      let outcomes = try ["line.evemu", "- <line.evemu"].map { try run("dump --format csv \(choice) \($0)") }
      for outcome in outcomes {
        #expect(outcome.status == 1 && outcome.errors.contains(": has no "), "\(outcome)")
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
      }
    }
  }

  @Test func `Standard input is named once`() throws {
    for line in ["join - - -o a.mcap", "info - -", "dump - - --format csv", "render - - -o a/"] {
      let outcome = try run("\(line) </dev/null")
      #expect(outcome.status == 64 && outcome.errors.contains("can be read once"), "\(outcome)")
    }
  }
}

extension String {
  /// What comes before the line that begins so, and the rest.
  fileprivate func halves(at beginning: String) -> (front: String, back: String) {
    guard let range = range(of: "\n\(beginning)") else { return (self, "") }
    return (String(self[..<range.lowerBound]) + "\n", String(self[index(after: range.lowerBound)...]))
  }

  fileprivate var trimmed: String { trimmingCharacters(in: .newlines) }
}

extension [[Int]] {
  /// Events in lists that end with a SYN_REPORT.
  fileprivate var frames: [[[Int]]] {
    reduce(into: [[]]) { frames, event in
      frames[frames.count - 1].append(event)
      if event[2] == 0 && event[3] == 0 { frames.append([]) }
    }.filter { !$0.isEmpty }
  }
}
