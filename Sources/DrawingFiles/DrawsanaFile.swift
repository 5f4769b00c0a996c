internal import Canvas
public import DrawingBoard
internal import FoundationEssentials
internal import TouchTracking

/// A drawing as the JSON of Drawsana, an iOS library: a size and shapes, without history or background.
///
/// An unknown or broken shape is kept byte for byte and written back where it was.
public struct DrawsanaFile: Sendable {
  public var drawing: Drawing
  /// Shapes that were not understood.
  public private(set) var unread: [UnreadElement] = []
  private var names: [ElementID: String] = [:]

  public init(_ drawing: Drawing) { self.drawing = drawing }

  /// - Throws: where the text is no JSON, or has no `size` or `shapes`. All that is wrong with single shapes is in ``unread``.
  public init(json bytes: [UInt8]) throws(DrawingFileError) {
    let text = try JSONText(bytes)
    let values = Dictionary((text.members ?? []).map { ($0.name, $0.value) }) { $1 }
    guard let size = values["size"] else { throw .malformed("size is missing") }
    guard let shapes = values["shapes"].flatMap(text.elements) else { throw .malformed("shapes is no array") }
    do {
      drawing = Drawing(size: try text.decode(SizeValue.self, size).size, background: .color(.white))
    } catch {
      throw .malformed("size: \(BoardMessage.describe(error))")
    }
    var seen: Set<String> = []
    for (place, range) in shapes.enumerated() { read(text, range, at: place, &seen) }
  }

  private mutating func read(_ text: JSONText, _ range: Range<Int>, at place: Int, _ seen: inout Set<String>) {
    do {
      let shape = try text.decode(DrawsanaShape.self, range)
      guard shape.id.map(seen.contains) != true else { throw BrokenValue("the id is another shape's") }
      let id = try drawing.append(try shape.operation(on: drawing.size))
      if let transform = try shape.placement() { try drawing.append(.transform([id], by: transform)) }
      names[id] = shape.id
      if let name = shape.id { seen.insert(name) }
    } catch {
      let reason = (error as? OperationFault)?.description ?? BoardMessage.describe(error)
      unread.append(UnreadElement(place: place, text: text.text(range), reason: reason))
    }
  }

  /// UTF-8 text, a shape a line.
  ///
  /// - Throws: ``DrawingFileError/notWritable`` where a number is infinite or none.
  public func json() throws(DrawingFileError) -> [UInt8] {
    let shapes = try drawing.elements.map { element throws(DrawingFileError) in
      try JSONEncoder.text(of: DrawsanaShape(element, named: names[element.id]))
    }
    var text = Array("{\n\"size\":".utf8) + (try JSONEncoder.text(of: SizeValue(drawing.size)))
    text += Array(",\n\"shapes\":[".utf8)
    for (number, line) in interleaved(shapes, with: unread).enumerated() {
      text += Array((number == 0 ? "\n" : ",\n").utf8) + line
    }
    return text + Array("\n]\n}\n".utf8)
  }

  /// What the format cannot hold of the drawing, in words.
  public var losses: [String] {
    var losses: [String] = []
    if drawing.finalBackground != .color(.white) { losses.append("the background is lost") }
    let shapes = drawing.elements.compactMap(\.shape)
    if shapes.contains(where: { !$0.masks.isEmpty }) {
      losses.append("what was erased of shapes that were changed later is drawn again")
    }
    let isStraight = shapes.contains { shape in
      if case .pen(let pen) = shape.shape { pen.path.course == .straight } else { false }
    }
    if isStraight { losses.append("freehand strokes without smoothing become smooth") }
    return losses
  }
}
