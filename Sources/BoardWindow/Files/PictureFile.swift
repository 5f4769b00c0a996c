import Canvas
import DrawingBoard
import DrawingFiles
import Recordings
import SystemPackage

/// A kind of file that a board is saved as, told by the end of its name.
enum PictureFile: CaseIterable {
  case png, drawing, drawsana

  static let kinds = allCases.map { FileKind(name: $0.name, pattern: "*\($0.suffix)") }

  /// A name without any of the ends is a picture's.
  init(_ path: FilePath) {
    self = Self.allCases.first { path.string.lowercased().hasSuffix($0.suffix) } ?? .png
  }

  var suffix: String {
    switch self {
    case .png: ".png"
    case .drawing: ".touchreel.json"
    case .drawsana: ".drawsana.json"
    }
  }

  private var name: String {
    switch self {
    case .png: "PNG picture"
    case .drawing: "TouchReel drawing"
    case .drawsana: "Drawsana drawing"
    }
  }

  /// The same name with the end that its kind has.
  func named(_ path: FilePath) -> FilePath {
    path.string.lowercased().hasSuffix(suffix) ? path : FilePath(path.string + suffix)
  }

  /// Writes the board; the file appears whole or not at all, in place of one that was there.
  ///
  /// - Returns: what the file could not hold.
  func write(_ board: Board, to path: FilePath) throws(RecordingError) -> [String] {
    let output = try OutputFile(path: path, existing: .replaced)
    var losses: [String] = []
    switch self {
    case .png:
      try Self.unmarked(board).picture.writePNG(format: .rgba) { (bytes) throws(RecordingError) in
        try output.write(bytes)
      }
    case .drawing: try output.write(json: { () throws(DrawingFileError) in try DrawingFile(board.drawing).json() })
    case .drawsana:
      let file = DrawsanaFile(board.drawing)
      losses = file.losses
      try output.write(json: { () throws(DrawingFileError) in try file.json() })
    }
    try output.commit()
    return losses
  }

  /// Without the selection's frame.
  static func unmarked(_ board: Board) -> Board {
    var board = board
    do throws(BoardError) { try board.handle(.marks(.hidden)) } catch { return board }
    return board
  }
}

extension OutputFile {
  fileprivate func write(json make: () throws(DrawingFileError) -> [UInt8]) throws(RecordingError) {
    let text: [UInt8]
    do throws(DrawingFileError) {
      text = try make()
    } catch {
      throw RecordingError(file: name, message: error.description)
    }
    try write(text)
  }
}
