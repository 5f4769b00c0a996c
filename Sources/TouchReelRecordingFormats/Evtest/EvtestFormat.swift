package import TouchReelRecordings

extension RecordingFormat {
  /// What `evtest` prints.
  package static let evtest = RecordingFormat(rawValue: "evtest")
}

struct EvtestFormat: TextFormat {
  typealias Source = EvtestSource

  let format = RecordingFormat.evtest
  let label = "evtest"
  let origin = "`evtest`"
  let suffixes = ["evtest"]
  let beginnings: [StaticString] = ["Input driver version is ", "Input device ID: bus "]
  let hasOneDevice = true
}

struct EvtestSource: TextRecordingSource { var text: TextSource<EvtestGrammar> }

extension EvtestGrammar {
  var describesDevice: Bool { devices[0].isDescribed }
}
