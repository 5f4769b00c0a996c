import Testing
import TouchReelByteStreams
import TouchReelRecordingFormats
import TouchReelRecordings

/// Bytes within a line that are no text.
struct ControlByteTests {
  /// The bytes of the sample's middle line, as positions in its text.
  private static func middleLine(of sample: TextSample) throws -> Range<Int> {
    let range = try #require(sample.text.ranges(of: sample.middle).first)
    let end = sample.text.utf8.distance(from: sample.text.startIndex, to: range.upperBound) - 1
    let bytes = Array(sample.text.utf8)
    let feed = bytes[..<end].lastIndex(of: 0x0a)
    return (feed.map { $0 + 1 } ?? 0)..<end
  }

  @Test(arguments: TextSample.all, [0x00, 0x01, 0x7f] as [UInt8])
  func `A run of control bytes anywhere in a line ends, and what it costs is said`(
    _ sample: TextSample, _ byte: UInt8
  ) throws {
    let bytes = Array(sample.text.utf8)
    let sound = try Reading(MemoryBytes(bytes, name: "in"), as: sample.format)
    for position in try Self.middleLine(of: sample) {
      var changed = bytes
      changed.insert(contentsOf: repeatElement(byte, count: 5), at: position)
      // Nothing at all can be an error, which says it too.
      guard let reading = try? Reading(MemoryBytes(changed, name: "in"), as: sample.format) else { continue }
      #expect(
        reading.lines == sample.lines || reading.warnings.count > sound.warnings.count,
        "\(byte) at \(position): \(reading.lines) \(reading.warnings)")
    }
  }

  @Test func `Zeros behind the time of an event are no ruler`() throws {
    let zeros = String(repeating: "\0", count: 4)
    let text = TextSample.evtest.text + "Event: time 1.030000,\(zeros) type 3 (EV_ABS), code 54 (nil), value 508\n"
    let reading = try Reading(text)
    #expect(reading.lines == TextSample.lines)
    #expect(reading.warnings.last == "line 9: is a malformed event or description: skipped")
  }
}
