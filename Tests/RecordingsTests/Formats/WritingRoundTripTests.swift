import InputEvents
import RecordingFormats
import Recordings
import SeededCases
import Testing

/// A recording that is read, written in its own format and read again says the same.
struct WritingRoundTripTests {
  @Test(arguments: FormatSinks.formats.filter { $0 != .mcap }, 0..<40 as Range<UInt64>)
  func `What is written is read again`(_ format: RecordingFormat, seed: UInt64) throws {
    let told = randomTold(seed: seed, deviceCount: 1)
    let first = try Writing(told, as: format).read(as: format)
    #expect(first.lines == told.lines, "seed \(seed)")
    #expect(first.warnings.filter { !$0.contains("the device has no description") } == [], "seed \(seed)")
    let second = try Writing(first.entries, as: format).read(as: format)
    #expect(second.lines == first.lines, "seed \(seed)")
  }

  @Test(arguments: [RecordingFormat.libinput, .getevent], 0..<40 as Range<UInt64>)
  func `Several devices are read again`(_ format: RecordingFormat, seed: UInt64) throws {
    let told = randomTold(seed: seed, deviceCount: 3)
    let reading = try Writing(told, as: format).read(as: format)
    for channel in 0..<3 {
      let events = reading.channelLines.filter { $0.hasPrefix("\(channel): ") }
      #expect(events == told.lines(of: channel).map { "\(channel): \($0)" }, "seed \(seed), device \(channel)")
    }
    // The times never go back, so that frames come in the order of the recording also where the file has them device by
    // device.
    #expect(reading.frames.compactMap(\.time) == reading.frames.compactMap(\.time).sorted(), "seed \(seed)")
  }

  @Test(arguments: [RecordingFormat.evemu, .libinput])
  func `The description is read again`(_ format: RecordingFormat)
    throws
  {
    let told: [Told] = [.opening(0, number: 0, Told.screen), .frame(0, at: 1, [])]
    var again = try #require(try Writing(told, as: format).read(as: format).devices.first)
    again.node = nil
    // In evemu's mask of types nothing tells which codes of EV_SYN there are.
    var expected = Told.screen
    if format == .evemu { expected.codes[.synchronization] = [] }
    #expect(again == expected)
  }

  @Test func `Many events of a second device wait outside of memory`() throws {
    var told: [Told] = [.opening(0, number: 0, Told.screen), .opening(1, number: 1, Told.pad)]
    for time in 0..<20_000 as Range<Int64> {
      told.append(.frame(Int(time % 2), at: time, [(.absolute, .positionX, Int32(time)), (.key, .touch, 1)]))
    }
    let reading = try Writing(told, as: .libinput).read(as: .libinput)
    #expect(reading.lines == told.lines)
  }
}

private func randomTold(seed: UInt64, deviceCount: Int) -> [Told] {
  var random = SplitMix64(seed: seed)
  var time = Int64.random(in: 0...9_000_000_000_000_000, using: &random)
  var told = (0..<deviceCount).map { Told.opening($0, number: $0, Told.screen) }
  for _ in 0..<60 {
    time += Int64.random(in: 0...2_000_000, using: &random)
    var events: [InputEvent] = []
    for _ in 0..<Int.random(in: 0...20, using: &random) {
      if Int.random(in: 0..<8, using: &random) == 0 { time += 1 }
      events.append(
        InputEvent(
          time: Timestamp(microseconds: time), type: EventType(rawValue: .random(in: 1...31, using: &random)),
          code: EventCode(rawValue: .random(in: 0...0x2ff, using: &random)),
          value: [.min, .max, -1, 0, .random(in: .min ... .max, using: &random)].randomElement(using: &random) ?? 0))
    }
    events.append(.report(at: Timestamp(microseconds: time)))
    told.append(.frame(Int.random(in: 0..<deviceCount, using: &random), Frame(events: events)))
  }
  return told
}

extension [Told] {
  fileprivate var lines: [String] { flatMap(\.events).map(\.line) }

  fileprivate func lines(of channel: Int) -> [String] {
    filter { told in if case .frame(channel, _) = told { true } else { false } }.lines
  }
}

extension Told {
  /// Of a frame; none for all else.
  var events: [InputEvent] {
    guard case .frame(_, let frame) = self else { return [] }
    return frame.events
  }
}
