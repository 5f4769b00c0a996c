import Canvas
import Drawings
import FoundationEssentials
import InkFiles
import TouchTracking

/// A drawing as a scene of Excalidraw: strokes as freehand elements, shapes as its own where it has them and as closed
/// lines otherwise. The same drawing gives the same text.
struct ExcalidrawWriting {
  private(set) var losses: [String] = []
  private var elements: [Element] = []
  private var left: [String: Int] = [:]

  init(_ drawing: Drawing) {
    background = drawing.finalBackground
    for element in drawing.elements { add(element) }
    switch drawing.finalBackground {
    case .color: break
    case .ruled: left["the ruling of the paper is left out", default: 0] += 1
    case .gradient, .image: left["the background is left out, which is no colour", default: 0] += 1
    }
    losses = left.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" } + [Self.lossOfSize]
  }

  /// Of every drawing.
  static let lossOfSize = "the board's size is left out: a scene has no edges"

  private let background: Background

  /// - Throws: ``DrawingFileError/notWritable`` if a number is NaN or infinite.
  func json() throws(DrawingFileError) -> [UInt8] {
    let lines = try elements.map { element throws(DrawingFileError) in try JSONEncoder.text(of: element) }
    var color = PixelColor.white
    switch background {
    case .color(let own), .ruled(_, on: let own): color = own
    case .gradient, .image: break
    }
    let head = "{\"type\":\"excalidraw\",\"version\":2,\"source\":\"touchreel\",\n\"elements\":[\n"
    let state = "\"appState\":{\"viewBackgroundColor\":\"\(InkColor(color).hexadecimal())\"},\"files\":{}}\n"
    return Array(head.utf8) + Array(lines.joined(separator: Array(",\n".utf8))) + Array("\n],\n".utf8)
      + Array(state.utf8)
  }

  /// With all members that every element of a scene has.
  private struct Element: Encodable {
    var id: String
    var type: String
    var x = 0.0
    var y = 0.0
    var width = 0.0
    var height = 0.0
    var angle = 0.0
    var strokeColor: String
    var backgroundColor = "transparent"
    var fillStyle = "solid"
    var strokeWidth = 1.0
    var strokeStyle = "solid"
    var roughness = 0
    var opacity = 100
    var groupIds: [String] = []
    var seed: Int
    var version = 1
    var versionNonce = 0
    var isDeleted = false
    var updated = 1
    var locked = false
    var points: [[Double]]?
    var pressures: [Double]?
    var simulatePressure: Bool?
    var endArrowhead: String?
    var text: String?
    var originalText: String?
    var fontSize: Double?
    var fontFamily: Int?
    var textAlign: String?
    var verticalAlign: String?
    var lineHeight: Double?

    init(_ number: Int, _ type: String, _ color: PixelColor) {
      id = "touchreel-\(number)"
      self.type = type
      seed = number
      strokeColor = InkColor(red: color.red, green: color.green, blue: color.blue).hexadecimal()
      opacity = Int((Double(color.alpha) * 100 / 255).rounded())
    }

    mutating func lie(over points: [BoardPoint]) {
      let (xs, ys) = (points.map(\.x), points.map(\.y))
      (x, y) = (xs.min() ?? 0, ys.min() ?? 0)
      (width, height) = ((xs.max() ?? 0) - x, (ys.max() ?? 0) - y)
    }

    /// From the first one on, as its elements of points are.
    mutating func go(through path: [BoardPoint]) {
      lie(over: path)
      (x, y) = (path[0].x, path[0].y)
      points = path.map { [$0.x - x, $0.y - y] }
    }
  }
}

extension ExcalidrawWriting {
  private mutating func add(_ element: Drawings.Element) {
    guard let placed = element.shape else {
      left["an erasure is left out; what it took away is there", default: 0] += 1
      return
    }
    if !placed.masks.isEmpty { left["what was erased of a moved shape is there", default: 0] += 1 }
    let (transform, number) = (placed.transform, element.id.rawValue)
    switch placed.shape {
    case .pen(let pen): add(pen, transform, number)
    case .line(let line):
      add(
        [line.start, line.end].map(transform.applied), line.head == .arrow ? "arrow" : "line", line.style, transform,
        number)
    case .rectangle(let shape): add("rectangle", shape.start, shape.end, (shape.style, shape.fill), transform, number)
    case .ellipse(let shape): add("ellipse", shape.start, shape.end, (shape.style, shape.fill), transform, number)
    case .text(let text): add(text, transform, number)
    case .ngon, .star, .angle: addOutlines(of: placed, number)
    case .image: left["an image is left out", default: 0] += 1
    }
  }

  private mutating func add(_ pen: PenShape, _ transform: ShapeTransform, _ number: Int) {
    for (place, run) in pen.path.runs.enumerated() {
      var element = Element(number, "freedraw", pen.color)
      if place > 0 { element.id += "-\(place)" }
      element.go(through: run.map { transform.applied(to: $0.point) })
      let widths = run.map { $0.width * transform.scale }
      element.strokeWidth = FreehandWidth.strokeWidth(forWidest: widths.max() ?? 1)
      element.pressures = widths.map { FreehandWidth.pressure(forWidth: $0, element.strokeWidth) }
      element.simulatePressure = false
      elements.append(element)
    }
  }

  private mutating func add(
    _ points: [BoardPoint], _ type: String, _ style: StrokeStyle, _ transform: ShapeTransform, _ number: Int
  ) {
    var element = Element(number, type, style.color)
    element.go(through: points)
    set(style, transform, of: &element)
    if type == "arrow" { element.endArrowhead = "triangle" }
    elements.append(element)
  }

  private func set(_ style: StrokeStyle, _ transform: ShapeTransform, of element: inout Element) {
    element.strokeWidth = style.width * transform.scale
    if !style.dashes.isEmpty { element.strokeStyle = "dashed" }
  }

  private mutating func add(
    _ type: String, _ start: BoardPoint, _ end: BoardPoint, _ look: (style: StrokeStyle, fill: PixelColor?),
    _ transform: ShapeTransform, _ number: Int
  ) {
    var element = Element(number, type, look.style.color)
    // It turns about its middle, wherever that is moved to.
    let middle = transform.applied(to: BoardPoint(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2))
    element.width = abs(end.x - start.x) * transform.scale
    element.height = abs(end.y - start.y) * transform.scale
    (element.x, element.y) = (middle.x - element.width / 2, middle.y - element.height / 2)
    element.angle = transform.rotation
    if let fill = look.fill { element.backgroundColor = InkColor(fill).hexadecimal() }
    set(look.style, transform, of: &element)
    elements.append(element)
  }

  private mutating func add(_ text: TextShape, _ transform: ShapeTransform, _ number: Int) {
    guard let layout = text.layout else {
      left["a text is left out, for which there is no font", default: 0] += 1
      return
    }
    var element = Element(number, "text", text.color)
    let middle = transform.applied(to: text.center)
    (element.width, element.height) = (layout.width * transform.scale, layout.height * transform.scale)
    (element.x, element.y) = (middle.x - element.width / 2, middle.y - element.height / 2)
    element.angle = transform.rotation
    (element.text, element.originalText) = (text.text, text.text)
    element.fontSize = text.font.size * transform.scale
    (element.fontFamily, element.textAlign, element.verticalAlign, element.lineHeight) = (2, "left", "top", 1.15)
    elements.append(element)
  }

  private mutating func addOutlines(of placed: PlacedShape, _ number: Int) {
    for ink in placed.vectors {
      for case .stroked(let outline, let style) in ink.parts {
        for line in outline.lines where !line.isEmpty {
          add(line.map(placed.transform.applied), "line", style, placed.transform, number)
          elements[elements.count - 1].backgroundColor =
            placed.shape.fill.map { InkColor($0).hexadecimal() } ?? "transparent"
        }
      }
    }
  }
}
