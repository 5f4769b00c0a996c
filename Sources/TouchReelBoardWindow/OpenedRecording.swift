import CTouchReelGtk
import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelExporting
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking
import TouchReelWindowArguments

/// A recording as a player uses it.
nonisolated struct OpenedRecording {
  var bytes: any ByteSource & Sendable
  var facts: RecordingFacts
  var timeline: RecordingTimeline
  var replay: SeekableReplay

  /// Reads the whole recording twice.
  init(_ bytes: any ByteSource & Sendable, _ look: ReplayLook, _ progress: TaskProgress) throws(FileError) {
    self.bytes = bytes
    do throws(FileError) {
      facts = try RecordingFacts(
        Recording.open(progress.tracked(bytes, as: 0...0.5)), wanting: .anomalies, rules: look.rules)
    } catch { throw try DrawingKind.isDrawing(bytes) ? .isDrawingToOpen(bytes.name) : error }
    let recording = try Recording.open(progress.tracked(bytes, as: 0.5...1))
    timeline = try RecordingTimeline(recording, facts: facts, mapping: look.mapping, rules: look.rules)
    replay = try look.replay(of: bytes, facts)
  }
}

extension FileError {
  nonisolated fileprivate static func isDrawingToOpen(_ file: String) -> FileError {
    FileError(file: file, message: "is a drawing, which has no times; open it with 'touchreel draw'")
  }
}

/// How a player draws a recording.
nonisolated struct ReplayLook: Sendable {
  /// What touches draw with, whatever the recording says.
  var ink = InkOptions.notGiven
  var cancelledInk = CancelledInk.hidden
  /// What is said of touches instead of what the recording says; `nil` if that holds.
  var touches: [TouchChange]?
  /// Pixels for each board point.
  var scale = 1.0
  var mapping = SurfaceMapping.Options()
  var rules = TouchRuleOverrides()

  /// What a recording is rendered with to look so.
  var options: RenderOptions {
    var options = RenderOptions()
    ink.apply(to: &options)
    options.overrides.add(.set(\.cancelledInk, cancelledInk))
    // One of no touch overrides as well.
    if let touches { for change in [TouchChange([])] + touches { options.overrides.add(.touches(change)) } }
    options.scale = scale
    options.threads = Int(g_get_num_processors())
    (options.mapping, options.rules) = (mapping, rules)
    return options
  }

  /// A replay at the start of the recording. If the board is too large for the scale, the scale is 1.
  func replay(of bytes: any ByteSource & Sendable, _ facts: RecordingFacts) throws(FileError) -> SeekableReplay {
    var options = options
    let recording = try Recording.open(bytes)
    do throws(FileError) {
      return try SeekableReplay(recording, facts: facts, options: options)
    } catch {
      guard scale > 1 else { throw error }
      options.scale = 1
      return try SeekableReplay(recording, facts: facts, options: options)
    }
  }
}

/// A replay as the source of a canvas.
final class ReplaySource: CanvasSource {
  private(set) var replay: SeekableReplay
  private var damage: Damage

  init(_ replay: SeekableReplay) {
    self.replay = replay
    damage = .everything(of: replay.board.raster.pixels)
  }

  var pixelSize: PixelSize { replay.board.raster.pixels }
  var pixelsPerPoint: Double { replay.board.raster.scale }
  var board: Board? { replay.board }
  var picture: Picture { replay.board.shownPicture }

  func drainDamage() -> Damage {
    defer { damage = Damage(size: pixelSize) }
    return damage
  }

  /// Replaces the replay by another one of the same recording.
  func show(_ other: sending SeekableReplay) {
    replay = other
    damage = .everything(of: pixelSize)
  }

  /// Moves to an instant, or toward it until the deadline; the next call continues from there.
  ///
  /// - Parameter deadline: exceeded by little.
  /// - Returns: whether the instant was reached.
  func seek(to instant: Timestamp, until deadline: Timestamp) throws(FileError) -> Bool {
    guard instant != replay.time else { return true }
    let (new, isComplete) = try replay.seek(instant) { EventClock.now < deadline }
    if damage.isEmpty { damage = new } else { damage.formUnion(new) }
    return isComplete
  }

  /// Prepares snapshots for fast seeking until the deadline.
  ///
  /// - Parameter deadline: exceeded by little.
  /// - Returns: whether there are more to prepare.
  func prepare(until deadline: Timestamp) throws(FileError) -> Bool {
    while EventClock.now < deadline {
      guard try replay.prepare(Self.part) else { return false }
    }
    return true
  }

  /// Frames and commands that are played before the clock is read again.
  private static let part = 100
}
