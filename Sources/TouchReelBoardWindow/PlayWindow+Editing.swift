import CTouchReelGtk
import SystemPackage
import TouchReelByteStreams
import TouchReelExporting
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying

/// Marks, the part between them as a recording of its own, and what one can go to.
extension PlayWindow {
  static let editingActions = [
    "next-touch", "previous-touch", "next-oddity", "previous-oddity", "mark-start", "mark-end",
    "remove-marks", "save-part",
  ]

  func addEditingActions() {
    actions.add("next-touch") { [weak self] in self?.go(1, to: [.touch]) }
    actions.add("previous-touch") { [weak self] in self?.go(-1, to: [.touch]) }
    actions.add("next-oddity") { [weak self] in self?.go(1, to: [.cancel, .drop]) }
    actions.add("previous-oddity") { [weak self] in self?.go(-1, to: [.cancel, .drop]) }
    actions.add("mark-start") { [weak self] in self?.mark(.first) }
    actions.add("mark-end") { [weak self] in self?.mark(.last) }
    actions.add("remove-marks") { [weak self] in self?.removeMarks() }
    actions.add("save-part") { [weak self] in self?.askSavePart() }
  }

  private func go(_ direction: Int, to events: Set<Timeline.Event>) {
    guard let timeline = overview else { return }
    let shown = playback.shown(at: EventClock.now)
    let time =
      direction > 0
      ? timeline.time(after: shown, of: events) : timeline.time(before: shown, of: events)
    guard let time else { return notices.toast(Self.absence(of: events, direction)) }
    playback.step(to: time, at: EventClock.now)
    ticker.wake()
  }

  private static func absence(of events: Set<Timeline.Event>, _ direction: Int) -> String {
    switch (events.contains(.touch), direction > 0) {
    case (true, true): translated("No touch begins after this.")
    case (true, false): translated("No touch begins before this.")
    case (false, true): translated("No touch is cancelled and nothing is lost after this.")
    case (false, false): translated("No touch is cancelled and nothing is lost before this.")
    }
  }

  private func mark(_ mark: Playback.Mark) {
    playback.set(mark, at: EventClock.now)
    showMarks()
  }

  private func removeMarks() {
    playback.removeMarks(at: EventClock.now)
    showMarks()
  }

  /// Shows the marked part, and what can be done with it.
  func showMarks() {
    let length = playback.end.since(playback.start).seconds
    func fraction(_ instant: Timestamp) -> Double {
      length > 0 ? instant.since(playback.start).seconds / length : 0
    }
    let part = playback.part
    timeline?.part = playback.isMarked ? fraction(part.first)...fraction(part.last) : nil
    for name in ["remove-marks", "save-part"] { actions.setEnabled(name, playback.isMarked) }
    ticker.wake()
  }

  private func askSavePart() {
    let name = arguments.path.lastComponent.map { "\($0.stem) part.mcap" } ?? "part.mcap"
    let title = translated("Save the Part")
    FileDialog.save(title, name: FilePath(name), as: .recording, over: window) { [weak self] chosen in
      guard let self, let (path, kind) = chosen else { return }
      guard kind == .recording else {
        return notices.banner(
          translated("A part is saved as a recording: choose a name that ends in .mcap."), .first)
      }
      savePart(to: path)
    }
  }

  /// Events at the first mark are in it, and those at the last one, which is what is shown there.
  private func savePart(to path: FilePath) {
    guard let bytes else { return }
    let part = playback.part
    let cut = TimeCut(
      from: part.first > playback.start ? part.first : nil,
      before: part.last < playback.end ? part.last.advanced(by: TimeSpan(nanoseconds: 1)) : nil,
      carriesOver: BoardSettingMessage.isOne)
    application.hold()
    notices.toast(translated("Saving %s…", path.fileName))
    _ = BackgroundTask { _ in
      Result { () throws(FileError) in
        try Rewrite(to: .mcap, [cut]).write([Recording.open(bytes)], to: path, existing: .replaced)
      }
    } then: { [weak self, application] result in
      defer { application.release() }
      self?.report(result, savedTo: path)
    }
  }

  private func report(_ result: Result<CopyReport, FileError>, savedTo path: FilePath) {
    do throws(FileError) {
      let report = try result.get()
      RecentFiles.add(path)
      notices.toast(translated("Saved as %s", path.fileName))
      if let warning = report.losses.joined().first {
        notices.banner("\(path.fileName): \(warning).")
      }
    } catch {
      notices.hideToast()
      notices.banner(error.description, .first)
    }
  }
}
