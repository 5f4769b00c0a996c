import Drawings
import TouchTracking

/// What one touch does on the board, from its beginning to its end: a state machine fed with samples.
protocol Interaction: Sendable {
  /// The arm of an angle that it completes.
  var firstArm: PendingAngle? { get }
  /// The shapes that it has taken.
  var claim: ShapeClaim? { get }
  /// The box in which it selects.
  var marquee: BoardRect? { get }
  /// What its ink shows, as an operation that would leave the same; `nil` if it shows none.
  var shown: BoardOperation? { get }

  mutating func move(to sample: TouchSample, ink: inout LiveInk)

  /// Events were lost before this sample: no chord may be drawn to it.
  mutating func resume(at sample: TouchSample, ink: inout LiveInk)

  /// Draws the rest, and returns what the touch leaves: nothing for a tap with a tool that only drags draw with.
  mutating func end(ink: inout LiveInk) -> TouchOutcome

  /// Draws everything so far onto fresh ink, as the board has another size now.
  mutating func redraw(ink: inout LiveInk)
}

extension Interaction {
  var firstArm: PendingAngle? { nil }
  var claim: ShapeClaim? { nil }
  var marquee: BoardRect? { nil }
  var shown: BoardOperation? { nil }
}

extension Tool {
  /// The interaction of a touch that begins with this tool.
  func begin(
    _ brush: Brush, at sample: TouchSample, on scene: Scene, in pendingAngles: inout PendingAngles, ink: inout LiveInk
  ) -> any Interaction {
    func drag(_ make: @escaping ShapeMaker) -> any Interaction { ShapeDrag(make, from: sample.boardPoint) }
    return switch self {
    case .pencil: PencilInteraction(brush, at: sample, ink: &ink)
    case .eraser: EraserInteraction(brush, at: sample, ink: &ink)
    case .line: drag(brush.lineMaker)
    case .dashedLine: drag(brush.dashedLineMaker)
    case .arrow: drag(brush.arrowMaker)
    case .rectangle: drag(brush.rectangleMaker)
    case .ellipse: drag(brush.ellipseMaker)
    case .triangle: drag(brush.polygonMaker(sides: 3))
    case .pentagon: drag(brush.polygonMaker(sides: 5))
    case .ngon: drag(brush.polygonMaker(sides: brush.sides))
    case .star: drag(brush.starMaker)
    case .angle:
      AngleInteraction(brush.outline, from: sample.boardPoint, completing: pendingAngles.takeFirstArm(), ink: &ink)
    case .text: TextInteraction(on: scene, at: sample.boardPoint)
    case .selection: SelectionInteraction(on: scene, at: sample.boardPoint)
    }
  }
}

/// What a touch leaves when it ends.
enum TouchOutcome: Sendable {
  case nothing
  case operation(BoardOperation)
  /// An angle has got its first arm and waits for the second.
  case firstArm(PendingAngle)
  /// Other shapes are selected, after something was done to them.
  case select(Set<ElementID>, then: BoardOperation?)
  /// A text is to be edited, or a new one is to begin at a point.
  case edit(ElementID?, at: BoardPoint)
}

/// The shapes that a touch has taken, which no other touch may take, and what it would do to them if it ended now.
struct ShapeClaim: Sendable {
  var shapes: Set<ElementID>
  /// `nil` as long as it is a tap.
  var change: BoardOperation?
}
