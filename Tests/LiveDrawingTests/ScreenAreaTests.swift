import Testing
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelEvdevDevices
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking

/// A kernel touchscreen with ten units for each unit of its screen of 200 × 200.
private struct KernelScreen {
  let drawing: LiveDrawing
  private let device: DeviceDescription

  init(_ drawing: LiveDrawing, facts: [String: String] = [:]) {
    self.drawing = drawing
    var device = DeviceDescription()
    device.udev = facts
    device.properties = [.direct]
    device.codes[.key] = [.touch]
    device.axes = [
      .slot: AbsoluteAxis(minimum: 0, maximum: 9), .trackingID: AbsoluteAxis(minimum: 0, maximum: 65535),
      .positionX: AbsoluteAxis(minimum: 0, maximum: 2000), .positionY: AbsoluteAxis(minimum: 0, maximum: 2000),
    ]
    device.slots = Array(repeating: [.trackingID: -1], count: 10)
    self.device = device
    drawing.handle(DeviceInput(device: 0, step: .opened(device)), at: drawing.time)
  }

  private func send(_ slot: Int32, _ id: Int32?, _ place: SurfacePoint?, at milliseconds: Int) {
    let time = Hand.time(milliseconds)
    var values: [(EventCode, Int32)] = [(.slot, slot)]
    if let id { values.append((.trackingID, id)) }
    if let place { values += [(.positionX, Int32(place.x * 10)), (.positionY, Int32(place.y * 10))] }
    let events = values.map { InputEvent(time: time, type: .absolute, code: $0.0, value: $0.1) }
    let frame = Frame(events: events + [.report(at: time)])
    drawing.handle(DeviceInput(device: 0, step: .frame(frame)), at: time)
  }

  func down(_ slot: Int32, _ x: Double, _ y: Double, at milliseconds: Int) {
    send(slot, Int32(milliseconds), SurfacePoint(x: x, y: y), at: milliseconds)
  }

  func move(_ slot: Int32, _ x: Double, _ y: Double, at milliseconds: Int) {
    send(slot, nil, SurfacePoint(x: x, y: y), at: milliseconds)
  }

  func up(_ slot: Int32, at milliseconds: Int) { send(slot, -1, nil, at: milliseconds) }
}

struct ScreenAreaTests {
  private let output = MemorySession()
  private let drawing: LiveDrawing
  private var view = Viewport(
    board: BoardSize(width: 200, height: 160), surface: SurfaceSize(width: 200, height: 160))

  init() throws { drawing = try LiveDrawing(SessionSetup(size: view.board), to: output, at: Hand.start) }

  /// The surface is the lower part of the screen.
  private func look(_ view: Viewport) {
    drawing.screenArea = view.area(
      under: SurfaceSize(width: 200, height: 200), surfaceAt: SurfacePoint(x: 0, y: 40))
  }

  /// The positions of the touches in the recording.
  private func recorded() throws -> [[BoardPoint]] {
    drawing.tick(drawing.time.advanced(by: TimeSpan(seconds: 1)))
    #expect(try replayed(output.bytes) == drawing.board.picture.composed())
    let recording = try Recording.open(MemoryBytes(output.bytes))
    var lines = Lines()
    var replayer = Replayer(
      try recording.makeSource(), plan: try RecordingFacts(recording).plan())
    while try replayer.step(into: &lines) {}
    return lines.tracker.finishedLines.map { $0.points.map(\.rounded) }
  }

  @Test func `The area under a screen is what is visible there`() {
    var view = view
    view.zoom(to: 2, about: SurfacePoint(x: 100, y: 80))
    let area = view.area(under: SurfaceSize(width: 200, height: 200), surfaceAt: SurfacePoint(x: 0, y: 40))
    // The surface's corner shows (50, 40) of the board; 40 units above it are 20 points.
    #expect(area == ScreenArea(origin: BoardPoint(x: 50, y: 20), size: BoardSize(width: 100, height: 100)))
  }

  @Test func `A device draws under the finger in any view of the board`() throws {
    var view = view
    let screen = KernelScreen(drawing)
    look(view)
    screen.down(0, 100, 100, at: 10)
    screen.up(0, at: 20)
    view.zoom(to: 2, about: SurfacePoint(x: 100, y: 80))
    look(view)
    screen.down(0, 100, 100, at: 30)
    screen.move(0, 200, 40, at: 40)
    screen.up(0, at: 50)
    #expect(try recorded() == [[BoardPoint(x: 100, y: 60)], [BoardPoint(x: 100, y: 70), BoardPoint(x: 150, y: 40)]])
  }

  @Test func `A view that changes under a finger does not tear its line; it applies to the next finger`() throws {
    var view = view
    let screen = KernelScreen(drawing)
    look(view)
    screen.down(0, 100, 100, at: 10)
    view.zoom(to: 2, about: SurfacePoint(x: 100, y: 80))
    look(view)
    screen.move(0, 110, 100, at: 20)
    screen.up(0, at: 30)
    screen.down(0, 100, 100, at: 40)
    screen.up(0, at: 50)
    #expect(try recorded() == [[BoardPoint(x: 100, y: 60), BoardPoint(x: 110, y: 60)], [BoardPoint(x: 100, y: 70)]])
  }

  @Test func `The desktop's pointers are not affected by the screen area`() throws {
    var view = view
    let screen = KernelScreen(drawing)
    view.zoom(to: 2, about: SurfacePoint(x: 100, y: 80))
    look(view)
    drawing.handle([PointerEvent(.mouse, .began, at: BoardPoint(x: 20, y: 30), time: Hand.time(10))])
    screen.down(0, 100, 100, at: 20)
    screen.up(0, at: 30)
    drawing.handle([PointerEvent(.mouse, .ended, at: BoardPoint(x: 20, y: 30), time: Hand.time(40))])
    #expect(try recorded() == [[BoardPoint(x: 100, y: 70)], [BoardPoint(x: 20, y: 30)]])
  }

  @Test func `A pointer that comes later is not affected by the screen area either`() throws {
    var view = view
    let screen = KernelScreen(drawing)
    look(view)
    screen.down(0, 100, 100, at: 10)
    screen.up(0, at: 20)
    view.zoom(to: 2, about: SurfacePoint(x: 100, y: 80))
    look(view)
    drawing.handle([PointerEvent(.mouse, .began, at: BoardPoint(x: 20, y: 30), time: Hand.time(30))])
    drawing.handle([PointerEvent(.mouse, .ended, at: BoardPoint(x: 20, y: 30), time: Hand.time(40))])
    #expect(try recorded() == [[BoardPoint(x: 100, y: 60)], [BoardPoint(x: 20, y: 30)]])
  }

  /// The page grows to 400 points across, and the surface looks at its right half then: (50, 100) of the screen is 60
  /// below the surface's edge, and 50 from its left.
  @Test func `The finger stays in place on an endless page that grows, and draws beyond its first step`() throws {
    let screen = KernelScreen(drawing)
    drawing.perform(.page(.endless(view.board)), at: drawing.time)
    look(view)
    screen.down(0, 150, 100, at: 10)
    screen.down(1, 20, 100, at: 20)
    screen.up(0, at: 30)
    screen.move(1, 30, 100, at: 40)
    screen.up(1, at: 50)
    #expect(drawing.board.raster.board == BoardSize(width: 400, height: 160))
    var view = view
    view.resize(board: drawing.board.raster.board)
    view.pan(byX: -200, y: 0)
    look(view)
    screen.down(0, 50, 100, at: 60)
    screen.up(0, at: 70)
    let first = [[BoardPoint(x: 150, y: 60)], [BoardPoint(x: 20, y: 60), BoardPoint(x: 30, y: 60)]]
    #expect(try recorded() == first + [[BoardPoint(x: 250, y: 60)]])
  }

  @Test func `The finger stays in place on a board that grows`() throws {
    let screen = KernelScreen(drawing)
    look(view)
    screen.down(0, 100, 100, at: 10)
    screen.up(0, at: 20)
    drawing.grow(to: BoardSize(width: 400, height: 200), at: Hand.time(30))
    screen.down(0, 100, 100, at: 40)
    screen.up(0, at: 50)
    #expect(try recorded() == [[BoardPoint(x: 100, y: 60)], [BoardPoint(x: 100, y: 60)]])
  }

  @Test func `Two fingers of a device pinch the view at the start`() throws {
    var view = view
    drawing.gestures = .severalFingers
    let screen = KernelScreen(drawing)
    look(view)
    screen.down(0, 80, 100, at: 10)
    screen.down(1, 120, 100, at: 20)
    screen.move(0, 60, 100, at: 30)
    let start = view
    screen.move(1, 180, 100, at: 40)
    view = start.applying(try #require(drawing.pinch))
    look(view)
    // The fingers go from 60 apart to 120.
    #expect(view.zoom == 2)
    screen.move(0, 50, 100, at: 50)
    #expect(drawing.pinch?.now.first == BoardPoint(x: 50, y: 60))
    screen.up(0, at: 60)
    screen.up(1, at: 70)
    #expect(try recorded().isEmpty)
    screen.down(0, 120, 100, at: 80)
    screen.up(0, at: 90)
    // What was at (90, 60) between them is at (120, 60) now.
    #expect(try recorded() == [[BoardPoint(x: 90, y: 60)]])
  }

  @Test func `The device's calibration is applied first`() throws {
    var area = view.area(under: SurfaceSize(width: 200, height: 160), surfaceAt: .zero)
    // Turned by half.
    area.calibration = CalibrationMatrix(a: -1, b: 0, c: 1, d: 0, e: -1, f: 1)
    let screen = KernelScreen(drawing)
    drawing.screenArea = area
    screen.down(0, 20, 50, at: 10)
    screen.up(0, at: 20)
    #expect(try recorded() == [[BoardPoint(x: 180, y: 120)]])
  }

  @Test func `A rotated screen is rotated once, live and in the replay`() throws {
    let facts = [
      DeviceDescription.calibrationFact: "-1 0 1 0 1 0", DeviceDescription.rotationFact: "90",
    ]
    let screen = KernelScreen(drawing, facts: facts)
    var area = view.area(under: SurfaceSize(width: 200, height: 160), surfaceAt: .zero)
    area.calibration = try #require(CalibrationMatrix("-1 0 1 0 1 0"))
    area.rotation = .quarter
    drawing.screenArea = area
    // (20, 50) of 200 × 200 is (0.1, 0.25), flipped (0.9, 0.25), turned (0.75, 0.9): of 200 × 160 points (150, 144).
    screen.down(0, 20, 50, at: 10)
    screen.up(0, at: 20)
    #expect(try recorded() == [[BoardPoint(x: 150, y: 144)]])
  }
}

private struct Lines: ReplaySink {
  var tracker = LineTracker()

  mutating func handle(_ event: TouchEvent) { tracker.handle(event) }
  mutating func handle(_ command: BoardCommand, at time: Timestamp) {}
}

extension BoardPoint {
  /// Rounded to a millionth.
  fileprivate var rounded: BoardPoint { BoardPoint(x: (x * 1e6).rounded() / 1e6, y: (y * 1e6).rounded() / 1e6) }
}
