package import TouchReelRecordings

extension RecordingFormat {
  /// The debug log of KOReader.
  package static let koreader = RecordingFormat(rawValue: "koreader")
}

struct KOReaderFormat: TextFormat {
  typealias Source = KOReaderSource

  let format = RecordingFormat.koreader
  let label = "KOReader's log"
  let origin = "the debug log of the e-book reader KOReader (`crash.log`)"
  let hasOneDevice = true
}

struct KOReaderSource: TextRecordingSource { var text: TextSource<KOReaderGrammar> }
