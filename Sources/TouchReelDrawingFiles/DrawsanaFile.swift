import FoundationEssentials
import TouchReelCanvas
package import TouchReelDrawings
package import TouchReelInkFiles
import TouchReelTouchTracking

/// A drawing as the JSON of Drawsana, an iOS library: a size and shapes, without history or background.
///
/// A shape that has not changed is written as it was read, and so is an unknown or broken one. What Drawsana's members
/// cannot hold of a shape is in its member `touchreel`, which Drawsana passes by; it counts as long as it agrees with
/// the others.
package struct DrawsanaFile: Sendable {
  package var drawing: Drawing
  /// Shapes that were not understood.
  package private(set) var unread: [UnreadElement] = []
  /// What is wrong with the file outside of shapes.
  package private(set) var damage = InkDamage()
  private var unknownMembers: [(name: String, text: [UInt8])] = []
  /// The file's members that were not understood.
  var unreadNames: [String] { unknownMembers.map(\.name) }
  /// The shapes as they stood in the file.
  private var originals: [ElementID: Original] = [:]

  private struct Original: Sendable {
    /// A part of the file, which is not copied.
    let text: ArraySlice<UInt8>
    let name: String?
    let content: Element.Content
  }

  package init(_ drawing: Drawing) { self.drawing = drawing }

  /// - Parameter texts: shapes as they stood in a file of Drawsana's, from which the drawing's were made. Those that
  ///   were changed since, or are not understood, do not count.
  init(_ drawing: Drawing, originals texts: [ElementID: [UInt8]]) {
    self.drawing = drawing
    for (id, text) in texts {
      let file = DrawsanaFile(shape: text, on: drawing.size)
      if let element = file.drawing.elements.first { originals[id] = file.originals[element.id] }
    }
  }

  /// A file of one shape, or of none if it is not understood.
  private init(shape text: [UInt8], on size: BoardSize) {
    drawing = Drawing(size: size, background: .color(.white))
    do throws(DrawingFileError) {
      let json = try JSONText(text)
      var (seen, budget): (Set<String>, InkBudget) = ([], InkBudget(InkLimits(points: .max, strokes: .max)))
      try read(json, 0..<text.count, at: 0, &seen, &budget)
    } catch {
      // It is not JSON, and so says nothing about the shape.
    }
  }

  /// Reads a file as far as it goes, and past its damage.
  ///
  /// - Throws: if nothing of the text is JSON, or a whole one lacks `size` or `shapes`. What is wrong with single
  ///   shapes is in ``unread``, and with the rest in ``damage``.
  package init(json bytes: [UInt8], limits: InkLimits = .standard) throws(DrawingFileError) {
    try self.init(JSONText(damaged: bytes), limits)
  }

  init(_ text: JSONText, _ limits: InkLimits) throws(DrawingFileError) {
    var members = DrawingMembers(text)
    let size = try members.optionalValue("size", as: SizeValue.self)?.size
    let shapes = try members.elements("shapes")
    damage = members.damage
    unknownMembers = members.all.filter { !["size", "shapes"].contains($0.name) }
      .map { ($0.name, text.text($0.value)) }
    drawing = Drawing(size: size ?? BoardSize(width: 1920, height: 1080), background: .color(.white))
    var seen: Set<String> = []
    var budget = InkBudget(limits)
    for (place, element) in shapes.enumerated() {
      guard budget.takesStroke(points: 0) else { throw .tooLarge(budget.excess) }
      if element.isDamaged {
        unread.append(.damaged(at: place))
      } else {
        try read(text, element.range, at: place, &seen, &budget)
      }
    }
    if size == nil { drawing.grow(&damage) }
  }

  private mutating func read(
    _ text: JSONText, _ range: Range<Int>, at place: Int, _ seen: inout Set<String>, _ budget: inout InkBudget
  ) throws(DrawingFileError) {
    do {
      let shape = try text.decode(DrawsanaShape.self, range, &budget)
      guard shape.id.map(seen.contains) != true else { throw BrokenValue("the id is another shape's") }
      let id = try append(shape)
      if let content = drawing.element(id)?.content {
        originals[id] = Original(text: text.slice(range), name: shape.id, content: content)
      }
      if let name = shape.id { seen.insert(name) }
    } catch let error as DrawingFileError {
      throw error
    } catch {
      let reason = (error as? OperationError)?.description ?? BoardMessage.describe(error)
      unread.append(UnreadElement(place: place, text: text.text(range), reason: reason))
    }
  }

  /// Under the number that its id holds, where that is one of ours and free.
  private mutating func append(_ shape: DrawsanaShape) throws -> ElementID {
    let (operation, placement) = (try shape.operation(on: drawing.size), try shape.placement())
    if let placement { try Self.require(operation, movableBy: placement) }
    let last = drawing.operations.last?.id ?? ElementID(rawValue: 0)
    let id = shape.number.map { max($0, ElementID(rawValue: last.rawValue + 1)) }
    if let id { try drawing.append(NumberedOperation(id, operation)) } else { try drawing.append(operation) }
    let added = drawing.operations[drawing.operations.count - 1].id
    if let placement { try drawing.append(.transform([added], by: placement)) }
    return added
  }

  /// A shape whose place cannot be had is not there at all: it is tried on a drawing of its own.
  private static func require(_ operation: BoardOperation, movableBy placement: ShapeTransform) throws {
    var trial = Drawing(size: BoardSize(width: 1, height: 1), background: .color(.white))
    let added: ElementID = try trial.append(operation)
    try trial.append(.transform([added], by: placement))
  }

  /// The shapes that would be written otherwise than they stood in the file, as they stood.
  var ownTexts: [(id: ElementID, text: [UInt8])] {
    get throws(DrawingFileError) {
      var texts: [(id: ElementID, text: [UInt8])] = []
      for element in drawing.elements {
        guard let original = originals[element.id], original.content == element.content else { continue }
        let plain = try JSONEncoder.text(of: DrawsanaShape(element, named: nil, on: drawing.size))
        if !plain.elementsEqual(original.text) { texts.append((element.id, Array(original.text))) }
      }
      return texts
    }
  }

  private func written(_ element: Element) throws(DrawingFileError) -> [UInt8] {
    let original = originals[element.id]
    if let original, original.content == element.content { return Array(original.text) }
    return try JSONEncoder.text(of: DrawsanaShape(element, named: original?.name, on: drawing.size))
  }

  /// UTF-8 text, a shape a line.
  ///
  /// - Throws: ``DrawingFileError/notWritable`` if a number is NaN or infinite.
  package func json() throws(DrawingFileError) -> [UInt8] {
    let shapes = try drawing.elements.map { element throws(DrawingFileError) in try written(element) }
    var text = Array("{\n\"size\":".utf8) + (try JSONEncoder.text(of: SizeValue(drawing.size)))
    for member in unknownMembers {
      text += Array(",\n".utf8) + (try JSONEncoder.text(of: member.name)) + Array(":".utf8) + member.text
    }
    text += Array(",\n\"shapes\":[".utf8)
    for (number, line) in interleaved(shapes, with: unread).enumerated() {
      text += Array((number == 0 ? "\n" : ",\n").utf8) + line
    }
    return text + Array("\n]\n}\n".utf8)
  }

  /// What the format cannot hold of the drawing, in words.
  package var losses: [String] {
    var losses: [String] = []
    if drawing.finalBackground != .color(.white) { losses.append("the background is lost") }
    let shapes = drawing.elements.compactMap(\.shape)
    if shapes.contains(where: { !$0.masks.isEmpty }) {
      losses.append("what was erased of shapes that were changed later is drawn again")
    }
    let isImage = { (shape: PlacedShape) in if case .image = shape.shape { true } else { false } }
    if shapes.contains(where: isImage) { losses.append("Drawsana does not show images, which TouchReel reads again") }
    let isStraight = shapes.contains { shape in
      if case .pen(let pen) = shape.shape { pen.path.course == .straight } else { false }
    }
    if isStraight { losses.append("freehand strokes without smoothing become smooth") }
    return losses + fontLosses
  }

  private var fontLosses: [String] {
    let fonts = drawing.elements.compactMap { element -> TextFont? in
      guard case .text(let text) = element.shape?.shape, originals[element.id]?.content != element.content else {
        return nil
      }
      return text.font
    }
    let generic: Set = ["", "sans", "sans-serif", "serif", "mono", "monospace"]
    let families = Set(fonts.filter { !generic.contains($0.family.lowercased()) }.map(\.family))
    return families.sorted().compactMap { family in
      let name = AppleFonts.name(for: TextFont(family: family, size: 12))
      return name == family ? nil : "iOS has no font \(quoted(family)); \(name) takes its place there"
    }
  }
}

/// The fonts of iOS. Drawsana ends where a font that a drawing names is not there.
enum AppleFonts {
  /// Families that every version of iOS since 7 has (Apple, "System Fonts").
  private static let families: Set = [
    "academy engraved let", "al nile", "american typewriter", "apple color emoji", "apple sd gothic neo", "arial",
    "arial hebrew", "arial rounded mt bold", "avenir", "avenir next", "avenir next condensed", "baskerville",
    "bodoni 72",
    "bradley hand", "chalkboard se", "chalkduster", "cochin", "copperplate", "courier", "courier new", "damascus",
    "devanagari sangam mn", "didot", "euphemia ucas", "farah", "futura", "geeza pro", "georgia", "gill sans",
    "helvetica", "helvetica neue", "hiragino mincho pron", "hiragino sans", "hoefler text", "kailasa", "kefa",
    "marion", "marker felt", "menlo", "mishafi", "noteworthy", "optima", "palatino", "papyrus", "party let",
    "pingfang hk", "pingfang sc", "pingfang tc", "savoye let", "snell roundhand", "symbol", "thonburi",
    "times new roman", "trebuchet ms", "verdana", "zapf dingbats", "zapfino",
  ]

  /// The font's own name where iOS has it, else one of its kind.
  static func name(for font: TextFont) -> String {
    let family = font.family.lowercased()
    // A font's own name, such as `HelveticaNeue-Bold`, is a family's without blanks.
    let base = family.split(separator: "-").first.map(String.init) ?? family
    if families.contains(family) || families.contains(where: { $0.filter { $0 != " " } == base }) { return font.family }
    if family.contains("mono") || family.contains("courier") { return "Courier New" }
    return family.contains("serif") && !family.contains("sans") ? "Times New Roman" : "Helvetica Neue"
  }
}
