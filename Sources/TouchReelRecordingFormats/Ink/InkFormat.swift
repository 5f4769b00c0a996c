import TouchReelByteStreams
import TouchReelInkFiles
package import TouchReelRecordings

extension RecordingFormat {
  /// Ink markup (W3C) whose strokes have times.
  package static let inkml = RecordingFormat(rawValue: "inkml")
  /// A raw drawing of the data set “Quick, Draw!”.
  package static let quickdraw = RecordingFormat(rawValue: "quickdraw")
}

/// A format of ink whose strokes have times.
struct InkFormat: FormatDescriptor {
  static let inkml = InkFormat(
    kind: .inkml, label: "InkML", origin: "handwriting data sets; strokes with times are touches",
    suffixes: ["inkml"], signs: .document(recognize), mayHaveBoardMessages: true)
  static let quickdraw = InkFormat(
    kind: .quickdraw, label: "Quick, Draw!", origin: "the data set of Quick, Draw!, with times (`raw`)",
    suffixes: ["ndjson"], signs: .ofAnother, mayHaveBoardMessages: false)

  let kind: InkKind
  let label: String
  let origin: String
  let suffixes: [String]
  let signs: FormatSigns
  /// Ink has the colours of its brushes.
  let mayHaveBoardMessages: Bool
  let hasOneDevice = true

  var format: RecordingFormat { RecordingFormat(rawValue: kind.rawValue) }

  private static func recognize(_ beginning: FileBeginning) throws(FileError) -> RecordingFormat? {
    guard InkKind.isPossible(beginning: beginning.head),
      let kind = InkKind(beginning: try beginning.bytes.beginning(InkKind.sniffedLength))
    else { return nil }
    let format: RecordingFormat? =
      switch kind {
      case .inkml: .inkml
      case .quickdraw: .quickdraw
      case .xournal: nil
      }
    guard format != nil else { return nil }
    switch try RecordingSniffer.eventLines(in: beginning.bytes) {
    case .none: return format
    case .outside: return nil
    case .quoted:
      // What a line or two before a recording look like.
      let page = try? kind.read(try beginning.bytes.everything(limit: 1 << 30))
      return page?.isEmpty == false ? format : nil
    }
  }

  func open(
    _ bytes: any ByteSource, _ options: ReadingOptions, _ memory: DescriptionMemory
  ) throws(FileError) -> any RecordingSource {
    try InkSource(bytes, kind: kind, format: format, options)
  }
}
