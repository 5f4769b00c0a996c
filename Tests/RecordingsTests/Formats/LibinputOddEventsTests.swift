import SeededCases
import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

/// What stands among the events of libinput's YAML and is none: it takes nothing with it, and is said.
struct LibinputOddEventsTests {
  private static let frameCount = 12

  private static func frame(_ number: Int, key: String = "evdev") -> [String] {
    let time = "[  1, \(10_000 + number * 8000)"
    return [
      "  - \(key):", "    - \(time),   3,  53, \(100 + number)] # x", "    - \(time),   0,   0,       0] # x",
    ]
  }

  private static let frames = (0..<frameCount).map { frame($0) }

  private func read(_ frames: [[String]]) throws -> Reading {
    let text = LibinputReadingTests.head + frames.flatMap(\.self).joined(separator: "\n") + "\n"
    let bytes = Array(text.utf8)
    let whole = Outcome(MemoryBytes(bytes, name: "in"))
    let pieces = Outcome(PieceBytes(bytes, seed: 1))
    #expect(pieces.said == whole.said)
    #expect(firstDifference(pieces.script, whole.script) == nil)
    return try Reading(text)
  }

  /// Lines, and the beginning of what is said of them.
  private static let odd: [([String], String)] = [
    (["    - {a: 1}"], "a mapping among the events: skipped"),
    (["    - {a: [1, 2], b: {c: 3}}"], "a mapping among the events: skipped"),
    (["[", "  {\"a\": 1}", "]"], "a mapping among the events: skipped"),
    (["    - [1, 18880,"], "list is not an event: skipped"),
    (["    - ["], "list is not an event: skipped"),
    (["    - [[["], "list is not an event: skipped"),
    (["  events:"], ""),
    (["  events:", "  - evdev:"], ""),
  ]

  @Test(arguments: odd.indices, PropertySeeds.from(1, count: 10))
  func `Nothing that stands among the events takes others with it`(index: Int, seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let (lines, said) = Self.odd[index]
    var frames = Self.frames
    let place = 1 + random.next(below: frames.count - 2)
    // Behind `events:` an `evdev:` has to follow.
    let isKey = lines[0].contains("events:")
    frames[place].insert(contentsOf: lines, at: isKey ? 0 : 1 + random.next(below: 2))
    let reading = try read(frames)
    #expect(reading.events.count == 2 * Self.frameCount, "\(lines), seed \(seed): \(reading.warnings)")
    #expect(said.isEmpty == reading.warnings.isEmpty, "\(lines), seed \(seed): \(reading.warnings)")
    if !said.isEmpty {
      #expect(reading.warnings.contains { $0.hasSuffix(said) }, "\(lines), seed \(seed): \(reading.warnings)")
    }
  }

  @Test(arguments: PropertySeeds.from(1, count: 10))
  func `Events under another name are counted`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var frames = Self.frames
    // Behind `libinput:`, so that they are not of the frame before.
    let place = 1 + random.next(below: frames.count - 2)
    frames[place] = ["  - libinput:", "    - {time: 0.02, type: DEVICE_ADDED}"] + Self.frame(place, key: "frame")
    let reading = try read(frames)
    #expect(reading.events.count == 2 * (Self.frameCount - 1), "seed \(seed)")
    let said = "list of five numbers under \"frame\" instead of \"evdev\": skipped (2 times)"
    #expect(reading.warnings.contains { $0.hasSuffix(said) }, "seed \(seed): \(reading.warnings)")
  }

  @Test func `A recording whose events all have another name is an error that counts them`() throws {
    let frames = (0..<Self.frameCount).map { Self.frame($0, key: "frame") }
    let text = LibinputReadingTests.head + frames.flatMap(\.self).joined(separator: "\n") + "\n"
    let error = #expect(throws: FileError.self) { try Reading(text) }
    #expect(
      error?.message.contains("and so are \(2 * Self.frameCount - 1) others") == true, "\(String(describing: error))")
  }
}
