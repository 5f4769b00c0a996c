import SeededCases
import Testing
import TouchReelCanvas
import TouchReelTouchTracking

@testable import TouchReelDrawingBoard
@testable import TouchReelDrawings

/// What lies somewhere, found by the index and by looking at everything.
struct BoundsIndexTests {
  @Test(arguments: PropertySeeds.from(0xE77, count: 6))
  func `It finds what a look at everything finds`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var index = BoundsIndex()
    var model: [ElementID: BoardRect] = [:]
    for step in 0..<1_500 {
      let id = ElementID(rawValue: Int.random(in: 1...400, using: &random))
      if let former = model.removeValue(forKey: id) { index.remove(id, former) }
      if !random.next().isMultiple(of: 4) {
        let bounds = BoardRect.random(using: &random)
        index.insert(id, bounds)
        model[id] = bounds
      }
      let wanted = BoardRect.random(using: &random)
      let ids = id...ElementID(rawValue: id.rawValue + Int.random(in: 0...300, using: &random))
      let plain = model.filter { ids.contains($0.key) && $0.value.meets(wanted) }.keys.sorted()
      #expect(index.search(wanted, in: ids).sorted() == plain, "seed \(seed), step \(step)")
    }
  }

  /// Each meets those beside it by their edges alone, at the borders of cells of every size.
  @Test(arguments: [1.0, 2, 7, 8, 64, 1000])
  func `What touches by an edge is found`(side: Double) {
    var index = BoundsIndex()
    for place in -20..<20 {
      let start = Double(place) * side
      let points = [BoardPoint(x: start, y: start), BoardPoint(x: start + side, y: start + side)]
      index.insert(ElementID(rawValue: place + 21), BoardRect(holding: points, reach: 0))
    }
    for place in -20..<20 {
      let corner = BoardPoint(x: Double(place) * side, y: Double(place) * side)
      let found = index.search(
        BoardRect(holding: [corner], reach: 0), in: ElementID(rawValue: 1)...ElementID(rawValue: 40))
      // The one that begins there, and the one that ends there.
      let expected = [place + 20, place + 21].filter { $0 > 0 }
      #expect(found.map(\.rawValue).sorted() == expected, "\(place)")
    }
  }

  /// Operations, undone and done again, beside the rule carried out on a plain list.
  @Test(arguments: PropertySeeds.from(0xE5A, count: 8))
  func `Shapes and erasures are found as in a plain list`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    var list = ElementList()
    var plain: [Element] = []
    var undo: [(edits: [ElementEdit], elements: [Element])] = []
    for step in 1...200 {
      if random.next().isMultiple(of: 5), let last = undo.popLast() {
        let (former, redo) = (plain, list.apply(last.edits))
        plain = last.elements
        let isUndone = list.elements.elementsEqual(plain)
        #expect(isUndone, "seed \(seed), step \(step)")
        if random.next().isMultiple(of: 2) {
          undo.append((list.apply(redo), plain))
          plain = former
        }
      } else {
        let operation = NumberedOperation(ElementID(rawValue: 3 * step), .random(on: plain, using: &random))
        undo.append((list.apply(operation), plain))
        plain = plain.after(operation)
      }
      let isRight = list.elements.elementsEqual(plain)
      #expect(isRight, "seed \(seed), step \(step): \(difference(list, plain))")
      guard isRight else { return }
      let somewhere = BoardRect.random(using: &random)
      let touching = plain.filter { $0.inkBounds.meets(somewhere) }.map(\.id)
      #expect(list.elements(touching: somewhere).map(\.id) == touching, "seed \(seed), step \(step)")
      list.updateIndex()
      #expect(list.elements(touching: somewhere).map(\.id) == touching, "seed \(seed), step \(step)")
      let above = plain.randomElement(using: &random)?.id
      #expect(
        above.flatMap(list.element(after:))?.id
          == above.flatMap { id in plain.drop { $0.id != id }.dropFirst().first?.id })
    }
  }

  /// The first element that differs, and the one that is in its place.
  private func difference(_ list: ElementList, _ plain: [Element]) -> String {
    let found = Array(list.elements)
    guard found.map(\.id) == plain.map(\.id) else { return "\(found.map(\.id)) are not \(plain.map(\.id))" }
    return zip(found, plain).first { $0 != $1 }.map { "\($0)\nis not\n\($1)" } ?? ""
  }

  /// A hundred erasures that a shape was moved with lie as if each had been moved by itself.
  @Test func `Masks keep their places and their order`() {
    var shape = PlacedShape(.pen(PenShape(path: .line(5), color: .black)))
    var plain: [PlacedShape.Mask] = []
    for step in 0..<60 {
      for number in 0..<step % 4 {
        shape.mask(by: Erasure(path: .line(Double(step + number))))
        plain.append(PlacedShape.Mask(path: .line(Double(step + number)), transform: .identity))
      }
      let change = ShapeTransform.turn(by: 0.1 * Double(step % 3), about: BoardPoint(x: Double(step), y: 3))
      shape = shape.transformed(by: change)
      plain = plain.map { PlacedShape.Mask(path: $0.path, transform: change.after($0.transform)) }
      #expect(shape.masks == plain, "step \(step)")
    }
  }
}

extension [Element] {
  /// The rule of ``BoardOperation`` on a list in which everything is looked at.
  fileprivate func after(_ operation: NumberedOperation) -> [Element] {
    switch operation.operation {
    case .add(let shape): self + [Element(id: operation.id, content: .shape(PlacedShape(shape)))]
    case .erase(let erasure): self + [Element(id: operation.id, content: .erasure(erasure))]
    case .remove(let ids): filter { !ids.contains($0.id) }
    case .insert(let shapes):
      self
        + shapes.enumerated().map {
          Element(id: ElementID(rawValue: operation.id.rawValue + $0.offset), content: .shape($0.element))
        }
    case .transform(let ids, by: let change): changed(ids) { $1.transformed(by: change) }
    case .stretch(let ids, by: let change): changed(ids) { $1.stretched(by: change) }
    case .arrange(let changes): changed(Set(changes.keys)) { $1.transformed(by: changes[$0] ?? .identity) }
    case .order(let ids, let end): changed(ids, passingBelow: end == .back) { $1 }.moved(ids, to: end, by: operation.id)
    case .restyle(let ids, let change): changed(ids) { $1.restyled(change) }
    case .clear: []
    case .background, .page, .layer, .editText, .textWidth, .crop, .replace: self
    }
  }

  private func moved(_ ids: Set<ElementID>, to end: StackEnd, by operation: ElementID) -> [Element] {
    let moved = filter { ids.contains($0.id) }.enumerated().map { rank, element in
      Element(
        id: element.id, content: element.content, at: ElementPosition(at: end, by: operation, rank: rank))
    }
    let others = filter { !ids.contains($0.id) }
    return end == .front ? others + moved : moved + others
  }

  /// - Parameter passesBelow: whether they go below erasures that are below them.
  private func changed(
    _ ids: Set<ElementID>, passingBelow passesBelow: Bool = false, _ change: (ElementID, PlacedShape) -> PlacedShape
  ) -> [Element] {
    let moved = compactMap { element in ids.contains(element.id) ? element.shape.map { (element, $0) } : nil }
    let attached = filter { above in
      above.erasure != nil
        && moved.contains { element, shape in
          let touches = shape.inkBounds.meets(above.inkBounds)
          return (passesBelow || element.position < above.position)
            && (touches || change(element.id, shape).inkBounds.meets(above.inkBounds))
        }
    }
    return filter { !attached.contains($0) }.map { element in
      guard var shape = element.shape else { return element }
      for above in attached where element.position < above.position && shape.inkBounds.meets(above.inkBounds) {
        if let erasure = above.erasure { shape.mask(by: erasure) }
      }
      let content = ids.contains(element.id) ? change(element.id, shape) : shape
      return Element(id: element.id, content: .shape(content), at: element.position)
    }
  }
}

extension BoardOperation {
  fileprivate static func random(on elements: [Element], using random: inout SplitMix64) -> BoardOperation {
    let shapes = elements.filter { $0.shape != nil }.map(\.id)
    guard let first = shapes.randomElement(using: &random) else { return .add(.random(using: &random)) }
    let ids = Set([first] + shapes.filter { _ in random.next().isMultiple(of: 6) })
    switch random.next(below: 40) {
    case 0..<14: return .add(.random(using: &random))
    case 14..<26: return .erase(Erasure(path: .random(using: &random)))
    case 26..<28: return .transform(ids, by: .random(using: &random))
    case 28:
      let change = ShapeStretch.random(using: &random)
      // What is infinite is stretched to what is no number, and no longer equals itself.
      let stretched = elements.filter { ids.contains($0.id) }.compactMap { $0.shape?.stretched(by: change) }
      let isUsable = stretched.allSatisfy { $0 == $0 }
      return isUsable ? .stretch(ids, by: change) : .add(.random(using: &random))
    case 29: return .arrange(Dictionary(uniqueKeysWithValues: ids.map { ($0, .random(using: &random)) }))
    case 30: return .insert(ids.sorted().prefix(3).compactMap { id in elements.first { $0.id == id }?.shape })
    case 31..<34: return .order(ids, StackEnd.allCases[random.next(below: 2)])
    case 34..<36: return .restyle(ids, .width(random.next(in: 1...60)))
    case 36..<39: return .remove([first])
    default: return .clear
    }
  }
}

extension ShapeTransform {
  fileprivate static func random(using random: inout SplitMix64) -> ShapeTransform {
    switch random.next(below: 8) {
    case 0: .identity
    case 1: ShapeTransform(scale: 1000)
    case 2: .move(byX: 1e300, y: -1e300)
    case 3: .turn(by: random.next(in: -3...3), about: BoardPoint(x: 300, y: 200))
    default: .move(byX: random.next(in: -90...90), y: random.next(in: -90...90))
    }
  }
}

extension Shape {
  fileprivate static func random(using random: inout SplitMix64) -> Shape {
    if random.next().isMultiple(of: 2) { return .pen(PenShape(path: .random(using: &random), color: .black)) }
    let points = StrokePath.random(using: &random).runs[0]
    return .rectangle(
      RectShape(from: points[0].point, to: points[1].point, style: StrokeStyle(color: .black, width: points[0].width)))
  }
}

extension StrokePath {
  fileprivate static func line(_ y: Double) -> StrokePath {
    var path = StrokePath(from: Vertex(BoardPoint(x: 0, y: y), width: 2))
    path.extend(to: Vertex(BoardPoint(x: 100, y: y), width: 2))
    return path
  }

  /// Most are small and on a board of 640 × 480; some long and thin, huge, beyond the board, and of numbers that are
  /// none.
  fileprivate static func random(using random: inout SplitMix64) -> StrokePath {
    let start = BoardPoint(x: random.next(in: -20...660), y: random.next(in: -20...500))
    let (dx, dy) = (random.next(in: -30...30), random.next(in: -30...30))
    let (end, width): (BoardPoint, Double) =
      switch random.next(below: 24) {
      case 0: (BoardPoint(x: start.x + 60 * dx, y: start.y), 1)
      case 1: (BoardPoint(x: start.x, y: start.y + 60 * dy), 1)
      case 2: (BoardPoint(x: 1e6 * dx, y: 1e6 * dy), 3)
      case 3: (start, 1e9)
      case 4: (BoardPoint(x: .infinity, y: start.y), 2)
      case 5: (start, .infinity)
      default: (BoardPoint(x: start.x + dx, y: start.y + dy), random.next(in: 0...12))
      }
    let isFarAway = random.next().isMultiple(of: 16)
    func vertex(_ point: BoardPoint) -> Vertex {
      Vertex(isFarAway ? BoardPoint(x: point.x + 70_000, y: point.y - 140_000) : point, width: width)
    }
    var path = StrokePath(course: .straight, from: vertex(start))
    path.extend(to: vertex(end))
    return path
  }
}

extension BoardRect {
  /// Those of paths, of nothing, and of numbers that are none.
  fileprivate static func random(using random: inout SplitMix64) -> BoardRect {
    switch random.next(below: 30) {
    case 0: BoardRect(holding: [], reach: 3)
    case 1: BoardRect(holding: [BoardPoint(x: .nan, y: 0)], reach: 1)
    case 2: BoardRect(holding: [BoardPoint(x: 1, y: 1)], reach: .infinity)
    case 3: StrokePath.random(using: &random).inkBounds.transformed(by: .random(using: &random))
    default: StrokePath.random(using: &random).inkBounds
    }
  }
}
