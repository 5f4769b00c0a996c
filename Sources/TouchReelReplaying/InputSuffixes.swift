import TouchReelDrawingFiles
import TouchReelRecordingFormats

/// How the names of recordings and drawings usually end.
package enum InputSuffixes {
  /// Each suffix once, without the dot.
  package static let all: [String] = {
    let recordings = FormatSources.formats.flatMap(\.suffixes)
    let drawings = DrawingKind.allCases.compactMap { $0.suffix.split(separator: ".").last.map(String.init) }
    return (recordings + drawings).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }()
}
