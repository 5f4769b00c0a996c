import SeededCases
import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

/// Raw events and hexdumps of which bytes or lines are missing, came in, or are damaged: what is sound is read, from a
/// file as from a pipe, and what is lost is said.
struct DamagedRawTests {
  /// A stroke or two, at times that look like nothing else.
  static func events(_ random: inout SplitMix64, frames: Int = 12) -> [InputEvent] {
    var time: Int64 = 1_527_498_978_000_000 + Int64(random.next(below: 1_000_000))
    return (0..<frames).flatMap { number -> [InputEvent] in
      time += 8000 + Int64(random.next(below: 9000))
      let now = Timestamp(microseconds: time)
      let (x, y) = (Int32(random.next(below: 4000)), Int32(random.next(below: 3000)))
      let edge =
        number % 6 == 0
        ? [InputEvent(time: now, type: .absolute, code: .trackingID, value: Int32(number))]
        : number % 6 == 5 ? [InputEvent(time: now, type: .absolute, code: .trackingID, value: -1)] : []
      return edge + [
        InputEvent(time: now, type: .absolute, code: .positionX, value: x),
        InputEvent(time: now, type: .absolute, code: .positionY, value: y), .report(at: now),
      ]
    }
  }

  /// Whether lines are some of others, in their order.
  static func areAmong(_ some: [String], _ all: [String]) -> Bool {
    var rest = all[...]
    return some.allSatisfy { line in
      guard let index = rest.firstIndex(of: line) else { return false }
      rest = rest[(index + 1)...]
      return true
    }
  }

  private enum RawDamage: CaseIterable {
    case missing, inserted, time
  }

  private func damage(
    _ bytes: [UInt8], _ kind: RawDamage, width: Int, _ random: inout SplitMix64
  ) -> [UInt8] {
    var bytes = bytes
    let index = random.next(below: bytes.count - 4 * width)
    switch kind {
    case .missing: bytes.removeSubrange(index..<index + 1 + random.next(below: width - 1))
    case .inserted:
      let count = 1 + random.next(below: 40)
      bytes.insert(contentsOf: (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) | 0x80 }, at: index)
    case .time:
      let start = index / width * width
      for place in 0..<4 { bytes[start + width / 2 - 4 + place] = 0xff }
    }
    return bytes
  }

  @Test(arguments: [16, 24], PropertySeeds.from(1, count: 60))
  func `Events are found again behind bytes that are missing, came in or are damaged`(width: Int, seed: UInt64) throws {
    for kind in RawDamage.allCases {
      var random = SplitMix64(seed: seed)
      let events = Self.events(&random)
      let bytes = damage(rawBytes(events, width: width), kind, width: width, &random)
      let reading = try Reading(MemoryBytes(bytes, name: "in"))
      let place = "\(kind), width \(width), seed \(seed)"
      #expect(reading.format == (width == 16 ? .raw16 : .raw24), "\(place)")
      let count = reading.events.count
      #expect(count >= events.count - 2, "\(place): \(count) of \(events.count)")
      // An event of which a byte is damaged may look sound.
      let others = Set(reading.lines).subtracting(events.map(\.line))
      let isSound = Self.areAmong(reading.lines.filter { !others.contains($0) }, events.map(\.line))
      #expect(isSound && others.count <= 1, "\(place): \(others)")
      let marks = ["of no event: skipped", "time is broken", "begins inside an event"]
      let isSaid = reading.warnings.contains { warning in marks.contains { warning.contains($0) } }
      #expect(isSaid, "\(place): \(reading.warnings)")
    }
  }

  @Test(arguments: PropertySeeds.from(1, count: 12))
  func `Pieces of a damaged recording give what the file gives`(seed: UInt64) throws {
    for kind in RawDamage.allCases {
      var random = SplitMix64(seed: seed)
      let bytes = damage(rawBytes(Self.events(&random), width: 24), kind, width: 24, &random)
      expectTheSame(bytes, "\(kind), seed \(seed)", seed: seed)
    }
  }

  @Test(arguments: PropertySeeds.from(1, count: 30))
  func `Bytes of nothing are no recording`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let noise = (0..<5000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let sparse = noise.map { random.next(below: 8) == 0 ? $0 : 0 }
    let text = noise.map { 0x20 + $0 % 0x5f }
    let counters = (0..<1250).flatMap { number -> [UInt8] in [UInt8(number & 255), UInt8(number >> 8), 0, 0] }
    for bytes in [noise, [0] + noise, sparse, text, counters] {
      #expect(throws: FileError.self, "seed \(seed)") { try RecordingSniffer.format(of: MemoryBytes(bytes)) }
    }
  }

  // MARK: Hexdumps

  private enum LineDamage: CaseIterable {
    case missing, twice, swapped, character, offset, cut
  }

  private func damage(_ lines: [String], _ kind: LineDamage, _ random: inout SplitMix64) -> [String] {
    var lines = lines
    let index = 2 + random.next(below: lines.count - 6)
    switch kind {
    case .missing: lines.remove(at: index)
    case .twice: lines.insert(lines[index], at: index)
    case .swapped: lines.swapAt(index, index + 1)
    case .character: lines[index].replace(at: 9 + random.next(below: 12), by: "z")
    case .offset: lines[index].replace(at: 2, by: "7")
    case .cut: lines[index] = String(lines[index].prefix(24))
    }
    return lines
  }

  @Test(arguments: LineDamage.allCases.map { "\($0)" }, PropertySeeds.from(1, count: 12))
  func `A dump with a line that is missing, doubled, swapped or damaged is read but for that line`(
    name: String, seed: UInt64
  ) throws {
    let kind = try #require(LineDamage.allCases.first { "\($0)" == name })
    var random = SplitMix64(seed: seed)
    let events = Self.events(&random, frames: 20)
    for (tool, dump) in Hexdumps.all(of: rawBytes(events, width: 24)) {
      let isPlain = tool == "xxd -p" || tool == "od -An -t x1"
      // Digits alone have no offset that could show it.
      if isPlain, kind != .missing { continue }
      let lines = damage(dump.split(separator: "\n").map(String.init), kind, &random)
      let place = "\(tool), \(kind), seed \(seed)"
      let text = lines.joined(separator: "\n") + "\n"
      let reading = try Reading(text)
      let isKept = [.twice, .swapped, .offset].contains(kind)
      let lost = events.count - reading.events.count
      #expect(isKept ? lost == 0 : (0...(isPlain ? 4 : 2)).contains(lost), "\(place): \(lost) lost")
      let isSound = Self.areAmong(reading.lines, events.map(\.line))
      #expect(isSound, "\(place)")
      if lost > 0 || kind == .twice { #expect(reading.warnings.count > 1, "\(place): \(reading.warnings)") }
      expectTheSame(Array(text.utf8), place, seed: seed)
    }
  }

  @Test func `What is said of a line that is missing is its bytes and the event`() throws {
    var random = SplitMix64(seed: 7)
    let bytes = rawBytes(Self.events(&random, frames: 60), width: 24)
    var lines = Hexdumps.canonical(bytes).split(separator: "\n")
    lines.remove(at: 30)
    let warnings = try Reading(lines.joined(separator: "\n") + "\n").warnings.dropFirst()
    #expect(
      warnings.map(\.self) == [
        "line 31: 16 bytes are missing in the dump before this line",
        "offset 480: an event of which bytes are missing: skipped",
      ])
  }

  @Test func `An offset far ahead costs neither memory nor time`() throws {
    var random = SplitMix64(seed: 8)
    let bytes = rawBytes(Self.events(&random), width: 24)
    var lines = Hexdumps.canonical(bytes).split(separator: "\n").map(String.init)
    lines.insert("ffffffffffff00  00 00 00 00  00 00 00 00", at: 5)
    let reading = try Reading(lines.joined(separator: "\n") + "\n")
    #expect(reading.events.count >= bytes.count / 24)
  }

  private func expectTheSame(_ bytes: [UInt8], _ place: String, seed: UInt64) {
    let whole = Outcome(MemoryBytes(bytes, name: "in"))
    let pieces = Outcome(PieceBytes(bytes, seed: seed))
    #expect(pieces.said == whole.said, "\(place)")
    let difference = firstDifference(pieces.script, whole.script)
    #expect(difference == nil, "\(place)")
  }
}

extension String {
  fileprivate mutating func replace(at offset: Int, by character: Character) {
    let place = index(startIndex, offsetBy: offset)
    replaceSubrange(place...place, with: String(character))
  }
}
