import CTouchReelGtk
import TouchReelExporting
import TouchReelInputEvents
import TouchReelLiveDrawing

/// Marks, and what one can go to.
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
  }

  private func go(_ direction: Int, to events: Set<RecordingTimeline.Event>) {
    guard let timeline = overview else { return }
    let shown = playback.shown(at: EventClock.now)
    let time =
      direction > 0
      ? timeline.time(after: shown, of: events) : timeline.time(before: shown, of: events)
    guard let time else { return notices.toast(Self.absence(of: events, direction)) }
    playback.step(to: time, at: EventClock.now)
    ticker.wake()
  }

  private static func absence(of events: Set<RecordingTimeline.Event>, _ direction: Int) -> String {
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
    actions.setEnabled("remove-marks", playback.isMarked)
    actions.setEnabled("save-part", playback.isMarked && savingPart == nil)
    actions.setEnabled("stop-saving", savingPart != nil)
    ticker.wake()
  }
}
