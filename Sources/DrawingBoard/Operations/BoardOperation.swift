internal import Canvas

/// One change of the drawing. The drawing is its operations in order.
public enum BoardOperation: Hashable, Sendable {
  case add(Shape)
  case erase(Erasure)
  /// Removes all ink; the background stays.
  case clear
  case background(Background)
}

extension BoardOperation {
  /// The pixels of what it adds or takes away, bottom to top.
  func layers(on raster: Raster) -> [InkLayer] {
    switch self {
    case .add(let shape): shape.layers(on: raster)
    case .erase(let erasure): erasure.layers(on: raster)
    case .clear, .background: []
    }
  }
}
