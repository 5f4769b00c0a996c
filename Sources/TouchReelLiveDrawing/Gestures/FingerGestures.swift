public import TouchReelInputEvents
public import TouchReelTouchTracking

/// Recognizes taps with two or three fingers, and pinches with two, as opposed to drawing. All fingers of a gesture are
/// on one device, nothing else touches, and the last of them touches within ``together`` of the first, which has stayed
/// within ``reach`` of where it began.
///
/// The fingers of a tap stay within ``reach``, are all down at the same time, and are lifted within ``longest`` of the
/// last touch. When the first finger is lifted, it is still open whether this is a tap, so that lift is buffered until
/// the last finger is lifted: a touch that has ended is part of the drawing, and can no longer be cancelled.
///
/// A pinch consists of two fingers. It starts when one of them has moved farther than ``reach``, and lasts until
/// nothing touches.
public struct FingerGestures: Sendable {
  /// The longest time from the last finger of a tap that touches to the last that is lifted.
  public static let longest = TimeSpan(nanoseconds: 200_000_000)
  /// The longest time from the first finger of a gesture to the last.
  public static let together = TimeSpan(nanoseconds: 250_000_000)
  /// The farthest that a finger of a tap moves, in surface units.
  public static let reach = 10.0

  /// What the fingers are doing after a frame.
  public enum Verdict: Hashable, Sendable {
    /// They draw, as far as is known.
    case drawing
    /// A finger was lifted as in a tap while others are down: the frame must be buffered.
    case undecided
    /// The last finger was lifted, which completes a tap. The touches are in the order in which they began.
    case tap([Touch])
    /// Two of them pinch: touches of fingers on their device must be cancelled.
    case pinch(Pinch)
  }

  private struct Finger {
    let touch: Touch
    let start: BoardPoint
    let began: Timestamp
    var point: BoardPoint
    var isDown = true
    var hasStrayed = false
  }

  /// The gestures that are still possible.
  private struct Candidates: OptionSet {
    let rawValue: UInt8
    static let tap = Candidates(rawValue: 1)
    static let pinch = Candidates(rawValue: 2)
  }

  /// Surface units for each board point, in the current view.
  public var zoom = 1.0
  /// The current pinch.
  public private(set) var pinch: Pinch?
  /// All fingers since none was down, in the order in which they began.
  private var fingers: [Finger] = []
  private var candidates: Candidates = [.tap, .pinch]

  /// No finger is down.
  public init() {}

  /// Whether a frame may be part of a gesture, so that it must be passed to ``handle(_:)`` before it is recorded.
  public func isPossible(in frame: Frame) -> Bool {
    if pinch != nil { return true }
    // With the second finger, the first may be lifted, which ends its touch.
    return !candidates.isEmpty && (fingers.count > 1 || fingers.count == 1 && frame.beginsAndLifts)
  }

  /// When to call ``expire(at:)``, unless a frame decides before.
  public var deadline: Timestamp? {
    isWaiting ? fingers.last?.began.advanced(by: Self.longest) : nil
  }

  /// Handles the touch events of one frame.
  public mutating func handle(_ events: [TouchEvent]) -> Verdict {
    for event in events { handle(event) }
    if let time = events.last?.time { judge(at: time) }
    guard fingers.contains(where: \.isDown) else { return finish() }
    updatePinch()
    if let pinch { return .pinch(pinch) }
    return isWaiting ? .undecided : .drawing
  }

  /// Rules out a tap if a finger has been down for too long.
  ///
  /// - Returns: whether that turns buffered frames into drawing.
  public mutating func expire(at now: Timestamp) -> Bool {
    guard deadline != nil else { return false }
    judge(at: now)
    return !isWaiting
  }

  /// Treats what is undecided as drawing.
  public mutating func giveUp() { if !fingers.isEmpty { candidates = [] } }

  private var hasLift: Bool { fingers.contains { !$0.isDown } }
  /// Whether a tap lacks only the lift of its last finger.
  private var isWaiting: Bool { pinch == nil && fingers.count > 1 && candidates.contains(.tap) && hasLift }

  private mutating func handle(_ event: TouchEvent) {
    switch event.phase {
    case .began: begin(event)
    case .moved: move(event)
    case .ended:
      move(event)
      lift(event.touch)
    case .cancelled:
      candidates = []
      lift(event.touch)
    }
  }

  private mutating func begin(_ event: TouchEvent) {
    if !joins(event) { candidates = [] }
    if fingers.count == 2 { candidates.remove(.pinch) }
    let point = event.sample.boardPoint
    fingers.append(Finger(touch: event.touch, start: point, began: event.time, point: point))
  }

  private func joins(_ event: TouchEvent) -> Bool {
    event.touch.tool == .finger && fingers.count < 3
      && fingers.allSatisfy {
        $0.isDown && !$0.hasStrayed && $0.touch.device == event.touch.device
          && event.time.since($0.began) <= Self.together
      }
  }

  private mutating func move(_ event: TouchEvent) {
    guard let index = fingers.firstIndex(where: { $0.touch.id == event.touch.id }) else { return }
    let (start, point) = (fingers[index].start, event.sample.boardPoint)
    let (dx, dy) = ((point.x - start.x) * zoom, (point.y - start.y) * zoom)
    fingers[index].point = point
    if dx * dx + dy * dy > Self.reach * Self.reach { fingers[index].hasStrayed = true }
  }

  private mutating func lift(_ touch: Touch) {
    guard let index = fingers.firstIndex(where: { $0.touch.id == touch.id }) else { return }
    fingers[index].isDown = false
  }

  private mutating func judge(at time: Timestamp) {
    let isTooLate = fingers.last.map { time.since($0.began) > Self.longest } == true
    // A single finger may still be joined.
    if fingers.count > 1 && isTooLate || fingers.contains(where: \.hasStrayed) { candidates.remove(.tap) }
    if hasLift { candidates.remove(.pinch) }
  }

  private mutating func updatePinch() {
    guard fingers.count == 2, !hasLift else { return }
    let points = Pinch.Points(first: fingers[0].point, second: fingers[1].point)
    if pinch != nil {
      pinch?.now = points
    } else if candidates.contains(.pinch), fingers.contains(where: \.hasStrayed) {
      pinch = Pinch(device: fingers[0].touch.device, start: points, now: points)
    }
  }

  /// Starts over when nothing is down.
  private mutating func finish() -> Verdict {
    defer { (fingers, candidates, pinch) = ([], [.tap, .pinch], nil) }
    return isWaiting ? .tap(fingers.map(\.touch)) : .drawing
  }
}

/// A pinch: two fingers that pan and zoom the view.
public struct Pinch: Hashable, Sendable {
  /// The positions of the two fingers, in board points of the view at the start of the pinch.
  public struct Points: Hashable, Sendable {
    /// The position of the finger that touched first, in board points.
    public var first: BoardPoint
    /// The position of the other finger, in board points.
    public var second: BoardPoint

    /// - Parameters:
    ///   - first: the position of the finger that touched first, in board points.
    ///   - second: the position of the other finger.
    public init(first: BoardPoint, second: BoardPoint) {
      self.first = first
      self.second = second
    }

    fileprivate var distance: Double {
      let (dx, dy) = (second.x - first.x, second.y - first.y)
      return (dx * dx + dy * dy).squareRoot()
    }
  }

  /// The device that both fingers touch.
  public let device: DeviceChannel
  /// The positions at the start.
  public let start: Points
  /// The positions now.
  public internal(set) var now: Points

  package init(device: DeviceChannel, start: Points, now: Points) {
    self.device = device
    self.start = start
    self.now = now
  }

  /// How many times as far apart the fingers are as they were at the start; 1 if they were in one point.
  public var scale: Double { start.distance > 0 ? now.distance / start.distance : 1 }
}

extension Viewport {
  /// The view after a pinch that started in this one.
  package func applying(_ pinch: Pinch) -> Viewport {
    var view = self
    view.pinch(from: surfacePoints(of: pinch.start), to: surfacePoints(of: pinch.now))
    return view
  }

  private func surfacePoints(of points: Pinch.Points) -> (SurfacePoint, SurfacePoint) {
    (surfacePoint(of: points.first), surfacePoint(of: points.second))
  }
}

extension Frame {
  /// Whether it has contacts that begin and contacts that are lifted.
  fileprivate var beginsAndLifts: Bool {
    let ids = events.lazy.filter { $0.type == .absolute && $0.code == .trackingID }
    return ids.contains { $0.value < 0 } && ids.contains { $0.value >= 0 }
  }
}
