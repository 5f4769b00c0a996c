import CTouchReelGtk
import TouchReelByteStreams
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelRecordingFormats
import TouchReelReplaying
import TouchReelTouchTracking

/// What a player knows of the ink under its pointer.
struct PointedTouch {
  /// Where the pointer is; `nil` while there is none over the canvas.
  var point: SurfacePoint?
  /// What is found there, and its samples, which are looked up once.
  var found: TouchIndex.Found?
  var samples: [TouchSample] = []
}

/// The touch under the pointer, and its values.
extension PlayWindow {
  func handle(_ event: SurfaceEvent) {
    if case .finger = event.pointer { pan(event) }
    point(event)
    if let point = clicks.handle(event) { click(at: point) }
  }

  /// The mouse and pens point where they are, and fingers where they have tapped.
  private func point(_ event: SurfaceEvent) {
    switch (event.pointer, event.phase) {
    case (.finger, .began): stopPointing()
    case (.finger, _): break
    case (_, .left): stopPointing()
    default: point(at: event.point)
    }
  }

  private func click(at point: SurfacePoint) {
    self.point(at: point)
    choose(touch(at: point)?.touch)
  }

  func stopPointing() {
    pointed = PointedTouch()
    values.hide()
  }

  private func point(at point: SurfacePoint) {
    pointed.point = point
    showValues()
  }

  /// Shows the values of what is under the pointer at the instant that is shown.
  func showValues() {
    guard let point = pointed.point, let found = touch(at: point), let reading = reading(of: found, near: point) else {
      return values.hide()
    }
    values.show(reading.lines, at: point, in: canvas.size)
  }

  private func touch(at point: SurfacePoint) -> TouchIndex.Found? {
    guard let index, let replay = source?.replay, let view = canvas.viewport else { return nil }
    let reach = Self.reach / view.zoom
    return index.touch(at: view.boardPoint(of: point), on: replay.board, at: replay.time, reach: reach)
  }

  /// How far from ink it is pointed at, in the desktop's units.
  private static let reach = 8.0

  /// The sample that is nearest to the pointer.
  private func reading(of found: TouchIndex.Found, near point: SurfacePoint) -> TouchReading? {
    guard let facts, let source, let touch = index?.entries[found.touch]?.touch, let view = canvas.viewport else {
      return nil
    }
    if found != pointed.found {
      pointed.found = found
      pointed.samples = (try? source.replay.samples(of: found.touch, in: found.span)) ?? []
    }
    let place = view.boardPoint(of: point)
    let nearest = pointed.samples.min { $0.boardPoint.distance(to: place) < $1.boardPoint.distance(to: place) }
    return nearest.map { TouchReading(touch, $0, facts, options: look.mapping) }
  }
}

/// Finding the touches in the background.
extension PlayWindow {
  func findTouches() {
    guard let bytes, let facts else { return }
    finding?.cancel()
    index = nil
    let task = BackgroundTask { [look] progress in
      Result { () throws(FileError) in
        try TouchIndex(Recording.open(progress.cancelling(bytes)), facts: facts, options: look.options)
      }
    } then: { [weak self] (result: Result<TouchIndex, FileError>) in
      self?.finding = nil
      self?.index = try? result.get()
      if let entries = self?.index?.entries, self?.edits == nil { self?.edits = TouchEdits(entries.mapValues(\.look)) }
      self?.showEdits()
      self?.showValues()
    }
    finding = task.progress
  }
}

extension BoardPoint {
  fileprivate func distance(to other: BoardPoint) -> Double {
    let (dx, dy) = (x - other.x, y - other.y)
    return dx * dx + dy * dy
  }
}
