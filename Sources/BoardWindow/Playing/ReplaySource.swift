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

  func seek(to instant: Timestamp) throws(RecordingError) {
    guard instant != replay.time else { return }
    let new = try replay.seek(to: instant)
    if damage.isEmpty { damage = new } else { damage.formUnion(new) }
  }

  /// Makes copies to jump to, a few at a time.
  ///
  /// - Returns: whether there are more to make.
  func prepare() throws(RecordingError) -> Bool { try replay.prepare(500) }
}
