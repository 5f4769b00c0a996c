import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking

/// The content of a board when its window opens.
nonisolated enum InitialContent: Sendable {
  case blank
  /// A drawing file or a recording to continue at its end, not read yet.
  case file(FilePath)
  /// Recordings left by a crash, not completed yet; the latest is completed and continued.
  case unfinished(Recovery)
  case drawing(Drawing, files: [BackgroundFile])
  /// A recording to continue from an instant.
  case branch(any ByteSource & Sendable, RecordingFacts, through: Timestamp)

  /// What was read.
  struct Reading {
    var content: InitialContent
    /// Warnings about what could not be read.
    var warnings: [String] = []
    /// Whether a recorder goes on writing the file.
    var isInUse = false
    /// The kind of a drawing's file; `nil` for a recording or a picture.
    var kind: DrawingKind?
    /// The file as it was before it was read; `nil` if the content is of none.
    var stamp: FileStamp?

    var isDamaged: Bool { warnings.contains { DamagedFile($0) != nil } }
  }

  /// Reads the content as far as the session needs.
  func read(_ progress: TaskProgress) throws(FileError) -> Reading {
    switch self {
    case .blank, .drawing, .branch: return Reading(content: self)
    case .file(let path):
      // It is continued, so it is not offered again.
      if let session = Self.unfinishedSession(path) { _ = try? session.recover() }
      let stamp = FileStamp(path)
      var reading = try Self.contents(of: path, progress)
      reading.stamp = stamp
      return reading
    case .unfinished(let recovery):
      try recovery.finish()
      return try Self.branch(at: FileBytes.open(recovery.latest.path), progress)
    }
  }

  /// A kept session that a crash left; `nil` for any other file, which is left as it is.
  private static func unfinishedSession(_ path: FilePath) -> StoredSession? {
    guard SessionStart.folder?.path == path.removingLastComponent(), let session = StoredSession(path) else {
      return nil
    }
    return session.state == .unfinished ? session : nil
  }

  private static func contents(of path: FilePath, _ progress: TaskProgress) throws(FileError) -> Reading {
    if LoadedImage.hasImageName(path) { return Reading(content: try picture(path)) }
    if PDFPaper.hasName(path) { return Reading(content: try pages(path)) }
    let file = try OpenedFile(path)
    if let document = try drawing(in: progress.tracked(file.bytes), path) { return reading(document, path) }
    var reading = try branch(at: file.bytes, progress)
    guard file.isInUse else { return reading }
    let notice = translated("This recording is still being written; what is here is from when you opened it")
    (reading.warnings, reading.isInUse) = ([notice] + reading.warnings, true)
    return reading
  }

  private static func reading(_ document: DrawingDocument, _ path: FilePath) -> Reading {
    let (files, problems) = BackgroundFile.find(
      for: document.drawing, document.images, in: path.removingLastComponent())
    let unread = document.unread.map { "element \($0.index): \($0.reason); it is not drawn" }
    return Reading(
      content: .drawing(document.drawing, files: files), warnings: unread + document.notes + problems,
      kind: document.kind)
  }

  /// A board as large as a picture, with the picture under all that is drawn.
  static func picture(_ path: FilePath) throws(FileError) -> InitialContent {
    do throws(ImageProblem) {
      let image = try LoadedImage(path)
      let (width, height) = (Double(image.pixels.size.width), Double(image.pixels.size.height))
      let scale = min(1, pictureSide / max(width, height))
      let id = ImageID(of: image.png)
      let drawing = Drawing(
        size: BoardSize(width: max((width * scale).rounded(), 1), height: max((height * scale).rounded(), 1)),
        background: .image(id, .fit, on: .white))
      return .drawing(drawing, files: [BackgroundFile(id: id, content: .image(image.png))])
    } catch {
      throw FileError(file: path.string, message: error.withoutName)
    }
  }

  /// The pages of a PDF, to write on.
  private static func pages(_ path: FilePath) throws(FileError) -> InitialContent {
    do throws(ImageProblem) {
      let paper = try PDFPaper(path)
      return .drawing(Drawing(onPagesOf: paper.document, paper.id), files: [paper.file])
    } catch {
      throw FileError(file: path.string, message: error.withoutName)
    }
  }

  /// The longer side of the board of a larger picture, in points.
  private static let pictureSide = 4096.0

  /// A recording, to continue at its end.
  private static func branch(
    at bytes: any ByteSource & Sendable, _ progress: TaskProgress
  ) throws(FileError) -> Reading {
    let recording = try Recording.open(progress.tracked(bytes))
    let facts = try RecordingFacts(recording)
    if facts.eventCount == 0 { try recording.requireContent() }
    return Reading(content: .branch(bytes, facts, through: facts.end), warnings: facts.readingWarnings)
  }

  /// The drawing in a file; `nil` if the file is a recording.
  private static func drawing(
    in bytes: any ByteSource, _ path: FilePath
  ) throws(FileError) -> DrawingDocument? {
    guard try DrawingKind.isDrawing(bytes) else { return nil }
    let text = try bytes.everything(limit: 1 << 30)
    do throws(DrawingFileError) {
      return try DrawingDocument(text).attached(to: path.lastComponent?.string ?? "")
    } catch {
      throw FileError(file: path.string, message: error.description)
    }
  }
}

/// Recordings that a crash or a power cut left unfinished.
nonisolated struct Recovery: Sendable {
  /// The latest first.
  let sessions: [StoredSession]

  /// `nil` if there are none.
  init?(in folder: SessionFolder) {
    sessions = folder.unfinished().filter(\.hasEvents)
    if sessions.isEmpty { return nil }
  }

  /// The one to continue. The others stay as they are until they are opened.
  var latest: StoredSession { sessions[0] }

  var question: String {
    let name = latest.path.lastComponent?.string ?? ""
    return sessions.count == 1
      ? translated("An unfinished drawing was found: %s.", name)
      : translated("%s unfinished drawings were found, most recently %s.", "\(sessions.count)", name)
  }

  /// Completes the latest, so that it is a whole recording.
  func finish() throws(FileError) { _ = try latest.recover() }
}
