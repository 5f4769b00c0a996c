import SeededCases
import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

struct EditingTests {
  private func milliseconds(_ count: Int64) -> Timestamp { Timestamp(microseconds: count * 1000) }

  /// Two fingers, the second from 16 ms to 32 ms.
  private var twoFingers: Gesture {
    var gesture = Gesture()
    gesture.frame(0, .slot(0), .id(1), .x(10), .y(20), .axis(.contactPressure, 50), .key(.touch, 1))
    gesture.frame(8, .x(11))
    gesture.frame(16, .slot(1), .id(2), .x(500), .y(400), .axis(.contactPressure, 60))
    gesture.frame(24, .x(501), .slot(0), .x(12))
    gesture.frame(32, .slot(1), .id(-1))
    gesture.frame(40, .slot(0), .id(-1), .key(.touch, 0))
    return gesture
  }

  @Test func `A cut starts with what is down`() throws {
    let cut = try transformed(twoFingers.script, by: TimeCut(from: milliseconds(20)))
    var device = Gesture.screen
    device.slots = Array(repeating: [.trackingID: -1], count: 5)
    device.slots[0] = [.trackingID: 1, .positionX: 11, .positionY: 20, .contactPressure: 50]
    device.slots[1] = [.trackingID: 2, .positionX: 500, .positionY: 400, .contactPressure: 60]
    device.axes[.slot]?.value = 1
    device.active = [.key: [.touch]]
    #expect(firstDifference(cut, [.opening(0, number: 0, device)] + twoFingers.script[4...]) == nil)
  }

  @Test func `A cut lifts nothing at its end`() throws {
    let cut = try transformed(twoFingers.script, by: TimeCut(before: milliseconds(32)))
    #expect(firstDifference(cut, Array(twoFingers.script[..<5])) == nil)
  }

  @Test func `A cut after the end still has its devices`() throws {
    let cut = try transformed(twoFingers.script, by: TimeCut(from: milliseconds(1000)))
    #expect(cut.count == 1)
  }

  @Test(arguments: UInt64(0)..<30)
  func `The state of a cut is the state of the whole`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let frames = SessionS60(seed: seed, seconds: 3).frames
    var device = SessionS60.device
    device.slots = Array(repeating: [.trackingID: -1], count: 10)
    let script = [ScriptedEntry.opening(0, number: 0, device)] + frames.map { .frame(0, $0) }
    let start = Timestamp(microseconds: 1_000_000 + Int64.random(in: 0..<3_000_000, using: &random))
    let cut = try transformed(script, by: TimeCut(from: start))
    let whole = states(of: script)
    let part = states(of: cut)
    #expect(part.count == frames.count { $0.time.map { $0 >= start } ?? false } + 1, "seed \(seed)")
    #expect(part.elementsEqual(whole.suffix(part.count)), "seed \(seed)")
  }

  /// The device's state at the start and after each frame.
  private func states(of script: [ScriptedEntry]) -> [DeviceDescription] {
    var states: [DeviceDescription] = []
    var state = DeviceState(DeviceDescription())
    for step in script {
      switch step {
      case .opening(_, _, let device): state = DeviceState(device)
      case .frame(_, let frame): state.apply(frame)
      case .sync(_, let frame): state.applySync(frame)
      case .board, .note, .attachment, .foreign, .metadata: continue
      }
      states.append(state.description)
    }
    return states
  }

  @Test func `The start frame says the state to formats without one`() {
    var device = Gesture.screen
    device.slots[1] = [.trackingID: 7, .positionX: 3, .positionY: 4]
    device.axes[.slot]?.value = 2
    device.active = [.key: [.touch]]
    let expected = Gesture.frame(5, [.slot(1), .id(7), .x(3), .y(4), .slot(2), .key(.touch, 1), .report])
    #expect(device.startFrame(at: milliseconds(5)) == expected)
    var state = DeviceState(Gesture.screen)
    state.apply(expected)
    #expect(state.description == device)
    #expect(Gesture.screen.startFrame(at: milliseconds(5)) == nil)
  }

  @Test func `Commands from before the cut go with it`() throws {
    var gesture = Gesture()
    gesture.add(.board(milliseconds(1), "tool"))
    gesture.add(.board(milliseconds(2), "undo"))
    gesture.frame(3)
    gesture.frame(9)
    let cut = try transformed(
      gesture.script, by: TimeCut(from: milliseconds(5)) { $0.isBoardMessage("tool") })
    #expect(
      cut == [
        .opening(0, number: 0, Gesture.screen), .board(milliseconds(9), "tool"),
        .frame(0, Gesture.frame(9, [.report])),
      ])
  }

  @Test func `Devices are left out and the others numbered anew`() throws {
    let script: [ScriptedEntry] = [
      .opening(0, number: 0, DeviceDescription()), .opening(1, number: 1, Gesture.screen),
      .frame(0, Gesture.frame(1, [.report])), .frame(1, Gesture.frame(2, [.x(1), .report])),
      .board(milliseconds(3), #"{"cancel":{"channel":1,"trackingId":4,"reason":"window"}}"#),
      .board(milliseconds(4), #"{"cancel":{"channel":0,"trackingId":4,"reason":"window"}}"#),
      .board(milliseconds(5), #"{"text":"\"cancel\" \"channel\": 1"}"#),
      .note(milliseconds(6), #"{"channel":0,"kind":"deviceRemoved"}"#),
      .note(milliseconds(6), #"{"channel":1,"kind":"deviceRemoved"}"#),
    ]
    #expect(
      try transformed(script, by: DeviceFilter { $0.description.name == "screen" }) == [
        .opening(0, number: 1, Gesture.screen), .frame(0, Gesture.frame(2, [.x(1), .report])),
        .board(milliseconds(3), #"{"cancel":{"channel":0,"trackingId":4,"reason":"window"}}"#),
        .board(milliseconds(5), #"{"text":"\"cancel\" \"channel\": 1"}"#),
        .note(milliseconds(6), #"{"channel":0,"kind":"deviceRemoved"}"#),
      ])
  }

  @Test func `One touch is left`() throws {
    let left = try transformed(twoFingers.script, by: TouchFilter { $0.trackingID == 2 })
    #expect(
      Array(left.dropFirst()) == [
        .frame(0, Gesture.frame(16, [.slot(1), .id(2), .x(500), .y(400), .axis(.contactPressure, 60), .report])),
        .frame(0, Gesture.frame(24, [.x(501), .report])), .frame(0, Gesture.frame(32, [.id(-1), .report])),
      ])
  }

  @Test func `A touch takes over what its slot was sent`() throws {
    var gesture = Gesture()
    gesture.frame(0, .slot(3), .id(1), .x(10), .y(20))
    gesture.frame(8, .id(-1))
    // The kernel does not repeat Y.
    gesture.frame(16, .id(2), .x(30))
    let left = try transformed(gesture.script, by: TouchFilter { $0.trackingID == 2 })
    var state = DeviceState(Gesture.screen)
    for case .frame(_, let frame) in left { state.apply(frame) }
    #expect(state.description.slots[3] == [.trackingID: 2, .positionX: 30, .positionY: 20])
  }

  @Test func `Joined recordings follow each other`() throws {
    var first = Gesture()
    first.frame(100, .x(1))
    first.frame(120, .x(2))
    var second = Gesture()
    second.add(.opening(1, number: 1, DeviceDescription()))
    second.frame(7, .x(3))
    second.add(.board(milliseconds(9), #"{"cancel":{"channel":0}}"#))
    var join = Join(pause: TimeSpan(nanoseconds: 10_000_000))
    var joined: [ScriptedEntry] = []
    for part in [first, second] {
      try join.beginPart { joined.append(ScriptedEntry($0)) }
      for step in part.script { try join.apply(step.entry) { joined.append(ScriptedEntry($0)) } }
    }
    try join.finish { joined.append(ScriptedEntry($0)) }
    let expected: [ScriptedEntry] = [
      .opening(0, number: 0, Gesture.screen), .frame(0, Gesture.frame(100, [.x(1), .report])),
      .frame(0, Gesture.frame(120, [.x(2), .report])), .opening(1, number: 0, Gesture.screen),
      .opening(2, number: 1, DeviceDescription()),
      // 120 + 10 ms, and the message 9 − 7 ms later.
      .frame(1, Gesture.frame(130, [.x(3), .report])), .board(milliseconds(132), #"{"cancel":{"channel":1}}"#),
    ]
    #expect(firstDifference(joined, expected) == nil)
  }

  @Test func `An anonymous recording names nobody`() throws {
    var device = Gesture.screen
    device.name = "Pad of S3CRET-1"
    device.uniq = "S3CRET-1"
    device.phys = "usb-S3CRET-host/input0"
    device.udev = [
      "ID_INPUT_TOUCHSCREEN": "1", "ID_SERIAL": "Maker_S3CRET-2", "ID_SERIAL_SHORT": "S3CRET-2",
      "ID_PATH": "pci-S3CRET", "LIBINPUT_DEVICE_GROUP": "3/56a/cc:usb-S3CRET-host", "ID_INPUT_SERIAL": "S3CRET",
    ]
    device.foreignFacts = ["owner": "S3CRET"]
    var script: [ScriptedEntry] = [.opening(0, number: 0, device), .opening(1, number: 1, device)]
    script.append(.note(milliseconds(1), "by S3CRET"))
    script.append(.note(milliseconds(1), #"{"kind":"comment","text":"by S3CRET"}"#))
    script.append(.note(milliseconds(1), #"{"kind":"deviceRemoved","channel":1,"host":"S3CRET"}"#))
    script.append(.frame(0, Gesture.frame(2, [.x(1), .report])))
    var sink = TransformedSink(ScriptSink(), by: [Anonymizer()])
    for step in script { try sink.write(step.entry) }
    try sink.finish()
    #expect(
      sink.losses == [
        "2 remarks are left out: what people write may name anyone",
        "what other programs say of devices is left out: it may name anyone",
      ])
    let plain = try #require(sink.sink as? ScriptSink).script
    let output = MemoryOutput()
    let writer = try RecordingWriter(
      to: output, policy: ChunkPolicy(span: .zero, byteLimit: 0, compressionLevel: 1))
    for step in plain { try writer.write(step.entry) }
    try writer.finish()
    #expect(!String(decoding: output.bytes, as: UTF8.self).contains("S3CRET"))
    #expect(!"\(plain)".contains("S3CRET"))
    guard case .opening(_, _, let first) = plain[0], case .opening(_, _, let second) = plain[1] else {
      Issue.record("no openings")
      return
    }
    #expect(first.udev == ["ID_INPUT_TOUCHSCREEN": "1", "LIBINPUT_DEVICE_GROUP": "group 0"])
    #expect(second.udev == first.udev)
    #expect(first.name == "Pad of ")
    #expect(plain.dropFirst(2).first == .note(milliseconds(1), #"{"channel":1,"kind":"deviceRemoved"}"#))
    #expect(plain.last == script.last)
  }
}
