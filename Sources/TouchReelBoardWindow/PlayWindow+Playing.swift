import CTouchReelGtk
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelReplaying
import TouchReelTouchTracking

extension PlayWindow {
  /// Time that the picture, and snapshots for seeking, may take in each display frame.
  private static let pictureTime = TimeSpan(nanoseconds: 10_000_000)
  private static let snapshotTime = TimeSpan(nanoseconds: 5_000_000)

  /// Shows the current instant, before each display frame.
  func frame() -> FrameTicker.TickResult {
    guard let source else { return watched?.drawing.map { frame(of: $0) } ?? .stop }
    let now = EventClock.now
    var isComplete = true
    do throws(FileError) {
      isComplete = try source.seek(to: playback.shown(at: now), until: now.advanced(by: Self.pictureTime))
      if !isPrepared { isPrepared = try !source.prepare(until: EventClock.now.advanced(by: Self.snapshotTime)) }
    } catch {
      playback.pause(at: now)
      isPrepared = true
      notices.banner(error.description)
    }
    canvas.viewport?.resize(board: source.replay.board.raster.board)
    canvas.update()
    if showsTouches { gtk_widget_queue_draw(canvas.widget.widget) }
    // A jump far ahead takes several frames, of which each shows an instant on the way.
    showTime(isComplete ? playback.shown(at: now) : max(source.replay.time, playback.start), now)
    showValues()
    return playback.isPlaying(at: now) || !isPrepared || !isComplete ? .continue : .stop
  }

  /// Shows what has come through a pipe.
  private func frame(of drawing: LiveDrawing) -> FrameTicker.TickResult {
    drawing.tick(EventClock.now)
    canvas.viewport?.resize(board: drawing.board.raster.board)
    canvas.update()
    if showsTouches { gtk_widget_queue_draw(canvas.widget.widget) }
    return drawing.openTouches.isEmpty && drawing.deadline == nil ? .stop : .continue
  }

  private func showTime(_ shown: Timestamp, _ now: Timestamp) {
    timeline?.fraction = playback.fraction(at: now)
    layout["time"].setLabel("\(clock(shown.since(playback.start))) / \(clock(playback.end.since(playback.start)))")
    let icon = playback.isPlaying(at: now) ? "media-playback-pause-symbolic" : "media-playback-start-symbolic"
    gtk_button_set_icon_name(layout["play"].pointer(), icon)
  }

  func paintTouches(_ snapshot: Snapshot, _ viewport: Viewport) {
    guard showsTouches, let board else { return }
    let view = ViewRect(x: 0, y: 0, width: viewport.surface.width, height: viewport.surface.height)
    snapshot.drawing(in: view) { context in
      for mark in board.touchMarks {
        let center = viewport.surfacePoint(of: mark.point)
        let color = Coloring.markColor(of: mark.touch.id)
        context.circle(at: (center.x, center.y), radius: 22, width: 5, PixelColor.white.with(alpha: 160))
        context.circle(at: (center.x, center.y), radius: 22, width: 3, color)
        context.text("\(mark.touch.id.rawValue)", at: (center.x + 24, center.y - 14), size: 13, color)
      }
    }
  }

  func play() {
    playback.toggle(at: EventClock.now)
    ticker.wake()
  }

  func scrub(to fraction: Double) {
    playback.scrub(toFraction: fraction, at: EventClock.now)
    ticker.wake()
  }

  /// Steps to the previous or next frame of the recording.
  private func step(_ direction: Int) {
    guard let replay = source?.replay else { return }
    do throws(FileError) {
      let frame = try direction < 0 ? replay.frameTime(before: replay.time) : replay.frameTime(after: replay.time)
      playback.step(to: frame, at: EventClock.now)
    } catch {
      notices.banner(error.description)
    }
    ticker.wake()
  }

  func setLoop(_ state: SwitchState) {
    playback.setRepetition(state == .on ? .loop : .once, at: EventClock.now)
    actions.show("loop", state: state)
    ticker.wake()
  }

  private func setTouches(_ state: SwitchState) {
    showsTouches = state == .on
    gtk_widget_queue_draw(canvas.widget.widget)
  }
}

/// Speeds.
extension PlayWindow {
  /// The speeds in the drop-down list.
  private static let speeds = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16]

  /// A speed that is not in the list is shown as the nearest one.
  func setSpeed(_ speed: Double) {
    playback.setSpeed(speed, at: EventClock.now)
    gtk_drop_down_set_selected(layout["speed"].opaque, guint(Self.index(of: speed)))
    ticker.wake()
  }

  private static func index(of speed: Double) -> Int {
    speeds.indices.min { abs(speeds[$0] - speed) < abs(speeds[$1] - speed) } ?? 3
  }

  /// Ignores the notification that follows from setting the list.
  private func applySpeed() {
    // No trap: it is an index in a list.
    let index = Int(gtk_drop_down_get_selected(layout["speed"].opaque))
    guard Self.speeds.indices.contains(index), index != Self.index(of: playback.speed) else { return }
    setSpeed(Self.speeds[index])
  }

  private func slower() { setSpeed(Self.speeds.last { $0 < playback.speed } ?? playback.speed) }
  private func faster() { setSpeed(Self.speeds.first { $0 > playback.speed } ?? playback.speed) }
}

extension PlayWindow {
  static let playingActions = [
    "play", "to-start", "to-end", "step-back", "step-on", "slower", "faster", "loop", "touches", "cancelled",
  ]

  func addPlayingActions() {
    actions.add("play") { [weak self] in self?.play() }
    actions.add("to-start") { [weak self] in self?.scrub(to: 0) }
    actions.add("to-end") { [weak self] in self?.scrub(to: 1) }
    actions.add("step-back") { [weak self] in self?.step(-1) }
    actions.add("step-on") { [weak self] in self?.step(1) }
    actions.add("slower") { [weak self] in self?.slower() }
    actions.add("faster") { [weak self] in self?.faster() }
    actions.add("loop", state: .off) { [weak self] in self?.setLoop($0) }
    actions.add("touches", state: .on) { [weak self] in self?.setTouches($0) }
    actions.add("cancelled", state: .off) { [weak self] in self?.setCancelledInk($0) }
    layout["speed"].connect("notify::selected") { [weak self] in self?.applySpeed() }
  }
}

/// `1:02.500`
func clock(_ span: TimeSpan) -> String {
  let milliseconds = Int(clamping: max(span.seconds, 0) * 1000)
  let (minutes, rest) = milliseconds.quotientAndRemainder(dividingBy: 60_000)
  let (seconds, thousandths) = rest.quotientAndRemainder(dividingBy: 1000)
  return "\(minutes):\(padded(seconds, 2)).\(padded(thousandths, 3))"
}

private func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
