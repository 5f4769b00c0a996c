import SystemPackage
import TouchReelByteStreams
import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelExporting

/// Which files a window may write over: the drawing that it opened only once it is known, and agreed to, what of the
/// file is lost.
nonisolated struct ReplacedFiles: Sendable {
  /// The drawing that was opened, as it was read.
  struct Original: Sendable {
    var path: FilePath
    var kind: DrawingKind
    var drawing: Drawing

    /// What of the file that is there now is not in what would be written if nothing had been drawn; empty if there is
    /// no file.
    func losses() -> [LostContent] {
      guard (try? Stat(path)) != nil else { return [] }
      guard let bytes = try? FileBytes(path: path).everything(limit: Self.limit) else { return [.unknown] }
      guard let written = try? SavedDrawing(drawing, image: nil).file(as: kind).bytes else { return [.unknown] }
      return DocumentComparison.losses(of: kind, replacing: bytes, by: written)
    }

    private static let limit = 1 << 30
  }

  private var original: Original?
  /// Whether a file is being compared, or the user asked about it.
  var isBeingAsked = false
  private var isLosing = false
  /// Files that are as this window wrote them.
  private var own: Set<FilePath> = []
  /// Files as they were opened or written here.
  private var stamps: [FilePath: FileStamp] = [:]
  /// Files that others have changed, which may be written over all the same.
  private var overwritten: Set<FilePath> = []
  /// What the user has agreed to lose in each file.
  private var agreed: [FilePath: KindLosses] = [:]

  init() {}

  init(opened path: FilePath, _ reading: InitialContent.Reading) {
    stamps[path] = reading.stamp
    guard case .drawing(let drawing, _) = reading.content, let kind = reading.kind else { return }
    original = Original(path: path, kind: kind, drawing: drawing)
  }

  /// What has to be compared before a document is written; `nil` if it may be.
  func original(of document: Document) -> Original? {
    guard let original, document.path == original.path || document.path.isSameFile(as: original.path) else {
      return nil
    }
    return original
  }

  /// The file that was opened may be replaced: nothing of it is lost, or the user has agreed.
  mutating func allow(losing isLosing: Bool) { (original, self.isLosing) = (nil, isLosing) }

  /// What is kept of the file that a document replaces: another program's, unless it is in a backup already. Each of
  /// which something is lost has a backup of its own.
  func backup(for document: Document) -> SavedContent.Backup {
    if overwritten.contains(document.path) { return .kept }
    guard case .drawing(let kind) = document.kind, kind != .touchreel, !own.contains(document.path) else {
      return .none
    }
    return isLosing ? .kept : .keptFirst
  }

  ///
  /// - Parameter stamp: that of the file as it was written.
  mutating func wrote(_ document: Document, _ stamp: FileStamp? = nil) {
    own.insert(document.path)
    overwritten.remove(document.path)
    stamps = stamps.filter { !$0.key.isSameFile(as: document.path) }
    stamps[document.path] = stamp
  }

  /// What others have done to a file that was opened or saved here.
  ///
  /// - Parameter now: the file as it is; `nil` if it is not there.
  func change(of document: Document, now: FileStamp?) -> FileChange? {
    let seen = stamps[document.path] ?? stamps.first { $0.key.isSameFile(as: document.path) }?.value
    return seen.flatMap { FileChange(from: $0, to: now) }
  }

  /// The user writes over what others have done, of which a backup is kept.
  mutating func overwrite(_ document: Document, _ change: FileChange) {
    stamps[document.path] = change.now
    overwritten.insert(document.path)
  }

  /// Whether the user has to be asked before a file is written that cannot hold all of the drawing.
  func mustAsk(about losses: KindLosses, _ document: Document) -> Bool {
    !losses.isMinor && !losses.isCovered(by: agreed[document.path])
  }

  func hasAgreed(to losses: KindLosses, _ document: Document) -> Bool {
    losses.isCovered(by: agreed[document.path])
  }

  mutating func agree(to losses: KindLosses, _ document: Document) { agreed[document.path] = losses }
}
