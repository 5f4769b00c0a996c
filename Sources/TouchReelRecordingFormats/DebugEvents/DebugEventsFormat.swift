package import TouchReelRecordings

extension RecordingFormat {
  /// The touches that `libinput debug-events` prints.
  package static let debugEvents = RecordingFormat(rawValue: "debug-events")
}

struct DebugEventsFormat: TextFormat {
  typealias Source = DebugEventsSource

  let format = RecordingFormat.debugEvents
  let label = "libinput debug-events"
  let origin = "`libinput debug-events`: its touches, in millimetres"
  let hasOneDevice = false

  var signs: FormatSigns { .lines(LineSigns { DebugEventsRecognizer() }) }
}

struct DebugEventsSource: TextRecordingSource { var text: TextSource<DebugEventsGrammar> }
