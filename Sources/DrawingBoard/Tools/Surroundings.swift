internal import Canvas

/// What a touch may find on the board, beside the drawing, when it begins.
struct Surroundings: Hashable, Sendable {
  /// Angles that wait for their second drag, the oldest first.
  private(set) var firstArms: [FirstArm] = []

  mutating func takeFirstArm() -> FirstArm? { firstArms.isEmpty ? nil : firstArms.removeFirst() }

  mutating func leave(_ arm: FirstArm) { firstArms.append(arm) }

  /// Puts back what a touch took that came to nothing.
  mutating func putBack(_ arm: FirstArm) { firstArms.insert(arm, at: 0) }

  /// Gives up the latest arm that waits; nothing where none does.
  mutating func removeLastArm() -> FirstArm? { firstArms.popLast() }

  /// The ink of what waits.
  func layers(on raster: Raster) -> [InkLayer] { firstArms.flatMap { $0.shape.layers(on: raster) } }
}
