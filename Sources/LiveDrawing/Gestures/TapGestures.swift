public import InputEvents
public import TouchTracking

/// Tells taps of two and of three fingers from drawing.
///
/// It is a tap where each finger is down for at most ``longest``, stays within ``reach`` of where it began, and all are down together at one
/// time. Whether lifting the first finger begins the end of a tap is known only when the last is lifted, so its lift has to wait until then:
/// what has ended is in the drawing, and cannot be cancelled.
public struct TapGestures: Sendable {
  /// How long a finger of a tap is down at most.
  public static let longest = TimeSpan(nanoseconds: 200_000_000)
  /// How far it moves at most, in board points.
  public static let reach = 10.0

  /// What a frame makes of the fingers.
  public enum Verdict: Hashable, Sendable {
    /// They draw, or it is too early to tell.
    case drawing
    /// A finger was lifted as in a tap and others are down: what they do has to wait.
    case undecided
    /// The last of them was lifted: a tap of these, in the order in which they began.
    case tap([Touch])
  }

  private struct Finger {
    let touch: Touch
    let start: BoardPoint
    let began: Timestamp
    var isDown = true
  }

  /// Since last none was down, in order of beginning.
  private var fingers: [Finger] = []
  private var isDrawing = false

  public init() {}

  /// Whether the next frame may be undecided or a tap, so that it must not be carried out before it was taken here.
  public var isPossible: Bool { !isDrawing && fingers.count > 1 }

  /// When ``expire(at:)`` decides, unless a frame does so before.
  public var deadline: Timestamp? {
    guard isPossible, hasLift else { return nil }
    return fingers.filter(\.isDown).map { $0.began.advanced(by: Self.longest) }.min()
  }

  /// Takes the steps of one frame.
  public mutating func take(_ events: [TouchEvent]) -> Verdict {
    for event in events { take(event) }
    if let time = events.last?.time { judge(at: time) }
    guard !fingers.contains(where: \.isDown) else { return isPossible && hasLift ? .undecided : .drawing }
    defer { (fingers, isDrawing) = ([], false) }
    return isPossible ? .tap(fingers.map(\.touch)) : .drawing
  }

  /// - Returns: whether those that were undecided draw after all, since one is down for too long.
  public mutating func expire(at now: Timestamp) -> Bool {
    guard deadline != nil else { return false }
    judge(at: now)
    return isDrawing
  }

  /// What was undecided is to be taken as drawing.
  public mutating func giveUp() { isDrawing = !fingers.isEmpty }

  private var hasLift: Bool { fingers.contains { !$0.isDown } }

  private mutating func take(_ event: TouchEvent) {
    switch event.phase {
    case .began:
      if event.touch.tool != .finger || hasLift || fingers.count == 3 { isDrawing = true }
      fingers.append(Finger(touch: event.touch, start: event.sample.boardPoint, began: event.time))
    case .moved: check(event)
    case .ended:
      check(event)
      lift(event.touch)
    case .cancelled:
      isDrawing = true
      lift(event.touch)
    }
  }

  private mutating func check(_ event: TouchEvent) {
    guard let finger = fingers.first(where: { $0.touch.id == event.touch.id }) else { return }
    let (dx, dy) = (event.sample.boardPoint.x - finger.start.x, event.sample.boardPoint.y - finger.start.y)
    if dx * dx + dy * dy > Self.reach * Self.reach || event.time.since(finger.began) > Self.longest { isDrawing = true }
  }

  private mutating func lift(_ touch: Touch) {
    guard let index = fingers.firstIndex(where: { $0.touch.id == touch.id }) else { return }
    fingers[index].isDown = false
  }

  private mutating func judge(at time: Timestamp) {
    if fingers.contains(where: { $0.isDown && time.since($0.began) > Self.longest }) { isDrawing = true }
  }
}
