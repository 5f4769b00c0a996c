import SeededCases
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

/// Recordings cut anywhere, and with any byte changed: they are read or refused, and never more than their text could
/// hold.
@Suite(.slow)
struct ForeignDamageTests {
  struct Sample: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]
  }

  static let samples: [Sample] = {
    let evemu = EvemuReadingTests.description + (0..<20).map(evemuFrame).joined()
    let raw = (0..<40).flatMap { _ in RawReadingTests.events }
    let libinput = LibinputReadingTests.head + String(repeating: LibinputReadingTests.written, count: 20)
    let second = "- node" + libinput.split(separator: "- node", maxSplits: 1)[1]
    let texts = [
      ("evemu", evemu), ("libinput", libinput), ("two devices", libinput + second),
      ("getevent", GeteventReadingTests.session), ("evtest", EvtestReadingTests.session),
      ("chromeos", ChromeOSReadingTests.log), ("hexdump", Hexdumps.canonical(rawBytes(raw, width: 16))),
    ]
    return texts.map { Sample(testDescription: $0.0, bytes: Array($0.1.utf8)) }
      + [16, 24].map { Sample(testDescription: "raw\($0)", bytes: rawBytes(raw, width: $0)) }
  }()

  private static func evemuFrame(_ number: Int) -> String {
    """
    E: \(number).000001 0003 0035 \(number * 100)	# EV_ABS / ABS_MT_POSITION_X
    E: \(number).000001 0003 0039 -001	# EV_ABS
    E: \(number).000001 0000 0000 0000	# ------------ SYN_REPORT (0) ----------

    """
  }

  @Test(arguments: samples)
  func `A file cut anywhere gives the front of its events`(_ sample: Sample) throws {
    let whole = try Reading(MemoryBytes(sample.bytes))
    var random = SplitMix64(seed: 7)
    for _ in 0..<200 {
      let length = Int.random(in: 0...sample.bytes.count, using: &random)
      guard let cut = try? Reading(MemoryBytes(Array(sample.bytes.prefix(length))), as: whole.format) else { continue }
      for (channel, events) in eventsByChannel(cut) {
        #expect(events == Array(eventsByChannel(whole)[channel, default: []].prefix(events.count)), "cut at \(length)")
      }
    }
  }

  private func eventsByChannel(_ reading: Reading) -> [DeviceChannel: [InputEvent]] {
    reading.entries.reduce(into: [:]) { events, entry in
      if case .frame(let frame, let channel) = entry { events[channel, default: []] += frame.events }
    }
  }

  @Test(arguments: samples)
  func `A changed byte never adds more than a line`(_ sample: Sample) throws {
    let whole = try Reading(MemoryBytes(sample.bytes))
    var random = SplitMix64(seed: 8)
    for _ in 0..<200 {
      var bytes = sample.bytes
      let place = Int.random(in: bytes.indices, using: &random)
      bytes[place] = UInt8(truncatingIfNeeded: random.next())
      for format in [nil, whole.format] {
        guard let changed = try? Reading(MemoryBytes(bytes), as: format) else { continue }
        #expect(changed.events.count <= whole.events.count * 2 + 1, "byte \(place) is \(bytes[place])")
      }
    }
  }

  @Test func `What is no text of its format is read as no events`() throws {
    var random = SplitMix64(seed: 9)
    let noise = (0..<20_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    for format in FormatSources.formats where format != .mcap && format != .raw16 && format != .raw24 {
      let events = (try? Reading(MemoryBytes(noise), as: format))?.events.count ?? 0
      #expect(events == 0, "\(format)")
    }
  }
}
