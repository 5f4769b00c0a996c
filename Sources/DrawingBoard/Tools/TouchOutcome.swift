internal import TouchTracking

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
