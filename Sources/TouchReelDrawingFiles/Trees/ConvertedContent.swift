import TouchReelDrawings
import TouchReelInkFiles

/// What a file holds and the one that it was converted to does not.
///
/// Whatever of the file says nothing to its reader is named: readers of other programs' formats count it while they
/// read, and for all others a file with nothing but the drawing is compared with the one that was read.
package struct ConvertedContent {
  private let document: DrawingDocument
  private let lost: [LostContent]
  private let isSameKind: Bool
  /// Whether the new file has all numbers as they are in the drawing, however far out.
  private let keepsFarNumbers: Bool

  /// - Parameters:
  ///   - document: as it was read.
  ///   - original: the bytes that it was read of.
  ///   - kind: of the new file.
  ///   - written: the bytes of the new file.
  package init(_ document: DrawingDocument, of original: [UInt8], as kind: DrawingKind, written: [UInt8]) {
    self.document = document
    isSameKind = kind == document.kind
    keepsFarNumbers = [.touchreel, .drawsana].contains(kind)
    if isSameKind, let (old, new) = try? document.understood(of: original, written: written) {
      lost = DocumentComparison.losses(of: kind, replacing: old, by: new)
    } else if !isSameKind, let (old, new) = try? document.understood(of: original) {
      lost = DocumentComparison.losses(of: document.kind, replacing: old, by: new).filter(\.isLost)
    } else {
      lost = []
    }
  }

  /// Whether elements that were not understood are in the new file.
  package var keepsUnread: Bool { isSameKind && document.keepsUnread }

  /// Whether a line that is said of the file that was read is true of the new one.
  package func concerns(_ line: String) -> Bool {
    !keepsFarNumbers || !line.hasSuffix(Drawing.noteOfFarCoordinates)
  }

  /// The elements that were not understood, where the new file does not have them: one that is damaged is in none.
  package var lostElements: [UnreadElement] {
    if keepsUnread { return [] }
    return isSameKind ? document.unread.filter(\.isDamaged) : document.unread
  }

  /// What else the new file does not have, one line for each kind.
  package var lines: [String] {
    // What a damaged file has lost, and the new one has again, is none.
    guard !keepsUnread else { return lost.filter { $0.change != .added }.map(\.description) }
    // A file that says all that the old one says has also what is not drawn of it.
    if isSameKind && lost.isEmpty { return document.damageOfCopy + document.leftOutOfArchive }
    let parts = (isSameKind ? document.notes + document.leftOutOfArchive : document.lossesOfParts)
      .filter(concerns)
    // Where a part has a reason, that is said once.
    // What another program's file has now besides is no loss.
    let reasonCounts = LossReasons(parts)
    let lost = lost.filter { $0.change != .added && !isExplained($0) }.compactMap(reasonCounts.rest)
    // A line that says where the file is damaged is none of what it takes along.
    let reasons = Set(parts).subtracting(document.damage.lines)
    let unnamed = lost.filter { loss in
      isSameKind || reasonCounts.explains(loss) || !reasons.contains { $0.names(loss) }
    }
    let others = (isSameKind ? parts : Array(parts.dropFirst(lostElements.count))).filter { part in
      !isSameKind || LossReasons.isReason(part) || !lost.contains { part.names($0) }
    }
    return others + unnamed.map(\.description)
  }

  /// Whether it is part of what is said in words: an image behind a page is kept or is a loss of the new file, and a
  /// note says which backgrounds, formulas and images are not drawn as they are.
  private func isExplained(_ loss: LostContent) -> Bool {
    let name = loss.name
    if name.hasPrefix("<background ") {
      let isImage = document.drawing.allBackgrounds.contains { if case .image = $0 { true } else { false } }
      if isImage { return true }
      return document.notes.contains { $0.contains("<background ") }
    }
    if name.hasPrefix("<page ") {
      return document.notes.contains { $0.contains(XournalFile.noSize) || $0.contains(XournalFile.farSize) }
    }
    if name.hasPrefix("touchreel") || name == "shapes.touchreel" {
      return document.notes.contains { $0.contains(DrawsanaFile.noteOfOwn) }
    }
    // It is where the content of an image is, which is kept or is a loss itself.
    if name == "<attachment>" { return true }
    if name == "<teximage>" { return document.notes.contains { $0.contains("<teximage ") } }
    return name.hasPrefix("<image ") && document.notes.contains { $0.hasSuffix(ForeignDrawing.noteOfMirrors) }
  }
}

extension String {
  /// Whether it says the name of a kind, and not only a longer one that begins or ends with it.
  fileprivate func names(_ loss: LostContent) -> Bool {
    guard !loss.name.isEmpty else { return false }
    return ranges(of: loss.name).contains { range in
      let before = self[..<range.lowerBound].last
      let after = self[range.upperBound...].first
      return ![before, after].contains { $0?.isPartOfName ?? false }
    }
  }
}

extension Character {
  fileprivate var isPartOfName: Bool { isLetter || isNumber || self == "_" || self == "." }
}
