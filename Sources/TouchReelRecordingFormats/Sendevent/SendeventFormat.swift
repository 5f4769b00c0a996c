package import TouchReelRecordings

extension RecordingFormat {
  /// A script of Android's `sendevent`.
  package static let sendevent = RecordingFormat(rawValue: "sendevent")
}

struct SendeventFormat: TextFormat {
  typealias Source = SendeventSource

  let format = RecordingFormat.sendevent
  let label = "sendevent scripts"
  let origin = "scripts of Android's `sendevent`, from `inject --format sendevent` and other tools"
  let suffixes = ["sh"]
  let beginnings: [StaticString] = ["# Sends the touches of a recording to an input device"]
  let hasOneDevice = false
}

struct SendeventSource: TextRecordingSource { var text: TextSource<SendeventGrammar> }
