import SeededCases
import Testing
import TouchReelByteStreams
import TouchReelInputEvents

@testable import TouchReelRecordingFormats

/// The short way to read lines of `events:` gives what the long way gives.
struct LibinputLineTests {
  /// The events of some lines, read from a text in which only comments follow.
  private func events(_ lines: [UInt8], before end: Int) throws -> [InputEvent] {
    let comments = [UInt8](repeating: UInt8(ascii: "#"), count: end) + "\n".utf8
    let reader = LineReader(MemoryBytes(Array("  - evdev:\n".utf8) + lines + comments))
    var source = LibinputEvents(reader, keyColumn: 0)
    var events: [InputEvent] = []
    while let event = try source.next() { events.append(event) }
    return events
  }

  private func line(_ random: inout SplitMix64) -> [UInt8] {
    func blanks() -> String { String(repeating: " ", count: Int(random.next() % 7)) }
    let seconds = random.next() >> [63, 58, 40, 31, 30][Int(random.next() % 5)]
    let value = Int32(truncatingIfNeeded: random.next() >> (random.next() % 32))
    let numbers = "\(blanks())\(seconds),\(blanks())\(random.next() % 1_000_100),\(blanks())\(random.next() % 32)"
    let rest = ",\(blanks())\(random.next() % 70_000),\(blanks())\(value)]"
    let comment = ["", " # EV_ABS / ABS_MT_SLOT   3", " "][Int(random.next() % 3)]
    return Array("  \(blanks())- [\(numbers)\(rest)\(comment)".utf8)
  }

  @Test(arguments: PropertySeeds.from(0x1B1, count: 40))
  func `Lines mean the same whatever follows them`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      var line = line(&random)
      // Every other line has one byte changed, left out or added.
      if random.next() % 2 == 0 {
        let place = Int(random.next() % UInt64(line.count))
        let byte = UInt8(ascii: [" ", "0", "9", ",", "[", "]", "-", "#", "e", "\t"][Int(random.next() % 10)])
        switch random.next() % 3 {
        case 0: line[place] = byte
        case 1: line.remove(at: place)
        default: line.insert(byte, at: place)
        }
      }
      line.append(0x0a)
      // The short way is for lines with at least so many bytes from their beginning on.
      let long = try events(line, before: 1)
      #expect(
        try events(line, before: LibinputLine.longest) == long, "seed \(seed): \(String(decoding: line, as: UTF8.self))"
      )
    }
  }

  @Test func `Lines as libinput prints them are read the short way`() throws {
    let text = "    - [  0, 123456,   3,  57,      -1] # EV_ABS / ABS_MT_TRACKING_ID   -1\n"
    let bytes = Array(text.utf8) + [UInt8](repeating: UInt8(ascii: "7"), count: LibinputLine.longest)
    let (line, length) = try #require(bytes.withUnsafeBytes { LibinputLine.read($0) })
    guard case .event(let event) = line else { throw Unexpected() }
    #expect(length == text.utf8.count)
    #expect(
      event == InputEvent(time: Timestamp(microseconds: 123_456), type: .absolute, code: .trackingID, value: -1))
  }

  private struct Unexpected: Error {}
}
