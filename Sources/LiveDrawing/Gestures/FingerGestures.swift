public import InputEvents
public import TouchTracking

/// Tells taps of two and of three fingers, and two fingers that move the view, from drawing. All are of one device, and nothing else touches.
///
/// It is a tap where each finger is down for at most ``longest``, stays within ``reach`` of where it began, and all are down together at one
/// time. Whether lifting the first finger begins the end of a tap is known only when the last is lifted, so its lift has to wait until then:
/// what has ended is in the drawing, and cannot be cancelled.
///
/// Two fingers that came within ``together`` hold the view from where one of them has gone farther than ``reach``, and until nothing is down.
public struct FingerGestures: Sendable {
  /// How long a finger of a tap is down at most.
  public static let longest = TimeSpan(nanoseconds: 200_000_000)
  /// From the first finger that holds the view to the second at most.
  public static let together = TimeSpan(nanoseconds: 150_000_000)
  /// How far a finger of a tap moves at most, in units of the surface.
  public static let reach = 10.0

  /// What a frame makes of the fingers.
  public enum Verdict: Hashable, Sendable {
    /// They draw, or it is too early to tell.
    case drawing
    /// A finger was lifted as in a tap and others are down: what they do has to wait.
    case undecided
    /// The last of them was lifted: a tap of these, in the order in which they began.
    case tap([Touch])
    /// Two of them hold the view: what fingers of their device have drawn is to be taken back.
    case pinch(Pinch)
  }

  private struct Finger {
    let touch: Touch
    let start: BoardPoint
    let began: Timestamp
    var place: BoardPoint
    var isDown = true
    var hasStrayed = false
  }

  /// What the fingers may still come to.
  private struct Chances: OptionSet {
    let rawValue: UInt8
    static let tap = Chances(rawValue: 1)
    static let pinch = Chances(rawValue: 2)
  }

  /// Surface units for each board point, as the board is seen.
  public var zoom = 1.0
  /// While two fingers hold the view.
  public private(set) var pinch: Pinch?
  /// Since last none was down, in order of beginning.
  private var fingers: [Finger] = []
  private var chances: Chances = [.tap, .pinch]

  public init() {}

  /// Whether the next frame may be more than drawing, so that it must not be carried out before it was taken here.
  public var isPossible: Bool { pinch != nil || fingers.count > 1 && !chances.isEmpty }

  /// When ``expire(at:)`` decides, unless a frame does so before.
  public var deadline: Timestamp? {
    guard isWaiting else { return nil }
    return fingers.filter(\.isDown).map { $0.began.advanced(by: Self.longest) }.min()
  }

  /// Takes the steps of one frame.
  public mutating func take(_ events: [TouchEvent]) -> Verdict {
    for event in events { take(event) }
    if let time = events.last?.time { judge(at: time) }
    guard fingers.contains(where: \.isDown) else { return finish() }
    holdView()
    if let pinch { return .pinch(pinch) }
    return isWaiting ? .undecided : .drawing
  }

  /// - Returns: whether those that were undecided draw after all, since one is down for too long.
  public mutating func expire(at now: Timestamp) -> Bool {
    guard deadline != nil else { return false }
    judge(at: now)
    return !isWaiting
  }

  /// What was undecided is to be taken as drawing.
  public mutating func giveUp() { if !fingers.isEmpty { chances = [] } }

  private var hasLift: Bool { fingers.contains { !$0.isDown } }
  /// For the last finger of a tap to be lifted.
  private var isWaiting: Bool { pinch == nil && fingers.count > 1 && chances.contains(.tap) && hasLift }

  private mutating func take(_ event: TouchEvent) {
    switch event.phase {
    case .began: begin(event)
    case .moved: move(event)
    case .ended:
      move(event)
      lift(event.touch)
    case .cancelled:
      chances = []
      lift(event.touch)
    }
  }

  private mutating func begin(_ event: TouchEvent) {
    if !joins(event) { chances = [] }
    if fingers.count == 2 || fingers.count == 1 && event.time.since(fingers[0].began) > Self.together {
      chances.remove(.pinch)
    }
    let place = event.sample.boardPoint
    fingers.append(Finger(touch: event.touch, start: place, began: event.time, place: place))
  }

  private func joins(_ event: TouchEvent) -> Bool {
    event.touch.tool == .finger && fingers.count < 3
      && fingers.allSatisfy { $0.isDown && !$0.hasStrayed && $0.touch.device == event.touch.device }
  }

  private mutating func move(_ event: TouchEvent) {
    guard let index = fingers.firstIndex(where: { $0.touch.id == event.touch.id }) else { return }
    let (start, place) = (fingers[index].start, event.sample.boardPoint)
    let (dx, dy) = ((place.x - start.x) * zoom, (place.y - start.y) * zoom)
    fingers[index].place = place
    if dx * dx + dy * dy > Self.reach * Self.reach { fingers[index].hasStrayed = true }
    if event.time.since(fingers[index].began) > Self.longest { chances.remove(.tap) }
  }

  private mutating func lift(_ touch: Touch) {
    guard let index = fingers.firstIndex(where: { $0.touch.id == touch.id }) else { return }
    fingers[index].isDown = false
  }

  private mutating func judge(at time: Timestamp) {
    let isTooLate = fingers.contains { $0.isDown && time.since($0.began) > Self.longest }
    if isTooLate || fingers.contains(where: \.hasStrayed) { chances.remove(.tap) }
    if hasLift { chances.remove(.pinch) }
  }

  private mutating func holdView() {
    guard fingers.count == 2, !hasLift else { return }
    let places = Pinch.Places(first: fingers[0].place, second: fingers[1].place)
    if pinch != nil {
      pinch?.now = places
    } else if chances.contains(.pinch), fingers.contains(where: \.hasStrayed) {
      pinch = Pinch(device: fingers[0].touch.device, start: places, now: places)
    }
  }

  /// Nothing is down.
  private mutating func finish() -> Verdict {
    defer { (fingers, chances, pinch) = ([], [.tap, .pinch], nil) }
    return isWaiting ? .tap(fingers.map(\.touch)) : .drawing
  }
}
