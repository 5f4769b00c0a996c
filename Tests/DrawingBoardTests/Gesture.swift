import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelTouchTracking

/// One step of a script of what hands do; fingers are numbered from 1.
enum Gesture: Hashable {
  case touch(Finger, TouchPhase, BoardPoint)
  case command(BoardCommand)
  /// Some operation on what is on the board then; the same seed on the same board does the same.
  case change(seed: UInt64)
  /// Nothing happens while time goes on.
  case rest

  static func set<Property: SettingValue>(
    _ path: WritableKeyPath<BoardSettings, Property>, _ value: Property
  ) -> Gesture {
    .command(.set(path, value))
  }

  struct Finger: Hashable, ExpressibleByIntegerLiteral {
    var number: Int
    var tool = TouchTool.finger
    var pressure: Double?

    init(integerLiteral value: Int) { number = value }
    init(_ number: Int, tool: TouchTool = .finger, pressure: Double? = nil) {
      self.number = number
      self.tool = tool
      self.pressure = pressure
    }
  }
}

func down(_ finger: Gesture.Finger, at point: (Double, Double)) -> Gesture {
  .touch(finger, .began, BoardPoint(x: point.0, y: point.1))
}

func move(_ finger: Gesture.Finger, to point: (Double, Double)) -> Gesture {
  .touch(finger, .moved(gap: false), BoardPoint(x: point.0, y: point.1))
}

/// Events were lost before the finger was seen here.
func jump(_ finger: Gesture.Finger, to point: (Double, Double)) -> Gesture {
  .touch(finger, .moved(gap: true), BoardPoint(x: point.0, y: point.1))
}

func up(_ finger: Gesture.Finger) -> Gesture { .touch(finger, .ended, BoardPoint(x: 0, y: 0)) }

func cancel(_ finger: Gesture.Finger) -> Gesture { .touch(finger, .cancelled(.palm), BoardPoint(x: 0, y: 0)) }

func stroke(_ finger: Gesture.Finger, _ points: (Double, Double)...) -> [Gesture] {
  [down(finger, at: points[0])] + points.dropFirst().map { move(finger, to: $0) } + [up(finger)]
}

/// A board on which a script is played, 10 ms a step.
struct Bench {
  var board: Board
  private var now = Timestamp(nanoseconds: 0)

  init(
    width: Double = 96, height: Double = 96, scale: Double = 1, undo: UndoMemory = UndoMemory(),
    mode: RasterMode = .live, _ steps: [Gesture] = []
  ) throws {
    board = Board(
      raster: try Raster(board: BoardSize(width: width, height: height), scale: scale), undo: undo,
      mode: mode)
    try play(steps)
  }

  init(_ board: Board) { self.board = board }

  mutating func play(_ steps: [Gesture]) throws {
    for step in steps { try play(step) }
  }

  mutating func play(_ step: Gesture) throws {
    now = now.advanced(by: TimeSpan(nanoseconds: 10_000_000))
    switch step {
    case .command(let command):
      // A session at random does not know what is closed.
      do throws(BoardError) {
        try board.handle(command)
      } catch {
        guard case .unusableOperation(.closedLayer) = error else { throw error }
      }
    case .change(let seed): try board.perform(board.randomOperation(seed: seed))
    case .rest: break
    case .touch(let finger, let phase, let point): board.handle(event(finger, phase, point))
    }
  }

  private func event(_ finger: Gesture.Finger, _ phase: TouchPhase, _ point: BoardPoint) -> TouchEvent {
    let touch = Touch(
      id: Touch.ID(rawValue: finger.number), device: DeviceChannel(rawValue: 0),
      slot: Slot(rawValue: Int32(finger.number)), trackingID: TrackingID(rawValue: Int32(100 + finger.number)),
      tool: finger.tool)
    var sample = TouchSample(
      time: now, position: DevicePoint(x: 0, y: 0), boardPoint: point, tool: finger.tool)
    sample.pressure = finger.pressure
    return TouchEvent(touch: touch, phase: phase, sample: sample)
  }

  var pixels: PixelBuffer { board.picture.composed() }

  /// The rectangle of pixels that differ from white.
  var inkBounds: PixelRect { pixels.bounds { $0 != 0xFFFF_FFFF } }
}

extension PixelBuffer {
  func bounds(where isIn: (UInt32) -> Bool) -> PixelRect {
    var bounds = PixelRect.empty
    for y in 0..<size.height {
      for x in 0..<size.width where isIn(self[x, y]) {
        bounds = bounds.union(PixelRect(x: x, y: y, width: 1, height: 1))
      }
    }
    return bounds
  }

  /// Says where pictures differ, or nothing.
  func difference(from other: PixelBuffer) -> String? {
    guard size == other.size else { return "sizes \(size) and \(other.size)" }
    if pixels == other.pixels { return nil }
    let differing = pixels.indices.filter { pixels[$0] != other.pixels[$0] }
    guard let first = differing.first else { return nil }
    let (x, y) = (first % size.width, first / size.width)
    let values = [pixels[first], other.pixels[first]].map { String($0, radix: 16) }
    return "\(differing.count) pixels differ, the first at \(x), \(y): \(values[0]) is not \(values[1])"
  }
}
