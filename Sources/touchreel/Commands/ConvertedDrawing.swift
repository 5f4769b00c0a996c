import ByteStreams
import DrawingFiles
import InkFiles
import Recordings

/// What is said of a drawing that was converted: what its file held and the new one does not.
struct ConvertedDrawing {
  private let input: DrawingInput
  private let lost: [LostContent]
  private let isSameKind: Bool

  /// - Parameters:
  ///   - kind: of the new file.
  ///   - bytes: of the new file.
  init(_ input: DrawingInput, as kind: DrawingKind, written bytes: [UInt8]) {
    self.input = input
    isSameKind = kind == input.document.kind
    lost = isSameKind ? Self.losses(of: input, in: bytes) : Self.losses(of: input)
  }

  private static func losses(of input: DrawingInput, in bytes: [UInt8]) -> [LostContent] {
    DocumentComparison.losses(of: input.document.kind, replacing: input.bytes, by: bytes)
  }

  /// What was not even read: what a file of the drawing's own kind would lose.
  private static func losses(of input: DrawingInput) -> [LostContent] {
    guard let own = try? input.document.file(as: input.document.kind) else { return [] }
    return losses(of: input, in: own.bytes).filter(\.isLost)
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
  var warnings: [String] { keepsUnread ? input.warnings : [] }

  /// What the new file does not have, one line for each kind.
  var losses: [String] {
    guard !keepsUnread else { return lost.map(\.description) }
    let parts = isSameKind ? input.document.notes : unreadParts
    // Where a part has a reason, that is said once.
    let unnamed = lost.filter { loss in isSameKind || !parts.contains { $0.names(loss) } }
    let others = parts.filter { part in !isSameKind || !lost.contains { part.names($0) } }
    return others + unnamed.map(\.description)
  }

  private var keepsUnread: Bool { isSameKind && input.document.keepsUnread }

  private var unreadParts: [String] {
    var warnings = WarningList()
    for element in input.document.unread {
      warnings.add(element.reason, at: "element \(element.place) is lost, which is not understood")
    }
    let members = input.document.lossesOfParts.dropFirst(input.document.unread.count)
    return warnings.lines + members
  }
}

extension String {
  fileprivate func names(_ loss: LostContent) -> Bool { !loss.name.isEmpty && contains(loss.name) }
}
