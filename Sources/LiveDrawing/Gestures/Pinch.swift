public import InputEvents
public import TouchTracking

/// A pinch: two fingers that pan and zoom the view.
public struct Pinch: Hashable, Sendable {
  /// The positions of the two fingers, in board points of the view at the start of the pinch.
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
  /// The view after a pinch that started in this one.
  public func applying(_ pinch: Pinch) -> Viewport {
    var view = self
    view.pinch(from: surfacePoints(of: pinch.start), to: surfacePoints(of: pinch.now))
    return view
  }

  private func surfacePoints(of places: Pinch.Places) -> (SurfacePoint, SurfacePoint) {
    (surfacePoint(of: places.first), surfacePoint(of: places.second))
  }
}
