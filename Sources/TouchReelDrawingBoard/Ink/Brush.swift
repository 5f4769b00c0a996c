import Glibc
package import TouchReelCanvas
import TouchReelDrawings
import TouchReelInputEvents
package import TouchReelTouchTracking

/// The settings as they stood when a touch began, as far as that touch is concerned.
struct Brush: Hashable, Sendable {
  var tool: Tool
  var color: PixelColor
  /// The width, in board points, within ``StrokeStyle/widths``.
  var width: Double
  var erasing: Erasing
  var selecting: Selecting
  var handles: SelectionHandles
  var rules: DragRules
  var fill: PixelColor?
  var cap: StrokeStyle.Cap
  var join: StrokeStyle.Join
  var pattern: LinePattern
  var sides: Int
  var shapeEnds: ShapeEnds
  var smoothing: Smoothing
  /// `nil` if pressure does not affect this touch.
  var pressure: PressureWidth?
  var speed: SpeedCurve
  var stacking: Stacking
  var tinting: Tinting?
  /// Whose edges it follows.
  var guide: Guide?

  init(_ settings: BoardSettings, _ tinting: Tinting?, for touch: Touch) {
    tool = touch.tool == .eraser && settings.eraserEnd == .erases ? .eraser : settings.tool
    color = settings.color(of: touch)
    width = StrokeStyle.clampedWidth(tool == .eraser ? settings.widthOfEraser : settings.width)
    erasing = settings.erasing
    selecting = settings.selecting
    handles = settings.handles
    rules = DragRules(dragging: settings.dragging, grid: settings.grid)
    fill = settings.fill
    cap = settings.cap
    join = settings.join
    pattern = settings.pattern
    sides = settings.sides
    shapeEnds = settings.shapeEnds
    smoothing = settings.smoothing
    pressure = PressureWidth(settings.pressure, tool: touch.tool)
    speed = settings.speed
    stacking = settings.stacking
    self.tinting = tinting
    guide = tool.followsGuides ? settings.guide : nil
  }

  /// Whether a touch with it looks for finished shapes.
  var looksForShapes: Bool {
    tool.selects || tool == .text || tool == .eraser && erasing == .shapes
  }

  /// The same width all along, as the eraser's.
  var constant: Brush {
    var brush = self
    brush.pressure = nil
    brush.speed = .off
    return brush
  }
}

extension BoardSettings {
  /// What a touch that begins now draws in.
  package func color(of touch: Touch) -> PixelColor {
    switch coloring {
    case .chosen: color
    case .byTouch: Coloring.color(ofNumber: touch.id.rawValue)
    case .byDevice: Coloring.color(ofNumber: touch.device.rawValue)
    }
  }

  /// The width of the eraser, in board points.
  package var widthOfEraser: Double {
    switch eraserWidth {
    case .ofStrokes: width
    case .points(let own): own
    }
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

/// The factor that pressure gives.
struct PressureWidth: Hashable, Sendable {
  let gamma: Double

  func factor(_ pressure: Double) -> Double {
    let clamped = min(max(0, pressure), 1)
    return 0.2 + 0.8 * (gamma == 1 ? clamped : pow(clamped, gamma))
  }
}

extension PressureCurve {
  /// The share of the brush's width that a tool draws with at a pressure of 0…1.
  package func share(ofWidthAt pressure: Double, by tool: TouchTool) -> Double {
    PressureWidth(self, tool: tool)?.factor(pressure) ?? 1
  }

  /// The share of the brush's width that a pressure of 0…1 gives, for an exponent of 1.
  package static func share(ofWidthAt pressure: Double) -> Double { PressureWidth(gamma: 1).factor(pressure) }
}

/// Narrower where faster: with s = speed/600, W/(0.6 s + 0.4 × the previous s), clamped to 0.75…1.25 times the previous
/// width and then to 0.2 W…W.
struct SpeedWidth: Sendable {
  let base: Double
  private var width: Double
  private var pace = 0.0
  private var last: (point: BoardPoint, time: Timestamp)?

  init(base: Double) {
    self.base = base
    width = base
  }

  /// The width at the next point; where time has not advanced, the speed of before counts.
  mutating func width(at point: BoardPoint, _ time: Timestamp) -> Double {
    guard let (lastPoint, lastTime) = last else {
      last = (point, time)
      return width(atSpeed: 0)
    }
    let elapsed = time.since(lastTime).seconds
    let speed = elapsed > 0 ? lastPoint.distance(to: point) / elapsed : pace * 600
    last = (point, time)
    return width(atSpeed: speed)
  }

  /// - Parameter speed: in points a second.
  mutating func width(atSpeed speed: Double) -> Double {
    let mixed = 0.6 * (speed / 600) + 0.4 * pace
    pace = speed / 600
    let wanted = mixed > 0 ? base / mixed : .infinity
    let near = min(max(wanted, 0.75 * width), 1.25 * width)
    width = min(max(near, 0.2 * base), base)
    return width
  }
}
