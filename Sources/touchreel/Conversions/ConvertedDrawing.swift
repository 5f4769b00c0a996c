import TouchReelByteStreams
import TouchReelDrawingFiles
import TouchReelInkFiles
import TouchReelRecordings

/// What is said of a drawing that was converted: what its file held and the new one does not.
struct ConvertedDrawing {
  private let input: DrawingInput
  private let content: ConvertedContent

  /// - Parameters:
  ///   - kind: of the new file.
  ///   - bytes: of the new file.
  init(_ input: DrawingInput, as kind: DrawingKind, written bytes: [UInt8]) {
    self.input = input
    content = ConvertedContent(input.document, of: input.bytes, as: kind, written: bytes)
  }

  /// What ink with times loses, which is read as a recording; nothing where the new file is of another kind.
  ///
  /// - Parameter written: the new file.
  static func losses(
    of bytes: any ByteSource, inSame kind: DrawingKind, _ written: [UInt8]
  ) throws(FileError) -> [LostContent] {
    let beginning = try bytes.beginning(InkKind.sniffedLength)
    guard InkKind(beginning: beginning)?.rawValue == kind.rawValue else { return [] }
    return DocumentComparison.losses(of: kind, replacing: try bytes.everything(limit: 1 << 30), by: written)
  }

  /// What the new file keeps and nothing draws, one line for each kind.
  var warnings: [String] { content.keepsUnread ? input.warnings.filter(content.concerns) : [] }

  /// What the new file does not have, one line for each kind.
  var losses: [String] {
    var warnings = WarningList()
    for element in content.lostElements {
      warnings.add(element.reason, at: "element \(element.index) is lost, which is not understood")
    }
    return warnings.lines + otherLosses
  }

  /// The same without the elements that are not understood.
  var otherLosses: [String] { content.lines }
}
