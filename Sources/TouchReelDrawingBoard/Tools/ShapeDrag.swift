import TouchReelCanvas
import TouchReelDrawings
import TouchReelTouchTracking

/// How a drag tool makes a shape of where a drag began and where it is now; `nil` if there is no room for one.
typealias ShapeMaker = @Sendable (_ start: BoardPoint, _ end: BoardPoint) -> Shape?

/// The shape makers of the drag tools.
extension Brush {
  var lineMaker: ShapeMaker { lineMaker(outline) }
  /// The maker of lines that are dashed whatever the settings say.
  var dashedLineMaker: ShapeMaker { lineMaker(outline.dashed) }
  var arrowMaker: ShapeMaker {
    guard shapeEnds == .atTouch else { return lineMaker(outline, head: .arrow) }
    let style = outline
    return { start, tip in
      let end = LineShape.shaft(from: start, tip: tip, width: style.width)
      return .line(LineShape(from: start, to: end, style: style, head: .arrow))
    }
  }

  private func lineMaker(_ style: StrokeStyle, head: LineShape.Head = .none) -> ShapeMaker {
    { .line(LineShape(from: $0, to: $1, style: style, head: head)) }
  }

  var rectangleMaker: ShapeMaker {
    let (style, fill) = (outline, fill)
    return { .rectangle(RectShape(from: $0, to: $1, style: style, fill: fill)) }
  }

  var ellipseMaker: ShapeMaker {
    let (style, fill) = (outline, fill)
    return { .ellipse(EllipseShape(from: $0, to: $1, style: style, fill: fill)) }
  }

  func polygonMaker(sides: Int) -> ShapeMaker {
    let (style, fill) = (outline, fill)
    if shapeEnds == .atTouch {
      return { PathShape.polygon(sides: sides, from: $0, to: $1, style: style, fill: fill).map { .path($0) } }
    }
    return { start, end in
      let polygon = NgonShape(from: start, to: end, sides: sides, style: style, fill: fill)
      return polygon.isEmpty ? nil : .ngon(polygon)
    }
  }

  var starMaker: ShapeMaker {
    let (style, fill) = (outline, fill)
    if shapeEnds == .atTouch {
      return { PathShape.star(from: $0, to: $1, style: style, fill: fill).map { .path($0) } }
    }
    return { start, end in
      let star = StarShape(from: start, to: end, style: style, fill: fill)
      return star.isEmpty ? nil : .star(star)
    }
  }
}

extension StrokeStyle {
  fileprivate var dashed: StrokeStyle {
    var style = self
    style.dashes = LinePattern.dashed.dashes(forWidth: width)
    return style
  }
}

/// The drag of a shape tool. Within 10 points of its start it is a tap, which leaves nothing; once a drag, always a
/// drag.
struct ShapeDrag: Interaction {
  private enum State {
    case tap(at: BoardPoint)
    case drag(Shape?, from: BoardPoint)
  }

  private let make: ShapeMaker
  private let form: DragForm
  private var rules: DragRules
  private var state: State
  /// Where the touch is now.
  private var point: BoardPoint

  init(_ make: @escaping ShapeMaker, _ form: DragForm, _ rules: DragRules, from start: BoardPoint) {
    (self.make, self.form, self.rules) = (make, form, rules)
    point = start.onGrid
    state = .tap(at: point)
  }

  mutating func move(to sample: TouchSample, ink: inout LiveInk) {
    point = sample.boardPoint.onGrid
    switch state {
    case .tap(let start) where start.distance(to: point) <= DragThreshold.points: break
    case .tap(let start): draw(from: rules.snapped(start), &ink)
    case .drag(_, let start): draw(from: start, &ink)
    }
  }

  private mutating func draw(from start: BoardPoint, _ ink: inout LiveInk) {
    let end = rules.end(of: form, from: start, to: point)
    let isNothing = rules.grid != .none && start == end
    let shape = isNothing ? nil : make(start, end)
    ink.replaceShape(by: shape)
    state = .drag(shape, from: start)
  }

  mutating func follow(_ dragging: Dragging, ink: inout LiveInk) {
    rules.dragging = dragging
    if case .drag(_, let start) = state { draw(from: start, &ink) }
  }

  mutating func resume(at sample: TouchSample, ink: inout LiveInk) { move(to: sample, ink: &ink) }

  mutating func end(ink: inout LiveInk) -> TouchOutcome {
    guard case .drag(let shape?, _) = state else { return .nothing }
    return .operation(.add(shape))
  }

  var shown: BoardOperation? {
    if case .drag(let shape?, _) = state { .add(shape) } else { nil }
  }

  mutating func redraw(ink: inout LiveInk) {
    if case .drag(let shape, _) = state { ink.replaceShape(by: shape) }
  }
}

/// How far from its start a touch becomes a drag.
enum DragThreshold {
  static let points = 10.0
}
