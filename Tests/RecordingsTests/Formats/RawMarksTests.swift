import SeededCases
import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

/// The time of a first event may look like the mark of another format.
struct RawMarksTests {
  /// Seconds whose first bytes in little-endian order are a mark.
  static let seconds: [Int64] = [
    0x7FFF_FFFE,  // 2147483646: fe ff, a byte order mark of UTF-16
    0xFFFF_FFFE,  // 4294967294
    0x6543_FEFF,  // ff fe, the other one
    0x6543_8B1F,  // 1f 8b, gzip
    0xFD2F_B528,  // 28 b5 2f fd, zstd
    0x5068_5A42,  // "BZhP", bzip2
    0x4143_4D89,  // 89 "MCA"
    0x2241_227B,  // {"A", a drawing
    0x2020_3A45,  // "E:  ", evemu
  ]

  @Test(arguments: seconds, [16, 24])
  func `A time that looks like a mark is a time`(_ seconds: Int64, width: Int)
    throws
  {
    for seed in PropertySeeds.from(1, count: 3) {
      var random = SplitMix64(seed: seed)
      let events = frames(from: seconds, &random)
      let reading = try Reading(MemoryBytes(rawBytes(events, width: width)))
      #expect(reading.format == (width == 16 ? .raw16 : .raw24), "seed \(seed)")
      #expect(reading.events == events, "seed \(seed)")
    }
  }

  @Test func `A time that goes on like the mark of MCAP is a time`() throws {
    // 89 4d 43 41 50 00 00 00: second 0x41434d89, microsecond 0x50.
    let time = Timestamp(microseconds: 0x4143_4D89 * 1_000_000 + 0x50)
    let events = [
      InputEvent(time: time, type: .absolute, code: .trackingID, value: 4), .report(at: time),
      InputEvent(time: time, type: .absolute, code: .trackingID, value: -1), .report(at: time),
    ]
    let reading = try Reading(MemoryBytes(rawBytes(events, width: 16)))
    #expect(reading.format == .raw16)
    #expect(reading.events == events)
  }

  @Test(arguments: PropertySeeds.from(1, count: 20))
  func `Text in UTF-16 is no raw recording`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let text = try Writing(session(&random), as: [.evemu, .libinput, .getevent][random.next(below: 3)]).text
    expectUTF16IsRefused(text, "seed \(seed)")
  }

  /// Such zeros are those of a picture that is all white, and of silence.
  @Test(arguments: PropertySeeds.from(1, count: 20))
  func `Zeros after a header are no raw recording`(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let bytes =
      (0..<24 * (1 + random.next(below: 4))).map { _ in UInt8(1 + random.next(below: 255)) }
      + [UInt8](repeating: 0, count: 20_000)
    #expect(throws: FileError.self, "seed \(seed)") { try RecordingSniffer.format(of: MemoryBytes(bytes)) }
  }

  /// Files of which the disk kept the beginning.
  @Test(
    arguments: [
      [0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0], [0x50, 0x4b, 5, 6, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0],
      [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0],
    ] as [[UInt8]])
  func `What is left of an archive is no raw recording`(_ beginning: [UInt8]) {
    for width in [16, 24] {
      let events = rawBytes(
        (0..<20).map { .report(at: Timestamp(microseconds: 0x0403_4b50 * 1_000_000 + $0)) }, width: width)
      for rest in [[UInt8](repeating: 0, count: 320), events] {
        let error = #expect(throws: FileError.self) { try Reading(MemoryBytes(beginning + rest)) }
        #expect(error?.message.contains("ZIP archive") == true || error?.message.contains("gzip") == true)
      }
    }
  }

  @Test(arguments: ["page.xopp", "scene.excalidraw", "drawing.touchreel.json", "ink.INKML", "cats.ndjson"])
  func `A file that is named as a drawing is no raw recording`(_ name: String) {
    var random = SplitMix64(seed: 5)
    let bytes = rawBytes(frames(from: 1000, &random), width: 24)
    let error = #expect(throws: FileError.self) { try RecordingSniffer.format(of: MemoryBytes(bytes, name: name)) }
    #expect(error?.message.hasPrefix("is named as a drawing") == true, "\(error?.description ?? "")")
  }

  @Test func `A first record that is broken hides no recording`() throws {
    var random = SplitMix64(seed: 7)
    let events = frames(from: 1000, &random)
    let bytes = [UInt8](repeating: 0x41, count: 24) + rawBytes(events, width: 24)
    let reading = try Reading(MemoryBytes(bytes))
    #expect(reading.format == .raw24)
    #expect(reading.events == events)
    #expect(reading.warnings.contains("offset 0: an event's time is broken: skipped"))
  }

  private func frames(from seconds: Int64, _ random: inout SplitMix64) -> [InputEvent] {
    var events: [InputEvent] = []
    for index in 0..<Int64(40 + random.next(below: 20)) {
      let time = Timestamp(microseconds: seconds * 1_000_000 + index * 8000 + Int64(random.next(below: 8000)))
      for code in [EventCode.positionX, .positionY] {
        events.append(
          InputEvent(time: time, type: .absolute, code: code, value: Int32(truncatingIfNeeded: random.next())))
      }
      events.append(.report(at: time))
    }
    return events
  }

  private func session(_ random: inout SplitMix64) -> [ScriptedEntry] {
    var script: [ScriptedEntry] = [.opening(0, number: 0, ScriptedEntry.screen)]
    for index in 1...Int64(1 + random.next(below: 30)) {
      script.append(.frame(0, at: index * 8000, [(.absolute, .positionX, Int32(truncatingIfNeeded: random.next()))]))
    }
    return script
  }
}

/// Expects it of text as PowerShell writes it, and the other way round.
func expectUTF16IsRefused(_ text: String, _ what: String) {
  for isBigEndian in [false, true] {
    let bytes = ([0xFEFF] + Array(text.utf16)).flatMap { unit in
      let pair = [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
      return isBigEndian ? pair.reversed() : pair
    }
    let error = #expect(throws: FileError.self, "\(what)") { try RecordingSniffer.format(of: MemoryBytes(bytes)) }
    #expect(error?.message.hasPrefix("is UTF-16 text") == true, "\(what): \(error?.description ?? "")")
  }
}
