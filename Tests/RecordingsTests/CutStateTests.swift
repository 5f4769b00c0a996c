import Testing
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelTouchTracking

/// What holds at a cut holds in the part that begins there, in every format.
struct CutStateTests {
  private func milliseconds(_ count: Int64) -> Timestamp { Timestamp(microseconds: count * 1000) }

  /// The part of a recording from a time on, written and read again.
  private func part(_ script: [ScriptedEntry], from start: Int64, as format: RecordingFormat) throws -> [RecordingEntry]
  {
    let cut = try transformed(script, by: TimeCut(from: milliseconds(start)))
    return try Writing(cut, as: format).read(as: format).entries
  }

  private func touches(_ entries: [RecordingEntry]) -> [TouchEvent] {
    var session = TouchSession()
    var events: [TouchEvent] = []
    for entry in entries {
      switch entry {
      case .opening(let opening, _):
        let device = opening.description
        _ = session.open(device, mapping: SurfaceMapping(device: device, board: BoardSize(width: 100, height: 100)))
      case .frame(let frame, let channel):
        session.handle(frame, from: channel, into: &events)
      case .sync, .board, .note, .attachment, .foreignMessage, .foreignMetadata: continue
      }
    }
    return events
  }

  @Test(arguments: FormatSinks.formats)
  func `A slot that is used again has the axes that it had`(
    _ format: RecordingFormat
  ) throws {
    var gesture = Gesture()
    gesture.frame(0, .slot(3), .id(1), .x(10), .y(20), .axis(.contactPressure, 50), .key(.touch, 1))
    gesture.frame(8, .id(-1), .key(.touch, 0))
    // The kernel repeats neither the slot nor Y and the pressure.
    gesture.frame(16, .id(2), .x(30), .key(.touch, 1))
    gesture.frame(24, .id(-1), .key(.touch, 0))
    let events = touches(try part(gesture.script, from: 12, as: format))
    #expect(events.map(\.phase) == [.began, .ended], "\(format)")
    #expect(events.first?.sample.position == DevicePoint(x: 30, y: 20))
    #expect(events.first?.touch.slot == Slot(rawValue: 3))
    #expect(events.first?.sample.pressure ?? 0 > 0)
  }

  @Test(arguments: FormatSinks.formats)
  func `The state itself draws nothing`(_ format: RecordingFormat) throws {
    var gesture = Gesture()
    gesture.frame(0, .slot(1), .id(1), .x(10), .y(20), .slot(0), .id(5), .x(9), .y(8))
    gesture.frame(8, .slot(1), .id(-1))
    gesture.frame(16, .slot(0), .id(-1))
    gesture.frame(24)
    #expect(touches(try part(gesture.script, from: 20, as: format)).isEmpty, "\(format)")
    // A finger that is lifted in the first frame after the cut draws no dot either.
    #expect(touches(try part(gesture.script, from: 12, as: format)).isEmpty, "\(format)")
  }

  @Test(arguments: FormatSinks.formats)
  func `What is down begins where the first frame has it`(
    _ format: RecordingFormat
  ) throws {
    var gesture = Gesture()
    gesture.frame(0, .slot(1), .id(7), .x(10), .y(20))
    gesture.frame(8, .y(21))
    gesture.frame(16, .x(30))
    let events = touches(try part(gesture.script, from: 12, as: format))
    #expect(events.map(\.touch.trackingID) == [TrackingID(rawValue: 7)], "\(format)")
    #expect(events.first?.sample.position == DevicePoint(x: 30, y: 21))
  }

  @Test(arguments: FormatSinks.formats)
  func `A pen keeps its tool pressure and tilt`(_ format: RecordingFormat) throws {
    var gesture = Gesture(on: Self.pen)
    gesture.frame(0, .key(.toolRubber, 1), .axis(.x, 10), .axis(.y, 20), .axis(.tiltX, -30), .axis(.distance, 5))
    gesture.frame(8, .key(.touch, 1), .axis(.pressure, 512), .axis(.distance, 0))
    gesture.frame(16, .axis(.x, 11))
    gesture.frame(24, .key(.touch, 0), .axis(.pressure, 0), .axis(.distance, 4))
    gesture.frame(32, .key(.touch, 1), .axis(.x, 12))
    let whole = touches(gesture.script.map(\.entry))
    let drawing = touches(try part(gesture.script, from: 12, as: format))
    #expect(drawing.map(\.phase) == [.began, .ended, .began], "\(format)")
    // Undescribed devices have other ranges, so only what does not depend on them is compared.
    #expect(drawing.map(\.touch.tool) == [.eraser, .eraser, .eraser])
    #expect(drawing[0].sample.position == DevicePoint(x: 11, y: 20))
    #expect(drawing[0].sample.tilt?.x == whole[0].sample.tilt?.x)
    let hovering = touches(try part(gesture.script, from: 28, as: format))
    #expect(hovering.map(\.phase) == [.began], "\(format)")
    #expect(hovering[0].sample.position == DevicePoint(x: 12, y: 20))
  }

  private static let pen: DeviceDescription = {
    var device = DeviceDescription()
    device.name = "pen"
    device.properties = [.direct]
    device.codes = [.key: [.touch, .toolPen, .toolRubber]]
    device.axes = [
      .x: AbsoluteAxis(minimum: 0, maximum: 1000), .y: AbsoluteAxis(minimum: 0, maximum: 500),
      .pressure: AbsoluteAxis(minimum: 0, maximum: 1024), .tiltX: AbsoluteAxis(minimum: -90, maximum: 90),
      .distance: AbsoluteAxis(minimum: 0, maximum: 63),
    ]
    return device
  }()

  @Test(arguments: FormatSinks.formats)
  func `Touches behind a loss that a text cannot say are down are named`(_ format: RecordingFormat) throws {
    var gesture = Gesture()
    gesture.frame(0, .slot(0), .id(1), .x(1), .y(1), .slot(1), .id(2), .x(5), .y(5))
    gesture.add(.frame(0, at: 8000, [(.synchronization, .dropped, 0)]))
    gesture.frame(16, .x(2), .y(2))
    let losses = try Writing(transformed(gesture.script, by: TimeCut(from: milliseconds(12))), as: format).losses
    #expect(losses.contains { $0.hasPrefix("touches that were down before the lost events") } == (format != .mcap))
    let before = try Writing(transformed(gesture.script, by: TimeCut(from: milliseconds(4))), as: format).losses
    #expect(before.contains { $0.hasPrefix("touches that were down") } == (format != .mcap), "\(before)")
  }

  @Test func `A part between two cuts has every frame once`() throws {
    var gesture = Gesture()
    gesture.frame(0, .slot(0), .id(1), .x(1), .y(1))
    gesture.frame(8, .x(2))
    // A frame whose events lie apart is where its end is.
    let spread = [(7_000, EventCode.positionX), (9_000, .positionY)].map { time, code in
      InputEvent(time: Timestamp(microseconds: time), type: .absolute, code: code, value: 3)
    }
    gesture.add(.frame(0, Frame(events: spread + [.report(at: milliseconds(9))])))
    // The clock goes back.
    gesture.frame(4, .x(4))
    gesture.frame(16, .x(5))
    for time in -1...17 as ClosedRange<Int64> {
      let first = try transformed(gesture.script, by: TimeCut(before: milliseconds(time)))
      let second = try transformed(gesture.script, by: TimeCut(from: milliseconds(time)))
      #expect(first.dropFirst() + second.dropFirst() == gesture.script.dropFirst(), "cut at \(time) ms")
    }
  }

  @Test func `Lost events before a cut leave the state unknown`() throws {
    var gesture = Gesture()
    gesture.frame(0, .slot(0), .id(1), .x(10), .y(20), .slot(1), .id(2), .x(50), .y(60))
    gesture.frame(8, .drop)
    gesture.frame(16, .slot(1), .x(52), .y(61))
    for format in FormatSinks.formats {
      let events = touches(try part(gesture.script, from: 12, as: format))
      // The first finger said nothing since, and may be gone.
      #expect(events.map(\.phase) == [.began], "\(format)")
      #expect(events.first?.sample.position == DevicePoint(x: 52, y: 61), "\(format)")
    }
  }

  @Test func `A device that was unplugged holds nothing`() throws {
    var gesture = Gesture()
    gesture.frame(0, .slot(0), .id(1), .x(10), .y(20), .key(.touch, 1))
    gesture.add(.note(milliseconds(4), #"{"kind":"deviceRemoved","channel":0}"#))
    gesture.add(.opening(1, number: 0, Gesture.screen))
    gesture.add(.frame(1, Gesture.frame(9, [.id(4), .x(1), .y(1), .report])))
    for start in [5, 9] as [Int64] {
      let cut = try transformed(gesture.script, by: TimeCut(from: milliseconds(start)))
      #expect(touches(cut.map(\.entry)).map(\.touch.trackingID) == [TrackingID(rawValue: 4)])
    }
  }

  /// A recording that began with a finger down never reports its identity.
  @Test(arguments: FormatSinks.formats)
  func `A finger without an identity goes on`(_ format: RecordingFormat) throws {
    var device = Gesture.screen
    device.slots = []
    var gesture = Gesture(on: device)
    gesture.frame(0, .x(10), .y(20))
    gesture.frame(8, .x(11))
    gesture.frame(16, .x(12))
    let events = touches(try part(gesture.script, from: 12, as: format))
    #expect(events.map(\.phase) == [.began], "\(format)")
    #expect(events.first?.sample.position == DevicePoint(x: 12, y: 20))
  }
}
