import TouchReelCanvas
public import TouchReelDrawings
import TouchReelTouchTracking

/// Drawings of everything that operations can do.
public struct RandomDrawing {
  private var random: Numbers
  public private(set) var drawing: Drawing

  /// - Parameters:
  ///   - pages: how many pages are added on the way, and turned, moved, resized and removed.
  ///   - layers: how many layers are, and chosen, moved, changed and removed.
  public init(seed: UInt64, count: Int = 40, pages: Int = 0, layers: Int = 0) throws {
    random = Numbers(state: seed)
    drawing = Drawing(size: BoardSize(width: 200, height: 150), background: .color(.white))
    for number in 0..<count {
      if pages > 0, number % max(1, count / (4 * pages)) == 0 { try drawing.append(.page(page())) }
      if layers > 0, number % max(1, count / (4 * layers)) == 0 { try drawing.append(.layer(layer())) }
      let isOpen = !drawing.layers[drawing.layer].isHidden && !drawing.layers[drawing.layer].isLocked
      if isOpen, let operation = operation() { try drawing.append(operation) }
    }
  }

  private mutating func page() -> PageOperation {
    let page = Int.random(in: 0..<drawing.pageCount, using: &random)
    let size = BoardSize(width: number(50...300), height: number(50...300))
    switch Int.random(in: 0..<10, using: &random) {
    case 8: return .endless(size)
    case 9:
      return .insertAll(
        [Paper(size: size, background: .color(color()), isEndless: Bool.random(using: &random)), Paper()],
        at: Int.random(in: 0...drawing.pageCount, using: &random))
    case 0...2:
      return .insert(
        Paper(size: Bool.random(using: &random) ? size : nil, background: .color(color())),
        at: Int.random(in: 0...drawing.pageCount, using: &random))
    case 3 where drawing.pageCount > 1: return .remove(page)
    case 4: return .move(page, to: Int.random(in: 0..<drawing.pageCount, using: &random))
    case 5: return .resize(Bool.random(using: &random) ? size : nil)
    default: return .turn(to: page)
    }
  }

  private mutating func layer() -> LayerOperation {
    let (count, layer) = (drawing.layers.count, Int.random(in: 0..<drawing.layers.count, using: &random))
    switch Int.random(in: 0..<8, using: &random) {
    case 0...2:
      let look = LayerLook(
        name: "a \"\(Int.random(in: 0...9, using: &random))\"", opacity: Bool.random(using: &random) ? 1 : number(0...1)
      )
      return .insert(look, at: Int.random(in: 0...count, using: &random))
    case 3 where count > 1: return .remove(layer)
    case 4: return .move(layer, to: Int.random(in: 0..<count, using: &random))
    case 5:
      return .change(layer, LayerLook(isHidden: Bool.random(using: &random), isLocked: Bool.random(using: &random)))
    case 6: return .change(layer, LayerLook())
    default: return .choose(layer)
    }
  }

  private mutating func operation() -> BoardOperation? {
    let drawing = self.drawing.onlyLayer(self.drawing.layer)
    let shapes = drawing.elements.filter { $0.shape != nil }.map(\.id)
    guard let target = shapes.randomElement(using: &random), Int.random(in: 0..<3, using: &random) > 0 else {
      return .add(shape())
    }
    let ids: Set = [target, shapes[0]]
    switch Int.random(in: 0..<22, using: &random) {
    case 21:
      let image = drawing.elements.last { if case .image? = $0.shape?.shape { true } else { false } }
      return image.map {
        .crop($0.id, to: ImageCrop(left: number(0...0.4), top: number(0...0.4), right: number(0.6...1), bottom: 1))
      }
    case 0: return .clear
    case 20:
      let stretch = ShapeStretch(
        x: Bool.random(using: &random) ? -1 : number(0.6...1.4), y: number(0.6...1.4), about: point(),
        angle: Bool.random(using: &random) ? 0 : number(-1...1))
      return .stretch(ids, by: stretch)
    case 1: return .background(.gradient(from: color(), to: color(), angle: number(0...360)))
    case 2...3: return .remove([target])
    case 4...7: return .erase(Erasure(path: path()))
    case 8...12:
      return .transform(
        ids, by: .turn(by: number(-3...3), scale: number(0.8...1.2), about: point()))
    case 13...15:
      let text = drawing.elements.first { if case .text? = $0.shape?.shape { true } else { false } }
      return text.map { .editText($0.id, "now \"\(Int.random(in: 0...99, using: &random))\"") }
    case 16: return .order(ids, Bool.random(using: &random) ? .front : .back)
    case 17: return .arrange([target: .move(byX: number(-20...20), y: number(-20...20))])
    case 18:
      // Edges that lie on each other add up what programs differ by.
      let copies = drawing.elements.suffix(2).compactMap(\.shape)
      return .insert(copies.map { $0.transformed(by: .move(byX: number(5...20), y: number(5...20))) })
    default:
      let change =
        [
          Restyling.color(color()), .fill(nil), .fill(color()), .width(number(1...9)), .cap(.butt), .join(.miter),
          .pattern(.dashed), .font(.bold(true)), .font(.italic(true)), .font(.size(number(9...30))), .align(.center),
        ]
        .randomElement(using: &random) ?? .fill(nil)
      return .restyle(ids, change == .pattern(.dashed) && ids.contains(where: isBent) ? .cap(.square) : change)
    }
  }

  /// Whether it has curves, which get no dashes.
  private func isBent(_ id: ElementID) -> Bool {
    switch drawing.element(id)?.shape?.shape {
    case .rectangle(let shape): shape.cornerRadius > 0
    case .diamond(let shape): shape.cornerRadius > 0
    case .path: true
    default: false
    }
  }

  private mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }

  private mutating func point() -> BoardPoint { BoardPoint(x: number(-10...210), y: number(-10...160)) }

  private mutating func color() -> PixelColor {
    let bits = random.next()
    return PixelColor(
      red: UInt8(truncatingIfNeeded: bits), green: UInt8(truncatingIfNeeded: bits >> 8),
      blue: UInt8(truncatingIfNeeded: bits >> 16), alpha: UInt8(truncatingIfNeeded: bits >> 24))
  }

  private mutating func path() -> StrokePath {
    var path = StrokePath(
      course: Bool.random(using: &random) ? .straight : .throughMidpoints, from: StrokePath.Vertex(point(), width: 3))
    for _ in 0..<5 { path.extend(to: StrokePath.Vertex(point(), width: number(0.1...12))) }
    path.resume(at: StrokePath.Vertex(point(), width: 7))
    path.extend(to: StrokePath.Vertex(point(), width: 8))
    path.isFinished = Bool.random(using: &random)
    return path
  }

  private mutating func style() -> StrokeStyle {
    var style = StrokeStyle(color: color(), width: number(0.5...12))
    style.cap = StrokeStyle.Cap.allCases.randomElement(using: &random) ?? .round
    style.join = StrokeStyle.Join.allCases.randomElement(using: &random) ?? .round
    if Bool.random(using: &random) { (style.dashes, style.dashPhase) = ([number(2...9), 4.5], number(0...3)) }
    return style
  }

  private mutating func bentShape(_ a: BoardPoint, _ b: BoardPoint, _ style: StrokeStyle, _ fill: PixelColor?) -> Shape
  {
    // Where dashes of a curve lie depends a little on how finely it is drawn.
    var style = style
    style.dashes = []
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      var shape = RectShape(from: a, to: b, style: style, fill: fill)
      shape.cornerRadius = number(0...40)
      return .rectangle(shape)
    case 1:
      var shape = DiamondShape(from: a, to: b, style: style, fill: fill)
      shape.cornerRadius = number(0...40)
      return .diamond(shape)
    default:
      var shape = PathShape([a, point(), b, point()], style: style, fill: fill)
      shape.course = PathShape.Course.allCases.randomElement(using: &random) ?? .straight
      shape.isClosed = Bool.random(using: &random)
      shape.cornerRadius = number(0...20)
      shape.startHead = ArrowHead.allCases.randomElement(using: &random) ?? .none
      shape.endHead = ArrowHead.allCases.randomElement(using: &random) ?? .none
      return .path(shape)
    }
  }

  private mutating func text(at point: BoardPoint) -> TextShape {
    let text = TextShape(
      "é/\"\n", font: TextFont(family: "Sans", size: 14), color: color(), at: point, width: .fixed(90))
    let alignment = TextParagraph.Alignment.allCases.randomElement(using: &random) ?? .start
    let lineHeight = Bool.random(using: &random) ? number(0.8...2) : nil
    return text.set(as: TextParagraph(alignment: alignment, lineHeight: lineHeight))
  }

  /// An image of one colour: between different ones, every program draws others.
  private mutating func image(from start: BoardPoint, to end: BoardPoint) -> Shape {
    let pixels = PixelBuffer(size: PixelSize(width: 3, height: 2), filledWith: color().premultiplied | 0xFF00_0000)
    guard let image = try? EmbeddedImage(pixels.png()) else {
      return .rectangle(RectShape(from: start, to: end, style: style()))
    }
    return .image(ImageShape(image, from: start, to: end))
  }

  private mutating func shape() -> Shape {
    let (a, b, style) = (point(), point(), style())
    let fill = Bool.random(using: &random) ? color() : nil
    switch Int.random(in: 0..<11, using: &random) {
    case 0: return .line(LineShape(from: a, to: b, style: style, head: Bool.random(using: &random) ? .arrow : .none))
    case 1: return .rectangle(RectShape(from: a, to: b, style: style, fill: fill))
    case 2: return .ellipse(EllipseShape(from: a, to: b, style: style, fill: fill))
    case 3: return .ngon(NgonShape(from: a, to: b, sides: 5, style: style, fill: fill))
    case 4: return .star(StarShape(from: a, to: b, style: style, fill: fill))
    case 5: return .angle(AngleShape(vertex: a, firstEnd: b, secondEnd: point(), style: style))
    case 6: return .text(text(at: a))
    case 7, 8: return bentShape(a, b, style, fill)
    case 9: return image(from: a, to: b)
    default: return .pen(PenShape(path: path(), color: color()))
    }
  }
}
