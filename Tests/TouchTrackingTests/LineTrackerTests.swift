import TestSupport
import Testing
import TouchReelTouchTracking

/// Lines in progress and finished lines.
struct LineTrackerTests {
  private func follow(_ script: GestureScript) -> LineTracker {
    var run = Run()
    run.play(script)
    var lines = LineTracker()
    for event in run.events { lines.handle(event) }
    return lines
  }

  @Test func `A finger's line grows while it is down and is finished when it is lifted`() {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 1, at: 10, 20)
    screen.down(1, id: 2, at: 500, 20)
    screen.frame()
    screen.move(0, to: 30, 20)
    screen.frame()
    screen.up(0)
    screen.frame()
    let lines = follow(screen)
    #expect(lines.finishedLines.map(\.runs) == [[[BoardPoint(x: 10, y: 20), BoardPoint(x: 30, y: 20)]]])
    #expect(lines.linesInProgress.mapValues(\.points) == [Touch.ID(rawValue: 1): [BoardPoint(x: 500, y: 20)]])
  }

  @Test func `A cancelled touch takes its own line and no other`() {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 1, at: 10, 20)
    screen.down(1, id: 2, at: 500, 20)
    screen.frame()
    screen.palm(0)
    screen.frame()
    let lines = follow(screen)
    #expect(lines.finishedLines.isEmpty)
    #expect(Array(lines.linesInProgress.keys) == [Touch.ID(rawValue: 1)])
  }

  @Test func `A gap breaks the line`() {
    var screen = GestureScript(on: .screen)
    screen.down(0, id: 1, at: 10, 20)
    screen.frame()
    screen.drop()
    screen.frame()
    screen.move(0, to: 400, 20)
    screen.frame()
    screen.move(0, to: 410, 20)
    screen.frame()
    let line = follow(screen).linesInProgress[Touch.ID(rawValue: 0)]
    #expect(
      line?.runs == [
        [BoardPoint(x: 10, y: 20)], [BoardPoint(x: 400, y: 20), BoardPoint(x: 410, y: 20)],
      ])
  }
}
