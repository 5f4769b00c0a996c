public import InputEvents
public import TouchTracking

/// Two fingers that hold the view: what lies between them moves and grows with them.
public struct Pinch: Hashable, Sendable {
  /// Of the two fingers, in points of the board as it was seen when they took hold of it.
  public struct Places: Hashable, Sendable {
    public var first: BoardPoint
    public var second: BoardPoint

    public init(first: BoardPoint, second: BoardPoint) {
      self.first = first
      self.second = second
    }
  }

  public let device: DeviceChannel
  public let start: Places
  public internal(set) var now: Places

  public init(device: DeviceChannel, start: Places, now: Places) {
    self.device = device
    self.start = start
    self.now = now
  }
}

extension Viewport {
  /// The view that two fingers make of this one, which they took hold of.
  public func held(by pinch: Pinch) -> Viewport {
    var view = self
    view.pinch(from: surfacePoints(of: pinch.start), to: surfacePoints(of: pinch.now))
    return view
  }

  private func surfacePoints(of places: Pinch.Places) -> (SurfacePoint, SurfacePoint) {
    (surfacePoint(of: places.first), surfacePoint(of: places.second))
  }
}
