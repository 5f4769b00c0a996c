import FoundationEssentials
import TouchReelCanvas
public import TouchReelDrawings
package import TouchReelInkFiles
import TouchReelTouchTracking

/// A drawing as a JSON file: `version`, `size`, `background` and `operations`, one operation a line.
///
/// What is not understood is kept byte for byte and written back where it was.
///
/// ```
/// var file = try DrawingFile(json: bytes)
/// try file.drawing.append(.clear)
/// let written = try file.json()
/// ```
public struct DrawingFile: Sendable {
  /// What is written; a file of a later one is not read.
  public static let version = 1

  /// The drawing that the file holds.
  public var drawing: Drawing
  /// Operations that were not understood, or could not be carried out.
  public private(set) var unread: [UnreadElement] = []
  /// What is wrong with the file outside of operations.
  package private(set) var damage = InkDamage()
  private var unknownMembers: [(name: String, text: [UInt8])] = []
  /// The file's members that were not understood.
  var unreadNames: [String] { unknownMembers.map(\.name).filter { $0 != Self.drawsana } }

  /// A file with a drawing.
  public init(_ drawing: Drawing) { self.drawing = drawing }

  /// The member that holds the shapes of a file of Drawsana's as they stood there, by the numbers of the elements.
  private static let drawsana = "drawsana"

  /// A drawing out of a file of Drawsana's, with all that the operations do not hold of it.
  init(_ file: DrawsanaFile) throws(DrawingFileError) {
    drawing = file.drawing
    let texts = try file.ownTexts
    guard !texts.isEmpty else { return }
    var object = Array("{".utf8)
    for (number, (id, text)) in texts.enumerated() {
      object += Array("\(number == 0 ? "" : ",")\n\"\(id.rawValue)\":".utf8) + text
    }
    unknownMembers.append((Self.drawsana, object + Array("\n}".utf8)))
  }

  /// The same as a file of Drawsana's.
  var asDrawsana: DrawsanaFile {
    get throws(DrawingFileError) {
      guard let object = unknownMembers.first(where: { $0.name == Self.drawsana }) else { return DrawsanaFile(drawing) }
      let json = try JSONText(object.text)
      let texts = (json.members ?? []).compactMap { member in
        Int(member.name).map { (ElementID(rawValue: $0), json.text(member.value)) }
      }
      return DrawsanaFile(drawing, originals: Dictionary(texts) { $1 })
    }
  }

  /// Reads a file as far as it goes, and past its damage.
  ///
  /// - Throws: if nothing of the text is a drawing, or it is of a later version. What is wrong with single operations
  ///   is in ``unread``, and with the rest in ``damage``.
  package init(json bytes: [UInt8], limits: InkLimits = .standard) throws(DrawingFileError) {
    try self.init(JSONText(damaged: bytes), limits)
  }

  init(_ text: JSONText, _ limits: InkLimits) throws(DrawingFileError) {
    try text.requireContent()
    var members = DrawingMembers(text)
    if let version = try members.value("version", as: Int.self), version != Self.version {
      throw .unknownVersion(version)
    }
    let size = try members.optionalValue("size", as: SizeValue.self)?.size
    let background = try members.optionalValue("background", as: BackgroundValue.self)?.background
    drawing = Drawing(
      size: size ?? BoardSize(width: 1920, height: 1080),
      background: background ?? .color(.white))
    damage = members.damage
    let operations = try members.elements("operations")
    let known = ["version", "size", "background", "operations"]
    unknownMembers = members.all.filter { !known.contains($0.name) }.map { ($0.name, text.text($0.value)) }
    var budget = InkBudget(limits)
    for (place, element) in operations.enumerated() {
      guard budget.takesStroke(points: 0) else { throw .tooLarge(budget.excess) }
      if element.isDamaged {
        unread.append(.damaged(at: place))
      } else {
        try read(text, element.range, at: place, &budget)
      }
    }
    if size == nil { drawing.grow(&damage) }
  }

  private mutating func read(
    _ text: JSONText, _ range: Range<Int>, at place: Int, _ budget: inout InkBudget
  ) throws(DrawingFileError) {
    do {
      try drawing.append(try text.decode(OperationValue.self, range, &budget).numbered())
    } catch let error as DrawingFileError {
      throw error
    } catch {
      let reason = (error as? OperationError)?.description ?? BoardMessage.describe(error)
      unread.append(UnreadElement(place: place, text: text.text(range), reason: reason))
    }
  }

  /// UTF-8 text.
  ///
  /// - Throws: ``DrawingFileError/notWritable`` if a number is NaN or infinite.
  public func json() throws(DrawingFileError) -> [UInt8] {
    var text = Array("{\n\"version\":\(Self.version),\n\"size\":".utf8)
    text += try JSONEncoder.text(of: SizeValue(drawing.size))
    text += Array(",\n\"background\":".utf8) + (try JSONEncoder.text(of: BackgroundValue(drawing.background)))
    for member in unknownMembers {
      text += Array(",\n".utf8) + (try JSONEncoder.text(of: member.name)) + Array(":".utf8) + member.text
    }
    let operations = try drawing.operations.map { operation throws(DrawingFileError) in
      try JSONEncoder.text(of: OperationValue(operation))
    }
    let lines = interleaved(operations, with: unread)
    text += Array(",\n\"operations\":[".utf8)
    for (number, line) in lines.enumerated() { text += Array((number == 0 ? "\n" : ",\n").utf8) + line }
    return text + Array("\n]\n}\n".utf8)
  }
}

/// A part of a file that was not understood.
public struct UnreadElement: Hashable, Sendable, CustomStringConvertible {
  /// The offset in the array, from 0.
  package let place: Int
  /// As it stands in the file.
  public let text: [UInt8]
  /// The reason why it was not read, in words.
  public let reason: String
  /// Whether it is not even JSON, so that no file can keep it; then there is no text.
  package private(set) var isDamaged = false

  static func damaged(at place: Int) -> UnreadElement {
    UnreadElement(place: place, text: [], reason: "it is damaged", isDamaged: true)
  }

  public var description: String { "element \(place): \(warning(isKept: true))" }

  /// What is said of it, without its place.
  ///
  /// - Parameter isKept: whether a file of the same kind holds it.
  package func warning(isKept: Bool) -> String {
    if isDamaged { return "\(reason): skipped" }
    return reason + (isKept ? "; it is kept but not drawn" : "; it is not drawn")
  }
}

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

/// The kinds of files that hold a drawing.
public enum DrawingKind: String, Hashable, Sendable, CaseIterable {
  /// Our own: ``DrawingFile``.
  case touchreel
  /// `DrawsanaFile`.
  case drawsana
  /// A scene of Excalidraw.
  case excalidraw
  /// A page of Xournal++, or of Xournal.
  case xournal
  /// Ink markup (W3C); a recording where its strokes have times.
  case inkml
  /// A drawing of the data set “Quick, Draw!”; a recording where its strokes have times.
  case quickdraw
}

extension DrawingKind {
  /// How the names of its files end.
  public var suffix: String {
    switch self {
    case .touchreel, .drawsana: ".\(rawValue).json"
    case .excalidraw, .inkml: ".\(rawValue)"
    case .xournal: ".xopp"
    case .quickdraw: ".ndjson"
    }
  }

  /// The kind that the end of a file's name means; `nil` for any other name.
  public init?(fileName: String) {
    let name = fileName.lowercased()
    guard let kind = Self.allCases.first(where: { name.hasSuffix($0.suffix) }) else { return nil }
    self = kind
  }
}

/// Distinguishes drawing files from recordings, and their kinds from each other.
extension DrawingKind {
  /// So many bytes of a file are enough for ``isDrawing(beginning:)``.
  private static let sniffedLength = 64

  /// Whether a file is a drawing of some kind, rather than a recording.
  ///
  /// - Parameters:
  ///   - limits: of what it may hold.
  ///   - read: gives so many of the file's first bytes, or all that there are.
  package static func isDrawing<Failure: Error>(
    limits: InkLimits = .standard, _ read: (_ count: Int) throws(Failure) -> [UInt8]
  ) throws(Failure) -> Bool {
    let head = try read(sniffedLength)
    if InkKind.isPossible(beginning: head), let kind = InkKind(beginning: try read(InkKind.sniffedLength)) {
      guard kind != .xournal else { return true }
      // One that is damaged is answered as a recording.
      let page = try? kind.read(try read(.max), limits: limits)
      return page.map { !$0.hasTimes } ?? false
    }
    return isDrawing(beginning: head)
  }

  /// Whether a file that begins with these bytes is a drawing of some kind: an object of JSON, as no recording is.
  static func isDrawing(beginning bytes: [UInt8]) -> Bool {
    // Text has no zeros, and the time of a raw event may look like text.
    if bytes.contains(0) { return false }
    let text = bytes.starts(with: ByteOrderMark.bytes) ? bytes[ByteOrderMark.bytes.count...] : bytes[...]
    var marks = text.lazy.filter { !$0.isBlank }.prefix(2).makeIterator()
    guard marks.next() == UInt8(ascii: "{") else { return false }
    // A member's name, or the end of an object without any.
    return [UInt8(ascii: "\""), UInt8(ascii: "}"), nil].contains(marks.next())
  }

  /// The kind of a file whose object has these members.
  init(members: [String]) {
    if members.contains(where: ["elements", "libraryItems", "library"].contains), !members.contains("operations") {
      self = .excalidraw
    } else {
      self = members.contains("shapes") && !members.contains("version") ? .drawsana : .touchreel
    }
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
