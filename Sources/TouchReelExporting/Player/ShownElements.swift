import TouchReelCanvas
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelTouchTracking

/// The elements that are shown, and the layers of the history that they are.
struct ShownElements {
  private var shown: [ElementID: (element: Element, layers: [Int])] = [:]
  /// Whether they are shown otherwise than finished operations have made them.
  var areChanged = false

  /// Records a new one whose layers are there already.
  mutating func record(_ element: Element, layers: [Int]) { shown[element.id] = (element, layers) }

  /// Records a new one on top.
  mutating func add(_ element: Element, to history: inout InkHistory, at time: TimeSpan, on raster: Raster) {
    shown[element.id] = (element, history.add(element, at: time, on: raster))
  }

  /// Ends the layers of elements that are gone or have changed, and adds those of new ones.
  mutating func update(to elements: [Element], in history: inout InkHistory, at time: TimeSpan, on raster: Raster) {
    var gone = shown
    for element in elements {
      if let known = gone[element.id], known.element == element {
        gone[element.id] = nil
      } else {
        shown[element.id] = (element, history.add(element, at: time, on: raster))
      }
    }
    let kept = Set(elements.map(\.id))
    for (id, known) in gone {
      history.end(known.layers, at: time)
      if !kept.contains(id) { shown[id] = nil }
    }
  }
}

/// What is shown above the elements and is no freehand ink: shapes as they are dragged, and a text as it is typed.
struct ShownOperations {
  private var shown: [Layer: (operation: BoardOperation, layers: [Int])] = [:]

  /// The layers, from bottom to top.
  private enum Layer: Hashable {
    case arm(Int)
    case touch(Touch.ID)
    case text

    var order: Int {
      switch self {
      case .arm(let number): number - 1_000_000
      case .touch(let id): id.rawValue
      case .text: Int(Int32.max)
      }
    }
  }

  var areNone: Bool { shown.isEmpty }

  mutating func update(
    to operations: [(operation: BoardOperation, touch: Touch.ID?)], in history: inout InkHistory, at time: TimeSpan,
    on raster: Raster
  ) {
    var gone = shown
    var isAboveTouches = false
    for (number, (operation, touch)) in operations.enumerated() {
      isAboveTouches = isAboveTouches || touch != nil || operation.isText
      let layer = touch.map(Layer.touch) ?? (isAboveTouches ? .text : .arm(number))
      if let known = gone[layer], known.operation == operation {
        gone[layer] = nil
        continue
      }
      gone[layer].map { history.end($0.layers, at: time) }
      gone[layer] = nil
      shown[layer] = (operation, history.add(operation, order: layer.order, at: time, on: raster))
    }
    for (layer, known) in gone {
      history.end(known.layers, at: time)
      shown[layer] = nil
    }
  }
}

extension BoardOperation {
  fileprivate var isText: Bool {
    if case .add(.text) = self { true } else { false }
  }
}

extension InkHistory {
  fileprivate mutating func end(_ indices: [Int], at time: TimeSpan) {
    for index in indices { layers[index].ends = time }
  }

  /// - Returns: the indices of its layers.
  fileprivate mutating func add(_ element: Element, at time: TimeSpan, on raster: Raster) -> [Int] {
    add(element.unmergedInk(on: raster), on: raster) { layer in
      (layer.commits, layer.element) = (time, element.id.rawValue)
      if !element.position.isDefault(of: element.id) { layer.position = element.position }
    }
  }

  fileprivate mutating func add(
    _ operation: BoardOperation, order: Int, at time: TimeSpan, on raster: Raster
  ) -> [Int] {
    add(operation.unmergedInk(on: raster), on: raster) { layer in (layer.begins, layer.order) = (time, order) }
  }

  private mutating func add(
    _ inks: [UnmergedInk], on raster: Raster, _ setUp: (inout Layer) -> Void
  ) -> [Int] {
    let first = layers.count
    for (part, ink) in inks.enumerated() {
      var layer = Layer(ink, on: raster)
      layer.part = part
      setUp(&layer)
      layers.append(layer)
    }
    return Array(first..<layers.count)
  }
}

extension InkHistory {
  /// Numbers finished layers from bottom to top, if any does not lie in the order of its element's number.
  mutating func numberMovedElements() {
    guard layers.contains(where: { $0.position != nil }) else { return }
    func position(_ layer: Layer) -> ElementPosition {
      layer.position ?? ElementPosition(ElementID(rawValue: layer.element))
    }
    let sorted = Set(layers.lazy.filter { $0.commits != nil }.map(position)).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($0.element, $0.offset) })
    for index in layers.indices where layers[index].commits != nil {
      layers[index].element = numbers[position(layers[index])] ?? 0
    }
  }
}

extension InkHistory.Layer {
  init(_ ink: UnmergedInk, on raster: Raster, isShownCancelled: Bool? = nil, begins: TimeSpan? = nil) {
    self.init(ink: Self.ink(ink), paint: ink.paint, isShownCancelled: isShownCancelled, begins: begins)
  }

  private static func ink(_ ink: UnmergedInk) -> Ink {
    guard var coverage = ink.drawn else { return .pieces(ink.pieces) }
    coverage.add(ink.pieces, threads: 1)
    return .mask(CoverageMask(coverage))
  }
}
