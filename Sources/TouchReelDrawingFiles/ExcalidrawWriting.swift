import FoundationEssentials
import TouchReelCanvas
import TouchReelDrawings
import TouchReelInkFiles
import TouchReelTouchTracking

/// A drawing as a scene of Excalidraw. The same drawing gives the same text.
///
/// What an element of Excalidraw's cannot hold of a shape is in its member `customData`, which Excalidraw keeps; it
/// counts as long as it agrees with the others. Elements that were read of a scene and have not changed are written as
/// they stood there, and so is what else it holds.
struct ExcalidrawWriting {
  private(set) var losses: [String] = []
  private var lines: [Result<[UInt8], DrawingFileError>] = []
  private var left: [String: Int] = [:]
  /// What erasers have left of elements.
  private var parts: [ElementID: ErasedParts] = [:]
  private var files = ExcalidrawNewFiles()
  private let drawing: Drawing
  /// What the drawing was read of.
  private let scene: ExcalidrawScene?

  init(_ drawing: Drawing, scene: ExcalidrawScene? = nil) {
    self.drawing = drawing
    self.scene = scene?.origin == nil ? nil : scene
    parts = drawing.erasedParts(.ofExcalidraw)
    for element in drawing.elementsAsStacked { add(element) }
    switch drawing.finalBackground {
    case .color: break
    case .ruled: left["the ruling of the paper is left out", default: 0] += 1
    case .gradient: left["the background is left out, which is no colour", default: 0] += 1
    case .image: left["the background image is left out", default: 0] += 1
    }
    losses = left.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
    if self.scene == nil { losses.append(Self.lossOfSize) }
  }

  /// A loss of every drawing that was not read of a scene.
  static let lossOfSize = "the board's size is left out: a scene has no edges"

  private mutating func add(_ element: TouchReelDrawings.Element) {
    switch scene?.text(of: element, in: drawing, without: parts) ?? .changed {
    case .unchanged(let text): lines.append(.success(text))
    case .written: break
    case .changed: write(element)
    }
  }

  private mutating func write(_ element: TouchReelDrawings.Element) {
    guard let placed = element.shape else { return }
    guard let left = parts[element.id] else { return write([placed], element.id) }
    if left.isTextLost { lose("a text of which something was erased is drawn as areas") }
    write(left.shapes, element.id)
  }

  /// - Parameter shapes: what there is of one element.
  private mutating func write(_ shapes: [PlacedShape], _ id: ElementID) {
    var number = 0
    for placed in shapes {
      for content in elements(of: placed, id) {
        let isOther = number > 0 || parts[id] != nil && content.type == "image"
        let original = isOther ? nil : scene?.original(of: id)
        lines.append(Self.line(content, id.rawValue, number, replacing: original))
        number += 1
      }
    }
  }

  private mutating func elements(of placed: PlacedShape, _ id: ElementID) -> [ExcalidrawElement] {
    let origin = scene?.origin ?? BoardPoint(x: 0, y: 0)
    let transform = ShapeTransform.move(byX: -origin.x, y: -origin.y).after(placed.transform)
    let fitting = ExcalidrawFit.parts(of: placed.shape, transform)
    if fitting.count > 1, fitting[0].fill == placed.shape.color, placed.shape.color.alpha < 255 {
      lose("where a line lies on what it is filled with, it is darker")
    }
    let written = fitting.flatMap { write($0, transform) }
    if written.isEmpty { lose("a text is left out, for which there is no font") }
    if case .image(let image) = placed.shape, parts[id] != nil || scene?.original(of: id) == nil {
      files.add(image.image)
    }
    return written
  }

  private mutating func write(_ shape: Shape, _ transform: ShapeTransform) -> [ExcalidrawElement] {
    let fit = ExcalidrawFit(shape, transform)
    for loss in fit.losses { lose(loss) }
    var written = ExcalidrawElement.elements(of: shape, transform)
    if written.count == 1, fit.isPartial {
      written[0].customData = ExcalidrawElement.CustomData(OwnShape(shape, transform))
    }
    return written
  }

  private mutating func lose(_ loss: String) { left[loss, default: 0] += 1 }

  /// - Parameter original: the element's text in the scene that it was read of.
  private static func line(
    _ element: ExcalidrawElement, _ number: Int, _ part: Int, replacing original: [UInt8]?
  ) -> Result<[UInt8], DrawingFileError> {
    Result { () throws(DrawingFileError) in
      guard let original else {
        return try JSONEncoder.text(of: ExcalidrawNewElement(element, number: number, part: part))
      }
      return try ExcalidrawElement.text(original, changedTo: element)
    }
  }

  /// - Throws: ``DrawingFileError/notWritable`` if a number is NaN or infinite.
  func json() throws(DrawingFileError) -> [UInt8] {
    let own = try lines.map { line throws(DrawingFileError) in try line.get() }
    let all = interleaved(own, with: scene?.carried ?? [])
    let elements = Array("[\n".utf8) + Array(all.joined(separator: Array(",\n".utf8))) + Array("\n]".utf8)
    guard let scene else {
      let head = "{\"type\":\"excalidraw\",\"version\":2,\"source\":\"touchreel\",\n\"elements\":"
      let state = ",\n\"appState\":{\"viewBackgroundColor\":\"\(color)\"},\"files\":"
      return Array(head.utf8) + elements + Array(state.utf8) + (try files.json()) + Array("}\n".utf8)
    }
    return try text(of: scene, elements)
  }

  private var color: String {
    switch drawing.finalBackground {
    case .color(let color), .ruled(_, on: let color): InkColor(color).hexadecimal()
    case .gradient, .image: InkColor(.white).hexadecimal()
    }
  }

  /// The file's members with other elements.
  private func text(of scene: ExcalidrawScene, _ elements: [UInt8]) throws(DrawingFileError) -> [UInt8] {
    var members = scene.members
    for (index, member) in members.enumerated() {
      switch member.name {
      case "elements": members[index].text = elements
      // A file of what was copied is none that Excalidraw opens.
      case "type": members[index].text = Array("\"excalidraw\"".utf8)
      default: break
      }
    }
    if !files.isEmpty {
      let old = members.first { $0.name == "files" }
      members.removeAll { $0.name == "files" }
      members.append(("files", try files.json(besides: old?.text)))
    }
    if drawing.finalBackground != drawing.background {
      let state = members.firstIndex { $0.name == "appState" }
      let color = Array("\"\(color)\"".utf8)
      let old = try state.map { index throws(DrawingFileError) in try JSONText(members[index].text) }
      var rest = old.map { old in (old.members ?? []).map { ($0.name, old.text($0.value)) } } ?? []
      rest.removeAll { $0.0 == "viewBackgroundColor" }
      if let state { members.remove(at: state) }
      members.append(("appState", try JSONText.object(rest + [("viewBackgroundColor", color)])))
    }
    return try JSONText.object(members, between: "\n") + Array("\n".utf8)
  }
}

extension CutRules {
  /// The rules of perfect-freehand.
  fileprivate static let ofExcalidraw: CutRules = {
    var rules = CutRules()
    (rules.leastShare, rules.hasInsides) = (FreehandWidth.leastShare, true)
    return rules
  }()
}

/// With all members that every element of a scene has.
private struct ExcalidrawNewElement: Encodable {
  private let element: ExcalidrawElement
  private let number: Int

  private enum Key: String, CodingKey {
    case groupIds, seed, version, versionNonce, isDeleted, updated, locked, roundness, frameId, boundElements, link
  }

  init(_ element: ExcalidrawElement, number: Int, part: Int) {
    var element = element
    element.id = "touchreel-\(number)" + (part > 0 ? "-\(part)" : "")
    (self.element, self.number) = (element, number)
  }

  func encode(to encoder: any Encoder) throws {
    try element.encode(to: encoder)
    var object = encoder.container(keyedBy: Key.self)
    try object.encode([String](), forKey: .groupIds)
    try object.encode(number, forKey: .seed)
    try object.encode(1, forKey: .version)
    try object.encode(0, forKey: .versionNonce)
    try object.encode(false, forKey: .isDeleted)
    try object.encode(1, forKey: .updated)
    try object.encode(false, forKey: .locked)
    if element.roundness == nil { try object.encodeNil(forKey: .roundness) }
    for key in [Key.frameId, .boundElements, .link] { try object.encodeNil(forKey: key) }
  }
}

extension ExcalidrawElement {
  /// The members that say how an element looks.
  private static let looks: Set = [
    "type", "x", "y", "width", "height", "angle", "strokeColor", "backgroundColor", "fillStyle", "strokeWidth",
    "strokeStyle", "roughness", "opacity", "roundness", "strokeSharpness", "points", "pressures", "simulatePressure",
    "startArrowhead", "endArrowhead", "elbowed", "text", "originalText", "fontSize", "fontFamily", "font", "textAlign",
    "verticalAlign", "lineHeight", "lastCommittedPoint",
  ]

  /// The members that say where an image is, of which nothing else changes.
  private static let frame: Set = ["type", "x", "y", "width", "height", "angle"]

  /// An element that looks otherwise than it stood in the file, with all else that stood there.
  fileprivate static func text(
    _ original: [UInt8], changedTo element: ExcalidrawElement
  ) throws(DrawingFileError) -> [UInt8] {
    let old = try JSONText(original)
    let new = try JSONText(try JSONEncoder.text(of: element))
    let changed = element.type == "image" ? frame : looks
    let own = (new.members ?? []).map { ($0.name, new.text($0.value)) }.filter { name, _ in
      element.type != "image" || changed.contains(name)
    }
    let kept = (old.members ?? []).map { ($0.name, old.text($0.value)) }.filter { name, _ in
      !changed.contains(name) && !(name == "customData" && element.customData != nil)
    }
    return try JSONText.object(kept + own)
  }
}

extension JSONText {
  /// An object of members whose values are written already.
  static func object(
    _ members: [(name: String, text: [UInt8])], between gap: String = ""
  ) throws(DrawingFileError) -> [UInt8] {
    let texts = try members.map { member throws(DrawingFileError) in
      try JSONEncoder.text(of: member.name) + Array(":".utf8) + member.text
    }
    return Array("{".utf8) + Array(texts.joined(separator: Array(",\(gap)".utf8))) + Array("}".utf8)
  }
}
