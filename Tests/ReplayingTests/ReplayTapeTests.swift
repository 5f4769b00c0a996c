import SeededCases
import SystemPackage
import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

@testable import TouchReelReplaying

/// A recording is kept as it is read.
struct ReplayTapeTests {
  /// Frames of one time and of several, frames cut off and empty, texts, an attachment, a second opening.
  private static func entries(seed: UInt64) -> [RecordingEntry] {
    var random = SplitMix64(seed: seed)
    var entries = ScriptedSession(seed: seed, frames: 1500).entries
    for _ in 0..<60 {
      let entry: RecordingEntry
      let bytes = (0..<random.next(below: 40)).map { UInt8(truncatingIfNeeded: $0 &* 37) }
      let time = Timestamp(nanoseconds: Int64(random.next(below: 1000)) - 500)
      switch random.next(below: 6) {
      case 0: entry = .board(bytes, at: time)
      case 1: entry = .note(bytes, at: time)
      case 2:
        var attachment = RecordingAttachment()
        attachment.name = "n\(bytes.count)"
        attachment.bytes = bytes
        entry = .attachment(attachment)
      case 3:
        let opening = DeviceOpening(number: 1, description: DeviceDescription())
        entry = .opening(opening, as: DeviceChannel(rawValue: 1))
      case 4:
        let time = Int64(random.next(below: 12_000_000_000))
        let events = (0..<5).map { number in
          InputEvent(
            time: Timestamp(nanoseconds: time + Int64(number)), type: EventType(rawValue: 0xffff),
            code: EventCode(rawValue: 0xfffe), value: .min + Int32(number))
        }
        entry = .sync(Frame(events: events), of: DeviceChannel(rawValue: 4000))
      default: entry = .frame(Frame(), of: DeviceChannel(rawValue: 0))
      }
      entries.insert(entry, at: 1 + random.next(below: entries.count - 1))
    }
    return entries
  }

  @Test(arguments: [1 << 20, 0], [1, 2, 3] as [UInt64])
  func `And reads again from any place, from memory and from the file`(budget: Int, seed: UInt64) throws {
    let entries = Self.entries(seed: seed)
    let tape = ReplayTape(ListedSource(entries), budget: budget, folder: "/tmp")
    var readings = [TapeSource(tape)]
    var entry = RecordingEntry()
    var reading = TapeSource(tape)
    for number in entries.indices {
      #expect(try reading.next(into: &entry), "seed \(seed), entry \(number)")
      #expect(entry == entries[number], "seed \(seed), entry \(number)")
      readings.append(reading)
    }
    #expect(try !reading.next(into: &entry))
    for number in entries.indices.reversed() {
      #expect(try readings[number].next(into: &entry), "seed \(seed), entry \(number)")
      #expect(entry == entries[number], "seed \(seed), entry \(number) again")
    }
    // Besides the last block there are the eight that were read from the file last, each of 16 KiB and an entry.
    if budget == 0 { #expect(tape.byteCount < 10 * (20 << 10), "\(tape.byteCount) bytes") }
  }

  @Test func `In memory where the folder of its file is not there`() throws {
    let entries = Self.entries(seed: 9)
    let tape = ReplayTape(ListedSource(entries), budget: 0, folder: "/nowhere")
    var entry = RecordingEntry()
    for _ in 0..<2 {
      var reading = TapeSource(tape)
      for number in entries.indices {
        #expect(try reading.next(into: &entry) && entry == entries[number], "entry \(number)")
      }
    }
  }

  @Test(arguments: [4, 5] as [UInt64])
  func `The instants before and after any other are found, read or not`(
    seed: UInt64
  ) throws {
    let entries = Self.entries(seed: seed)
    var reached: [Timestamp] = []
    for instant in entries.compactMap(\.occurrence) { reached.append(max(instant, reached.last ?? instant)) }
    var random = SplitMix64(seed: seed)
    for _ in 0..<40 {
      // Fresh each time, so that a search begins with nothing read, or with a part.
      let tape = ReplayTape(ListedSource(entries), budget: 0, folder: "/tmp")
      var reading = TapeSource(tape)
      var entry = RecordingEntry()
      for _ in 0..<random.next(below: entries.count) { _ = try reading.next(into: &entry) }
      let base = reached[random.next(below: reached.count)].nanoseconds
      let time = Timestamp(nanoseconds: max(base, -1000) + Int64(random.next(below: 3)) - 1)
      #expect(try tape.instant(after: time) == reached.first { $0 > time }, "seed \(seed), after \(time)")
      #expect(try tape.instant(before: time) == reached.last { $0 < time }, "seed \(seed), before \(time)")
    }
  }

  @Test func `Up to its damage, again and again`() throws {
    let entries = Self.entries(seed: 8)
    let tape = ReplayTape(ListedSource(entries, failingAfter: 50))
    var entry = RecordingEntry()
    for _ in 0..<2 {
      var reading = TapeSource(tape)
      for number in 0..<50 {
        #expect(try reading.next(into: &entry) && entry == entries[number], "entry \(number)")
      }
      #expect(throws: FileError.self) { try reading.next(into: &entry) }
    }
    #expect(throws: FileError.self) { try tape.instant(after: Timestamp(nanoseconds: .max)) }
  }
}

/// Entries as a recording that may break off.
struct ListedSource: RecordingSource {
  let format = RecordingFormat.mcap
  let epochOffset = TimeSpan.zero
  let warnings = WarningList()
  let isTruncated = false
  private let entries: [RecordingEntry]
  private let failure: Int
  private var place = 0

  init(_ entries: [RecordingEntry], failingAfter failure: Int = .max) {
    self.entries = entries
    self.failure = failure
  }

  mutating func next(into entry: inout RecordingEntry) throws(FileError) -> Bool {
    guard place < failure else { throw FileError(file: "listed", message: "is damaged") }
    guard place < entries.count else { return false }
    entry = entries[place]
    place += 1
    return true
  }
}
