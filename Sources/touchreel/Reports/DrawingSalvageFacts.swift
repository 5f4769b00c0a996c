import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelInkFiles
import TouchReelRecordings
import TouchReelReplaying

/// What `salvage` prints of a drawing, as JSON or as text.
struct DrawingSalvageFacts: Encodable {
  var file: String
  var output: String
  /// The kind of the output.
  var format: String
  /// The number of shapes that were saved, by kind.
  var shapes: [String: Int]
  /// Elements that were saved as they stood in the file, since they are not understood.
  var keptElements: Int
  /// Parts of the file that could not be read.
  var lost: [String]
  /// What the output does not hold.
  var notWritten: [String]
  var warnings: [String]
  var truncated: Bool
  /// Whether all of the file could be read.
  var whole: Bool

  /// - Parameters:
  ///   - output: the name of the file that was written.
  ///   - kind: of that file.
  ///   - notWritten: what the drawing holds and that file does not.
  init(_ input: DrawingInput, in output: String, as kind: DrawingKind, notWritten: [String]) {
    let document = input.document
    (file, self.output, format) = (input.name, output, kind.rawValue)
    shapes = kind.holdsPages ? document.drawing.shapeCounts : document.drawing.shownPage.shapeCounts
    let isKept = kind == document.kind && (document.keepsUnread || kind == .excalidraw)
    let kept = document.unread.filter { isKept && !$0.isDamaged }
    keptElements = kept.count
    let unread = document.unread.filter { !isKept || $0.isDamaged }
    lost = document.damage.lines + Self.lines(unread)
    let notes = document.notes.filter { !document.damage.lines.contains($0) }
    // A file of “Quick, Draw!” is written with all of its drawings.
    let isOfAll = kind == .quickdraw && document.kind == kind
    let others = isOfAll ? nil : document.noteOfOthers
    warnings =
      Self.lines(kept)
      + notes.filter { $0 != others }.map { note in
        guard note == document.noteOfOthers else { return note }
        return note.replacing("of which this is the first", with: "all of which are saved")
      }
    self.notWritten = CountedMessages.all((others.map { [$0] } ?? []) + notWritten)
    truncated = document.damage.isTruncated || document.damage.isOtherTruncated
    whole = lost.isEmpty
  }

  private static func lines(_ elements: [UnreadElement]) -> [String] {
    var lines = WarningList()
    for element in elements { lines.add(element.warning(isKept: false), at: "element \(element.index)") }
    return lines.lines
  }

  var lines: [String] {
    let kinds = shapes.sorted { $0.key < $1.key }.map { counted($0.value, $0.key == "pen" ? "pen stroke" : $0.key) }
    let count = counted(shapes.values.reduce(0, +), "shape")
    var lines = ["saved \(count)" + (kinds.isEmpty ? "" : ": " + kinds.joined(separator: ", "))]
    if keptElements > 0 { lines.append("kept \(counted(keptElements, "element")) as in the file") }
    lines += lost.map { "lost: \($0)" } + warnings
    if truncated { lines.append("the file is truncated") }
    if whole { lines.append("nothing was lost") }
    return lines + notWritten.map { "not written: \($0)" }
  }
}
