import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelTouchTracking

/// A touch that draws a benchmark's stroke on a board whose points are pixels.
struct BoardStroke {
  let touch: Touch
  let stroke: BenchmarkStroke
  private var next = 0

  init(_ stroke: BenchmarkStroke, number: Int) {
    self.stroke = stroke
    let finger = Int32(truncatingIfNeeded: number)
    touch = Touch(
      id: Touch.ID(rawValue: number), device: DeviceChannel(rawValue: 0), slot: Slot(rawValue: finger),
      trackingID: TrackingID(rawValue: finger), tool: .finger)
  }

  /// The next point; after the last one the stroke runs back to its first.
  mutating func step() -> TouchEvent {
    defer { next += 1 }
    return TouchEvent(touch: touch, phase: next == 0 ? .began : .moved(gap: false), sample: sample(next))
  }

  func end() -> TouchEvent { TouchEvent(touch: touch, phase: .ended, sample: sample(max(next - 1, 0))) }

  private func sample(_ number: Int) -> TouchSample {
    let point = stroke.points[number % stroke.points.count]
    return TouchSample(
      time: Timestamp(microseconds: Int64(number) * 8333),
      position: DevicePoint(x: Int32(point.x), y: Int32(point.y)),
      boardPoint: BoardPoint(x: point.x, y: point.y))
  }
}

extension Board {
  static func forBenchmarks(_ size: PixelSize, undo: UndoMemory = UndoMemory()) throws -> Board {
    let board = BoardSize(width: Double(size.width), height: Double(size.height))
    return Board(raster: try Raster(board: board), undo: undo)
  }

  mutating func draw(_ strokes: [BenchmarkStroke], from first: Int = 0) throws {
    for (index, stroke) in strokes.enumerated() {
      try handle(.set(\.width, stroke.width))
      try handle(.set(\.color, stroke.color))
      var drawn = BoardStroke(stroke, number: first + index)
      for _ in stroke.points { handle(drawn.step()) }
      handle(drawn.end())
    }
  }
}

extension PixelSize {
  static let fullHD = PixelSize(width: 1920, height: 1080)
  static let ultraHD = PixelSize(width: 3840, height: 2160)

  var label: String { self == .fullHD ? "1080p" : "4K" }
}
