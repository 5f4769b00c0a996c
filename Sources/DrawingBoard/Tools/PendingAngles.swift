internal import Canvas

/// What a touch may find on the board, beside the drawing, when it begins.
struct PendingAngles: Hashable, Sendable {
  /// Angles that wait for their second drag, the oldest first.
  private(set) var firstArms: [PendingAngle] = []
  private var nextNumber = 0
  /// Arms of lower numbers have been given up, be they in the hand of a touch then.
  private var leastNumber = 0

  mutating func takeFirstArm() -> PendingAngle? { firstArms.isEmpty ? nil : firstArms.removeFirst() }

  mutating func leave(_ arm: PendingAngle) {
    var arm = arm
    arm.number = nextNumber
    nextNumber += 1
    firstArms.append(arm)
  }

  /// Puts back what a touch took that came to nothing, in its place among the others.
  mutating func putBack(_ arm: PendingAngle) {
    guard arm.number >= leastNumber else { return }
    firstArms.insert(arm, at: firstArms.firstIndex { $0.number > arm.number } ?? firstArms.endIndex)
  }

  /// Gives up the latest arm that waits; nothing where none does.
  mutating func removeLastArm() -> PendingAngle? { firstArms.popLast() }

  /// Gives up all arms.
  mutating func removeArms() -> [PendingAngle] {
    leastNumber = nextNumber
    defer { firstArms = [] }
    return firstArms
  }

  /// The ink of what waits.
  func layers(on raster: Raster) -> [InkLayer] { firstArms.flatMap { $0.shape.layers(on: raster) } }
}
