import SeededCases
import Testing
import TouchReelLiveDrawing
import TouchReelTouchTracking

struct ViewportTests {
  private let board = BoardSize(width: 1000, height: 800)

  private func viewport(_ width: Double, _ height: Double) -> Viewport {
    Viewport(board: board, surface: SurfaceSize(width: width, height: height))
  }

  @Test func `At first the board is in the upper left corner, with one unit per point`() {
    let view = viewport(500, 400)
    #expect(view.boardPoint(of: SurfacePoint(x: 12.5, y: 30)) == BoardPoint(x: 12.5, y: 30))
    #expect(view.surfacePoint(of: BoardPoint(x: 700, y: 0)) == SurfacePoint(x: 700, y: 0))
  }

  @Test func `Zooming keeps what is under the pointer in place`() {
    var view = viewport(500, 400)
    view.zoom(to: 4, about: SurfacePoint(x: 200, y: 100))
    // (200, 100) stays at (200, 100): the corner shows 200 − 200/4 = 150, 100 − 100/4 = 75.
    #expect(view.origin == BoardPoint(x: 150, y: 75))
    #expect(view.boardPoint(of: SurfacePoint(x: 200, y: 100)) == BoardPoint(x: 200, y: 100))
    #expect(view.boardPoint(of: SurfacePoint(x: 204, y: 100)) == BoardPoint(x: 201, y: 100))
    view.scroll(1, about: SurfacePoint(x: 200, y: 100))
    #expect(abs(view.zoom - 4.4) < 1e-12)
  }

  @Test func `A line that is not seen is moved just into sight`() {
    var view = viewport(500, 400)
    view.reveal(SurfacePoint(x: 100, y: 100), height: 30)
    #expect(view.origin == BoardPoint(x: 0, y: 0))
    // The text reaches from 390 to 420: 20 below the surface, and 4 of margin.
    view.reveal(SurfacePoint(x: 520, y: 390), height: 30)
    #expect(view.origin == BoardPoint(x: 24, y: 24))
    view.reveal(SurfacePoint(x: -6, y: 0), height: 30)
    #expect(view.origin == BoardPoint(x: 14, y: 20))
  }

  @Test func `The board covers the surface if it is larger, and is centred if it is smaller`() {
    var view = viewport(500, 400)
    view.pan(byX: 50, y: -30)
    #expect(view.origin == BoardPoint(x: 0, y: 30))
    view.pan(byX: -9000, y: -9000)
    #expect(view.origin == BoardPoint(x: 500, y: 400))
    view.zoom(to: 0.25, about: SurfacePoint(x: 0, y: 0))
    // 1000 · 0.25 = 250 of 500 units: 125 units, that is 500 points, are free on each side; 800 · 0.25 = 200 of 400:
    // 100 units, 400 points.
    #expect(view.origin == BoardPoint(x: -500, y: -400))
    #expect(view.surfacePoint(of: BoardPoint(x: 0, y: 0)) == SurfacePoint(x: 125, y: 100))
  }

  @Test func `Zooming has limits and ignores NaN`() {
    var view = viewport(500, 400)
    view.zoom(by: 1e9, about: SurfacePoint(x: 1, y: 1))
    #expect(view.zoom == Viewport.zooms.upperBound)
    view.scroll(-1e300, about: SurfacePoint(x: 1, y: 1))
    #expect(view.zoom == Viewport.zooms.lowerBound)
    let before = view
    view.zoom(by: .nan, about: SurfacePoint(x: 1, y: 1))
    view.zoom(by: 2, about: SurfacePoint(x: .infinity, y: 1))
    view.scroll(.nan, about: SurfacePoint(x: 1, y: 1))
    view.pan(byX: .nan, y: 0)
    view.pinch(
      from: (SurfacePoint(x: 0, y: 0), SurfacePoint(x: 0, y: 0)),
      to: (SurfacePoint(x: 0, y: 0), SurfacePoint(x: 9, y: 0)))
    #expect(view == before)
  }

  @Test func `A pinch keeps what is between the fingers in place`() {
    var view = viewport(500, 400)
    view.pinch(
      from: (SurfacePoint(x: 100, y: 100), SurfacePoint(x: 200, y: 100)),
      to: (SurfacePoint(x: 50, y: 120), SurfacePoint(x: 250, y: 120)))
    // Twice as far apart; the board's (150, 100) is now at (150, 120).
    #expect(view.zoom == 2)
    #expect(view.boardPoint(of: SurfacePoint(x: 150, y: 120)) == BoardPoint(x: 150, y: 100))
    #expect(view.boardPoint(of: SurfacePoint(x: 250, y: 120)) == BoardPoint(x: 200, y: 100))
  }

  @Test func `A larger surface shows more of the board, from the same corner`() {
    var view = viewport(500, 400)
    view.zoom(to: 2, about: SurfacePoint(x: 0, y: 0))
    view.pan(byX: -100, y: -60)
    view.resize(surface: SurfaceSize(width: 900, height: 700))
    #expect(view.origin == BoardPoint(x: 50, y: 30))
    view.resize(board: BoardSize(width: 3000, height: 2000))
    #expect(view.origin == BoardPoint(x: 50, y: 30))
    view.fit()
    #expect(view.zoom == 0.3)  // min(900/3000, 700/2000)
  }

  @Test func `Whatever happens, the board stays in sight and points convert both ways`() {
    var random = SplitMix64(seed: 77)
    var view = viewport(640, 480)
    for step in 0..<2000 {
      let point = SurfacePoint(x: Double(random.next(below: 640)), y: Double(random.next(below: 480)))
      switch random.next(below: 4) {
      case 0: view.scroll(Double(random.next(below: 9)) - 4, about: point)
      case 1: view.pan(byX: Double(random.next(below: 4000)) - 2000, y: Double(random.next(below: 900)) - 450)
      case 2: view.resize(surface: SurfaceSize(width: Double(random.next(below: 900) + 1), height: 300))
      default: view.zoom(by: Double(random.next(below: 40)) / 10, about: point)
      }
      let back = view.surfacePoint(of: view.boardPoint(of: point))
      #expect(abs(back.x - point.x) < 1e-6 && abs(back.y - point.y) < 1e-6, "step \(step)")
      let middle = view.boardPoint(of: SurfacePoint(x: view.surface.width / 2, y: view.surface.height / 2))
      #expect((0...1000).contains(middle.x) && (0...800).contains(middle.y), "step \(step): \(middle)")
    }
  }
}
