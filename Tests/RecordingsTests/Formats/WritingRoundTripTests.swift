import SeededCases
import Testing
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

/// A recording that is read, written in its own format and read again says the same.
struct WritingRoundTripTests {
  @Test(arguments: FormatSinks.formats.filter { $0 != .mcap }, 0..<40 as Range<UInt64>)
  func `What is written is read again`(_ format: RecordingFormat, seed: UInt64) throws {
    let script = randomTold(seed: seed, deviceCount: 1)
    let first = try Writing(script, as: format).read(as: format)
    #expect(first.lines == script.lines, "seed \(seed)")
    #expect(first.warnings.filter { !$0.contains("the device has no description") } == [], "seed \(seed)")
    let second = try Writing(first.entries, as: format).read(as: format)
    #expect(second.lines == first.lines, "seed \(seed)")
  }

  @Test(arguments: [RecordingFormat.libinput, .getevent], 0..<40 as Range<UInt64>)
  func `Several devices are read again`(_ format: RecordingFormat, seed: UInt64) throws {
    let script = randomTold(seed: seed, deviceCount: 3)
    let reading = try Writing(script, as: format).read(as: format)
    for channel in 0..<3 {
      let events = reading.channelLines.filter { $0.hasPrefix("\(channel): ") }
      #expect(events == script.lines(of: channel).map { "\(channel): \($0)" }, "seed \(seed), device \(channel)")
    }
    // The times never go back, so that frames come in the order of the recording also where the file has them device by
    // device.
    #expect(reading.frames.compactMap(\.time) == reading.frames.compactMap(\.time).sorted(), "seed \(seed)")
  }

  @Test(arguments: [RecordingFormat.evemu, .libinput])
  func `The description is read again`(_ format: RecordingFormat)
    throws
  {
    let script: [ScriptedEntry] = [.opening(0, number: 0, ScriptedEntry.screen), .frame(0, at: 1, [])]
    var again = try #require(try Writing(script, as: format).read(as: format).devices.first)
    again.node = nil
    // Nothing in evemu's mask of types states which codes of EV_SYN there are.
    var expected = ScriptedEntry.screen
    if format == .evemu { expected.codes[.synchronization] = [] }
    #expect(again == expected)
  }

  @Test func `Many events of a second device wait outside of memory`() throws {
    var script: [ScriptedEntry] = [
      .opening(0, number: 0, ScriptedEntry.screen), .opening(1, number: 1, ScriptedEntry.pad),
    ]
    for time in 0..<20_000 as Range<Int64> {
      script.append(.frame(Int(time % 2), at: time, [(.absolute, .positionX, Int32(time)), (.key, .touch, 1)]))
    }
    let reading = try Writing(script, as: .libinput).read(as: .libinput)
    #expect(reading.lines == script.lines)
  }
}

private func randomTold(seed: UInt64, deviceCount: Int) -> [ScriptedEntry] {
  var random = SplitMix64(seed: seed)
  var time = Int64.random(in: 0...9_000_000_000_000_000, using: &random)
  var script = (0..<deviceCount).map { ScriptedEntry.opening($0, number: $0, ScriptedEntry.screen) }
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
    script.append(.frame(Int.random(in: 0..<deviceCount, using: &random), Frame(events: events)))
  }
  return script
}

extension [ScriptedEntry] {
  fileprivate var lines: [String] { flatMap(\.events).map(\.line) }

  fileprivate func lines(of channel: Int) -> [String] {
    filter { script in if case .frame(channel, _) = script { true } else { false } }.lines
  }
}

extension ScriptedEntry {
  /// The events of a frame; none for all else.
  var events: [InputEvent] {
    guard case .frame(_, let frame) = self else { return [] }
    return frame.events
  }
}
