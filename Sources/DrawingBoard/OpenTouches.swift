internal import Canvas
internal import TouchTracking

/// The touches that are down, in order of beginning. They are few, so that a search costs less than a hash.
struct OpenTouches: Sendable {
  var touches: [LiveTouch] = []

  var isEmpty: Bool { touches.isEmpty }

  func place(of id: Touch.ID) -> Int? { touches.firstIndex { $0.touch.id == id } }

  mutating func insert(_ touch: LiveTouch) {
    let later = touches.lastIndex { $0.touch.id < touch.touch.id }.map { $0 + 1 } ?? 0
    touches.insert(touch, at: later)
  }

  /// Their ink, bottom to top.
  func appendLayers(to layers: inout [InkLayer]) {
    layers.reserveCapacity(layers.count + touches.count)
    for place in touches.indices {
      layers.append(contentsOf: touches[place].ink.shapeLayers)
      if let stroke = touches[place].ink.stroke { layers.append(stroke.layer) }
    }
  }

  mutating func remove(_ id: Touch.ID) -> LiveTouch? { place(of: id).map { touches.remove(at: $0) } }
}
