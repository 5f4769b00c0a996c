internal import TouchTracking

/// A tool that makes a shape of where a drag began and where it is.
protocol DragTool: Sendable {
  /// Nothing where there is no room for one.
  func shape(from start: BoardPoint, to end: BoardPoint) -> Shape?
}

/// The drag of a shape tool. Within 10 points of its start it is a tap, which leaves nothing; once a drag, always a drag.
struct ShapeDrag<Maker: DragTool>: Interaction {
  private enum State {
    case tap(at: BoardPoint)
    case drag(Shape?, from: BoardPoint)
  }

  private let maker: Maker
  private var state: State

  init(_ maker: Maker, from start: BoardPoint) {
    self.maker = maker
    state = .tap(at: start.onGrid)
  }

  mutating func move(to sample: TouchSample, ink: inout LiveInk) {
    let point = sample.boardPoint.onGrid
    switch state {
    case .tap(let start) where start.distance(to: point) <= DragThreshold.points: break
    case .tap(let start), .drag(_, let start):
      let shape = maker.shape(from: start, to: point)
      ink.replaceShape(by: shape)
      state = .drag(shape, from: start)
    }
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
