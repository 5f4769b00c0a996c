package import TouchReelRecordings

extension RecordingFormat {
  /// Android's `getevent`, with or without `-t` and `-l`.
  package static let getevent = RecordingFormat(rawValue: "getevent")
}

struct GeteventFormat: TextFormat {
  typealias Source = GeteventSource

  let format = RecordingFormat.getevent
  let label = "getevent"
  let origin = "Android's `getevent`, with and without `-t`, `-l`, `-p`"
  let suffixes = ["getevent", "txt", "log"]
  let beginnings: [StaticString] = ["add device "]
  let hasOneDevice = false
  let keepsDescriptions = true

  var sink: SinkMaker? { { output, _ in CheckedSink(GeteventSink(output), to: output) } }
}

struct GeteventSource: TextRecordingSource { var text: TextSource<GeteventGrammar> }

extension GeteventGrammar {
  var describesDevice: Bool { devices.contains(where: \.isDescribed) }
}
