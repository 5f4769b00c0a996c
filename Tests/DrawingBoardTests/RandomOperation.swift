import SeededCases
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelTouchTracking

extension Board {
  /// Something that could be done to the drawing; the same seed on the same board gives the same.
  func randomOperation(seed: UInt64) -> BoardOperation {
    var random = SplitMix64(seed: seed)
    let elements = drawing.onlyLayer(layer).elements
    let shapes = elements.filter { $0.shape != nil }.map(\.id)
    guard isLayerOpen, !random.next().isMultiple(of: 10) else { return .layer(.random(on: layers, using: &random)) }
    if random.next().isMultiple(of: 12) { return .page(.random(on: pageCount, using: &random)) }
    let choice = Int.random(in: 0..<20, using: &random)
    guard choice > 4, let first = shapes.randomElement(using: &random) else {
      return choice == 0 ? .erase(Erasure(path: .random(using: &random))) : .add(.random(using: &random))
    }
    let ids = Set([first] + shapes.filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
    switch choice {
    case 5...6: return .remove(ids)
    case 7...9: return .transform(ids, by: .random(using: &random))
    case 10: return .arrange(Dictionary(uniqueKeysWithValues: ids.sorted().map { ($0, .random(using: &random)) }))
    case 11: return .order(ids, StackEnd.allCases.randomElement(using: &random) ?? .front)
    case 12:
      let shapes = elements.filter { ids.contains($0.id) }.compactMap(\.shape)
      return .insert(shapes.map { $0.transformed(by: .random(using: &random)) })
    case 13: return textOperation(elements, using: &random) ?? .remove(ids)
    case 14:
      let color = PixelColor.random(using: &random)
      guard let pattern = Ruling.Pattern.allCases.randomElement(using: &random), color.red > 127 else {
        return .background(.color(color))
      }
      return .background(.ruled(Ruling(pattern), on: color))
    case 18:
      let images = elements.filter { if case .image? = $0.shape?.shape { true } else { false } }
      return images.first.map { .crop($0.id, to: .random(using: &random)) } ?? .remove(ids)
    case 17: return .stretch(ids, by: .random(using: &random))
    case 16: return .replace(first, by: .random(using: &random))
    case 15 where random.next().isMultiple(of: 4): return .clear
    default: return .restyle(ids, .random(using: &random))
    }
  }

  private func textOperation(_ elements: [Element], using random: inout SplitMix64) -> BoardOperation? {
    let texts = elements.filter { if case .text? = $0.shape?.shape { true } else { false } }
    return texts.randomElement(using: &random).map { text in
      random.next().isMultiple(of: 2)
        ? .editText(text.id, "yes") : .textWidth(text.id, .fixed(Double.random(in: 5...60, using: &random)))
    }
  }
}

extension PageOperation {
  /// - Parameter count: of the pages that there are.
  static func random(on count: Int, using random: inout SplitMix64) -> PageOperation {
    let page = Int.random(in: 0..<count, using: &random)
    return switch Int.random(in: 0..<7, using: &random) {
    case 6:
      .insertAll(
        [Paper(), Paper(background: .color(.random(using: &random)))], at: Int.random(in: 0...count, using: &random))
    case 0...1:
      .insert(Paper(background: .color(.random(using: &random))), at: Int.random(in: 0...count, using: &random))
    case 2 where count > 1: .remove(page)
    case 3: .move(page, to: Int.random(in: 0..<count, using: &random))
    default: .turn(to: page)
    }
  }
}

extension LayerOperation {
  /// - Parameter layers: those that there are. A hidden or locked one is opened as often as any is closed.
  static func random(on layers: [LayerLook], using random: inout SplitMix64) -> LayerOperation {
    let layer = Int.random(in: 0..<layers.count, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0...1: return .insert(.random(using: &random), at: Int.random(in: 0...layers.count, using: &random))
    case 2 where layers.count > 1: return .remove(layer)
    case 3: return .move(layer, to: Int.random(in: 0..<layers.count, using: &random))
    case 4: return .change(layer, .random(using: &random))
    case 5: return .change(layers.firstIndex { !$0.isOpen } ?? layer, LayerLook())
    default: return .choose(layer)
    }
  }
}

extension LayerLook {
  fileprivate static func random(using random: inout SplitMix64) -> LayerLook {
    let opacity = random.next().isMultiple(of: 2) ? 1 : Double.random(in: 0...1, using: &random)
    return LayerLook(
      name: "n\(random.next() % 9)", opacity: opacity, isHidden: random.next().isMultiple(of: 4),
      isLocked: random.next().isMultiple(of: 4))
  }
}

extension PixelColor {
  static func random(using random: inout SplitMix64) -> PixelColor {
    let bits = random.next()
    let alpha: UInt8 = bits.isMultiple(of: 2) ? 255 : UInt8(truncatingIfNeeded: bits >> 32)
    return PixelColor(
      red: UInt8(truncatingIfNeeded: bits >> 8), green: UInt8(truncatingIfNeeded: bits >> 16),
      blue: UInt8(truncatingIfNeeded: bits >> 24), alpha: alpha)
  }
}

extension ImageCrop {
  static func random(using random: inout SplitMix64) -> ImageCrop {
    let (left, top) = (Double.random(in: 0...0.6, using: &random), Double.random(in: 0...0.6, using: &random))
    return ImageCrop(
      left: left, top: top, right: left + Double.random(in: 0.01...0.4, using: &random),
      bottom: top + Double.random(in: 0.01...0.4, using: &random))
  }
}

extension ShapeStretch {
  static func random(using random: inout SplitMix64) -> ShapeStretch {
    func factor() -> Double {
      Double.random(in: 0.4...2, using: &random) * (random.next().isMultiple(of: 4) ? -1 : 1)
    }
    let angle = random.next().isMultiple(of: 2) ? 0 : Double.random(in: -3...3, using: &random)
    return ShapeStretch(x: factor(), y: factor(), about: .random(using: &random), angle: angle)
  }
}

extension BoardPoint {
  fileprivate static func random(using random: inout SplitMix64) -> BoardPoint {
    BoardPoint(x: Double.random(in: -10...110, using: &random), y: Double.random(in: -10...100, using: &random))
  }
}

extension StrokePath {
  fileprivate static func random(using random: inout SplitMix64) -> StrokePath {
    func vertex() -> Vertex { Vertex(.random(using: &random), width: Double.random(in: 0.1...20, using: &random)) }
    var path = StrokePath(course: Interpolation.allCases.randomElement(using: &random) ?? .straight, from: vertex())
    for _ in 0..<Int.random(in: 0..<6, using: &random) {
      if random.next().isMultiple(of: 5) { path.resume(at: vertex()) } else { path.extend(to: vertex()) }
    }
    return path
  }
}

extension StrokeStyle {
  fileprivate static func random(using random: inout SplitMix64) -> StrokeStyle {
    var style = StrokeStyle(color: .random(using: &random), width: Double.random(in: 0.1...12, using: &random))
    style.cap = Cap.allCases.randomElement(using: &random) ?? .round
    style.join = Join.allCases.randomElement(using: &random) ?? .round
    if random.next().isMultiple(of: 4) { style.dashes = [7, 5.5, 0.5] }
    return style
  }
}

extension Shape {
  fileprivate static func random(using random: inout SplitMix64) -> Shape {
    let (start, end) = (BoardPoint.random(using: &random), BoardPoint.random(using: &random))
    let style = StrokeStyle.random(using: &random)
    let fill = random.next().isMultiple(of: 2) ? PixelColor.random(using: &random) : nil
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return .line(LineShape(from: start, to: end, style: style, head: .arrow))
    case 1: return .line(LineShape(from: start, to: end, style: style))
    case 2: return .rectangle(RectShape(from: start, to: end, style: style, fill: fill))
    case 3: return .ellipse(EllipseShape(from: start, to: end, style: style, fill: fill))
    case 4: return .ngon(NgonShape(from: start, to: end, sides: 5, style: style, fill: fill))
    case 5: return .star(StarShape(from: start, to: end, style: style, fill: fill))
    case 6:
      return .angle(AngleShape(vertex: start, firstEnd: end, secondEnd: .random(using: &random), style: style))
    case 7:
      let font = TextFont(family: "Sans", size: Double.random(in: 5...30, using: &random))
      return .text(TextShape("no🟥", font: font, color: style.color, at: start, width: .fitting(limit: 320)))
    case 8: return .image(ImageShape(.random(using: &random), from: start, to: end))
    default:
      let stacking = Stacking.allCases.randomElement(using: &random) ?? .overInk
      return .pen(PenShape(path: .random(using: &random), color: style.color, stacking: stacking))
    }
  }
}

extension EmbeddedImage {
  /// An image of a few pixels, some of which are translucent.
  static func random(using random: inout SplitMix64) -> EmbeddedImage {
    var pixels = PixelBuffer(size: PixelSize(width: 5, height: 4))
    pixels.withTarget { target in
      let colors = (0..<20).map { _ in PixelColor.random(using: &random) }
      for (place, color) in colors.enumerated() {
        let part = PixelSize(width: 5 - place % 5, height: 4 - place / 5)
        Picture(background: PreparedBackground(.color(color), size: part), committed: TiledImage(size: part))
          .compose(.everything(of: part), into: target)
      }
    }
    do { return try EmbeddedImage(pixels.png()) } catch { fatalError("an image of ours is not read") }
  }
}

extension ShapeTransform {
  fileprivate static func random(using random: inout SplitMix64) -> ShapeTransform {
    let x = Double.random(in: -40...40, using: &random)
    let y = Double.random(in: -40...40, using: &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return .move(byX: x.rounded(), y: y.rounded())
    case 1: return .move(byX: x, y: y)
    default:
      return .turn(
        by: Double.random(in: -4...4, using: &random), scale: Double.random(in: 0.7...1.4, using: &random),
        about: BoardPoint(x: 50 + x, y: 45 + y))
    }
  }
}

extension Restyling {
  fileprivate static func random(using random: inout SplitMix64) -> Restyling {
    let color = PixelColor.random(using: &random)
    return [
      .color(color), .fill(color), .fill(nil), .width(Double.random(in: 0.1...30, using: &random)), .cap(.square),
      .join(.bevel), .pattern(.dashed), .font(.bold(true)), .font(.size(9)), .font(.family("Serif")), .align(.center),
    ].randomElement(using: &random) ?? .color(color)
  }
}
