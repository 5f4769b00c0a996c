import DrawingBoard
import DrawingFiles
import Recordings
import SystemPackage

/// What a file is to hold, which any thread can write.
nonisolated enum SavedContent: Sendable {
  enum Ending {
    case whole
    /// It is still being recorded: that its end is missing is no loss.
    case toCome
  }

  case picture(Board)
  case drawing(Drawing, DrawingKind)
  case recording(any ByteSource & Sendable, Ending)

  /// The file appears whole or not at all, in place of one that was there.
  ///
  /// - Returns: what it could not hold, or what could not be read.
  func write(to path: FilePath) throws(RecordingError) -> [String] {
    switch self {
    case .picture(let board):
      try OutputFile.savePicture(of: board, to: path)
      return []
    case .drawing(let drawing, let kind): return try OutputFile.save(drawing, as: kind, to: path)
    case .recording(let bytes, let ending):
      let warnings = try OutputFile.save(try Recording.open(bytes), to: path)
      return ending == .whole ? warnings : []
    }
  }
}
