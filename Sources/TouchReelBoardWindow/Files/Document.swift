import SystemPackage
import TouchReelDrawingFiles

/// The file that a window's content was opened from or saved to, which saving writes again.
struct Document: Hashable {
  var path: FilePath
  var kind: SavedFile

  init(path: FilePath, kind: SavedFile) {
    self.path = path
    self.kind = kind
  }

  /// The file that was opened; `nil` if its kind is not saved, or if it is a recording of which writing it again would
  /// lose some. Of a drawing, ``ReplacedFiles`` knows what would be lost.
  init?(opened path: FilePath, _ reading: InitialContent.Reading) {
    switch reading.content {
    case .drawing:
      guard let kind = reading.kind else { return nil }
      self.init(path: path, kind: .drawing(kind))
    // None that a recorder writes, either.
    case .branch where reading.isDamaged || reading.isInUse: return nil
    case .branch where SavedFile.recording.named(path) == path: self.init(path: path, kind: .recording)
    case .blank, .file, .unfinished, .branch: return nil
    }
  }

  /// What is suggested in place of a file that was opened: one of a kind that holds all that is drawn.
  ///
  /// - Returns: `nil` for a picture, and for a recording that is damaged or still being written.
  init?(replacing path: FilePath, _ reading: InitialContent.Reading) {
    switch reading.content {
    case .branch where reading.isInUse || reading.isDamaged: return nil
    case .drawing:
      guard reading.kind != nil else { return nil }
      self.init(beside: path, kind: .drawing(.touchreel))
    case .branch: self.init(beside: path, kind: .recording)
    case .blank, .file, .unfinished: return nil
    }
  }

  /// A file beside another one, of the kind that holds all of a drawing.
  init(keepingAllOf other: Document) { self.init(beside: other.path, kind: .drawing(.touchreel)) }

  /// Another file in the same folder, of the same kind.
  var beside: Document { Document(beside: path, kind: kind) }

  private init(beside path: FilePath, kind: SavedFile) {
    let own = kind.replacingSuffix(of: path)
    self.init(path: own == path ? kind.replacingSuffix(of: path, adding: "-2") : own, kind: kind)
  }
}
