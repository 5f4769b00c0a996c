import Testing
import TouchReelInputEvents
import TouchReelLiveDrawing

struct BarVisibilityTests {
  @Test func `The bars hide while something draws, and return a second after the last touch`() {
    var bars = BarVisibility()
    #expect(bars.isShown(at: Hand.time(0)))
    bars.update(openTouches: 1, at: Hand.time(100))
    #expect(!bars.isShown(at: Hand.time(100)))
    bars.update(openTouches: 2, at: Hand.time(200))
    bars.update(openTouches: 1, at: Hand.time(5000))
    #expect(!bars.isShown(at: Hand.time(90_000)))
    #expect(bars.nextChange == nil)
    bars.update(openTouches: 0, at: Hand.time(6000))
    #expect(bars.nextChange == Hand.time(7000))
    #expect(!bars.isShown(at: Hand.time(6999)))
    #expect(bars.isShown(at: Hand.time(7000)))
  }

  @Test func `A touch within the second keeps them hidden and restarts it`() {
    var bars = BarVisibility()
    bars.update(openTouches: 1, at: Hand.time(0))
    bars.update(openTouches: 0, at: Hand.time(100))
    bars.update(openTouches: 1, at: Hand.time(1000))
    bars.update(openTouches: 0, at: Hand.time(1050))
    #expect(!bars.isShown(at: Hand.time(1100)))
    #expect(bars.isShown(at: Hand.time(2050)))
  }

  @Test func `Bars that are folded stay away until they are unfolded, which does not wait for the second`() {
    var bars = BarVisibility()
    bars.fold()
    bars.update(openTouches: 1, at: Hand.time(0))
    bars.update(openTouches: 0, at: Hand.time(100))
    #expect(!bars.isShown(at: Hand.time(9000)))
    bars.unfold()
    #expect(bars.isShown(at: Hand.time(200)) && bars == BarVisibility())
  }

  @Test func `Updates without a touch change nothing`() {
    var bars = BarVisibility()
    bars.update(openTouches: 0, at: Hand.time(0))
    #expect(bars.isShown(at: Hand.time(0)))
    bars.update(openTouches: 1, at: Hand.time(10))
    bars.update(openTouches: 0, at: Hand.time(20))
    bars.update(openTouches: 0, at: Hand.time(900))
    #expect(bars.nextChange == Hand.time(1020))
    bars.update(openTouches: 0, at: Hand.time(1500))
    #expect(bars == BarVisibility())
  }
}
