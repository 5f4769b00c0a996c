/// The shapes that a touch has taken, which no other touch may take, and what it would do to them if it ended now.
struct ShapeClaim: Sendable {
  var shapes: Set<ElementID>
  /// Nothing as long as it is a tap.
  var change: BoardOperation?
}
