/// What a touch leaves when it ends.
enum TouchOutcome: Sendable {
  case nothing
  case operation(BoardOperation)
  /// An angle has got its first arm and waits for the second.
  case firstArm(FirstArm)
}
