import Testing
import TouchReelLiveDrawing

struct EdgeSwipeTests {
  private static let surface = SurfaceSize(width: 400, height: 300)
  /// The ways from each edge: one unit short of a swipe, then a swipe, then farther.
  private static let swipes: [[SurfacePoint]] = [
    way((20, 150), (79, 150), (80, 150), (200, 150)), way((380, 110), (321, 110), (320, 110), (10, 110)),
    way((200, 0), (200, 59), (210, 60), (220, 200)), way((200, 300), (200, 241), (190, 240), (190, 100)),
  ]

  private static func way(_ places: (x: Double, y: Double)...) -> [SurfacePoint] {
    places.map { SurfacePoint(x: $0.x, y: $0.y) }
  }

  private let finger = TouchSequence(rawValue: 1)
  private let other = TouchSequence(rawValue: 2)

  private func moves(_ swipe: inout EdgeSwipe, _ finger: TouchSequence, along way: [SurfacePoint]) -> Int {
    way.count { swipe.handle(.moved, of: finger, at: $0, on: Self.surface, drawing: 1) }
  }

  private func touch(
    _ swipe: inout EdgeSwipe, _ finger: TouchSequence, at point: SurfacePoint, drawing count: Int = 0
  ) {
    let isSwipe = swipe.handle(.began, of: finger, at: point, on: Self.surface, drawing: count)
    #expect(!isSwipe)
  }

  private func lift(_ swipe: inout EdgeSwipe, _ finger: TouchSequence, at point: SurfacePoint) {
    let isSwipe = swipe.handle(.ended, of: finger, at: point, on: Self.surface, drawing: 1)
    #expect(!isSwipe)
  }

  /// The number of swipes in a movement.
  private func count(_ way: [SurfacePoint], drawing count: Int = 0) -> Int {
    var swipe = EdgeSwipe()
    touch(&swipe, finger, at: way[0], drawing: count)
    return moves(&swipe, finger, along: Array(way.dropFirst()))
  }

  @Test(arguments: swipes)
  func `A finger that comes in 60 units from any edge swipes, once`(_ way: [SurfacePoint]) {
    #expect(count(way) == 1)
    #expect(count(Array(way.prefix(2))) == 0)
  }

  @Test func `One that begins away from the edges, or moves along one, does not`() {
    #expect(count(Self.way((21, 150), (100, 150), (200, 150))) == 0)
    #expect(count(Self.way((5, 30), (5, 150), (60, 250))) == 0)
  }

  @Test func `One that begins while a pen or another finger draws does not`() {
    #expect(count(Self.way((5, 150), (100, 150)), drawing: 1) == 0)
    var swipe = EdgeSwipe()
    touch(&swipe, other, at: SurfacePoint(x: 200, y: 150))
    // It may move the view only, and then draws nothing.
    touch(&swipe, finger, at: SurfacePoint(x: 5, y: 150))
    let swipes = moves(&swipe, finger, along: Self.way((100, 150), (200, 150)))
    #expect(swipes == 0)
  }

  @Test func `A second finger ends a swipe, and the next one needs a finger that is alone again`() {
    var swipe = EdgeSwipe()
    touch(&swipe, finger, at: SurfacePoint(x: 5, y: 150))
    touch(&swipe, other, at: SurfacePoint(x: 200, y: 150))
    let swipes = moves(&swipe, finger, along: Self.way((100, 150)))
    #expect(swipes == 0)
    for sequence in [finger, other] { lift(&swipe, sequence, at: SurfacePoint(x: 100, y: 150)) }
    touch(&swipe, other, at: SurfacePoint(x: 5, y: 150))
    let next = moves(&swipe, other, along: Self.way((100, 150)))
    #expect(next == 1)
  }

  @Test func `A finger that was lifted swipes no longer`() {
    var swipe = EdgeSwipe()
    touch(&swipe, finger, at: SurfacePoint(x: 0, y: 150))
    lift(&swipe, finger, at: SurfacePoint(x: 0, y: 150))
    let swipes = moves(&swipe, finger, along: Self.way((200, 150)))
    #expect(swipes == 0)
  }
}
