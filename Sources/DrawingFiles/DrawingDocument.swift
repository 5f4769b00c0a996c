public import Drawings
import FoundationEssentials

/// A drawing file of either kind, with all that it holds besides the drawing.
///
/// ```
/// let page = try DrawingDocument(json: bytes)
/// let (text, losses) = try page.json(as: .drawsana)
/// ```
public enum DrawingDocument: Sendable {
  case touchreel(DrawingFile)
  case drawsana(DrawsanaFile)

  /// Reads a file of either kind.
  ///
  /// - Throws: if the text is not a drawing of a known version. What is wrong with single parts is in ``unread``.
  public init(json: [UInt8]) throws(DrawingFileError) {
    let members = try JSONText(json).members ?? []
    switch DrawingKind(members: members.map(\.name)) {
    case .touchreel: self = .touchreel(try DrawingFile(json: json))
    case .drawsana: self = .drawsana(try DrawsanaFile(json: json))
    }
  }

  public var kind: DrawingKind {
    switch self {
    case .touchreel: .touchreel
    case .drawsana: .drawsana
    }
  }

  public var drawing: Drawing {
    switch self {
    case .touchreel(let file): file.drawing
    case .drawsana(let file): file.drawing
    }
  }

  /// Parts that were not understood and are not drawn.
  public var unread: [UnreadElement] {
    switch self {
    case .touchreel(let file): file.unread
    case .drawsana(let file): file.unread
    }
  }

  /// The file as one of a kind, in UTF-8. In its own kind it keeps everything, including what was not understood, byte
  /// for byte.
  ///
  /// - Returns: the text, and what it does not hold, in words.
  /// - Throws: ``DrawingFileError/notWritable`` if a number is NaN or infinite.
  public func json(as kind: DrawingKind) throws(DrawingFileError) -> (text: [UInt8], losses: [String]) {
    switch (self, kind) {
    case (.touchreel(let file), .touchreel): return (try file.json(), [])
    case (.drawsana(let file), .drawsana): return (try file.json(), file.losses)
    case (.drawsana(let file), .touchreel): return (try DrawingFile(file).json(), lossesOfParts)
    case (.touchreel(let own), .drawsana):
      let file = try own.asDrawsana
      return (try file.json(), lossesOfParts + file.losses)
    }
  }

  private var lossesOfParts: [String] {
    let elements = unread.map { "element \($0.place) is lost, which is not understood: \($0.reason)" }
    guard case .touchreel(let file) = self else { return elements }
    return elements + file.unreadNames.map { "the member \($0) is lost, which is not understood" }
  }
}

/// A drawing within a message. It is read as a whole, or not at all.
struct DrawingValue: Codable {
  private var size: SizeValue
  private var background: BackgroundValue
  private var operations: [OperationValue]

  init(_ drawing: Drawing) {
    size = SizeValue(drawing.size)
    background = BackgroundValue(drawing.background)
    operations = drawing.operations.map(OperationValue.init)
  }

  var drawing: Drawing {
    get throws {
      var drawing = Drawing(size: size.size, background: background.background)
      for operation in operations { try drawing.append(try operation.numbered()) }
      return drawing
    }
  }
}
