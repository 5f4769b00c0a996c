public import Canvas

/// A change of how shapes look. A shape ignores what it has no use for.
public enum Restyling: Hashable, Sendable {
  case color(PixelColor)
  /// `nil` leaves a shape hollow.
  case fill(PixelColor?)
  /// In board points; clamped to ``StrokeStyle/widths``. Dashes keep their proportion to the width, and so do the
  /// widths of a freehand stroke, of which the largest becomes this.
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
    case .width(let new): style.setWidth(Self.clampedWidth(new))
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
