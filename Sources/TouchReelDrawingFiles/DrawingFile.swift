import FoundationEssentials
import TouchReelCanvas
public import TouchReelDrawings
package import TouchReelInkFiles
import TouchReelTouchTracking

/// A drawing as a JSON file: `version`, `size`, `background` and `operations`, one operation a line. What was done to
/// pages and layers and on others than the first is in `pages`; the numbers give the order of both.
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
  public var unread: [UnreadElement] { unreadOfFirst + unreadOfPages }
  private var unreadOfFirst: [UnreadElement] = []
  /// Those of the member for pages.
  private var unreadOfPages: [UnreadElement] = []
  /// What is wrong with the file outside of operations.
  package private(set) var damage = InkDamage()
  private var unknownMembers: [(name: String, text: [UInt8])] = []
  /// The images of backgrounds that are in the file, as PNG or JPEG.
  package var images: [ImageID: [UInt8]] = [:]
  /// Members that were understood.
  private var knownMembers: [(name: String, text: [UInt8])] = []
  /// The operations that were carried out, as they stood in the file.
  private var readTexts: [(id: ElementID, text: ArraySlice<UInt8>)] = []
  /// The file's members that were not understood.
  var unreadNames: [String] { unknownMembers.map(\.name).filter { $0 != Self.drawsana } }

  /// A file with a drawing.
  public init(_ drawing: Drawing) { self.drawing = drawing }

  /// The member that holds the shapes of a file of Drawsana's as they stood there, by the numbers of the elements.
  private static let drawsana = "drawsana"

  /// A drawing out of a file of Drawsana's, with all that the operations do not hold of it.
  ///
  /// - Throws: ``DrawingFileError/notWritable``
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

  /// The page that is shown as a file of Drawsana's.
  var asDrawsana: DrawsanaFile {
    get throws(DrawingFileError) {
      let drawing = drawing.shownPage.flattened
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

  /// - Parameter acceptsLater: whether what is understood of a file of a later version is read.
  init(_ text: JSONText, _ limits: InkLimits, acceptsLater: Bool = false) throws(DrawingFileError) {
    try text.requireContent()
    var members = DrawingMembers(text)
    try members.checkVersion(Self.version, acceptsLater: acceptsLater)
    let size = try members.size()
    let background = try members.optionalValue("background", as: BackgroundValue.self, isEmptyAllowed: true)?
      .background
    drawing = Drawing(
      size: size ?? BoardSize(width: 1920, height: 1080),
      background: background ?? .color(.white))
    damage = members.damage
    let operations = try members.elements("operations")
    let onPages = members.elementsOfPages
    let known = ["version", "size", "background"]
    images = Self.images(of: &members)
    damage = members.damage
    let isRead = images.isEmpty ? [] : [Self.images]
    let lists = ["operations"] + (onPages == nil ? [] : [DrawingMembers.pages])
    let others = members.all.filter { !lists.contains($0.name) && !isRead.contains($0.name) }
      .map { ($0.name, text.text($0.value)) }
    knownMembers = others.filter { known.contains($0.0) }
    unknownMembers = others.filter { !known.contains($0.0) }
    var budget = InkBudget(limits)
    let first = try read(operations, of: text, &budget)
    let rest = try read(onPages ?? [], of: text, &budget)
    unreadOfFirst = first.unread
    unreadOfPages = rest.unread
    append(first.read, rest.read, text)
    if size == nil { drawing.fit(&damage) }
  }

  /// The member that holds the images of backgrounds, in Base64, by their names.
  private static let images = "images"

  /// None if they are damaged; then the member stays as it is.
  private static func images(of members: inout DrawingMembers) -> [ImageID: [UInt8]] {
    guard members.all.contains(where: { $0.name == images }) else { return [:] }
    let texts = (try? members.optionalValue(images, as: [String: String].self, isEmptyAllowed: true)) ?? nil
    let found = (texts ?? [:]).map { (ImageID(rawValue: $0), Base64.bytes($1)) }
    return found.allSatisfy { $1 != nil } ? Dictionary(found.map { ($0, $1 ?? []) }) { $1 } : [:]
  }

  private var imagesText: [UInt8] {
    get throws(DrawingFileError) {
      try JSONText.object(
        try images.sorted { $0.key.rawValue < $1.key.rawValue }.map { image throws(DrawingFileError) in
          (image.key.rawValue, Array("\"\(Base64.text(of: image.value))\"".utf8))
        }, between: "\n")
    }
  }

  /// An operation as it stands in the file.
  private struct ReadOperation {
    let offset: Int
    let range: Range<Int>
    let operation: NumberedOperation
  }

  private func read(
    _ elements: [JSONElement], of text: JSONText, _ budget: inout InkBudget
  ) throws(DrawingFileError) -> (read: [ReadOperation], unread: [UnreadElement]) {
    var (read, unread): ([ReadOperation], [UnreadElement]) = ([], [])
    var decoding = OperationDecoding(text)
    for (offset, element) in elements.enumerated() {
      guard budget.takesStroke(points: 0) else { throw .tooLarge(budget.excess) }
      do {
        guard !element.isDamaged else {
          unread.append(.damaged(at: offset))
          continue
        }
        let operation = try decoding.decode(element.range, &budget)
        read.append(ReadOperation(offset: offset, range: element.range, operation: operation))
      } catch let error as DrawingFileError {
        throw error
      } catch {
        let reason = BoardMessage.describe(error)
        unread.append(UnreadElement(index: offset, text: text.text(element.range), reason: reason))
      }
    }
    return (read, unread)
  }

  /// Carries operations out, in the order of their numbers, which rise in either list.
  private mutating func append(_ first: [ReadOperation], _ others: [ReadOperation], _ text: JSONText) {
    let (rising, risingOthers) = (Self.rising(first), Self.rising(others))
    var next = 0
    func appendOthers(_ file: inout DrawingFile, before id: ElementID?) {
      while next < others.count, id.map({ others[next].operation.id < $0 }) ?? true {
        let other = others[next]
        file.append(other, isRising: risingOthers.contains(other.offset), text, \.unreadOfPages)
        next += 1
      }
    }
    for operation in first {
      appendOthers(&self, before: operation.operation.id)
      append(operation, isRising: rising.contains(operation.offset), text, \.unreadOfFirst)
    }
    appendOthers(&self, before: nil)
    unreadOfFirst.sort { $0.index < $1.index }
    unreadOfPages.sort { $0.index < $1.index }
  }

  /// The offsets of those whose numbers rise.
  private static func rising(_ list: [ReadOperation]) -> Set<Int> {
    Set(RisingNumbers(list.map(\.operation.id.rawValue)).indices.map { list[$0].offset })
  }

  private mutating func append(
    _ read: ReadOperation, isRising: Bool, _ text: JSONText, _ unread: WritableKeyPath<DrawingFile, [UnreadElement]>
  ) {
    do throws(OperationError) {
      guard isRising else { throw .unusableNumber(read.operation.id) }
      try drawing.append(read.operation)
      readTexts.append((read.operation.id, text.slice(read.range)))
    } catch {
      self[keyPath: unread].append(
        UnreadElement(index: read.offset, text: text.text(read.range), reason: error.description))
    }
  }

  /// What was understood, as it stood in the file, and the same written from the drawing alone.
  var understood: (original: [UInt8], bare: [UInt8]) {
    get throws(DrawingFileError) {
      let first = Set(drawing.operationsByPage.first.map(\.id))
      let lists = [
        ("operations", readTexts.filter { first.contains($0.id) }),
        (DrawingMembers.pages, readTexts.filter { !first.contains($0.id) }),
      ]
      let members = lists.filter { !$0.1.isEmpty || $0.0 == "operations" }
        .map { ($0.0, JSONText.array($0.1.map(\.text))) }
      return (try JSONText.object(knownMembers + members), try DrawingFile(drawing).json())
    }
  }

  /// The same without what was not understood beside its operations.
  var withoutUnread: DrawingFile {
    var file = self
    (file.unreadOfFirst, file.unreadOfPages, file.unknownMembers, file.images) = ([], [], [], [:])
    return file
  }

  /// An operation as it stood in the file if that says more, as members of a later version, and else as it is written.
  private func text(
    of operation: NumberedOperation, replacing original: ArraySlice<UInt8>?
  ) throws(DrawingFileError) -> [UInt8] {
    let written = try JSONEncoder.text(of: OperationValue(operation))
    guard let original, !written.elementsEqual(original),
      !MemberNames(written).isSuperset(of: MemberNames(original)),
      (try? JSONDecoder().decode(OperationValue.self, from: Data(original)).numbered()) == operation
    else { return written }
    return Array(original)
  }

  /// UTF-8 text.
  ///
  /// - Throws: ``DrawingFileError/notWritable`` if a number is NaN or infinite.
  public func json() throws(DrawingFileError) -> [UInt8] {
    var text = Array("{\n\"version\":\(Self.version),\n\"size\":".utf8)
    text += try JSONEncoder.text(of: SizeValue(drawing.boardSize))
    text += Array(",\n\"background\":".utf8) + (try JSONEncoder.text(of: BackgroundValue(drawing.background)))
    for member in unknownMembers {
      text += Array(",\n".utf8) + (try JSONEncoder.text(of: member.name)) + Array(":".utf8) + member.text
    }
    if !images.isEmpty { text += Array(",\n\"\(Self.images)\":".utf8) + (try imagesText) }
    let (first, others) = drawing.operationsByPage
    text += Array(",\n\"operations\":[".utf8)
    try append(first, besides: unreadOfFirst, to: &text)
    if !others.isEmpty || !unreadOfPages.isEmpty {
      text += Array("\n],\n\"\(DrawingMembers.pages)\":[".utf8)
      try append(others, besides: unreadOfPages, to: &text)
    }
    text += Array("\n]\n}\n".utf8)
    return text
  }

  /// More than most points take as text. What is not filled of so much room takes no memory, and growing would take
  /// twice as much as the text.
  private static let roomForPoint = 64

  private func append(
    _ operations: [NumberedOperation], besides unread: [UnreadElement], to text: inout [UInt8]
  ) throws(DrawingFileError) {
    text.reserveCapacity(text.count + operations.penPointCount * Self.roomForPoint)
    let originals = Dictionary(readTexts.map { ($0.id, $0.text) }) { $1 }
    var (interleaving, separator) = (Interleaving(unread), "\n")
    func append(_ line: [UInt8]) {
      text += separator.utf8
      text += line
      separator = ",\n"
    }
    for operation in operations {
      interleaving.drainBeforeNext().forEach(append)
      append(try self.text(of: operation, replacing: originals[operation.id]))
    }
    interleaving.rest.forEach(append)
  }
}

extension [NumberedOperation] {
  /// The points of freehand strokes, of which there may be millions.
  fileprivate var penPointCount: Int {
    reduce(0) { count, operation in
      guard case .add(.pen(let pen)) = operation.operation else { return count }
      return pen.path.runs.reduce(count) { $0 + $1.count }
    }
  }
}
