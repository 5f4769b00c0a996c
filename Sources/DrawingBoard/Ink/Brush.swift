import Canvas
import Drawings
import TouchTracking

/// The settings as they stood when a touch began, as far as that touch is concerned.
struct Brush: Hashable, Sendable {
  var color: PixelColor
  /// In board points, within ``StrokeStyle/widths``.
  var width: Double
  var fill: PixelColor?
  var cap: StrokeStyle.Cap
  var join: StrokeStyle.Join
  var pattern: LinePattern
  var sides: Int
  var smoothing: Smoothing
  /// `nil` if pressure does not affect this touch.
  var pressure: PressureWidth?
  var speed: SpeedCurve

  init(_ settings: BoardSettings, for touch: Touch) {
    color = settings.coloring == .byTouch ? Coloring.color(of: touch.id) : settings.color
    width = StrokeStyle.clampedWidth(settings.width)
    fill = settings.fill
    cap = settings.cap
    join = settings.join
    pattern = settings.pattern
    sides = settings.sides
    smoothing = settings.smoothing
    pressure = PressureWidth(settings.pressure, tool: touch.tool)
    speed = settings.speed
  }

  /// The same width all along, as the eraser's.
  var constant: Brush {
    var brush = self
    brush.pressure = nil
    brush.speed = .off
    return brush
  }
}

extension PressureWidth {
  fileprivate init?(_ law: PressureCurve, tool: TouchTool) {
    switch law {
    case .pens(let gamma) where tool == .pen: self.init(gamma: gamma)
    case .all(let gamma): self.init(gamma: gamma)
    case .off, .pens: return nil
    }
  }
}

extension Brush {
  var outline: StrokeStyle {
    var style = StrokeStyle(color: color, width: width)
    style.cap = cap
    style.join = join
    style.dashes = pattern.dashes(forWidth: width)
    return style
  }
}
