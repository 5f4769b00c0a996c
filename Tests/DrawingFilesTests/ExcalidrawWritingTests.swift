import Foundation
import SeededCases
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelTouchTracking

@testable import TouchReelDrawingFiles

/// Scenes of Excalidraw that are written, and read again.
struct ExcalidrawWritingTests {
  /// A scene of everything that is drawn of Excalidraw's, from a seed.
  private struct RandomScene {
    var random: SplitMix64

    mutating func choice<Value>(_ values: [Value]) -> Value { values[random.next(below: values.count)] }

    mutating func number(_ range: Range<Int>) -> Double {
      Double(range.lowerBound) + Double(random.next(below: range.count * 8)) / 8
    }

    mutating func color() -> String {
      choice(["red", "#1971c2", "rgba(0,128,0,0.5)", "hsl(300 60% 40%)", "#12345678", "#abc", "transparent", "navy"])
    }

    mutating func points() -> String {
      let count = 2 + random.next(below: 5)
      let rest = (1..<count).map { _ in "[\(number(-150..<150)),\(number(-150..<150))]" }
      return "\"points\":[\((["[0,0]"] + rest + (random.next(below: 3) == 0 ? ["[0,0]"] : [])).joined(separator: ","))]"
    }

    mutating func element(_ number: Int) -> String {
      let kind = choice(["rectangle", "ellipse", "diamond", "line", "arrow", "draw", "freedraw", "text"])
      var members = [
        "\"id\":\"e\(number)\"", "\"type\":\"\(kind)\"", "\"x\":\(self.number(-300..<300))",
        "\"y\":\(self.number(-300..<300))", "\"strokeColor\":\"\(color())\"", "\"backgroundColor\":\"\(color())\"",
        "\"strokeWidth\":\(choice([1, 2, 4]))", "\"opacity\":\(choice([100, 100, 40, 73, 10]))",
        "\"strokeStyle\":\"\(choice(["solid", "dashed", "dotted"]))\"", "\"angle\":\(choice([0, 0, 0.5, 3.25]))",
        "\"groupIds\":[\"g\"]", "\"link\":\"https://example.org/\(number)\"", "\"futureMember\":{\"a\":[1,2.50]}",
      ]
      members += own(kind)
      return "{\(members.joined(separator: ","))}"
    }

    private mutating func own(_ kind: String) -> [String] {
      let size = ["\"width\":\(number(10..<200))", "\"height\":\(number(10..<200))"]
      let round = choice(["null", "{\"type\":1}", "{\"type\":2}", "{\"type\":3}", "{\"type\":3,\"value\":9}"])
      switch kind {
      case "rectangle", "diamond": return size + ["\"roundness\":\(round)"]
      case "ellipse": return size
      case "line", "draw": return [points(), "\"strokeSharpness\":\"\(choice(["round", "sharp"]))\""]
      case "arrow":
        let heads = ["null"] + ExcalidrawWritingTests.heads.map { "\"\($0)\"" }
        return [
          points(), "\"roundness\":\(choice(["null", "{\"type\":2}"]))", "\"startArrowhead\":\(choice(heads))",
          "\"endArrowhead\":\(choice(heads))",
        ]
      case "freedraw": return [points(), choice(["\"simulatePressure\":true", "\"simulatePressure\":false"])]
      default:
        return size + [
          "\"text\":\"\(choice(["one", "two\\nlines of it", "שלום\\nעולם"]))\"", "\"fontSize\":\(choice([16, 20, 28]))",
          "\"fontFamily\":\(choice([1, 2, 3, 5, 6]))", "\"textAlign\":\"\(choice(["left", "center", "right"]))\"",
          "\"lineHeight\":\(choice([1.25, 1.15, 1.5]))",
        ]
      }
    }

    mutating func text() -> String {
      let elements = (0..<12).map { element($0) }
      return """
        {"type":"excalidraw","version":2,"source":"test","elements":[\(elements.joined(separator: ",\n"))],
        "appState":{"viewBackgroundColor":"#fffce8","gridSize":20},"files":{"f":{"id":"f"}},"later":[1,2]}
        """
    }
  }

  fileprivate static let heads = [
    "arrow", "bar", "circle", "circle_outline", "triangle", "triangle_outline", "diamond", "diamond_outline",
    "cardinality_one", "cardinality_many", "cardinality_one_or_many", "cardinality_exactly_one",
    "cardinality_zero_or_one", "cardinality_zero_or_many",
  ]

  private static func scene(seed: UInt64) -> String {
    var scene = RandomScene(random: SplitMix64(seed: seed))
    return scene.text()
  }

  /// A drawing in words, with its numbers rounded to a hundred-thousandth.
  private func rounded(_ drawing: Drawing) throws -> String {
    let text = String(decoding: try DrawingFile(drawing).json(), as: UTF8.self)
    return text.replacing(/-?\d+\.\d+(e-\d+)?/) { match in
      let value = ((Double(match.output.0) ?? 0) * 1e5).rounded() / 1e5
      let number = "\(value == 0 ? 0 : value)"
      return number.hasSuffix(".0") ? String(number.dropLast(2)) : number
    }
  }

  @Test(arguments: PropertySeeds.from(0x5CE, count: 40))
  func `A scene that is written and read again is the same drawing`(seed: UInt64) throws {
    let first = try DrawingDocument(Array(Self.scene(seed: seed).utf8))
    #expect(first.unread.isEmpty, "seed \(seed): \(first.unread)")
    // Without anything of the file.
    let (bytes, losses) = try DrawingDocument.touchreel(DrawingFile(first.drawing)).file(as: .excalidraw)
    #expect(losses == [ExcalidrawWriting.lossOfSize], "seed \(seed): \(losses)")
    let second = try DrawingDocument(bytes)
    let (one, two) = (try rounded(first.drawing), try rounded(second.drawing))
    #expect(one == two, "seed \(seed)")
  }

  private func tree(_ bytes: [UInt8]) throws -> NSDictionary {
    try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary)
  }

  @Test(arguments: PropertySeeds.from(0x7EE, count: 20))
  func `A scene that is not changed is written as it stood`(seed: UInt64) throws {
    let text = Array(Self.scene(seed: seed).utf8)
    let (bytes, losses) = try DrawingDocument(text).file(as: .excalidraw)
    #expect(try tree(bytes) == tree(text) && losses.isEmpty, "seed \(seed): \(losses)")
  }

  @Test func `What is not drawn, deleted or unknown stays where it stood`() throws {
    let elements = [
      #"{"id":"i","type":"image","fileId":"f","x":0,"y":0,"width":1,"height":1}"#,
      #"{"id":"a","type":"ellipse","x":5,"y":5,"width":9,"height":9,"locked":true}"#,
      #"{"id":"d","type":"ellipse","x":5,"y":5,"width":9,"height":9,"isDeleted":true}"#,
      #"{"id":"b","type":"text","x":5,"y":50,"width":9,"height":9,"text":""}"#, #"{"id":"z","type":"later"}"#,
    ]
    let text = Array("{\"type\":\"excalidraw\",\"version\":2,\"elements\":[\(elements.joined(separator: ","))]}".utf8)
    let document = try DrawingDocument(text)
    #expect(document.unread.map(\.index) == [0, 4] && document.drawing.elements.count == 1)
    let (bytes, losses) = try document.file(as: .excalidraw)
    #expect(try tree(bytes) == tree(text) && losses.isEmpty)
  }

  @Test(arguments: [(UInt8(102), "#ff0000"), (128, "#ff0000"), (127, "#ff00007f"), (1, "#ff000001"), (255, "#ff0000")])
  func `Ink and fill of one alpha are as opaque after any number of files`(alpha: UInt8, color: String) throws {
    let red = PixelColor(red: 255, green: 0, blue: 0, alpha: alpha)
    var drawing = Drawing(size: BoardSize(width: 100, height: 100), background: .color(.white))
    let (start, end) = (BoardPoint(x: 20, y: 20), BoardPoint(x: 80, y: 80))
    let shape = RectShape(from: start, to: end, style: StrokeStyle(color: red, width: 2), fill: red)
    try drawing.append(.add(.rectangle(shape)))
    for _ in 0..<4 {
      let (bytes, _) = try DrawingDocument.touchreel(DrawingFile(drawing)).file(as: .excalidraw)
      #expect(String(decoding: bytes, as: UTF8.self).contains("\"backgroundColor\":\"\(color)\""))
      drawing = try DrawingDocument(bytes).drawing
      let read = try #require(drawing.elements.first?.shape?.shape)
      #expect(read.color == red && read.fill == red)
    }
  }

  @Test func `What Excalidraw cannot hold of our shapes is read again, and named where it looks otherwise`() throws {
    var drawing = Drawing(size: BoardSize(width: 300, height: 300), background: .color(.white))
    let (start, end) = (BoardPoint(x: 20, y: 20), BoardPoint(x: 220, y: 120))
    var style = StrokeStyle(color: .black, width: 3)
    try drawing.append(.add(.line(LineShape(from: start, to: end, style: style, head: .arrow))))
    try drawing.append(.add(.ngon(NgonShape(from: start, to: end, sides: 5, style: style, fill: .white))))
    try drawing.append(.add(.star(StarShape(from: start, to: end, style: style))))
    style.dashes = [9, 9]
    try drawing.append(.add(.ellipse(EllipseShape(from: start, to: end, style: style))))
    let font = TextFont(family: "Sans", size: 20)
    try drawing.append(
      .add(.text(TextShape("two words", font: font, color: .black, at: end, width: .fitting(limit: 300)))))
    var path = StrokePath(course: .straight, from: StrokePath.Vertex(start, width: 9))
    path.extend(to: StrokePath.Vertex(BoardPoint(x: 100, y: 200), width: 1))
    path.extend(to: StrokePath.Vertex(end, width: 9))
    try drawing.append(.add(.pen(PenShape(path: path, color: .black))))
    let (bytes, losses) = try DrawingDocument.touchreel(DrawingFile(drawing)).file(as: .excalidraw)
    #expect(
      losses == [
        "1 × an arrow's head has the size that Excalidraw gives it",
        "1 × dashes have the lengths that Excalidraw gives them", "1 × the thinnest places of a stroke are wider",
        ExcalidrawWriting.lossOfSize,
      ])
    let read = try DrawingDocument(bytes).drawing
    // The board begins 20 points before the elements, and these begin at (20, 20).
    #expect(try rounded(read).contains(try rounded(drawing).split(separator: "\"operations\"")[1]))
    // Excalidraw writes this when one was moved: that counts.
    let moved = String(decoding: bytes, as: UTF8.self).replacing("\"type\":\"arrow\"", with: "\"type\":\"line\"")
    guard case .line(let line)? = try DrawingDocument(Array(moved.utf8)).drawing.elements.first?.shape?.shape else {
      Issue.record("it is no line")
      return
    }
    #expect(line.head == .none)
  }

  @Test(arguments: [PathShape.Course.straight, .curved], [ArrowHead.none, .triangle])
  func `What an open line is filled with is a line of its own below it`(course: PathShape.Course, head: ArrowHead)
    throws
  {
    let points = [(20, 20), (200, 20), (110, 160)].map { BoardPoint(x: Double($0.0), y: Double($0.1)) }
    let fill = PixelColor(red: 9, green: 200, blue: 90)
    var path = PathShape(points, style: StrokeStyle(color: .black, width: 4), fill: fill)
    (path.course, path.endHead) = (course, head)
    var drawing = Drawing(size: BoardSize(width: 300, height: 200), background: .color(.white))
    try drawing.append(.add(.path(path)))
    let (bytes, losses) = try DrawingDocument.touchreel(DrawingFile(drawing)).file(as: .excalidraw)
    #expect(losses.filter { $0.contains("fill") } == [])
    let shapes = try DrawingDocument(bytes).drawing.elements.compactMap { $0.shape?.shape }
    #expect(shapes.count == 2 && shapes.first?.fill == fill && shapes.last?.fill == nil, "\(shapes)")
    #expect(shapes.first?.color.alpha == 0)
  }

  @Test func `The degrees of an angle are named as left out`() throws {
    var drawing = Drawing(size: BoardSize(width: 100, height: 100), background: .color(.white))
    let points = [(50.0, 50.0), (90, 50), (50, 10)].map { BoardPoint(x: $0.0, y: $0.1) }
    let style = StrokeStyle(color: .black, width: 2)
    try drawing.append(
      .add(.angle(AngleShape(vertex: points[0], firstEnd: points[1], secondEnd: points[2], style: style))))
    let losses = try DrawingDocument.touchreel(DrawingFile(drawing)).file(as: .excalidraw).losses
    #expect(losses.first == "1 × the degrees of an angle are left out")
  }
}
