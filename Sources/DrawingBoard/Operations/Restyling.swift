public import Canvas

/// A change of how shapes look. What a shape has no use for passes it by.
public enum Restyling: Hashable, Sendable {
  case color(PixelColor)
  case fill(PixelColor?)
  /// In board points; held to ``BoardSettings/widths``. Dashes keep their proportion to the width, and so do the widths of a freehand
  /// stroke, of which the largest becomes this.
  case width(Double)
  case cap(StrokeStyle.Cap)
  case join(StrokeStyle.Join)
  case pattern(LinePattern)
}

extension StrokeStyle {
  func restyled(_ change: Restyling) -> StrokeStyle {
    var style = self
    switch change {
    case .color(let new): style.color = new
    case .width(let new): style.setWidth(BoardSettings.heldWidth(new))
    case .cap(let new): style.cap = new
    case .join(let new): style.join = new
    case .pattern(let new): style.dashes = new.dashes(forWidth: width)
    case .fill: break
    }
    return style
  }

  private mutating func setWidth(_ new: Double) {
    let factor = width > 0 && (new / width).isFinite ? new / width : 1
    width = new
    dashes = dashes.map { $0 * factor }
    dashPhase *= factor
  }
}

extension PenShape {
  func restyled(_ change: Restyling) -> PenShape {
    var shape = self
    switch change {
    case .color(let new): shape.color = new
    case .width(let new): shape.path.scaleWidths(toLargest: BoardSettings.heldWidth(new))
    case .fill, .cap, .join, .pattern: break
    }
    return shape
  }
}

extension Shape {
  func restyled(_ change: Restyling) -> Shape {
    switch self {
    case .pen(let shape): return .pen(shape.restyled(change))
    case .line(var shape):
      shape.style = shape.style.restyled(change)
      return .line(shape)
    case .rectangle(var shape):
      (shape.style, shape.fill) = (shape.style.restyled(change), change.fill(after: shape.fill))
      return .rectangle(shape)
    case .ellipse(var shape):
      (shape.style, shape.fill) = (shape.style.restyled(change), change.fill(after: shape.fill))
      return .ellipse(shape)
    case .ngon(var shape):
      (shape.style, shape.fill) = (shape.style.restyled(change), change.fill(after: shape.fill))
      return .ngon(shape)
    case .angle(var shape):
      shape.style = shape.style.restyled(change)
      return .angle(shape)
    case .text(let shape):
      if case .color(let color) = change { return .text(shape.colored(color)) }
      return self
    case .star(var shape):
      (shape.style, shape.fill) = (shape.style.restyled(change), change.fill(after: shape.fill))
      return .star(shape)
    }
  }
}

extension Restyling {
  fileprivate func fill(after former: PixelColor?) -> PixelColor? {
    if case .fill(let new) = self { new } else { former }
  }
}

extension BoardSettings {
  /// A number that is none becomes the least width.
  fileprivate static func heldWidth(_ width: Double) -> Double {
    min(max(widths.lowerBound, width), widths.upperBound)
  }
}
