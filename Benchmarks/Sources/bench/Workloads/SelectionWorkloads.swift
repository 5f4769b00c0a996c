import SeededCases
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelTouchTracking

/// A board with shapes of all kinds, or with strokes, of which a finger drags some.
final class SelectionDrag {
  enum Selected: String {
    case one = "one"
    case all = "all"
  }

  private let size: PixelSize
  private let selected: Selected
  private let drawn: Board
  private var target: PixelBuffer
  private let threads: Int

  /// A board of freehand strokes, all of which are dragged as a window shows it.
  convenience init(_ size: PixelSize, strokes: Int) throws {
    var board = try Board.forBenchmarks(size)
    board.hurryLimit = LiftedShapes.frameLimit
    var random = SplitMix64(seed: 0x5_7E0C)
    for _ in 0..<strokes { try board.perform(.add(.randomStroke(on: size, using: &random))) }
    try self.init(size, board, dragging: .all, threads: 2)
  }

  convenience init(_ size: PixelSize, shapes: Int = 500, dragging selected: Selected, threads: Int = 2) throws {
    var board = try Board.forBenchmarks(size)
    var random = SplitMix64(seed: 0x5E1EC7)
    for _ in 0..<shapes { try board.perform(.add(.random(on: size, using: &random))) }
    try self.init(size, board, dragging: selected, threads: threads)
  }

  private init(_ size: PixelSize, _ board: Board, dragging selected: Selected, threads: Int) throws {
    self.size = size
    self.selected = selected
    self.threads = threads
    target = PixelBuffer(size: size)
    var board = board
    try board.handle(.set(\.tool, .selection))
    drawn = board
  }

  /// A drag that has begun.
  struct Begun {
    fileprivate var board: Board
    fileprivate var finger: Finger
    fileprivate let start: BoardPoint
  }

  /// Milliseconds of each frame in which the finger moves, from the event until the tiles are composited.
  func times() -> [Double] {
    var drag = begun()
    return (0..<30).map { frame in
      nanoseconds { show(frame, of: &drag) } / 1e6
    }
  }

  func begun() -> Begun {
    var board = drawn
    var finger = Finger(number: 1)
    if selected == .all {
      board.handle(finger.step(.began, BoardPoint(x: -500, y: -500)))
      board.handle(finger.step(.moved(gap: false), BoardPoint(x: 10_000, y: 10_000)))
      board.handle(finger.step(.ended, BoardPoint(x: 10_000, y: 10_000)))
    }
    finger = Finger(number: 2)
    let start = board.grip
    board.handle(finger.step(.began, start))
    show(&board)
    return Begun(board: board, finger: finger, start: start)
  }

  /// A frame in which the finger moves, from the event until the tiles are composited.
  func show(_ frame: Int, of drag: inout Begun) {
    let way = Double(frame)
    let point = BoardPoint(x: drag.start.x + 11 + 3.7 * way, y: drag.start.y + 2.3 * way)
    drag.board.handle(drag.finger.step(.moved(gap: false), point))
    show(&drag.board)
  }

  private func show(_ board: inout Board) {
    let damage = board.drainDamage(threads: threads)
    target.withTarget { board.compose(damage, into: $0, threads: threads) }
  }
}

private struct Finger {
  private let touch: Touch
  private var frame: Int64 = 0

  init(number: Int) {
    touch = Touch(
      id: Touch.ID(rawValue: number), device: DeviceChannel(rawValue: 0), slot: Slot(rawValue: 0),
      trackingID: TrackingID(rawValue: Int32(truncatingIfNeeded: number)), tool: .finger)
  }

  mutating func step(_ phase: TouchPhase, _ point: BoardPoint) -> TouchEvent {
    frame += 1
    let sample = TouchSample(
      time: Timestamp(microseconds: frame * 8333), position: DevicePoint(x: 0, y: 0), boardPoint: point)
    return TouchEvent(touch: touch, phase: phase, sample: sample)
  }
}

extension Board {
  /// A point of the topmost line or stroke, where a drag takes it.
  fileprivate var grip: BoardPoint {
    for element in elements.reversed() {
      switch element.shape?.shape {
      case .line(let line): return line.start
      case .pen(let pen): return pen.path.runs[0][0].point
      default: continue
      }
    }
    return BoardPoint(x: 0, y: 0)
  }
}

extension Shape {
  /// Of 40 to 200 pixels, within a board.
  fileprivate static func random(on size: PixelSize, using random: inout SplitMix64) -> Shape {
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    let start = BoardPoint(x: number(220...Double(size.width) - 220), y: number(220...Double(size.height) - 220))
    let end = BoardPoint(x: start.x + number(40...200), y: start.y + number(40...200))
    let bits = UInt64.random(in: 0 ... .max, using: &random)
    let color = PixelColor(
      red: UInt8(truncatingIfNeeded: bits), green: UInt8(truncatingIfNeeded: bits >> 8),
      blue: UInt8(truncatingIfNeeded: bits >> 16), alpha: 200)
    let style = StrokeStyle(color: color, width: number(2...8))
    let fill = bits >> 63 == 0 ? color : nil
    switch bits >> 32 % 6 {
    case 0: return .line(LineShape(from: start, to: end, style: style, head: .arrow))
    case 1: return .rectangle(RectShape(from: start, to: end, style: style, fill: fill))
    case 2: return .ellipse(EllipseShape(from: start, to: end, style: style, fill: fill))
    case 3: return .star(StarShape(from: start, to: end, style: style, fill: fill))
    case 4: return .line(LineShape(from: start, to: end, style: style))
    default: return stroke(of: 100, from: start, color, using: &random)
    }
  }

  /// A stroke of 40 points, as in handwriting.
  fileprivate static func randomStroke(on size: PixelSize, using random: inout SplitMix64) -> Shape {
    let x = Double.random(in: 20...Double(size.width) - 120, using: &random)
    let y = Double.random(in: 20...Double(size.height) - 60, using: &random)
    return stroke(of: 40, from: BoardPoint(x: x, y: y), .black, using: &random)
  }

  private static func stroke(
    of count: Int, from start: BoardPoint, _ color: PixelColor, using random: inout SplitMix64
  ) -> Shape {
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    var path = StrokePath(from: StrokePath.Vertex(start, width: 4))
    var (x, y) = (start.x, start.y)
    for _ in 0..<count {
      (x, y) = (x + number(-2...6), y + number(-4...5))
      path.extend(to: StrokePath.Vertex(BoardPoint(x: x, y: y), width: number(2...6)))
    }
    return .pen(PenShape(path: path, color: color))
  }
}

extension Workload {
  static func selection(_ peers: Peers) throws -> [Workload] {
    // 8 and 16 ms, half a frame and a frame of a display, on a machine where Cairo draws W1 in 200.
    let rows: [(PixelSize, SelectionDrag.Selected, goal: Double)] = [
      (.ultraHD, .one, 25), (.fullHD, .all, 12.5), (.ultraHD, .all, 12.5),
    ]
    return try rows.flatMap { size, selected, goal in
      let drag = try SelectionDrag(size, dragging: selected)
      let runs = SharedRuns<Statistic, [Double]> { drag.times() }
      let name = "drag \(selected.rawValue) of 500 shapes, \(size.label)"
      return [
        Workload("\(name), median frame", .milliseconds, goal: .ratioAtLeast(goal)) {
          percentile(0.5, of: try runs.run(for: .median))
        }.againstW1(peers),
        Workload("\(name), slowest frame", .milliseconds) {
          try runs.run(for: .slowest).max() ?? 0
        },
      ]
    } + (try manyStrokes())
  }

  /// The frames in which 5,000 strokes move are those that a window shows; the first of a drag draws all of them.
  private static func manyStrokes() throws -> [Workload] {
    try [PixelSize.fullHD, .ultraHD].flatMap { size in
      let drag = try SelectionDrag(size, strokes: 5000)
      let runs = SharedRuns<Statistic, [Double]> { drag.times() }
      let name = "drag 5,000 strokes, \(size.label)"
      return [
        Workload("\(name), median frame", .milliseconds, goal: .atMost(16)) {
          percentile(0.5, of: try runs.run(for: .median))
        },
        Workload("\(name), slowest frame", .milliseconds) {
          try runs.run(for: .slowest).max() ?? 0
        },
      ]
    }
  }
}
