import Testing
import TouchReelInputEvents
import TouchReelRecordings
import TouchReelTouchTracking

/// How one recording follows another.
struct JoinTests {
  private func milliseconds(_ count: Int64) -> Timestamp { Timestamp(microseconds: count * 1000) }

  private func joined(_ parts: [ScriptedEntry]..., pause: TimeSpan? = nil) throws -> [ScriptedEntry] {
    var sink: any RecordingSink = ScriptSink()
    let join = Join(pause: pause) { $0.isBoardMessage("set") }
    _ = try sink.copy(parts.map(ScriptSource.init), joinedBy: join)
    return (sink as? ScriptSink)?.script ?? []
  }

  private func halves(_ script: [ScriptedEntry], at time: Int64) throws -> ([ScriptedEntry], [ScriptedEntry]) {
    let carries: @Sendable (RecordingEntry) -> Bool = { $0.isBoardMessage("set") }
    return (
      try transformed(script, by: TimeCut(before: milliseconds(time), carriesOver: carries)),
      try transformed(script, by: TimeCut(from: milliseconds(time), carriesOver: carries))
    )
  }

  private var finger: Gesture {
    var gesture = Gesture()
    gesture.frame(0, .slot(1), .id(1), .x(10), .y(20), .key(.touch, 1))
    gesture.frame(8, .x(11))
    gesture.frame(1500, .x(12))
    gesture.frame(1508, .id(-1), .key(.touch, 0))
    return gesture
  }

  @Test func `A touch goes on across the joint and the clock too`() throws {
    for time in [1, 8, 9, 1500, 1508] as [Int64] {
      let (first, second) = try halves(finger.script, at: time)
      #expect(firstDifference(try joined(first, second), finger.script) == nil, "cut at \(time) ms")
    }
  }

  @Test func `A loss of events behind a cut stays, and the one that the cut repeats goes`() throws {
    var gesture = Gesture()
    gesture.frame(0, .slot(1), .id(6), .x(40), .y(90), .slot(0), .id(5), .x(10), .y(10), .key(.touch, 1))
    gesture.frame(20, .drop)
    gesture.frame(30, .x(50), .y(50))
    gesture.frame(40, .drop)
    gesture.frame(50, .x(90), .y(20))
    for time in 1...51 as ClosedRange<Int64> {
      let (first, second) = try halves(gesture.script, at: time)
      #expect(firstDifference(try joined(first, second), gesture.script) == nil, "cut at \(time) ms")
    }
  }

  @Test func `A part of a pause leaves the clock to the next`() throws {
    let parts = [
      try transformed(finger.script, by: TimeCut(before: milliseconds(100))),
      try transformed(finger.script, by: TimeCut(from: milliseconds(100), before: milliseconds(1400))),
      try transformed(finger.script, by: TimeCut(from: milliseconds(1400))),
    ]
    #expect(parts[1].count == 1)  // the opening, with the finger down
    #expect(firstDifference(try joined(parts[0], parts[1], parts[2]), finger.script) == nil)
  }

  @Test func `A part without events opens only devices that are new`() throws {
    var other = Gesture.screen
    other.name = "other"
    let described: [ScriptedEntry] = [.opening(0, number: 0, Gesture.screen), .opening(1, number: 1, other)]
    #expect(try joined(finger.script, described) == finger.script + [.opening(1, number: 1, other)])
  }

  @Test func `Without a pause it goes on at once`() throws {
    let (first, second) = try halves(finger.script, at: 9)
    let joined = try joined(first, second, pause: .zero)
    #expect(joined.count == finger.script.count)
    #expect(joined.last == .frame(0, Gesture.frame(16, [.id(-1), .key(.touch, 0), .report])))
  }

  @Test func `A pause lifts what is down`() throws {
    let (first, second) = try halves(finger.script, at: 9)
    let joined = try joined(first, second, pause: TimeSpan(nanoseconds: 2_000_000))
    let lift = Gesture.frame(8, [.id(-1), .slot(0), .key(.touch, 0), .report])
    #expect(joined[3] == .frame(0, lift))
    guard case .opening(1, 0, let device) = joined[4] else {
      Issue.record("\(joined[4])")
      return
    }
    #expect(device.slots[1][.trackingID] == 1)
    #expect(joined[5] == .frame(1, Gesture.frame(10, [.x(12), .report])))
  }

  /// Equal identities in recordings that have nothing to do with each other.
  @Test func `Equal identities elsewhere are two touches`() throws {
    var other = Gesture.screen
    other.slots[1] = [.trackingID: 1, .positionX: 900, .positionY: 400]
    other.axes[.slot]?.value = 1
    other.active = [.key: [.touch]]
    var second = Gesture(on: other)
    second.frame(0, .x(901))
    let joined = try joined(Array(finger.script[..<3]), second.script)
    #expect(joined[3] == .frame(0, Gesture.frame(8, [.id(-1), .slot(0), .key(.touch, 0), .report])))
    #expect(joined[4] == .opening(1, number: 0, other))
    #expect(joined[5] == .frame(1, Gesture.frame(1008, [.x(901), .report])))
  }

  @Test func `Settings and images that a cut repeats come once`() throws {
    var image = RecordingAttachment()
    (image.name, image.bytes) = ("a.png", [1, 2, 3])
    var script = finger.script
    script.insert(contentsOf: [.board(milliseconds(0), "set 1"), .attachment(image)], at: 1)
    script.insert(contentsOf: [.board(milliseconds(7), "set 2"), .board(milliseconds(7), "undo")], at: 4)
    let (first, second) = try halves(script, at: 9)
    #expect(second.count { if case .board = $0 { true } else { false } } == 2)
    #expect(firstDifference(try joined(first, second), script) == nil)
    // They are kept where the part begins otherwise.
    let (_, apart) = try halves(script, at: 1508)
    let both = try joined(first, apart)
    #expect(both.count { if case .board = $0 { true } else { false } } == 5)
  }

  @Test func `Lost events are reported once`() throws {
    var gesture = Gesture()
    gesture.frame(0, .slot(0), .id(1), .x(10), .y(20), .slot(1), .id(2), .x(50), .y(60))
    gesture.frame(8, .drop)
    gesture.frame(16, .slot(1), .x(52))
    gesture.frame(24, .slot(0), .id(-1))
    for time in [8, 9, 17] as [Int64] {
      let (first, second) = try halves(gesture.script, at: time)
      #expect(firstDifference(try joined(first, second), gesture.script) == nil, "cut at \(time) ms")
    }
  }

  @Test func `Anonymous contacts go on where the clock does`() throws {
    var device = Gesture.screen
    device.axes[.slot] = nil
    device.slots = []
    let step = Gesture.Step(type: .synchronization, code: .multitouchReport, value: 0)
    var gesture = Gesture(on: device)
    for time in 0...5 as ClosedRange<Int64> { gesture.frame(time * 8, .x(Int32(time)), .y(1), step) }
    let (first, second) = try halves(gesture.script, at: 17)
    #expect(firstDifference(try joined(first, second), gesture.script) == nil)
    let later = try transformed(second, by: Retiming(by: TimeSpan(nanoseconds: 9_000_000_000)))
    #expect(try joined(first, later)[4] == .frame(0, Gesture.frame(16, [step, .report])))
  }

  @Test func `A cancelled touch stays named across replugs`() throws {
    var script = finger.script
    script.insert(.opening(1, number: 0, Gesture.screen), at: 3)
    script.insert(.frame(1, Gesture.frame(9, [.slot(0), .id(3), .x(1), .y(1), .report])), at: 4)
    script.insert(.board(milliseconds(10), #"{"cancel":{"channel":1,"trackingId":3}}"#), at: 5)
    script.removeLast(2)
    script.append(.frame(1, Gesture.frame(19, [.x(5), .report])))
    for time in [9, 10, 11] as [Int64] {
      let (first, second) = try halves(script, at: time)
      #expect(firstDifference(try joined(first, second), script) == nil, "cut at \(time) ms")
    }
  }
}
