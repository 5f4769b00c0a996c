import ByteStreams
import Canvas
import DrawingBoard
import Drawings
import InputEvents
import LiveDrawing
import Recordings
import Replaying
import SystemPackage
import TouchTracking

/// All that a player has of a recording.
nonisolated struct OpenedRecording {
  private static let timelineParts = 600

  var bytes: any ByteSource & Sendable
  var survey: RecordingSurvey
  var timeline: Timeline
  var replay: SeekableReplay

  /// Reads all of a recording, twice.
  init(_ path: FilePath, _ look: ReplayLook, _ watch: BackgroundTaskWatch) throws(FileError) {
    bytes = try FileBytes.open(path)
    survey = try RecordingSurvey(Recording.open(watch.watched(bytes, as: 0...0.5)), rules: look.rules)
    let recording = try Recording.open(watch.watched(bytes, as: 0.5...1))
    timeline = try Timeline(recording, survey: survey, parts: Self.timelineParts, rules: look.rules)
    replay = try look.replay(of: bytes, survey)
  }
}

/// How a player shows a recording.
nonisolated struct ReplayLook: Hashable, Sendable {
  var cancelledInk = CancelledInk.hidden
  /// Pixels for each board point.
  var scale = 1.0
  var mapping = SurfaceMapping.Options()
  var rules = TouchRuleOverrides()

  /// At the start. A board that is too large for the scale has a pixel for each point.
  func replay(of bytes: any ByteSource & Sendable, _ survey: RecordingSurvey) throws(FileError) -> SeekableReplay {
    var options = RenderOptions()
    options.overrides = BoardOverrides([.cancelledInk(cancelledInk)])
    options.scale = scale
    (options.mapping, options.rules) = (mapping, rules)
    let recording = try Recording.open(bytes)
    do throws(FileError) {
      return try SeekableReplay(recording, survey: survey, options: options)
    } catch {
      guard scale > 1 else { throw error }
      options.scale = 1
      return try SeekableReplay(recording, survey: survey, options: options)
    }
  }
}

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
  func seek(to instant: Timestamp, until deadline: Timestamp) throws(FileError) -> Bool {
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
  func prepare(until deadline: Timestamp) throws(FileError) -> Bool {
    while EventClock.now < deadline {
      guard try replay.prepare(Self.part) else { return false }
    }
    return true
  }

  /// Frames and commands that are played between two looks at the clock.
  private static let part = 100
}
