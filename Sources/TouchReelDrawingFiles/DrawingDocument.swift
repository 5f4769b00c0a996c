import FoundationEssentials
package import TouchReelDrawings
package import TouchReelInkFiles

/// A drawing file of any kind, with all that it holds besides the drawing.
///
/// ```
/// let page = try DrawingDocument(bytes)
/// let (text, losses) = try page.file(as: .drawsana)
/// ```
package enum DrawingDocument: Sendable {
  case touchreel(DrawingFile)
  case drawsana(DrawsanaFile)
  /// Another program's, of which the drawing is all that is kept.
  case foreign(ForeignDrawing)

  /// Reads a file of any kind as far as it goes, and past its damage.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - page: the only page that is read of a file of Xournal++, from 1; `nil` for all.
  ///   - limits: of what it may hold.
  ///   - salvaging: whether what is understood of a file of a later version is read.
  /// - Throws: if nothing of it is a drawing of a known version, or it has no such page. What is wrong with single
  ///   parts is in ``unread``, and with the rest in ``damage``.
  package init(
    _ bytes: [UInt8], page: Int? = nil, limits: InkLimits = .standard, salvaging: Bool = false
  ) throws(DrawingFileError) {
    if let kind = InkKind(beginning: Array(bytes.prefix(InkKind.sniffedLength))) {
      self = .foreign(try ForeignDrawing(bytes, of: kind, page: page, limits))
      return
    }
    if let page, page != 1 { throw .noPage("it has no page \(page), only one page") }
    let text = try JSONText(damaged: bytes)
    try Self.requireElements(text)
    switch DrawingKind(members: (text.members ?? []).map(\.name)) {
    case .drawsana: self = .drawsana(try DrawsanaFile(text, limits))
    case .excalidraw: self = .foreign(ForeignDrawing(try ExcalidrawFile(text, limits)))
    default: self = .touchreel(try DrawingFile(text, limits, acceptsLater: salvaging))
    }
  }

  /// - Throws: if it is a scene of Excalidraw without the member that lists what is drawn.
  private static func requireElements(_ text: JSONText) throws(DrawingFileError) {
    let members = text.members ?? []
    guard DrawingKind(members: members.map(\.name)) == .touchreel,
      !members.contains(where: { $0.name == "operations" }),
      let type = members.last(where: { $0.name == "type" }),
      text.slice(type.value).starts(with: "\"excalidraw".utf8)
    else { return }
    throw .malformed("elements is missing: it is a scene of Excalidraw without what is drawn on it")
  }

  /// The same with the images of its backgrounds named as files that are attached to its own, as Xournal++ does it.
  ///
  /// - Parameter fileName: of the drawing's file, without its folder.
  package func attached(to fileName: String) -> DrawingDocument {
    guard case .foreign(var file) = self else { return self }
    file.attach(to: fileName)
    return .foreign(file)
  }

  /// The same, of which no file is the one that was read, byte for byte: what was damaged in that is in none.
  package var rewritten: DrawingDocument {
    guard case .foreign(let file) = self else { return self }
    return .foreign(file.rewritten)
  }

  /// The same with other names of files that backgrounds show.
  package func renamingFiles(_ names: [ImageID: ImageID]) -> DrawingDocument {
    guard !names.isEmpty else { return self }
    switch self {
    case .touchreel(var file):
      file.drawing = file.drawing.renamingFiles(names)
      return .touchreel(file)
    case .drawsana: return self
    case .foreign(let file): return .foreign(file.renamingFiles(names))
    }
  }

  /// Our own file of it; `nil` for one of Drawsana's, of which more is kept.
  package var asOwn: DrawingFile? {
    switch self {
    case .touchreel(let file): file
    case .drawsana: nil
    case .foreign(let file): DrawingFile(file.drawing)
    }
  }

  package var kind: DrawingKind {
    switch self {
    case .touchreel: .touchreel
    case .drawsana: .drawsana
    case .foreign(let file): file.kind
    }
  }

  package var drawing: Drawing {
    switch self {
    case .touchreel(let file): file.drawing
    case .drawsana(let file): file.drawing
    case .foreign(let file): file.drawing
    }
  }

  /// The images of backgrounds that are in the file itself.
  package var images: [ImageID: [UInt8]] {
    if case .touchreel(let file) = self { file.images } else { [:] }
  }

  /// Parts that were not understood and are not drawn.
  package var unread: [UnreadElement] {
    switch self {
    case .touchreel(let file): file.unread
    case .drawsana(let file): file.unread
    case .foreign(let file): file.unread
    }
  }

  /// What is wrong with the file besides.
  package var damage: InkDamage {
    switch self {
    case .touchreel(let file): file.damage
    case .drawsana(let file): file.damage
    case .foreign(let file): file.damage
    }
  }

  /// The lines of ``damage`` where the file is written again in its kind: what is copied is not lost.
  var damageOfCopy: [String] {
    guard case .foreign(let file) = self, file.isCopied else { return damage.lines }
    return damage.lines.map { line in
      line.replacing(": skipped", with: "; it is kept but not drawn")
        .replacing("; what follows is lost", with: "; what follows is kept but not read")
    }
  }

  /// What the file holds and another of its kind does not that has all that could be read of it, one line for each
  /// kind.
  package var lossesOfCopy: [String] {
    if case .foreign(let file) = self { file.lossesOfOriginal } else { [] }
  }

  /// Whether a file of the same kind holds what was not understood.
  package var keepsUnread: Bool {
    if case .foreign = self { false } else { true }
  }

  /// The pages of the file, of which this is one, or has all.
  package var pageCount: Int {
    if case .foreign(let file) = self { file.pageCount } else { drawing.pageCount }
  }

  /// What ``notes`` say of the file's other pages or drawings; `nil` if this is the only one.
  package var noteOfOthers: String? { notes.first { $0.contains(", of which this is ") } }

  /// What else the file holds that is not drawn, in words, and what is wrong with it.
  package var notes: [String] {
    let notes =
      switch self {
      case .foreign(let file): file.notes
      case .drawsana(let file): damage.lines + file.notes
      case .touchreel: damage.lines
      }
    return notes + drawing.notesOfFarCoordinates
  }

  /// The file as one of a kind. In our own and in Drawsana's it keeps everything, including what was not understood,
  /// byte for byte. Our own files and those of Xournal++ have all pages, others the one that is shown.
  ///
  /// - Returns: the file, and what it does not hold, in words.
  /// - Throws: ``DrawingFileError/notWritable`` if a number is NaN or infinite, ``DrawingFileError/noStrokes``.
  package func file(as kind: DrawingKind) throws(DrawingFileError) -> (bytes: [UInt8], losses: [String]) {
    if case .foreign(let file) = self, file.kind == kind, let original = file.original {
      return (original, file.lossesOfOriginal)
    }
    switch (self, kind) {
    case (.touchreel(let file), .touchreel): return (try file.json(), [])
    case (.drawsana(let file), .drawsana): return (try file.json(), file.losses)
    case (.drawsana(let file), .touchreel): return (try DrawingFile(file).json(), lossesOfParts)
    case (.touchreel(let own), .drawsana):
      let file = try own.asDrawsana
      return (try file.json(), lossesOfParts + own.drawing.lossesOfPagesAndLayers + file.losses)
    case (.foreign(let file), .touchreel), (.foreign(let file), .drawsana):
      let (bytes, losses) = try Self.touchreel(DrawingFile(file.drawing)).file(as: kind)
      return (bytes, lossesOfParts + losses)
    case (.foreign(let file), .excalidraw) where file.kind == .excalidraw:
      let writing = ExcalidrawWriting(file.drawing, scene: file.scene)
      return (try writing.json(), file.scene?.origin == nil ? lossesOfParts + writing.losses : writing.losses)
    case (_, .excalidraw):
      let writing = ExcalidrawWriting(drawing.shownPage.flattened)
      return (try writing.json(), lossesOfParts + drawing.lossesOfPagesAndLayers + writing.losses)
    case (_, .xournal), (_, .inkml), (_, .quickdraw):
      let (bytes, losses) = try ForeignDrawing.ink(of: drawing, as: kind)
      return (bytes, lossesOfParts + losses)
    }
  }

  /// The names of members that were not understood, in files that keep them.
  private var unreadNames: [String] {
    switch self {
    case .touchreel(let file): file.unreadNames
    case .drawsana(let file): file.unreadNames
    case .foreign: []
    }
  }

  /// The files of its archive that no file holds that is written.
  package var leftOutOfArchive: [String] {
    if case .foreign(let file) = self { file.leftOutOfArchive } else { [] }
  }

  /// What was understood of the file, and a file of the same kind that holds nothing but the drawing. What InkML,
  /// Excalidraw and Quick, Draw! hold besides is counted while it is read: `nil`.
  ///
  /// - Parameter original: the file.
  package func understood(of original: [UInt8]) throws(DrawingFileError) -> (original: [UInt8], bare: [UInt8])? {
    switch self {
    case .touchreel(let file): return try file.understood
    case .drawsana(let file): return try file.understood
    case .foreign(let file): return file.kind == .xournal ? (original, try self.file(as: .xournal).bytes) : nil
    }
  }

  /// What ``understood(of:)`` says, with a file of the same kind that keeps what the drawing does not show.
  ///
  /// - Parameter written: the new file.
  package func understood(
    of original: [UInt8], written: [UInt8]
  ) throws(DrawingFileError) -> (original: [UInt8], written: [UInt8]) {
    switch self {
    case .touchreel(let file): return (try file.understood.original, try file.withoutUnread.json())
    case .drawsana(let file): return (try file.understood.original, try file.withoutUnread.json())
    case .foreign(let file): return (file.scene?.repaired ?? file.salvaged ?? original, written)
    }
  }

  /// What a file of another kind does not hold because it was not understood.
  package var lossesOfParts: [String] {
    let elements = unread.map { "element \($0.index) is lost, which is not understood: \($0.reason)" }
    if case .foreign(let file) = self { return elements + notes + file.leftOut + file.leftOutOfArchive }
    return elements + notes + unreadNames.map { "the member \($0) is lost, which is not understood" }
  }
}

/// A drawing within a message. It is read as a whole, or not at all.
struct DrawingValue: Codable {
  private var size: SizeValue
  private var background: BackgroundValue
  /// What was done on the first layer of the first page.
  private var operations: [OperationValue]
  /// What was done to pages and layers and on the others, where there is any.
  private var pages: [OperationValue]?

  init(_ drawing: Drawing) {
    size = SizeValue(drawing.boardSize)
    background = BackgroundValue(drawing.background)
    let (first, others) = drawing.operationsByPage
    operations = first.map(OperationValue.init)
    pages = others.isEmpty ? nil : others.map(OperationValue.init)
  }

  var drawing: Drawing {
    get throws {
      var drawing = Drawing(size: size.size, background: background.background)
      let (first, others) = (try operations.map { try $0.numbered() }, try (pages ?? []).map { try $0.numbered() })
      for operation in first.merged(with: others) { try drawing.append(operation) }
      return drawing
    }
  }
}

extension Drawing {
  /// What was done on the first layer of the first page, and what was done to pages and layers and on the others:
  /// programs that know neither read the first.
  var operationsByPage: (first: [NumberedOperation], others: [NumberedOperation]) {
    guard operations.contains(where: \.operation.isTurning) else { return (operations, []) }
    var (first, others): ([NumberedOperation], [NumberedOperation]) = ([], [])
    forEachOperation { operation, place in
      let isOnFirst = if case .background = operation.operation { place.page == .first } else { place == .first }
      if isOnFirst, !operation.operation.isTurning { first.append(operation) } else { others.append(operation) }
    }
    return (first, others)
  }
}

extension [NumberedOperation] {
  /// These and others, both in the order of their numbers, in that order.
  func merged(with others: [NumberedOperation]) -> [NumberedOperation] {
    var (merged, rest) = ([NumberedOperation](), others[...])
    for operation in self {
      while let next = rest.first, next.id < operation.id {
        merged.append(next)
        rest.removeFirst()
      }
      merged.append(operation)
    }
    return merged + rest
  }
}
