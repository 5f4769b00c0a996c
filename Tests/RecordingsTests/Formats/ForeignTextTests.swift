import SeededCases
import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

/// Text around and inside a recording, and the ways in which one text comes.
struct ForeignTextTests {
  private static let noise = [
    "^C", "user@host:~$ cat recording.txt", "The panel is the upper one of the two.", "....", "- please look at this",
    "Note: it hangs here", "[user@host ~]$ ", "```", "On Monday, A Tester wrote:", "-----Original Message-----",
    "hello there", "devices:", "    devices:",
    "2 fingers, 5 times", "-- ",
  ]

  @Test(arguments: TextSample.all, noise)
  func `A line inside is stepped over with one warning`(_ sample: TextSample, _ line: String) throws {
    let whole = try Reading(sample.text)
    let reading = try Reading(sample.text.replacing(sample.middle, with: "\(sample.middle)\(line)\n"))
    #expect(reading.format == sample.format)
    #expect(reading.lines == sample.lines)
    #expect(reading.devices == whole.devices)
    #expect(!reading.isTruncated)
    let added = reading.warnings.filter { !whole.warnings.contains($0) }
    #expect(added.count == 1 && added[0].hasSuffix("skipped"), "\(added)")
  }

  @Test(arguments: TextSample.all)
  func `Text around and inside is stepped over with a count`(_ sample: TextSample) throws {
    let reply = "Hello,\n\nhere is what you asked for:\n```\n"
    let inside = "\nThat was the first.\nAnd it goes on.\n\n"
    let text = reply + sample.text.replacing(sample.middle, with: sample.middle + inside) + "```\nThat was all of it.\n"
    let reading = try Reading(text)
    #expect(reading.format == sample.format)
    #expect(reading.lines == sample.lines)
    #expect(try reading.devices == Reading(sample.text).devices)
    let counted = reading.warnings.filter { $0.hasSuffix("skipped (7 times)") }
    #expect(counted.count == 1 && counted[0].hasPrefix("line 1: "), "\(reading.warnings)")
  }

  /// The text as it is changed on its way.
  private enum Way: CaseIterable {
    case carriageReturns, byteOrderMark, quoted, quotedTwice, indented, indentedQuotation, withoutLastLineFeed
    case quotedWithoutBlank, noBreakSpaces, colored

    func changed(_ text: String) -> String {
      switch self {
      case .carriageReturns: text.replacing("\n", with: "\r\n")
      case .byteOrderMark: "\u{feff}" + text
      case .quoted: text.prefixed("> ")
      case .quotedTwice: text.prefixed("> > ")
      case .indented: text.prefixed("    ")
      case .indentedQuotation: text.prefixed("    > ")
      case .withoutLastLineFeed: String(text.dropLast())
      case .quotedWithoutBlank: text.prefixed(">")
      case .noBreakSpaces: text.replacing(" ", with: "\u{a0}")
      case .colored: text.prefixed("\u{1b}[0;32m").replacing("\n", with: "\u{1b}[0m\n")
      }
    }
  }

  @Test(arguments: TextSample.all, Way.allCases)
  private func `However a text comes, it says the same`(_ sample: TextSample, _ way: Way) throws {
    let text = sample.text.replacing(sample.middle, with: sample.middle + "hello there\n")
    let whole = try Reading(text)
    let reading = try Reading(way.changed(text))
    #expect(reading.format == sample.format)
    #expect(reading.lines == whole.lines)
    #expect(reading.devices == whole.devices)
    #expect(reading.warnings == whole.warnings)
    #expect(!reading.isTruncated)
  }

  @Test(arguments: TextSample.all, PropertySeeds.from(1, count: 3))
  func `From a pipe a text says what the file says`(_ sample: TextSample, _ seed: UInt64) throws {
    let noisy = "Hello,\n\n" + sample.text.replacing(sample.middle, with: "\(sample.middle)^C\nhello\n") + "Bye.\n"
    for text in [sample.text, noisy] {
      let whole = Outcome(MemoryBytes(Array(text.utf8), name: "in"))
      let pieces = Outcome(PieceBytes(Array(text.utf8), seed: seed))
      #expect(pieces.said == whole.said)
      #expect(firstDifference(pieces.script, whole.script) == nil)
    }
  }

  @Test(arguments: TextSample.all.filter { $0.format != .hexdump && $0.format != .debugEvents })
  func `Where lines look like events and none can be read, that is an error`(_ sample: TextSample) throws {
    let broken = Self.broken[sample.format] ?? ""
    let error = #expect(throws: FileError.self) { _ = try Reading(broken, as: sample.format) }
    #expect(error?.description.contains("looks like an event and is none") == true, "\(error?.description ?? "")")
    // With one event that can be read they are warnings.
    #expect(try Reading(sample.text + broken, as: sample.format).lines.count >= sample.lines.count)
  }

  @Test func `Other lines that only look like events are counted`() {
    for (count, others) in [(1, ""), (2, ", and so is 1 other"), (3, ", and so are 2 others")] {
      let text = String(repeating: "E: 1.0 0003 zzzz 5\n", count: count)
      let error = #expect(throws: FileError.self) { _ = try Reading(text, as: .evemu) }
      let start = "looks like an event and is none\(others), so that nothing can be read"
      #expect(error?.message.hasPrefix(start) == true, "\(error?.description ?? "")")
    }
  }

  private static let ofLines = [
    TextSample.evemu, .chromeos, .getevent, .labelled, .evtest, .koreader, .python, .debug,
  ]

  @Test(arguments: ofLines)
  func `Text behind an event is counted`(_ sample: TextSample) throws {
    let whole = try Reading(sample.text)
    let reading = try Reading(sample.text.replacing(sample.middle, with: sample.middle.dropLast() + " hello there\n"))
    #expect(reading.lines == sample.lines)
    #expect(reading.devices == whole.devices)
    let added = reading.warnings.filter { !whole.warnings.contains($0) }
    #expect(added.count == 1 && added[0].hasSuffix(": text behind an event: skipped"), "\(added)")
  }

  @Test(arguments: ofLines)
  func `A paste on one line has all events`(_ sample: TextSample) throws {
    let text = sample.text.split(separator: "\n").joined(separator: " ") + "\n"
    let reading = try Reading(text)
    #expect(reading.format == sample.format)
    #expect(reading.lines == sample.lines)
    let isDescribed = [.evemu, .chromeos, .debugEvents].contains(sample.format)
    #expect(reading.warnings.contains { $0.hasSuffix("text before an event: skipped") } == isDescribed)
    #expect(!reading.warnings.contains { $0.contains("behind an event") })
    let pieces = Outcome(PieceBytes(Array(text.utf8), seed: 1))
    #expect(pieces.said == Outcome(MemoryBytes(Array(text.utf8), name: "in")).said)
  }

  @Test(arguments: ofLines)
  func `An event behind other text on its line looks like one`(_ sample: TextSample) throws {
    guard ![.koreader, .debugEvents].contains(sample.format) else { return }
    let middle = sample.middle.dropLast()
    let event = sample.text.split(separator: "\n").first { $0.contains(middle) }
    let text = "The first was \(try #require(event))\n"
    let error = #expect(throws: FileError.self) { _ = try Reading(text, as: sample.format) }
    #expect(error?.description.contains("looks like an event and is none") == true, "\(error?.description ?? "")")
  }

  private static let broken: [RecordingFormat: String] = [
    .evemu: "E: 1.0 0003 zzzz 5\n", .chromeos: "E: 1.0 0003 zzzz 5\n",
    .libinput: "  - evdev:\n    - [0, 1, 3, 53]\n", .getevent: "[   1.000000] 0003 zzzz 00000005\n",
    .evtest: "Event: time 1.000000, type 3 (EV_ABS), code zz (X), value 5\n",
    .koreader: "DEBUG input event => type: 3 (EV_ABS), code: zz (X), value: 5, time: 1.000000\n",
    .pythonEvdev: "time 1.0    type 3 (EV_ABS), code zz (X), value 5\n",
    .sendevent: "sendevent /dev/input/event2 3 53 $x\n",
  ]
}

extension String {
  /// Each of its lines behind a mark.
  fileprivate func prefixed(_ mark: String) -> String {
    split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { "\(mark)\($0)\n" }.joined()
  }
}
