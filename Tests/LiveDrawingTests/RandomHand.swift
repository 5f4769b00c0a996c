import SeededCases
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// A simulated user who draws with fingers, a pen and a mouse at the same time, and uses the menus.
struct RandomHand {
  static let size = BoardSize(width: 300, height: 200)

  private var random: SplitMix64
  private(set) var now = Timestamp(nanoseconds: 5_000_000_000)
  private var fingers: [UInt: BoardPoint] = [:]
  private var nextFinger: UInt = 0
  private var pen: BoardPoint?
  private var mouse: BoardPoint?

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func act(on drawing: LiveDrawing) {
    if random.next(below: 3) > 0 {
      now = now.advanced(by: TimeSpan(nanoseconds: Int64(random.next(below: 12)) * 1_000_000))
    }
    switch random.next(below: 40) {
    case 0..<24: moveFingers(on: drawing)
    case 24..<31: usePen(on: drawing)
    case 31..<36: useMouse(on: drawing)
    case 36: drawing.tick(now)
    case 37 where random.next(below: 6) == 0: drawing.cancelAll(.window, at: now)
    case 38 where random.next(below: 12) == 0:
      let board = drawing.board.raster.board
      drawing.grow(to: BoardSize(width: board.width + Double(random.next(below: 30)), height: board.height), at: now)
    default: drawing.perform(command(), at: now)
    }
    if random.next(below: 4) == 0 { drawing.settle() }
  }

  /// Lifts everything.
  mutating func letGo(of drawing: LiveDrawing) {
    for (finger, point) in fingers.sorted(by: { $0.key < $1.key }) {
      send(.finger(TouchSequence(rawValue: finger)), .ended, point, to: drawing)
    }
    send(.pen(PenState()), .left, pen ?? place(), to: drawing)
    if let mouse { send(.mouse, .ended, mouse, to: drawing) }
    (fingers, pen, mouse) = ([:], nil, nil)
  }

  mutating func tap(fingers count: Int, on drawing: LiveDrawing) {
    let taps = (0..<count).map { (finger: nextFinger + UInt($0), point: place()) }
    nextFinger += UInt(count)
    for phase in [PointerEvent.Phase.began, .moved, .ended] {
      for tap in taps {
        now = now.advanced(by: TimeSpan(nanoseconds: Int64(random.next(below: 30)) * 1_000_000))
        send(.finger(TouchSequence(rawValue: tap.finger)), phase, tap.point, to: drawing)
      }
    }
    drawing.settle()
  }

  /// A pinch, which other fingers may join. Nothing else is down.
  mutating func pinch(on drawing: LiveDrawing) {
    var places = [nextFinger: place(), nextFinger + 1: place()]
    nextFinger += 2
    move(places, .began, by: 0, on: drawing)
    move(places, .moved, by: 15, on: drawing)
    for _ in 0..<random.next(below: 30) {
      if random.next(below: 12) == 0 {
        places[nextFinger] = place()
        move([nextFinger: places[nextFinger]!], .began, by: 0, on: drawing)
        nextFinger += 1
      }
      move(places, .moved, by: Double(random.next(below: 9)), on: drawing)
    }
    move(places, .ended, by: 0, on: drawing)
    drawing.settle()
  }

  private mutating func move(
    _ places: [UInt: BoardPoint], _ phase: PointerEvent.Phase, by way: Double, on drawing: LiveDrawing
  ) {
    for (finger, place) in places.sorted(by: { $0.key < $1.key }) {
      now = now.advanced(by: TimeSpan(nanoseconds: Int64(random.next(below: 9)) * 1_000_000))
      send(.finger(TouchSequence(rawValue: finger)), phase, BoardPoint(x: place.x + way, y: place.y), to: drawing)
    }
  }

  private mutating func moveFingers(on drawing: LiveDrawing) {
    if fingers.count < 6, random.next(below: 8) == 0 {
      fingers[nextFinger] = place()
      send(.finger(TouchSequence(rawValue: nextFinger)), .began, fingers[nextFinger]!, to: drawing)
      nextFinger += 1
    }
    for finger in fingers.keys.sorted() {
      let point = step(from: fingers[finger]!)
      fingers[finger] = point
      let end = random.next(below: 60)
      send(
        .finger(TouchSequence(rawValue: finger)), end == 0 ? .ended : end == 1 ? .cancelled : .moved, point, to: drawing
      )
      if end < 2 { fingers[finger] = nil }
    }
  }

  private mutating func usePen(on drawing: LiveDrawing) {
    let end: PenState.End = random.next(below: 40) == 0 ? .eraser : .tip
    let state = PenState(end: end, pressure: Double(random.next(below: 101)) / 100)
    if let point = pen {
      let next = step(from: point)
      let choice = random.next(below: 30)
      send(
        .pen(state), choice == 0 ? .ended : choice == 1 ? .left : choice == 2 ? .cancelled : .moved, next, to: drawing)
      pen = choice < 3 ? nil : next
    } else if random.next(below: 3) == 0 {
      let point = place()
      pen = point
      send(.pen(state), .began, point, to: drawing)
    }
  }

  private mutating func useMouse(on drawing: LiveDrawing) {
    let isEnd = mouse != nil && random.next(below: 12) == 0
    let point = mouse.map { step(from: $0) } ?? place()
    send(.mouse, mouse == nil ? .began : isEnd ? .ended : .moved, point, to: drawing)
    mouse = isEnd ? nil : point
  }

  private func send(
    _ pointer: PointerEvent.Pointer, _ phase: PointerEvent.Phase, _ point: BoardPoint, to drawing: LiveDrawing
  ) {
    drawing.handle(PointerEvent(pointer, phase, at: point, time: now))
  }

  private mutating func place() -> BoardPoint {
    BoardPoint(x: Double(random.next(below: 3000)) / 10, y: Double(random.next(below: 2000)) / 10)
  }

  private mutating func step(from point: BoardPoint) -> BoardPoint {
    BoardPoint(
      x: point.x + Double(random.next(below: 200)) / 10 - 10, y: point.y + Double(random.next(below: 200)) / 10 - 10)
  }

  private mutating func selecting() -> BoardCommand {
    switch random.next(below: 13) {
    case 0: .selectAll
    case 8: .flip(random.next(below: 2) == 0 ? .horizontal : .vertical)
    case 9: .align(ShapeAlignment.allCases[random.next(below: 6)])
    case 10: .distribute(random.next(below: 2) == 0 ? .horizontal : .vertical)
    case 11: .set(\.handles, SelectionHandles.allCases[random.next(below: 3)])
    case 12:
      random.next(below: 2) == 0
        ? .set(\.dragging, random.next(below: 2) == 0 ? .free : .constrained)
        : .set(\.grid, random.next(below: 2) == 0 ? .none : .step(15))
    case 1: .duplicate(BoardPoint(x: Double(random.next(below: 30)), y: 11))
    case 2: .order(random.next(below: 2) == 0 ? .front : .back)
    case 3: .set(\.selecting, Selecting.allCases[random.next(below: 3)])
    default: .delete
    }
  }

  /// One that is there with any number of pages.
  private mutating func page() -> PageCommand {
    let size = BoardSize(width: 100 + Double(random.next(below: 300)), height: 150)
    switch random.next(below: 7) {
    case 5: return .endless(size)
    case 6: return .addAll([Paper(size: size, isEndless: random.next(below: 2) == 0), Paper()], at: nil)
    case 0...1: return .add(NewPage(at: random.next(below: 2) == 0 ? 0 : nil, paper: Paper(size: size)))
    case 2: return .add(NewPage())
    case 3: return .resize(random.next(below: 2) == 0 ? nil : size)
    default: return .turn(to: 0)
    }
  }

  /// One that can be done with any number of layers. What is closed is soon open again.
  private mutating func layer() -> LayerCommand {
    switch random.next(below: 6) {
    case 0...1: return .add(NewLayer(at: random.next(below: 2) == 0 ? 0 : nil, look: LayerLook(opacity: 0.5)))
    case 2: return .change(nil, LayerChange(isHidden: true))
    case 3...4: return .change(nil, LayerChange(isHidden: false, isLocked: false))
    default: return .choose(0)
    }
  }

  private mutating func command() -> BoardCommand {
    let tools = Tool.allCases.filter { $0 != .text }
    switch random.next(below: 12) {
    case 0...3: return .set(\.tool, random.next(below: 3) == 0 ? tools[random.next(below: tools.count)] : .pencil)
    case 4: return .set(\.color, PixelColor(red: UInt8(random.next(below: 256)), green: 90, blue: 0, alpha: 160))
    case 5: return .set(\.width, Double(random.next(below: 20)) + 1)
    case 6: return .undo
    case 7: return .redo
    case 8: return .set(\.fill, random.next(below: 2) == 0 ? nil : PixelColor(red: 0, green: 200, blue: 90))
    case 9 where random.next(below: 2) == 0: return .page(page())
    case 9 where random.next(below: 2) == 0: return .layer(layer())
    case 9: return .background(.color(PixelColor(red: 255, green: 255, blue: UInt8(random.next(below: 256)))))
    case 10: return random.next(below: 4) == 0 ? .clear : selecting()
    case 11 where random.next(below: 2) == 0:
      return .set(\.stacking, random.next(below: 2) == 0 ? .overInk : .underInk)
    default: return .set(\.smoothing, random.next(below: 2) == 0 ? .midpoint : .oneEuro)
    }
  }
}
