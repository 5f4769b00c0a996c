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
  /// What is not drawn of shapes that are, and why.
  private var problems: [String: Int] = [:]
  private var unknownMembers: [(name: String, text: [UInt8])] = []
  /// Members that were understood.
  private var knownMembers: [(name: String, text: [UInt8])] = []
  /// The shapes that were understood, as they stood in the file.
  private var readTexts: [ArraySlice<UInt8>] = []
  /// The file's members that were not understood.
  var unreadNames: [String] { unknownMembers.map(\.name) }
  /// The shapes as they stood in the file.
  private var originals: [ElementID: Original] = [:]

  /// Whether shapes that were not moved say so, too, as a file may that is compared with this one.
  private var hasAllTransforms = false

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
    let size = try members.size()
    let shapes = try members.elements("shapes")
    damage = members.damage
    let others = members.all.filter { $0.name != "shapes" }.map { ($0.name, text.text($0.value)) }
    (knownMembers, unknownMembers) = (others.filter { $0.0 == "size" }, others.filter { $0.0 != "size" })
    drawing = Drawing(size: size ?? BoardSize(width: 1920, height: 1080), background: .color(.white))
    var seen: Set<String> = []
    var budget = InkBudget(limits)
    for (offset, element) in shapes.enumerated() {
      guard budget.takesStroke(points: 0) else { throw .tooLarge(budget.excess) }
      if element.isDamaged {
        unread.append(.damaged(at: offset))
      } else {
        try read(text, element.range, at: offset, &seen, &budget)
      }
    }
    if size == nil { drawing.fit(&damage) }
  }

  private mutating func read(
    _ text: JSONText, _ range: Range<Int>, at offset: Int, _ seen: inout Set<String>, _ budget: inout InkBudget
  ) throws(DrawingFileError) {
    do {
      let shape = try text.decode(DrawsanaShape.self, range, &budget)
      let id = try append(shape)
      readTexts.append(text.slice(range))
      if let problem = shape.problem { problems[problem, default: 0] += 1 }
      if shape.id.map(seen.contains) == true {
        damage.add("a shape has the id of another: it gets its own", line: nil)
        return
      }
      if let content = drawing.element(id)?.content {
        originals[id] = Original(text: text.slice(range), name: shape.id, content: content)
      }
      if let name = shape.id { seen.insert(name) }
    } catch let error as DrawingFileError {
      throw error
    } catch {
      let reason = (error as? OperationError)?.description ?? BoardMessage.describe(error)
      unread.append(UnreadElement(index: offset, text: text.text(range), reason: reason))
    }
  }

  /// Under the number that its id holds, where that is one of ours and free.
  private mutating func append(_ shape: DrawsanaShape) throws -> ElementID {
    let (operation, placement) = (try shape.operation(on: drawing.size), try shape.placement())
    if let placement { try Self.require(operation, movableBy: placement) }
    let id = shape.number.map { max($0, drawing.nextID) }
    if let id { try drawing.append(NumberedOperation(id, operation)) } else { try drawing.append(operation) }
    let added = drawing.operations[drawing.operations.count - 1].id
    if let placement { try drawing.append(.transform([added], by: placement)) }
    return added
  }

  /// A shape whose position cannot be had is not there at all: it is tried on a drawing of its own.
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

  /// - Parameter names: the ids of shapes that stood in the file, which no other may have.
  private func written(_ element: Element, besides names: Set<String>) throws(DrawingFileError) -> [UInt8] {
    let original = originals[element.id]
    if let original, original.content == element.content { return Array(original.text) }
    let name = original?.name ?? DrawsanaShape.name(of: element.id, besides: names)
    var shape = DrawsanaShape(element, named: name, on: drawing.size)
    if hasAllTransforms { shape.addTransform() }
    return try JSONEncoder.text(of: shape)
  }

  /// UTF-8 text, a shape a line.
  ///
  /// - Throws: ``DrawingFileError/notWritable`` if a number is NaN or infinite.
  package func json() throws(DrawingFileError) -> [UInt8] {
    let names = Set(originals.values.compactMap(\.name))
    let shapes = try drawing.elements.map { element throws(DrawingFileError) in try written(element, besides: names) }
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

  /// What is not drawn of shapes that are, one line for each reason.
  var notes: [String] {
    problems.sorted { $0.key < $1.key }.map {
      "\($0.value) × \(Self.noteOfOwn) (\($0.key)); Drawsana's shape is drawn"
    }
  }

  static let noteOfOwn = "what TouchReel keeps in a shape is not understood"

  /// What was understood, as it stood in the file, and the same written from the drawing alone.
  var understood: (original: [UInt8], bare: [UInt8]) {
    get throws(DrawingFileError) {
      let shapes = JSONText.array(readTexts)
      var bare = DrawsanaFile(drawing)
      bare.hasAllTransforms = true
      return (try JSONText.object(knownMembers + [("shapes", shapes)]), try bare.json())
    }
  }

  /// The same without what was not understood.
  var withoutUnread: DrawsanaFile {
    var file = self
    (file.unread, file.unknownMembers) = ([], [])
    return file
  }

  /// What the format cannot hold of the drawing, in words.
  package var losses: [String] {
    var losses: [String] = []
    if drawing.finalBackground != .color(.white) { losses.append("the background is lost") }
    let shapes = drawing.elements.compactMap(\.shape)
    let masked = shapes.count { !$0.masks.isEmpty }
    if masked > 0 { losses.append("\(masked) × what was erased of a shape that was changed later is drawn again") }
    var hidden: [String: Int] = [:]
    for element in drawing.elements where originals[element.id]?.content != element.content {
      for part in element.shape?.shape.hiddenInDrawsana ?? [] { hidden[part, default: 0] += 1 }
    }
    losses += hidden.sorted { $0.key < $1.key }.map {
      "\($0.value) × Drawsana does not show \($0.key), which TouchReel reads again"
    }
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
