public import TouchReelTouchTracking

/// Where a recording's touches go on a device, besides what its ranges ask for.
public struct FitOptions: Hashable, Sendable {
  /// Clockwise.
  public var rotation: QuarterTurn
  /// `nil` for all of the surface.
  package var area: TargetArea?

  package init(rotation: QuarterTurn = .upright, area: TargetArea? = nil) {
    self.rotation = rotation
    self.area = area
  }

  var movesPositions: Bool { rotation != .upright || area != nil }
}
