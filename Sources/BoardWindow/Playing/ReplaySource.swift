import Canvas
import DrawingBoard
import InputEvents
import LiveDrawing
import Recordings
import Replaying

/// A replay, as a canvas shows it.
final class ReplaySource: CanvasSource {
  private(set) var replay: SeekableReplay
  private var damage: Damage

  init(_ replay: SeekableReplay) {
    self.replay = replay
    damage = .everything(of: replay.board.raster.pixels)
  }

  var pixelSize: PixelSize { replay.board.raster.pixels }
  var pixelsPerPoint: Double { replay.board.raster.scale }

  func takeDamage() -> Damage {
    defer { damage = Damage(size: pixelSize) }
    return damage
  }

  func compose(_ damage: Damage, into target: PixelTarget, threads: Int) {
    replay.board.compose(damage, into: target, threads: threads)
  }

  /// Another replay of the same recording takes its place.
  func show(_ other: sending SeekableReplay) {
    replay = other
    damage = .everything(of: pixelSize)
  }

  /// Shows an instant, or what comes before it where that takes longer than there is time; the next call goes on.
  ///
  /// - Parameter deadline: it ends soon after.
  /// - Returns: whether it is the instant's picture.
  func seek(to instant: Timestamp, until deadline: Timestamp) throws(RecordingError) -> Bool {
    while instant != replay.time {
      let (new, isComplete) = try replay.seek(instant, limit: Self.part)
      if damage.isEmpty { damage = new } else { damage.formUnion(new) }
      guard !isComplete, EventClock.now < deadline else { return isComplete }
    }
    return true
  }

  /// Makes copies to jump to, as many as there is time for.
  ///
  /// - Parameter deadline: it ends soon after.
  /// - Returns: whether there are more to make.
  func prepare(until deadline: Timestamp) throws(RecordingError) -> Bool {
    while EventClock.now < deadline {
      guard try replay.prepare(Self.part) else { return false }
    }
    return true
  }

  /// Frames and commands that are played between two looks at the clock.
  private static let part = 100
}
