import Foundation
import SeededCases
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelTouchTracking

@testable import TouchReelDrawingFiles

/// Scenes of Excalidraw: what is drawn of them.
struct ExcalidrawFileTests {
  private struct Failed: Error {}

  /// - Parameter elements: members beside a width.
  private func scene(_ elements: String...) throws -> DrawingDocument {
    let all = elements.map { "{\"strokeWidth\":2,\($0)}" }.joined(separator: ",\n")
    return try DrawingDocument(Array("{\"type\":\"excalidraw\",\"version\":2,\"elements\":[\(all)]}".utf8))
  }

  private func shape(_ element: String) throws -> Shape {
    let document = try scene(element)
    #expect(document.unread.isEmpty, "\(document.unread)")
    return try #require(document.drawing.elements.first?.shape?.shape)
  }

  private func path(_ element: String) throws -> PathShape {
    guard case .path(let path) = try shape(element) else { throw Failed() }
    return path
  }

  private static let box = #""x":0,"y":0,"width":200,"height":120"#

  @Test func `Turned shapes of Excalidraw keep their fill and dashes`() throws {
    let looks = ##""backgroundColor":"#a5d8ff","strokeStyle":"dashed","angle":0.5"##
    let document = try scene(
      ##""type":"rectangle","x":100,"y":100,"width":200,"height":120,\##(looks)"##,
      ##""type":"ellipse","x":400,"y":100,"width":80,"height":40,\##(looks)"##,
      ##""type":"diamond","x":500,"y":100,"width":60,"height":90,\##(looks)"##)
    let fill = PixelColor(red: 0xa5, green: 0xd8, blue: 0xff)
    #expect(document.notes.isEmpty, "\(document.notes)")
    let placed = document.drawing.elements.compactMap(\.shape)
    #expect(placed.count == 3 && placed.allSatisfy { $0.transform.rotation == 0.5 && $0.shape.fill == fill })
    guard case .rectangle(let rectangle) = placed[0].shape, case .diamond(let diamond) = placed[2].shape else {
      throw Failed()
    }
    #expect(rectangle.style.dashes == [8, 10] && diamond.style.dashes == [8, 10])
    // All of the turned shapes is on the board.
    let rasters = try Board(document.drawing).picture.composed()
    let edge = (0..<rasters.size.width).allSatisfy { x in
      rasters[x, 0] == 0xffff_ffff && rasters[x, rasters.size.height - 1] == 0xffff_ffff
    }
    #expect(edge)
  }

  @Test(arguments: [
    ("red", "#ff0000ff"), ("DarkGreen", "#006400ff"), ("#F00", "#ff0000ff"), ("#00f8", "#0000ff88"),
    ("#ff000080", "#ff000080"), ("rgb(255,0,0)", "#ff0000ff"), ("rgba(0, 0, 255, .5)", "#0000ff80"),
    ("rgb(255 0 0 / 50%)", "#ff000080"), ("rgb(100%, 0%, 0%)", "#ff0000ff"), ("hsl(120,100%,50%)", "#00ff00ff"),
    ("HSLA(240deg 100% 50% / 0.4)", "#0000ff66"), ("hsl(0.5turn 100% 25%)", "#008080ff"),
    ("hwb(0 50% 0%)", "#ff8080ff"), ("currentColor", "#000000ff"), ("transparent", "#00000000"),
    ("rebeccapurple", "#663399ff"),
  ])
  func `A colour of CSS is the colour of the ink`(text: String, color: String) throws {
    let shape = try shape("\"type\":\"ellipse\",\(Self.box),\"strokeColor\":\"\(text)\"")
    #expect(ColorText(shape.color).text == color)
  }

  @Test func `What is no colour is counted`() throws {
    let document = try scene(
      "\"type\":\"ellipse\",\(Self.box),\"strokeColor\":\"rgb(1,2)\"",
      "\"type\":\"ellipse\",\(Self.box),\"backgroundColor\":\"rgb(1,2)\"")
    #expect(document.notes == ["2 × the colour \"rgb(1,2)\" is none; black is drawn, or no fill"])
  }

  @Test func `Members that are missing have Excalidraw's values`() throws {
    let text = #"{"type":"excalidraw","version":1,"elements":[{"type":"rectangle","x":0,"y":0,"width":9,"height":9}]}"#
    let shape = try #require(try DrawingDocument(Array(text.utf8)).drawing.elements.first?.shape?.shape)
    #expect(ColorText(shape.color).text == "#1e1e1eff" && shape.strokeWidth == 2 && shape.fill == nil)
  }

  private static let wave = #""x":0,"y":0,"width":100,"height":50,"points":[[0,0],[30,50],[60,0],[100,50]]"#

  @Test(arguments: [
    (#""type":"draw","strokeSharpness":"round""#, PathShape.Course.curved),
    (#""type":"line","strokeSharpness":"round""#, .curved), (#""type":"line","strokeSharpness":"sharp""#, .straight),
    (#""type":"line","roundness":{"type":2}"#, .curved), (#""type":"draw""#, .straight),
    (#""type":"line","roundness":null"#, .straight),
  ])
  func `A line is as curved as it says, in old files too`(members: String, course: PathShape.Course) throws {
    #expect(try path("\(members),\(Self.wave)").course == course)
  }

  @Test func `A curve goes through its points along a Catmull-Rom spline`() throws {
    let line = try path(#""type":"line","roundness":{"type":2},\#(Self.wave)"#).line(scale: 4)
    for point in [(20.0, 20.0), (50, 70), (80, 20), (120, 70)] {
      #expect(line.contains(BoardPoint(x: point.0, y: point.1)))
    }
    // Halfway between the second and the third point.
    func halfway(_ p0: Double, _ p1: Double, _ p2: Double, _ p3: Double) -> Double { (9 * (p1 + p2) - p0 - p3) / 16 }
    let middle = BoardPoint(x: halfway(20, 50, 80, 120), y: halfway(20, 70, 20, 70))
    #expect(line.contains { $0.distance(to: middle) < 1 })
  }

  @Test(arguments: [
    (#""endArrowhead":"arrow","#, ArrowHead.arrow), ("", .arrow), (#""endArrowhead":"bar","#, .bar),
    (#""endArrowhead":"dot","#, .circle), (#""endArrowhead":"triangle_outline","#, .triangleOutline),
    (#""endArrowhead":"diamond","#, .diamond), (#""endArrowhead":"crowfoot_many","#, .many),
    (#""endArrowhead":"cardinality_zero_or_one","#, .zeroOrOne), (#""endArrowhead":"later","#, .arrow),
  ])
  func `An arrow of Excalidraw has the head that it names`(named: String, head: ArrowHead) throws {
    let path = try path(#""type":"arrow",\#(named)"x":350,"y":100,"points":[[0,0],[50,10]]"#)
    #expect(path.endHead == head && path.startHead == .none)
  }

  @Test(arguments: [#""type":"arrow","endArrowhead":null"#, #""type":"line","endArrowhead":"arrow""#])
  func `A line without a head is a line`(members: String) throws {
    guard case .line(let line) = try shape(#"\#(members),"x":350,"y":100,"points":[[0,0],[50,10]]"#) else {
      throw Failed()
    }
    #expect(line.head == .none)
  }

  /// How far below and left of the line's end at (220, 100) the ink of an arrow reaches.
  @Test(arguments: [
    // 25 long at 20°: 25 · sin 20° = 8.55 and half of the width of 2.
    ("arrow", 200.0, 9.55), ("bar", 200, 16), ("triangle", 200, 7.34), ("circle", 200, 8.5), ("diamond", 200, 6.07),
    // No longer than half of the last part: 10 · sin 20° = 3.42.
    ("arrow", 20, 4.42), ("bar", 20, 11),
  ])
  func `An arrowhead has Excalidraw's size`(head: String, length: Double, reach: Double) throws {
    let document = try scene(
      ##""type":"arrow","strokeColor":"#000","endArrowhead":"\##(head)","x":0,"y":0,"points":[[0,0],[\##(length),0]]"##)
    let pixels = try Board(document.drawing, scale: 4).picture.composed()
    var rows: [Int] = []
    for y in 0..<pixels.size.height where (0..<pixels.size.width).contains(where: { pixels[$0, y] != 0xffff_ffff }) {
      rows.append(y)
    }
    let lowest = Double(try #require(rows.last) + 1) / 4 - 20
    #expect(abs(lowest - reach) < 0.5, "\(lowest)")
  }

  @Test(arguments: [
    (#""roundness":{"type":3}"#, 32.0), (#""roundness":{"type":2}"#, 30), (#""roundness":{"type":1}"#, 30),
    (#""strokeSharpness":"round""#, 30), (#""roundness":{"type":3,"value":10}"#, 10), (#""roundness":null"#, 0),
  ])
  func `A rectangle's corners are as round as it says`(roundness: String, radius: Double) throws {
    guard case .rectangle(let shape) = try shape("\"type\":\"rectangle\",\(Self.box),\(roundness)") else {
      throw Failed()
    }
    #expect(shape.cornerRadius == radius)
  }

  @Test(arguments: [("left", 0.0), ("center", 0.5), ("right", 1)])
  func `A text stands in its box as it is aligned`(align: String, share: Double) throws {
    let document = try scene(
      #""type":"text","x":0,"y":0,"width":300,"height":50,"text":"i\nwide line","fontSize":20,"fontFamily":2,"lineHeight":1.25,"textAlign":"\#(align)""#,
      #""type":"rectangle","x":0,"y":0,"width":300,"height":50"#)
    guard case .text(let text) = document.drawing.elements[0].shape?.shape, let layout = text.layout,
      let corner = text.corner
    else { throw Failed() }
    #expect(abs(corner.x - 20 - share * (300 - layout.width)) < 0.01)
    // Two lines of 25 points, the first of which begins at the top.
    #expect(abs(layout.height - 50) < 0.01 && abs(corner.y - 20) < 0.01)
    #expect(abs(layout.lines[1].baseline - layout.lines[0].baseline - 25) < 0.01)
    #expect(abs(layout.lines[0].x - share * (layout.width - layout.lines[0].width)) < 0.01)
  }

  @Test func `The label of an arrow lies about its middle`() throws {
    let document = try scene(
      #""type":"arrow","id":"a","x":0,"y":0,"points":[[0,0],[200,0]]"#,
      #""type":"text","containerId":"a","x":7,"y":300,"width":40,"height":25,"text":"yes","textAlign":"center""#)
    guard case .text(let text) = document.drawing.elements[1].shape?.shape else { throw Failed() }
    #expect(abs(text.center.x - 120) < 0.01)
  }

  @Test func `A stroke of simulated pressure is thinner the faster it was`() throws {
    func widths(step: Double) throws -> [Double] {
      let points = (0..<40).map { "[\(Double($0) * step),0]" }.joined(separator: ",")
      guard
        case .pen(let pen) = try shape(
          #""type":"freedraw","x":0,"y":0,"simulatePressure":true,"pressures":[],"points":[\#(points)]"#)
      else { throw Failed() }
      return pen.path.runs[0].map(\.width)
    }
    let (slow, fast) = (try widths(step: 2), try widths(step: 30))
    // The widths are those of perfect-freehand 1.2.0, with a size of 8.5, in the middle of the stroke.
    #expect(abs(slow[20] - 13.49) < 0.1, "\(slow[20])")
    // The stroke is as fast as can be: 2 · 8.5 · sin(0.2 · π/2).
    #expect(abs(fast[35] - 5.253) < 0.01, "\(fast[35])")
  }

  @Test func `What our shapes cannot show of Excalidraw's is named`() throws {
    let look = ##""backgroundColor":"#ff0000","fillStyle":"hachure","roughness":1"##
    let document = try scene(
      "\"type\":\"rectangle\",\(Self.box),\(look)",
      "\"type\":\"line\",\"x\":0,\"y\":0,\"points\":[[0,0],[100,100],[0,100],[0,0]],\(look)",
      "\"type\":\"frame\",\"id\":\"f\",\(Self.box)",
      #""type":"ellipse","frameId":"f","x":190,"y":0,"width":20,"height":20"#)
    #expect(
      document.notes == [
        "2 × a hatched fill is drawn solid", "2 × a rough line is drawn plainly", "1 × what a frame cuts off is drawn",
      ])
    #expect(document.unread.map(\.reason) == ["\"frame\" elements are not drawn"])
  }

  @Test func `An arrowhead that Excalidraw does not know is named`() throws {
    let line = #""type":"arrow","x":0,"y":0,"points":[[0,0],[100,100]]"#
    let document = try scene(line + #","startArrowhead":"bar","endArrowhead":"spear""#)
    #expect(document.notes == [#"1 × the arrowhead "spear" is not known; an arrow's is drawn"#])
    #expect(try scene(line + #","startArrowhead":null,"endArrowhead":"dot""#).notes.isEmpty)
  }

  @Test func `A closed line and a closed stroke are filled`() throws {
    let points = #""x":0,"y":0,"points":[[0,0],[100,100],[0,100],[0,5]],"backgroundColor":"red""#
    #expect(try path("\"type\":\"line\",\(points)").fill == PixelColor(red: 255, green: 0, blue: 0))
    let stroke = try scene("\"type\":\"freedraw\",\(points)").drawing.elements.compactMap(\.shape?.shape)
    #expect(stroke.count == 2 && stroke[0].fill == PixelColor(red: 255, green: 0, blue: 0))
  }

  @Test(arguments: [(120, 1), (165, 2), (195, 2)])
  func `A scene that is cut off is read as far as it goes`(length: Int, count: Int) throws {
    let element = #"{"type":"ellipse","x":0,"y":0,"width":9,"height":9,"link":"]}"}"#
    let rest = #"],"appState":{"gridSize":20},"files":{}}"#
    let text = "{\"type\":\"excalidraw\",\"elements\":[\(element),\n\(element)\(rest)"
    let document = try DrawingDocument(Array(text.utf8.prefix(length)))
    #expect(document.drawing.elements.count == count)
    #expect(document.notes == ["the file is truncated after \(count) element\(count == 1 ? "" : "s")"])
  }

  @Test func `What Excalidraw copies is read, and a library is refused by name`() throws {
    let element = #"{"type":"ellipse","x":0,"y":0,"width":9,"height":9}"#
    let copied = "{\"type\":\"excalidraw/clipboard\",\"elements\":[\(element)],\"files\":{}}"
    #expect(try DrawingDocument(Array(copied.utf8)).drawing.elements.count == 1)
    for library in [
      "{\"type\":\"excalidrawlib\",\"version\":2,\"libraryItems\":[{\"elements\":[\(element)]}]}",
      "{\"type\":\"excalidrawlib\",\"version\":1,\"library\":[[\(element)]]}",
    ] {
      let error = #expect(throws: DrawingFileError.self) { try DrawingDocument(Array(library.utf8)) }
      #expect(error?.description.contains("library of Excalidraw") == true, "\(String(describing: error))")
    }
  }
}
