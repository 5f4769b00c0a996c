import SeededCases
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelTouchTracking

/// What random hands and menus do: a script in which each finger has a number of its own, in order of beginning.
struct RandomSession {
  /// Four tiles.
  static let width = 100.0
  static let height = 90.0

  private var random: SplitMix64
  private var nextFinger = 1
  private var down: [Gesture.Finger] = []
  private(set) var steps: [Gesture] = []

  /// - Parameter count: of steps; fingers still down at the end are lifted.
  init(seed: UInt64, count: Int = 60) {
    random = SplitMix64(seed: seed)
    for _ in 0..<count { step() }
    for finger in down { steps.append(up(finger)) }
  }

  private mutating func step() {
    switch Int.random(in: 0..<20, using: &random) {
    case 0...2 where down.count < 10: begin()
    case 3...4: lift()
    case 5: if !down.isEmpty { steps.append(cancel(takeFinger())) }
    case 6...9: steps.append(.command(command()))
    case 10...12: steps.append(.change(seed: random.next()))
    case 13: if let finger = down.randomElement(using: &random) { steps.append(jump(finger, to: point())) }
    default:
      if let finger = down.randomElement(using: &random) { steps.append(move(finger, to: point())) } else { begin() }
    }
  }

  private mutating func begin() {
    let tools: [TouchTool] = [.finger, .finger, .pen, .eraser]
    let pressure = Double.random(in: 0...1, using: &random)
    let finger = Gesture.Finger(nextFinger, tool: tools.randomElement(using: &random) ?? .finger, pressure: pressure)
    nextFinger += 1
    down.append(finger)
    let start = point()
    steps.append(.touch(finger, .began, BoardPoint(x: start.0, y: start.1)))
  }

  private mutating func lift() {
    if !down.isEmpty { steps.append(up(takeFinger())) }
  }

  private mutating func takeFinger() -> Gesture.Finger {
    down.remove(at: Int.random(in: down.indices, using: &random))
  }

  private mutating func point() -> (Double, Double) {
    (
      Double.random(in: -20...(Self.width + 20), using: &random),
      Double.random(in: -20...(Self.height + 20), using: &random)
    )
  }

  private mutating func color() -> PixelColor { .random(using: &random) }

  private mutating func outline() -> BoardCommand {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: .set(\.cap, StrokeStyle.Cap.allCases.randomElement(using: &random) ?? .round)
    case 1: .set(\.join, StrokeStyle.Join.allCases.randomElement(using: &random) ?? .round)
    case 2 where random.next().isMultiple(of: 2):
      .set(\.shapeEnds, ShapeEnds.allCases.randomElement(using: &random) ?? .classic)
    case 2: .set(\.pattern, LinePattern.allCases.randomElement(using: &random) ?? .solid)
    case 3: .set(\.sides, Int.random(in: 3...12, using: &random))
    default: .set(\.speed, SpeedCurve.allCases.randomElement(using: &random) ?? .off)
    }
  }

  private mutating func eraser() -> BoardCommand {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: .set(\.erasing, .shapes)
    case 1: .set(\.erasing, Erasing.allCases.randomElement(using: &random) ?? .ink)
    default:
      .set(\.eraserWidth, random.next().isMultiple(of: 4) ? .ofStrokes : .points(.random(in: 0.1...40, using: &random)))
    }
  }

  private mutating func selecting() -> BoardCommand {
    switch Int.random(in: 0..<24, using: &random) {
    case 0: .delete
    case 10: .selectAll
    case 11: .select(Set((1...6).map(ElementID.init(rawValue:))))
    case 12: .duplicate(BoardPoint(x: Double.random(in: -20...20, using: &random), y: 8))
    case 13: .order(StackEnd.allCases.randomElement(using: &random) ?? .front)
    case 14: .set(\.selecting, Selecting.allCases.randomElement(using: &random) ?? .anew)
    case 16...20: arranging()
    case 15: .paste(pasted())
    case 21: .restyle(textStyle())
    case 22: .set(BoardSetting(textStyle()))
    case 23: .set(\.guide, guide())
    case 1: .restyle(.color(color()))
    case 2: .restyle(.width(Double.random(in: 0.1...30, using: &random)))
    case 3: .deselect
    case 4: .set(\.marks, SelectionMarks.allCases.randomElement(using: &random) ?? .hidden)
    case 5: .set(\.theme, Theme.allCases.randomElement(using: &random) ?? .ownColor)
    case 6: .endText
    case 7: .textArea(textArea())
    default: .text(["", "Ab", "gym 1😀"].randomElement(using: &random) ?? "")
    }
  }

  private mutating func arranging() -> BoardCommand {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: .flip(BoardAxis.allCases.randomElement(using: &random) ?? .horizontal)
    case 1: .align(ShapeAlignment.allCases.randomElement(using: &random) ?? .left)
    case 2: .distribute(BoardAxis.allCases.randomElement(using: &random) ?? .vertical)
    case 3: .set(\.handles, SelectionHandles.allCases.randomElement(using: &random) ?? .turning)
    case 4: .set(\.dragging, Dragging.allCases.randomElement(using: &random) ?? .free)
    default: .set(\.grid, random.next().isMultiple(of: 2) ? .none : .step(.random(in: 1...40, using: &random)))
    }
  }

  private mutating func guide() -> Guide? {
    let kind = Guide.Kind.allCases.randomElement(using: &random)
    let center = BoardPoint(x: Double.random(in: 0...200, using: &random), y: 80)
    return random.next().isMultiple(of: 3)
      ? nil
      : Guide(
        kind ?? .ruler, at: center, angle: Double.random(in: -180...180, using: &random), size: 60, reach: 20)
  }

  private mutating func textStyle() -> Restyling {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: .font(.size(Double.random(in: 5...60, using: &random)))
    case 1: .font(.bold(random.next().isMultiple(of: 2)))
    case 2: .font(.italic(random.next().isMultiple(of: 2)))
    case 3: .font(.family(["Sans", "Serif", "DejaVu Sans Mono"].randomElement(using: &random) ?? "Sans"))
    default: .align(TextParagraph.Alignment.allCases.randomElement(using: &random) ?? .start)
    }
  }

  private mutating func pasted() -> [PlacedShape] {
    let style = StrokeStyle(color: color(), width: 3)
    let line = LineShape(from: BoardPoint(x: 10, y: 10), to: BoardPoint(x: 60, y: 40), style: style)
    let hole = PlacedShape.Mask(
      path: StrokePath(from: StrokePath.Vertex(BoardPoint(x: 30, y: 22), width: 9)), transform: .identity)
    var image = ImageShape(.random(using: &random), from: BoardPoint(x: 40, y: 50), to: BoardPoint(x: 70, y: 80))
    image.isMirrored = random.next().isMultiple(of: 4)
    if random.next().isMultiple(of: 2) { image.crop = .random(using: &random) }
    // One image alone can be cropped.
    if random.next().isMultiple(of: 2) { return [PlacedShape(.image(image))] }
    return [
      PlacedShape(.line(line)), PlacedShape(.line(line), .move(byX: 5, y: 30), masks: [hole]),
      PlacedShape(.image(image), .turn(by: 0.3, scale: 1, about: BoardPoint(x: 50, y: 60)), masks: [hole]),
    ]
  }

  private mutating func textArea() -> TextArea {
    func side(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    let area = TextArea(left: side(-50...50), top: side(-50...50), right: side(51...300), bottom: side(51...300))
    guard let area else { preconditionFailure("the sides are in order") }
    return area
  }

  private mutating func background() -> Background {
    random.next().isMultiple(of: 16)
      ? .gradient(from: color(), to: color(), angle: Double.random(in: 0..<360, using: &random)) : .color(color())
  }

  /// One that is there with any number of pages.
  private mutating func page() -> PageCommand {
    switch Int.random(in: 0..<7, using: &random) {
    case 5: .endless(BoardSize(width: Double.random(in: 20...90, using: &random), height: 60))
    case 6: .addAll([Paper(), Paper(background: background())], at: random.next().isMultiple(of: 2) ? 0 : nil)
    case 0...1: .add(NewPage(at: random.next().isMultiple(of: 2) ? 0 : nil, paper: Paper(background: background())))
    case 2: .move(0, to: 0)
    default: .turn(to: 0)
    }
  }

  /// One that can be done with any number of layers. What is closed is soon open again.
  private mutating func layer() -> LayerCommand {
    switch Int.random(in: 0..<8, using: &random) {
    case 0...1: .add(NewLayer(at: random.next().isMultiple(of: 2) ? 0 : nil))
    case 2: .move(0, to: 0)
    case 3: .change(nil, LayerChange(opacity: Double.random(in: 0...1, using: &random)))
    case 4: .change(nil, LayerChange(isHidden: random.next().isMultiple(of: 2)))
    case 5...6: .change(nil, LayerChange(opacity: 1, isHidden: false, isLocked: false))
    default: .choose(0)
    }
  }

  private mutating func command() -> BoardCommand {
    switch Int.random(in: 0..<12, using: &random) {
    case 0...2: .set(\.tool, Tool.allCases.randomElement(using: &random) ?? .pencil)
    case 3: .set(\.color, color())
    case 4: .set(\.width, Double.random(in: 0.1...30, using: &random))
    case 5 where random.next().isMultiple(of: 2): eraser()
    case 5: .set(\.fill, random.next().isMultiple(of: 2) ? color() : nil)
    case 6 where random.next().isMultiple(of: 2):
      .set(\.stacking, Stacking.allCases.randomElement(using: &random) ?? .overInk)
    case 6: .set(\.smoothing, Smoothing.allCases.randomElement(using: &random) ?? .none)
    case 7: random.next().isMultiple(of: 3) ? outline() : selecting()
    case 8 where random.next().isMultiple(of: 2): .page(page())
    case 8 where random.next().isMultiple(of: 2): .layer(layer())
    case 8: .background(background())
    case 9: random.next().isMultiple(of: 8) ? .clear : .redo
    case 10: .undo
    default: .redo
    }
  }
}
