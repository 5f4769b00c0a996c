import SeededCases
import Testing
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelTouchTracking

@testable import TouchReelReplaying

/// Recordings that `compare` calls the same have the same touches and pixels, whatever was changed in one of them.
struct ComparisonPromiseTests {
  @Test(arguments: PropertySeeds.from(0xC0, count: 40))
  func `What is called the same is drawn the same`(seed: UInt64)
    throws
  {
    var random = SplitMix64(seed: seed)
    let entries = Self.session(seed)
    let changed = Self.changes[Int(seed) % Self.changes.count]
    var others = entries
    changed.make(&others, &random)
    let (left, right) = (try Self.written(entries), try Self.written(others))
    var comparison = RecordingComparison()
    let difference = try comparison.difference(between: left.makeSource(), and: right.makeSource())
    let place = "seed \(seed), \(changed.name)"
    #expect((difference == nil) == !changed.counts, "\(place): \(difference?.description ?? "no difference")")
    guard difference == nil else { return }
    let same = try Self.digests(left) == Self.digests(right) && Drawn(left).pixels == Drawn(right).pixels
    #expect(same || comparison.isReordered, "\(place): called the same, drawn otherwise")
  }

  @Test func `Devices that are interleaved otherwise have their touches in common`() throws {
    // A frame of one device moves past a frame of the other: the touches of each are the same, beginning in another
    // order.
    let entries = Self.session(3)
    var others = entries
    let place = try #require(others.indices.dropFirst(2).first { others[$0].channel != others[$0 + 1].channel })
    others.swapAt(place, place + 1)
    let (left, right) = (try Self.written(entries), try Self.written(others))
    #expect(try Self.digests(left) == Self.digests(right))
    others.remove(at: others.count / 2)
    #expect(try Self.digests(left) != Self.digests(Self.written(others)))
  }

  private struct Change {
    let name: String
    /// Whether the recordings then differ.
    let counts: Bool
    let make: (inout [RecordingEntry], inout SplitMix64) -> Void

    static func device(
      _ name: String, counts: Bool = true, _ change: @escaping (inout DeviceDescription) -> Void
    ) -> Change {
      Change(name: name, counts: counts) { entries, random in
        let place = random.next(below: 2)
        guard case .opening(var opening, let channel) = entries[place] else { return }
        change(&opening.description)
        entries[place] = .opening(opening, as: channel)
      }
    }
  }

  private static var changes: [Change] {
    [
      Change(name: "nothing", counts: false) { _, _ in },
      .device("name") { $0.name += "!" },
      .device("vendor") { $0.identity.vendor += 1 },
      .device("property") { $0.properties = [] },
      .device("code") { $0.codes[.key, default: []].insert(.toolPen) },
      .device("range") { $0.axes[.positionX]?.maximum += 1 },
      .device("resolution") { $0.axes[.positionY]?.resolution = 12 },
      .device("value at the start") { $0.axes[.positionX]?.value = 7 },
      .device("slot at the start") { $0.slots = [[.trackingID: 9, .positionX: 10, .positionY: 10]] },
      .device("key at the start") { $0.active = [.key: [.touch]] },
      .device("calibration") { $0.udev["LIBINPUT_CALIBRATION_MATRIX"] = "0 1 0 1 0 0" },
      .device("units") { $0.udev[DeviceDescription.unitsPerPointFact] = "256" },
      .device("plug", counts: false) {
        $0.phys = "usb-1"
        $0.uniq = "SN1"
        $0.node = "/dev/input/event99"
      },
      Change(name: "value", counts: true) { entries, random in
        change(&entries, &random) { $0.value ^= 1 }
      },
      Change(name: "time", counts: true) { entries, random in
        change(&entries, &random) { $0.time = $0.time.advanced(by: TimeSpan(nanoseconds: 1000)) }
      },
      Change(name: "lost frame", counts: true) { entries, random in
        entries.remove(at: 2 + random.next(below: entries.count - 2))
      },
      Change(name: "board command", counts: true) { entries, _ in
        entries.append(.board(Array(#"{"undo":{}}"#.utf8), at: halfSecond))
      },
      Change(name: "removal", counts: true) { entries, _ in
        entries.insert(
          .note(Array(#"{"kind":"deviceRemoved","channel":0}"#.utf8), at: halfSecond), at: entries.count / 2)
      },
      Change(name: "note for people", counts: false) { entries, _ in
        entries.insert(.note(Array(#"{"kind":"gap"}"#.utf8), at: halfSecond), at: entries.count / 2)
      },
      Change(name: "image", counts: true) { entries, _ in
        var image = RecordingAttachment()
        (image.name, image.mediaType) = ("image", "image/png")
        entries.append(.attachment(image))
      },
    ]
  }

  private static func change(
    _ entries: inout [RecordingEntry], _ random: inout SplitMix64, _ edit: (inout InputEvent) -> Void
  ) {
    let place = 2 + random.next(below: entries.count - 2)
    guard case .frame(var frame, let channel) = entries[place] else { return }
    for index in frame.events.indices { edit(&frame.events[index]) }
    entries[place] = .frame(frame, of: channel)
  }

  private static let halfSecond = Timestamp(microseconds: 500_000)

  /// Two screens at once, their openings first.
  private static func session(_ seed: UInt64) -> [RecordingEntry] {
    let first = ScriptedSession(seed: seed, frames: 60).entries
    let second = ScriptedSession(seed: seed &+ 1, frames: 60).entries.map { entry in
      let channel = DeviceChannel(rawValue: 1)
      if case .frame(let frame, _) = entry { return RecordingEntry.frame(frame, of: channel) }
      return .opening(DeviceOpening(number: 1, description: ScriptedSession.device), as: channel)
    }
    return zip(first, second).flatMap { [$0, $1] }
  }

  private static func written(_ entries: [RecordingEntry]) throws -> Recording {
    let output = MemoryOutput()
    let writer = try RecordingWriter(to: output, policy: .rewritten)
    for entry in entries { try writer.write(entry) }
    try writer.finish()
    return try Recording.open(MemoryBytes(output.bytes, name: "session.mcap"))
  }

  private static func digests(_ recording: Recording) throws -> TouchDigests {
    try TouchDigests(recording, plan: RecordingFacts(recording).plan(), isFromStart: false)
  }
}
