import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

/// Recordings of libinput that were appended to one another, and those of which keys are missing.
struct LibinputAppendedTests {
  private static var text: String { TextSample.libinput.text }

  /// What a text gives as a file, and as a stream of which nothing is read ahead.
  private func expectTheSame(_ text: String) throws -> Reading {
    var options = ReadingOptions()
    options.inference = .firstFrame
    let bytes = Array(text.utf8)
    let whole = try Reading(MemoryBytes(bytes, name: "in"), options: options)
    let stream = try Reading(PieceBytes(bytes, seed: 5), options: options)
    #expect(stream.channelLines == whole.channelLines)
    #expect(stream.warnings == whole.warnings)
    #expect(stream.isTruncated == whole.isTruncated)
    #expect(stream.devices == whole.devices)
    return whole
  }

  @Test func `A recording that is appended comes behind the first from files and pipes`() throws {
    let reading = try expectTheSame(Self.text + Self.text + Self.text)
    let lines = TextSample.lines
    #expect(reading.channelLines == (0...2).flatMap { channel in lines.map { "\(channel): \($0)" } })
    #expect(reading.devices.count == 3)
    #expect(reading.warnings.count == 1)
    #expect(reading.warnings.first?.contains("another recording was appended") == true, "\(reading.warnings)")
    #expect(!reading.isTruncated)
  }

  @Test func `An appended recording of several devices is merged by itself`() throws {
    let two = Self.text.replacing("ndevices: 1", with: "ndevices: 2")
    let device = two.suffix(from: try #require(two.firstRange(of: "- node:")).lowerBound)
    let reading = try expectTheSame(Self.text + two + device)
    #expect(reading.devices.count == 3)
    #expect(reading.channelLines.prefix(8).allSatisfy { $0.hasPrefix("0: ") })
    #expect(reading.channelLines.dropFirst(8).prefix(4).allSatisfy { $0.hasPrefix("1: ") })
    #expect(reading.channelLines.dropFirst(12).prefix(4).allSatisfy { $0.hasPrefix("2: ") })
    #expect(reading.lines.count == 24)
  }

  @Test(arguments: ["version: 1\n", "ndevices: 1\n"])
  func `A key of the file among the events takes none of them along`(key: String) throws {
    let frame = try #require(Self.text.ranges(of: "  - evdev:").last).lowerBound
    for place in [frame, try #require(Self.text.firstRange(of: "    - [  1,  10000,   0")).lowerBound] {
      let reading = try Reading("\(Self.text[..<place])\(key)\(Self.text[place...])")
      #expect(reading.lines == TextSample.lines)
      #expect(reading.devices.count == 1)
    }
  }

  @Test(arguments: [
    ["  events:\n"], ["  - evdev:\n"], ["  events:\n", "  - evdev:\n"],
    ["  events:\n", "  - evdev:\n", "  # Current time is 12:14:31\n"],
  ])
  func `Events are read where keys before them are missing`(keys: [String]) throws {
    let text = keys.reduce(Self.text) { $0.replacing($1, with: "") }
    let reading = try expectTheSame(text)
    #expect(reading.lines == TextSample.lines, "\(reading.warnings)")
    #expect(reading.devices.first?.name == "Screen")
  }

  @Test func `An event within the description takes none of it along`() throws {
    let event = "    - [  1,      0,   3,  57,       1] # EV_ABS\n"
    let reading = try Reading(Self.text.replacing("  hid: []\n", with: "\(event)  hid: []\n"))
    #expect(reading.lines == TextSample.lines)
    #expect(try reading.devices == Reading(Self.text).devices)
    #expect(reading.warnings.count == 1)
  }

  @Test(arguments: ["", "\n"])
  func `A file that ends behind an evdev key is truncated`(end: String) throws {
    let last = try #require(Self.text.ranges(of: "  - evdev:").last)
    let reading = try expectTheSame(Self.text[..<last.upperBound] + end)
    #expect(reading.lines == Array(TextSample.lines.prefix(6)))
    #expect(reading.isTruncated)
    #expect(reading.warnings.contains { $0.contains("the recording ends inside a frame") })
  }
}
