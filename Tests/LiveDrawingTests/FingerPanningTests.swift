import Testing
import TouchReelLiveDrawing
import TouchReelTouchTracking

struct FingerPanningTests {
  private let first = TouchSequence(rawValue: 1)
  private let second = TouchSequence(rawValue: 2)
  /// At a zoom of 2, with room on all sides.
  private var view: Viewport {
    var view = Viewport(board: BoardSize(width: 1000, height: 1000), surface: SurfaceSize(width: 400, height: 400))
    view.zoom(to: 2, about: SurfacePoint(x: 200, y: 200))
    view.pan(byX: -600, y: -600)
    return view
  }

  @Test func `One finger takes along what is under it`() {
    var (fingers, view) = (FingerPanning(), view)
    let (start, end) = (SurfacePoint(x: 100, y: 100), SurfacePoint(x: 130, y: 60))
    let held = view.boardPoint(of: start)
    view = fingers.handle(.began, of: first, at: start, in: view)
    view = fingers.handle(.moved, of: first, at: end, in: view)
    #expect(view.boardPoint(of: end) == held && view.zoom == 2)
    let before = view
    view = fingers.handle(.ended, of: first, at: end, in: view)
    view = fingers.handle(.moved, of: first, at: start, in: view)
    #expect(view == before)
  }

  @Test func `Two fingers zoom by the distance between them`() {
    var (fingers, view) = (FingerPanning(), view)
    view = fingers.handle(.began, of: first, at: SurfacePoint(x: 150, y: 200), in: view)
    view = fingers.handle(.began, of: second, at: SurfacePoint(x: 250, y: 200), in: view)
    let middle = view.boardPoint(of: SurfacePoint(x: 200, y: 200))
    view = fingers.handle(.moved, of: first, at: SurfacePoint(x: 125, y: 200), in: view)
    view = fingers.handle(.moved, of: second, at: SurfacePoint(x: 275, y: 200), in: view)
    // The fingers go from 100 to 150 apart.
    #expect(abs(view.zoom - 3) < 1e-9)
    let now = view.boardPoint(of: SurfacePoint(x: 200, y: 200))
    #expect(abs(now.x - middle.x) < 1e-9 && abs(now.y - middle.y) < 1e-9)
    // The other finger goes on alone.
    view = fingers.handle(.ended, of: first, at: SurfacePoint(x: 125, y: 200), in: view)
    let held = view.boardPoint(of: SurfacePoint(x: 275, y: 200))
    view = fingers.handle(.moved, of: second, at: SurfacePoint(x: 300, y: 230), in: view)
    let end = view.boardPoint(of: SurfacePoint(x: 300, y: 230))
    #expect(abs(view.zoom - 3) < 1e-9 && abs(end.x - held.x) < 1e-9 && abs(end.y - held.y) < 1e-9)
  }
}
