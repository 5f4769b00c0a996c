internal import Canvas

/// What a drawing is made of.
public enum Shape: Hashable, Sendable {
  case pen(PenShape)
  case line(LineShape)
  case rectangle(RectShape)
  case ellipse(EllipseShape)
  case ngon(NgonShape)
  case star(StarShape)
  case angle(AngleShape)
  case text(TextShape)
}

extension Shape {
  /// Its ink, bottom to top.
  func layers(on raster: Raster) -> [InkLayer] { layers(on: Placement(on: raster)) }

  /// Its ink, bottom to top, where it has been moved to.
  func layers(on placement: Placement) -> [InkLayer] {
    switch self {
    case .pen(let shape): shape.layers(on: placement)
    case .line(let shape): shape.layers(on: placement)
    case .rectangle(let shape): shape.layers(on: placement)
    case .ellipse(let shape): shape.layers(on: placement)
    case .ngon(let shape): shape.layers(on: placement)
    case .star(let shape): shape.layers(on: placement)
    case .angle(let shape): shape.layers(on: placement)
    case .text(let shape): shape.layers(on: placement)
    }
  }
}

extension Shape {
  /// In its own coordinates.
  var hitArea: HitArea {
    switch self {
    case .pen(let shape): shape.hitArea
    case .line(let shape): shape.hitArea
    case .rectangle(let shape): shape.hitArea
    case .ellipse(let shape): shape.hitArea
    case .ngon(let shape): shape.hitArea
    case .star(let shape): shape.hitArea
    case .angle(let shape): shape.hitArea
    case .text(let shape): shape.hitArea
    }
  }
}
