import TouchReelCanvas
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelTouchTracking

/// A freehand stroke in the making: samples in, vertices and final pieces out.
struct Freehand: Sendable {
  private(set) var path: StrokePath
  private var shaper: VertexShaper
  private var stroker: Stroker
  /// The pen of the latest vertex: most strokes have one width.
  private var pen: (width: Double, radius: SubpixelRadius)?

  init(brush: Brush, from sample: TouchSample, ink: inout LiveInk) {
    shaper = VertexShaper(brush: brush)
    stroker = Stroker(course: brush.smoothing.course)
    let vertex = shaper.vertex(of: sample)
    path = StrokePath(course: stroker.course, from: vertex)
    draw(vertex, ink: &ink)
  }

  mutating func move(to sample: TouchSample, ink: inout LiveInk) {
    let vertex = shaper.vertex(of: sample)
    path.extend(to: vertex)
    draw(vertex, ink: &ink)
  }

  /// Events were lost: the line breaks.
  mutating func resume(at sample: TouchSample, ink: inout LiveInk) {
    finish(ink: &ink)
    shaper.forgetMotion()
    let vertex = shaper.vertex(of: sample)
    path.resume(at: vertex)
    draw(vertex, ink: &ink)
  }

  mutating func finish(ink: inout LiveInk) {
    stroker.finish { ink.extend(by: $0) }
    ink.replaceTail(by: nil)
  }

  /// Draws what was drawn so far once more.
  mutating func redraw(ink: inout LiveInk) {
    stroker = Stroker(course: path.course)
    pen = nil
    for (number, run) in path.runs.enumerated() {
      if number > 0 { finish(ink: &ink) }
      for vertex in run { draw(vertex, ink: &ink) }
    }
  }

  private mutating func draw(_ vertex: StrokePath.Vertex, ink: inout LiveInk) {
    stroker.add(node(vertex, on: ink.raster)) { ink.extend(by: $0) }
    ink.replaceTail(by: stroker.tail)
  }

  /// - Parameter vertex: its point is rounded already.
  @inline(__always)
  private mutating func node(_ vertex: StrokePath.Vertex, on raster: Raster) -> Stroker.Node {
    if pen?.width != vertex.width { pen = (vertex.width, raster.radius(ofWidth: vertex.width)) }
    let radius = pen?.radius ?? SubpixelRadius(rawValue: 0)
    return Stroker.Node(point: raster.subpixel(onGrid: vertex.point), radius: radius)
  }
}

/// Makes vertices of samples: position by smoothing, width by speed and pressure.
struct VertexShaper: Sendable {
  private let brush: Brush
  private var filter: OneEuroFilter?
  private var speed: SpeedWidth?

  init(brush: Brush) {
    self.brush = brush
    forgetMotion()
  }

  mutating func forgetMotion() {
    filter = brush.smoothing == .oneEuro ? OneEuroFilter() : nil
    speed = brush.speed == .on ? SpeedWidth(base: brush.width) : nil
  }

  mutating func vertex(of sample: TouchSample) -> StrokePath.Vertex {
    let raw = sample.boardPoint
    let point = filter?.filter(raw, at: sample.time) ?? raw
    var width = speed?.width(at: raw, sample.time) ?? brush.width
    if let law = brush.pressure, let pressure = sample.pressure { width *= law.factor(pressure) }
    return StrokePath.Vertex(point.onGrid, width: width)
  }
}

/// The 1 € filter on positions: a low-pass whose cutoff rises with speed.
struct OneEuroFilter: Sendable {
  /// The minimum cutoff, in hertz, at rest.
  var minimumCutoff = 1.0
  /// Hertz per point a second.
  var slope = 0.007
  /// The speed cutoff, in hertz, of the speed itself.
  var speedCutoff = 1.0

  private var last: (time: Timestamp, x: Axis, y: Axis)?

  private struct Axis {
    var raw: Double
    var value: Double
    var speed = 0.0
  }

  init() {}

  /// Where time has not advanced, the latest result again.
  mutating func filter(_ point: BoardPoint, at time: Timestamp) -> BoardPoint {
    guard let last else {
      self.last = (time, Axis(raw: point.x, value: point.x), Axis(raw: point.y, value: point.y))
      return point
    }
    var (_, x, y) = last
    let elapsed = time.since(last.time).seconds
    if elapsed > 0 {
      advance(&x, to: point.x, by: elapsed)
      advance(&y, to: point.y, by: elapsed)
      self.last = (time, x, y)
    }
    return BoardPoint(x: x.value, y: y.value)
  }

  private func advance(_ axis: inout Axis, to raw: Double, by elapsed: Double) {
    let speed = (raw - axis.raw) / elapsed
    axis.raw = raw
    axis.speed += Self.weight(cutoff: speedCutoff, elapsed) * (speed - axis.speed)
    let cutoff = minimumCutoff + slope * abs(axis.speed)
    axis.value += Self.weight(cutoff: cutoff, elapsed) * (raw - axis.value)
  }

  private static func weight(cutoff: Double, _ elapsed: Double) -> Double {
    let ratio = 2 * .pi * cutoff * elapsed
    return ratio / (ratio + 1)
  }
}
