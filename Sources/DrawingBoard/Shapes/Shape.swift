internal import Canvas

/// What a drawing is made of.
public enum Shape: Hashable, Sendable {
  case pen(PenShape)
  case line(LineShape)
  case rectangle(RectShape)
  case ellipse(EllipseShape)
}

extension Shape {
  /// Its ink, bottom to top.
  func layers(on raster: Raster) -> [InkLayer] {
    switch self {
    case .pen(let shape): shape.layers(on: raster)
    case .line(let shape): shape.layers(on: raster)
    case .rectangle(let shape): shape.layers(on: raster)
    case .ellipse(let shape): shape.layers(on: raster)
    }
  }
}
