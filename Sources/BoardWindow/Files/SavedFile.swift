import ByteStreams
import Canvas
import DrawingBoard
import DrawingFiles
import Drawings
import Exporting
import Glibc
import RecordingFormats
import Recordings
import Replaying
import SystemPackage

/// A kind of file that a window can save, identified by the suffix of its name.
enum SavedFile: CaseIterable {
  case png, drawing, drawsana, recording

  private init?(_ path: FilePath) {
    guard let kind = Self.allCases.first(where: { $0.matches(path) }) else { return nil }
    self = kind
  }

  /// The kind to save. A suffix of the name counts, and without one the kind that was chosen.
  init(_ path: FilePath, choosing chosen: SavedFile) { self = SavedFile(path) ?? chosen }

  /// The kind to save, of a dialog that leaves the name alone when another kind is chosen, as those of desktops do.
  /// With the suffix that was suggested, the chosen kind counts; any other was typed by the user.
  ///
  /// - Parameter suggested: of the name that the dialog suggested.
  init(_ path: FilePath, choosing chosen: SavedFile, suggested: SavedFile) {
    let named = SavedFile(path) ?? suggested
    self = named == suggested ? chosen : named
  }

  /// The kind of a file that was opened. A picture is not opened, but it may be saved again.
  init?(opened path: FilePath) {
    self.init(path)
    if !isOpenable { return nil }
  }

  /// Whether windows open such files.
  var isOpenable: Bool { self != .png }

  /// - Parameter name: the name in the dialog.
  init?(called name: String) {
    guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }

  var kind: FileKind { FileKind(name: name, pattern: "*\(suffix)") }

  private var suffix: String {
    switch self {
    case .png: ".png"
    case .drawing: DrawingKind.touchreel.suffix
    case .drawsana: DrawingKind.drawsana.suffix
    case .recording: ".mcap"
    }
  }

  private var name: String {
    switch self {
    case .png: translated("PNG picture")
    case .drawing: translated("TouchReel drawing")
    case .drawsana: translated("Drawsana drawing")
    case .recording: translated("Recording")
    }
  }

  /// The name with the suffix of this kind, replacing that of another kind.
  func named(_ path: FilePath) -> FilePath {
    if matches(path) { return path }
    let other = SavedFile(path)?.suffix ?? ""
    // A name need not be UTF-8.
    let bytes = path.withPlatformString { Array(UnsafeBufferPointer(start: $0, count: strlen($0))) }
    return FilePath(platformString: bytes.dropLast(other.utf8.count) + Array(suffix.utf8CString))
  }

  private func matches(_ path: FilePath) -> Bool { path.string.lowercased().hasSuffix(suffix) }
}

/// The content for a file, which any thread can write.
nonisolated enum SavedContent: Sendable {
  enum State {
    case finished
    /// It is still being recorded, so a missing end is not reported.
    case inProgress
  }

  case picture(Board)
  case drawing(SavedDrawing, DrawingKind)
  case recording(any ByteSource & Sendable, State)

  /// Writes the file, replacing an existing one atomically.
  ///
  /// - Returns: warnings about what was lost.
  func write(to path: FilePath) throws(FileError) -> [String] {
    switch self {
    case .picture(let board):
      try OutputFile.savePicture(of: board, to: path)
      return []
    case .drawing(let drawing, let kind): return try drawing.write(as: kind, to: path, existing: .replaced)
    case .recording(let bytes, let state):
      let warnings = try OutputFile.save(try Recording.open(bytes), to: path)
      return state == .finished ? warnings : []
    }
  }
}

nonisolated extension Board {
  /// Its drawing, with the image of its background.
  var saved: SavedDrawing { SavedDrawing(drawing, image: image(of: drawing.finalBackground)) }

  /// The board without the selection frame.
  var unmarked: Board {
    var board = self
    do throws(BoardError) { try board.handle(.set(\.marks, .hidden)) } catch { return self }
    return board
  }
}

/// Writing files atomically, replacing existing ones.
nonisolated extension OutputFile {
  static func savePicture(of board: Board, to path: FilePath) throws(FileError) {
    let file = try OutputFile(path: path, existing: .replaced)
    try board.unmarked.picture.writePNG { (bytes) throws(FileError) in try file.write(bytes) }
    try file.commit()
  }

  /// - Returns: warnings about what could not be read.
  static func save(_ recording: Recording, to path: FilePath) throws(FileError) -> [String] {
    let source = try recording.makeSource()
    let file = try OutputFile(path: path, existing: .replaced)
    // The source knows it only once it has read something.
    var sink: any RecordingSink = try RecordingWriter(to: file, epochOffset: recording.epochOffset())
    let warnings = try sink.copy([source])
    try file.commit()
    return warnings
  }
}
