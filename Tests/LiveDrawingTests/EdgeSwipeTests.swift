import LiveDrawing
import Testing

struct EdgeSwipeTests {
  private static let surface = SurfaceSize(width: 400, height: 300)
  /// From each edge: one unit short of a swipe, then a swipe, then farther.
  private static let swipes: [[SurfacePoint]] = [
    way((20, 150), (79, 150), (80, 150), (200, 150)), way((380, 110), (321, 110), (320, 110), (10, 110)),
    way((200, 0), (200, 59), (210, 60), (220, 200)), way((200, 300), (200, 241), (190, 240), (190, 100)),
  ]

  private static func way(_ places: (x: Double, y: Double)...) -> [SurfacePoint] {
    places.map { SurfacePoint(x: $0.x, y: $0.y) }
  }

  /// The number of swipes in a movement.
  private func count(_ way: [SurfacePoint], openTouches: Int = 1) -> Int {
    var swipe = EdgeSwipe()
    swipe.begin(at: way[0], on: Self.surface, openTouches: openTouches)
    var swipes = 0
    for point in way.dropFirst() where swipe.move(to: point, on: Self.surface) { swipes += 1 }
    return swipes
  }

  @Test(arguments: swipes)
  func `A finger that comes in 60 units from any edge swipes, once`(_ way: [SurfacePoint]) {
    #expect(count(way) == 1)
    #expect(count(Array(way.prefix(2))) == 0)
  }

  @Test func `One that begins away from the edges, moves along one, or is not alone does not`() {
    #expect(count(Self.way((21, 150), (100, 150), (200, 150))) == 0)
    #expect(count(Self.way((5, 30), (5, 150), (60, 250))) == 0)
    #expect(count(Self.way((5, 150), (100, 150)), openTouches: 2) == 0)
  }

  @Test func `A finger that was lifted swipes no longer`() {
    var swipe = EdgeSwipe()
    swipe.begin(at: SurfacePoint(x: 0, y: 150), on: Self.surface, openTouches: 1)
    swipe.end()
    let isSwipe = swipe.move(to: SurfacePoint(x: 200, y: 150), on: Self.surface)
    #expect(!isSwipe)
  }
}
