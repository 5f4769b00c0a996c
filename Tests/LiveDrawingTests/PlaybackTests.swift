import Testing
import TouchReelInputEvents
import TouchReelLiveDrawing

/// A recording of 10 s whose first event is at 500 s of its own clock.
private let start = Timestamp(nanoseconds: 500_000_000_000)
private let end = Timestamp(nanoseconds: 510_000_000_000)

private func at(_ seconds: Double) -> Timestamp { start.advanced(by: TimeSpan(seconds: seconds)) }
private func clock(_ seconds: Double) -> Timestamp {
  Timestamp(nanoseconds: TimeSpan(seconds: 9000 + seconds).nanoseconds)
}

struct PlaybackTests {
  private var playback = Playback(from: start, to: end)

  @Test mutating func `It plays from where it is, and pauses there`() {
    #expect(playback.shown(at: clock(7)) == start)
    playback.play(at: clock(0))
    #expect(playback.shown(at: clock(2.5)) == at(2.5))
    #expect(playback.fraction(at: clock(2.5)) == 0.25)
    playback.pause(at: clock(3))
    #expect(playback.shown(at: clock(60)) == at(3))
    playback.toggle(at: clock(100))
    #expect(playback.isPlaying(at: clock(101)))
    #expect(playback.shown(at: clock(101)) == at(4))
  }

  @Test mutating func `At the end it stops, and plays again from the start`() {
    playback.play(at: clock(0))
    #expect(playback.isPlaying(at: clock(9.9)))
    #expect(!playback.isPlaying(at: clock(10)))
    #expect(playback.shown(at: clock(1e6)) == end)
    playback.play(at: clock(20))
    #expect(playback.shown(at: clock(21)) == at(1))
  }

  @Test mutating func `In a loop it starts over, however late it is asked`() {
    playback.setRepetition(.loop, at: clock(0))
    playback.play(at: clock(0))
    #expect(playback.shown(at: clock(12.5)) == at(2.5))
    #expect(playback.shown(at: clock(100_003)) == at(3))
    #expect(playback.isPlaying(at: clock(100_003)))
    playback.setRepetition(.once, at: clock(14))
    #expect(playback.shown(at: clock(15)) == at(5))
    #expect(playback.shown(at: clock(30)) == end)
  }

  @Test mutating func `The marked part is played to its end, and over and over in a loop`() {
    playback.scrub(to: at(2), at: clock(0))
    playback.set(.first, at: clock(0))
    playback.scrub(to: at(5), at: clock(0))
    playback.set(.last, at: clock(0))
    #expect(playback.isMarked && playback.part == (at(2), at(5)))
    playback.play(at: clock(0))
    #expect(playback.shown(at: clock(1)) == at(3) && playback.shown(at: clock(4)) == at(5))
    #expect(!playback.isPlaying(at: clock(4)))
    playback.setRepetition(.loop, at: clock(4))
    playback.play(at: clock(10))
    // 7 s in parts of 3.
    #expect(playback.shown(at: clock(17)) == at(3))
    playback.removeMarks(at: clock(17))
    #expect(!playback.isMarked && playback.shown(at: clock(18)) == at(4))
  }

  @Test mutating func `What is behind the part is played to the end, and marks never cross`() {
    playback.scrub(to: at(4), at: clock(0))
    playback.set(.last, at: clock(0))
    playback.scrub(to: at(6), at: clock(0))
    playback.play(at: clock(0))
    #expect(playback.shown(at: clock(1)) == at(7) && playback.shown(at: clock(60)) == end)
    playback.pause(at: clock(1))
    playback.set(.first, at: clock(1))
    #expect(playback.part == (at(7), end))
  }

  @Test mutating func `A new speed applies from when it is set`() {
    playback.play(at: clock(0))
    playback.setSpeed(2, at: clock(1))
    #expect(playback.shown(at: clock(3)) == at(5))
    playback.setSpeed(0.5, at: clock(3))
    #expect(playback.shown(at: clock(5)) == at(6))
    playback.setSpeed(1000, at: clock(5))
    #expect(playback.speed == 16)
    playback.setSpeed(.nan, at: clock(5))
    #expect(playback.speed == 16)
    playback.setSpeed(-1, at: clock(5))
    #expect(playback.speed == 0.1)
    #expect(playback.shown(at: clock(15)) == at(7))
  }

  @Test mutating func `Scrubbing goes anywhere in the recording, playing or not`() {
    playback.scrub(to: at(4), at: clock(0))
    #expect(playback.shown(at: clock(50)) == at(4))
    playback.play(at: clock(50))
    playback.scrub(toFraction: 0.1, at: clock(51))
    #expect(playback.shown(at: clock(52)) == at(2))
    playback.scrub(to: at(-5), at: clock(60))
    #expect(playback.shown(at: clock(60)) == start)
    playback.scrub(toFraction: 7, at: clock(61))
    #expect(playback.shown(at: clock(61)) == end)
    #expect(!playback.isPlaying(at: clock(61)))
  }

  @Test mutating func `A step pauses at a frame, or where it is if there is none`() {
    playback.play(at: clock(0))
    playback.step(to: at(2.25), at: clock(2))
    #expect(playback.shown(at: clock(99)) == at(2.25))
    #expect(!playback.isPlaying(at: clock(99)))
    playback.step(to: nil, at: clock(100))
    #expect(playback.shown(at: clock(101)) == at(2.25))
  }

  @Test func `A recording of one instant is at its end`() {
    var playback = Playback(from: start, to: start)
    playback.setRepetition(.loop, at: clock(0))
    playback.play(at: clock(0))
    #expect(playback.shown(at: clock(5)) == start)
    #expect(playback.fraction(at: clock(5)) == 0)
  }
}
