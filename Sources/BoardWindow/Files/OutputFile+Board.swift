import Canvas
import DrawingBoard
import DrawingFiles
import Recordings
import SystemPackage

nonisolated extension Board {
  /// Without the selection's frame.
  var unmarked: Board {
    var board = self
    do throws(BoardError) { try board.handle(.marks(.hidden)) } catch { return self }
    return board
  }
}

/// Files appear whole or not at all, in place of one that was there.
nonisolated extension OutputFile {
  static func savePicture(of board: Board, to path: FilePath) throws(RecordingError) {
    let file = try OutputFile(path: path, existing: .replaced)
    try board.unmarked.picture.writePNG { (bytes) throws(RecordingError) in try file.write(bytes) }
    try file.commit()
  }

  /// - Returns: what a file of this kind cannot hold.
  static func save(_ drawing: Drawing, as kind: DrawingKind, to path: FilePath) throws(RecordingError) -> [String] {
    let (text, losses) = try json(of: drawing, as: kind, for: path)
    let file = try OutputFile(path: path, existing: .replaced)
    try file.write(text)
    try file.commit()
    return losses
  }

  private static func json(
    of drawing: Drawing, as kind: DrawingKind, for path: FilePath
  ) throws(RecordingError) -> (text: [UInt8], losses: [String]) {
    do throws(DrawingFileError) {
      return try DrawingDocument.touchreel(DrawingFile(drawing)).json(as: kind)
    } catch {
      throw RecordingError(file: path.string, message: error.description)
    }
  }

  /// - Returns: what could not be read of the recording.
  static func save(_ recording: Recording, to path: FilePath) throws(RecordingError) -> [String] {
    let source = try recording.makeSource()
    let file = try OutputFile(path: path, existing: .replaced)
    var sink: any RecordingSink = try RecordingWriter(to: file, epochOffset: source.epochOffset)
    let warnings = try sink.copy([source])
    try file.commit()
    return warnings
  }
}
