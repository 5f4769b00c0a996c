import Testing
import TouchReelInputEvents
import TouchReelLiveDrawing

struct BarVisibilityTests {
  private func isFaded(_ bars: inout BarVisibility, touches: Int = 0, at milliseconds: Int) -> Bool {
    bars.update(openTouches: touches, at: Hand.time(milliseconds))
    return bars.isFaded
  }

  /// Faded, with a bar at the left.
  private func fadedBars() -> BarVisibility {
    var bars = BarVisibility()
    bars.areas = [SurfaceRect(left: 10, top: 100, right: 100, bottom: 500)]
    bars.update(openTouches: 1, at: Hand.time(0))
    bars.update(openTouches: 0, at: Hand.time(100))
    return bars
  }

  @Test func `The bars fade while something draws, and return 400 ms after the last touch`() {
    var bars = BarVisibility()
    #expect(!bars.isFaded)
    #expect(isFaded(&bars, touches: 1, at: 100))
    #expect(isFaded(&bars, touches: 2, at: 200))
    #expect(isFaded(&bars, touches: 1, at: 5000) && bars.nextChange == nil)
    #expect(isFaded(&bars, at: 6000) && bars.nextChange == Hand.time(6400))
    #expect(isFaded(&bars, at: 6399))
    #expect(!isFaded(&bars, at: 6400) && bars == BarVisibility())
  }

  @Test func `What folds bars away brings back those that are only faded`() {
    var bars = fadedBars()
    bars.toggle()
    #expect(!bars.isFaded && !bars.isFolded)
    bars.toggle()
    #expect(bars.isFolded)
    bars.toggle()
    #expect(!bars.isFolded && !bars.isFaded)
  }

  @Test func `A touch before they return keeps them faded and restarts the delay`() {
    var bars = BarVisibility()
    for time in [0, 300, 600] {
      #expect(isFaded(&bars, touches: 1, at: time))
      #expect(isFaded(&bars, at: time + 50))
    }
    #expect(isFaded(&bars, at: 1049))
    #expect(!isFaded(&bars, at: 1050))
  }

  @Test func `A bar that is touched brings them back at once, until something draws after the last touch`() {
    var bars = fadedBars()
    bars.use()
    #expect(!isFaded(&bars, at: 110) && bars.nextChange == nil)
    #expect(isFaded(&bars, touches: 1, at: 120))
    bars.use()
    #expect(!isFaded(&bars, touches: 1, at: 130) && !isFaded(&bars, touches: 2, at: 140))
    #expect(!isFaded(&bars, at: 150))
    #expect(isFaded(&bars, touches: 1, at: 160))
  }

  @Test func `What points within 24 units of a bar brings them back at once`() {
    let points = [(124.0, 300.0, true), (124.1, 300, false), (115, 518, true), (115, 520, false), (50, 300, true)]
    for (x, y, isNear) in points {
      var bars = fadedBars()
      bars.approach(SurfacePoint(x: x, y: y))
      #expect(bars.isFaded != isNear, "\(x), \(y)")
    }
  }

  @Test func `Bars that are folded stay away until they are unfolded, which does not wait for the delay`() {
    var bars = BarVisibility()
    bars.fold()
    #expect(isFaded(&bars, touches: 1, at: 0))
    #expect(isFaded(&bars, at: 100) && bars.isFolded)
    bars.unfold()
    #expect(!bars.isFaded && bars == BarVisibility())
  }

  @Test func `Updates without a touch change nothing`() {
    var bars = BarVisibility()
    #expect(!isFaded(&bars, at: 0))
    #expect(isFaded(&bars, touches: 1, at: 10) && isFaded(&bars, at: 20))
    #expect(isFaded(&bars, at: 300) && bars.nextChange == Hand.time(420))
    #expect(!isFaded(&bars, at: 1500) && bars == BarVisibility())
  }
}
