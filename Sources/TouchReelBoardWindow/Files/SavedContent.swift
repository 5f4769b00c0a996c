import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelExporting
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying

/// The content for a file, which any thread can write.
nonisolated enum SavedContent: Sendable {
  enum State {
    case finished
    /// It is still being recorded, so a missing end is not reported.
    case inProgress
  }

  case picture(Board, PictureFormat)
  case drawing(SavedDrawing, DrawingKind)
  case recording(any ByteSource & Sendable, State)
  /// A recording of whose touches something else is said.
  case edited(any ByteSource & Sendable, TouchEditing)

  /// Whether the file that is replaced stays under another name: ``BackupFile``.
  enum Backup {
    case none, kept
    /// Unless a backup is there already.
    case keptFirst
  }

  /// What a file of the kind cannot hold; nothing of what is read again as it is.
  func losses() -> KindLosses {
    guard case .drawing(let drawing, let kind) = self, kind != .touchreel else { return KindLosses([]) }
    return KindLosses((try? drawing.file(as: kind).losses) ?? [])
  }

  /// Writes the file, replacing an existing one atomically.
  ///
  /// - Returns: warnings about what was lost.
  func write(to path: FilePath, backup: Backup = .none) throws(FileError) -> [String] {
    if backup != .none { try BackupFile.keep(of: path, onlyFirst: backup == .keptFirst) }
    switch self {
    case .picture(let board, let format):
      try OutputFile.savePicture(of: board, as: format, to: path)
      guard format != .pdf, let loss = DrawingKind.loss(ofPages: board.pageCount - 1) else { return [] }
      return ["\(loss): a PDF has all of them"]
    case .drawing(let drawing, let kind): return try drawing.write(as: kind, to: path, existing: .replaced)
    case .recording(let bytes, let state):
      let warnings = try OutputFile.save(try Recording.open(bytes), to: path)
      return state == .finished ? warnings : []
    case .edited(let bytes, let editing):
      var rewrite = Rewrite(to: .mcap)
      rewrite.touches = editing
      return try rewrite.write([Recording.open(bytes)], to: path, existing: .replaced).allLosses
    }
  }
}

nonisolated extension Board {
  /// Its drawing, with what its backgrounds show.
  var saved: SavedDrawing {
    let drawing = drawing
    return SavedDrawing(drawing, pictures: pictures(of: drawing))
  }

  /// All pages, each of its own size.
  fileprivate func pagesAsPDF() -> PDFFile {
    var file = PDFFile()
    for page in 0..<pageCount {
      var turned = self
      // A page that is there can be turned to.
      try? turned.handle(.page(.turn(to: page)))
      file.add(VectorPicture(RenderedDrawing(turned)))
    }
    return file
  }

  /// The board without the selection frame.
  var unmarked: Board {
    var board = self
    do throws(BoardError) { try board.handle(.set(\.marks, .hidden)) } catch { return self }
    return board
  }
}

/// Writing files atomically, replacing existing ones.
nonisolated extension OutputFile {
  /// - Parameter format: SVG, PDF, or PNG for any other.
  static func savePicture(of board: Board, as format: PictureFormat, to path: FilePath) throws(FileError) {
    let file = try OutputFile(path: path, existing: .replaced)
    switch format {
    case .svg:
      try VectorPicture(RenderedDrawing(board.unmarked)).writeSVG { (bytes) throws(FileError) in try file.write(bytes) }
    case .pdf: try board.unmarked.pagesAsPDF().write { (bytes) throws(FileError) in try file.write(bytes) }
    default: try board.unmarked.picture.writePNG { (bytes) throws(FileError) in try file.write(bytes) }
    }
    try file.commit()
  }

  /// - Returns: warnings about what could not be read.
  static func save(_ recording: Recording, to path: FilePath) throws(FileError) -> [String] {
    let source = try recording.makeSource()
    let file = try OutputFile(path: path, existing: .replaced)
    // The source knows it only once it has read something.
    var sink: any RecordingSink = try RecordingWriter(to: file, epochOffset: recording.statedEpochOffset())
    let warnings = try sink.copy([source])
    try file.commit()
    return warnings
  }
}
