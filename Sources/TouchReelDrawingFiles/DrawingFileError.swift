/// Why a drawing was not read or written.
public enum DrawingFileError: Error, Hashable, Sendable, CustomStringConvertible {
  case malformed(String)
  /// It holds more than the limits; what, and which option raises the limit.
  case tooLarge(String)
  /// It has no page of the number that was asked for; which it has.
  case noPage(String)
  case unknownVersion(Int)
  /// A number is NaN or infinite, which JSON cannot express.
  case notWritable
  /// There are no strokes, and the kind of file has nothing else.
  case noStrokes

  public var description: String {
    switch self {
    case .malformed(let reason): "it is not a drawing: \(reason)"
    case .tooLarge(let excess), .noPage(let excess): excess
    case .unknownVersion(let version): "it is a drawing of version \(version), later than \(DrawingFile.version)"
    case .notWritable: "the drawing has a number that JSON cannot hold"
    case .noStrokes: "the drawing has no strokes, and a file of that kind holds nothing else"
    }
  }
}
