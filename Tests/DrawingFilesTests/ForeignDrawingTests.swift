import Foundation
import SeededCases
import SeededDrawings
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInkFiles
import TouchReelTouchTracking

@testable import TouchReelDrawingFiles

/// Drawings in the files of other programs.
struct ForeignDrawingTests {
  /// Strokes and shapes that all of the programs have, without erasures.
  private func drawing(seed: UInt64) throws -> Drawing {
    var drawing = Drawing(size: BoardSize(width: 320, height: 240), background: .color(.white))
    var random = SplitMix64(seed: seed)
    func point() -> BoardPoint {
      BoardPoint(x: Double(20 + random.next(below: 280)), y: Double(20 + random.next(below: 200)))
    }
    for _ in 0..<6 {
      let shade = UInt8(random.next(below: 200))
      var style = StrokeStyle(color: PixelColor(red: shade, green: 0, blue: 255 - shade), width: 2)
      style.width = Double(2 + random.next(below: 8))
      switch random.next(below: 4) {
      case 0: try drawing.append(.add(.rectangle(RectShape(from: point(), to: point(), style: style))))
      case 1: try drawing.append(.add(.ellipse(EllipseShape(from: point(), to: point(), style: style))))
      case 2: try drawing.append(.add(.line(LineShape(from: point(), to: point(), style: style))))
      default:
        var path = StrokePath(from: StrokePath.Vertex(point(), width: style.width))
        for _ in 0..<random.next(below: 12) {
          path.extend(to: StrokePath.Vertex(point(), width: style.width * Double(40 + random.next(below: 60)) / 100))
        }
        let id = try drawing.append(.add(.pen(PenShape(path: path, color: style.color))))
        if random.next(below: 2) == 0 { try drawing.append(.transform([id], by: .move(byX: 5, y: -3))) }
      }
    }
    return drawing
  }

  private func pixels(_ drawing: Drawing) throws -> PixelBuffer { try Board(drawing).picture.composed() }

  /// The mean of the pixels' largest differences of a component, and the share of pixels where it is above 64.
  private func difference(_ one: PixelBuffer, _ two: PixelBuffer) -> (mean: Double, share: Double) {
    var (sum, large) = (0, 0)
    for (left, right) in zip(one.pixels, two.pixels) {
      var most = 0
      for shift: UInt32 in [0, 8, 16] {
        let (one, two) = (Int(left >> shift & 255), Int(right >> shift & 255))
        most = max(most, abs(one - two))
      }
      sum += most
      large += most > 64 ? 1 : 0
    }
    return (Double(sum) / Double(one.pixels.count), Double(large) / Double(one.pixels.count))
  }

  @Test(arguments: PropertySeeds.from(0xF0E, count: 20))
  func `A page of Xournal++ looks like the drawing`(seed: UInt64) throws {
    let drawing = try drawing(seed: seed)
    let (bytes, losses) = try DrawingDocument.touchreel(DrawingFile(drawing)).file(as: .xournal)
    #expect(losses.allSatisfy { $0.hasSuffix("is that of its last piece") }, "seed \(seed): \(losses)")
    let read = try DrawingDocument(bytes)
    #expect(read.kind == .xournal && read.drawing.size == drawing.size && read.notes.isEmpty)
    let difference = difference(try pixels(drawing), try pixels(read.drawing))
    // Curves are lines of some points, and corners are round.
    #expect(difference.mean < 1.5 && difference.share < 0.005, "seed \(seed): \(difference)")
  }

  @Test(arguments: PropertySeeds.from(0xECA, count: 20))
  func `A scene of Excalidraw looks like the drawing`(seed: UInt64) throws {
    let drawing = try drawing(seed: seed)
    let (bytes, losses) = try DrawingDocument.touchreel(DrawingFile(drawing)).file(as: .excalidraw)
    #expect(losses == ["the board's size is left out: a scene has no edges"], "seed \(seed): \(losses)")
    let scene = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    #expect(scene["type"] as? String == "excalidraw" && scene["version"] as? Int == 2)
    var read = try DrawingDocument(bytes)
    #expect(read.kind == .excalidraw && read.unread.isEmpty)
    // The canvas has no edges: the board begins 20 points before the elements' upper left corner.
    let before = try #require(Self.corner(of: drawing))
    let after = try #require(Self.corner(of: read.drawing))
    var moved = Drawing(size: drawing.size, background: .color(.white))
    for element in read.drawing.elements {
      guard let shape = element.shape else { continue }
      let id = try moved.append(.add(shape.shape))
      let step = ShapeTransform.move(byX: before.x - after.x, y: before.y - after.y)
      try moved.append(.transform([id], by: step.after(shape.transform)))
    }
    let difference = difference(try pixels(drawing), try pixels(moved))
    #expect(difference.mean < 1.5 && difference.share < 0.005, "seed \(seed): \(difference)")
    read = try DrawingDocument(try read.file(as: .excalidraw).bytes)
    #expect(read.drawing.elements.count == drawing.elements.count)
  }

  /// The least coordinates of the points of all elements.
  private static func corner(of drawing: Drawing) -> BoardPoint? {
    var points: [BoardPoint] = []
    for element in drawing.elements {
      guard let placed = element.shape else { continue }
      let own: [BoardPoint] =
        switch placed.shape {
        case .pen(let pen): pen.path.runs.joined().map(\.point)
        case .line(let line): [line.start, line.end]
        case .rectangle(let shape): [shape.start, shape.end]
        case .ellipse(let shape): [shape.start, shape.end]
        default: []
        }
      points += own.map(placed.transform.applied)
    }
    guard let x = points.map(\.x).min(), let y = points.map(\.y).min() else { return nil }
    return BoardPoint(x: x, y: y)
  }

  @Test func `What Excalidraw draws by hand is read`() throws {
    let scene = ##"""
      {"type":"excalidraw","version":2,"source":"https://excalidraw.com","elements":[
      {"id":"a","type":"freedraw","x":100,"y":50,"width":30,"height":10,"angle":0,"strokeColor":"#1e1e1e","strokeWidth":2,
      "opacity":50,"points":[[0,0],[10,5],[30,10]],"pressures":[],"simulatePressure":true},
      {"id":"b","type":"diamond","x":200,"y":100,"width":40,"height":20,"angle":0,"strokeColor":"#e03131","strokeWidth":1},
      {"id":"c","type":"image","x":0,"y":0,"width":1,"height":1},
      {"id":"d","type":"rectangle","x":0,"y":0,"width":9000,"height":1,"isDeleted":true},
      {"id":"e","type":"text","x":100,"y":200,"width":50,"height":25,"text":"hi","fontSize":20,"strokeColor":"#00f"}],
      "appState":{"viewBackgroundColor":"#fffce8"},"files":{}}
      """##
    let document = try DrawingDocument(Array(scene.utf8))
    // The ink lies from (100, 50) to (240, 225), with 20 around.
    #expect(document.drawing.size == BoardSize(width: 180, height: 215))
    #expect(document.drawing.background == .color(PixelColor(red: 255, green: 252, blue: 232)))
    #expect(document.drawing.elements.count == 3 && document.unread.map(\.index) == [2])
    guard case .pen(let pen) = document.drawing.elements[0].shape?.shape else { throw Failed() }
    #expect(pen.color.alpha == 128)
    #expect(pen.path.runs[0].map(\.point.x) == [20, 30, 50])
  }

  private func widths(_ document: DrawingDocument) -> [[Double]] {
    document.drawing.elements.compactMap { element in
      guard case .pen(let pen)? = element.shape?.shape else { return nil }
      return pen.path.runs.joined().map(\.width)
    }
  }

  @Test(arguments: [("", [4.0, 12, 20]), ("<brushProperty name=\"ignorePressure\" value=\"true\"/>", [20, 20, 20])])
  func `Ink without times is as wide as its pen was pressed`(property: String, expected: [Double]) throws {
    let ink = """
      <ink><traceFormat><channel name="X" min="0" max="1920"/><channel name="Y" min="0" max="1080"/>
      <channel name="F" max="100"/></traceFormat><brush><brushProperty name="width" value="20"/>\(property)</brush>
      <trace>10 10 0, 500 10 50, 900 10 100</trace></ink>
      """
    // A share of 0.2 + 0.8 p.
    #expect(widths(try DrawingDocument(Array(ink.utf8))).map { $0.map { ($0 * 1e9).rounded() / 1e9 } } == [expected])
    let constant = ink.replacingOccurrences(of: "10 0,", with: "10 50,").replacingOccurrences(of: "100<", with: "50<")
    #expect(widths(try DrawingDocument(Array(constant.utf8))) == [[20, 20, 20]])
  }

  @Test(arguments: PropertySeeds.from(0x3A1D, count: 10))
  func `Widths along a stroke come back from InkML`(seed: UInt64) throws {
    var drawing = Drawing(size: BoardSize(width: 1920, height: 240), background: .color(.white))
    for element in try self.drawing(seed: seed).elements {
      if let placed = element.shape, case .pen = placed.shape { try drawing.append(.add(placed.shape)) }
    }
    let document = DrawingDocument.touchreel(DrawingFile(drawing))
    let read = try DrawingDocument(try document.file(as: .inkml).bytes)
    let rounded = widths(document).map { $0.map { ($0 * 1e6).rounded() / 1e6 } }
    #expect(widths(read).map { $0.map { ($0 * 1e6).rounded() / 1e6 } } == rounded, "seed \(seed)")
  }

  @Test(arguments: [DrawingKind.xournal, .inkml])
  func `The head of an arrow is named where a file cannot hold it`(kind: DrawingKind) throws {
    var drawing = Drawing(size: BoardSize(width: 100, height: 100), background: .color(.white))
    let style = StrokeStyle(color: .black, width: 2)
    let (start, end) = (BoardPoint(x: 10, y: 10), BoardPoint(x: 80, y: 80))
    try drawing.append(.add(.line(LineShape(from: start, to: end, style: style, head: .arrow))))
    let losses = try DrawingDocument.touchreel(DrawingFile(drawing)).file(as: kind).losses
    #expect(losses == (kind == .inkml ? ["1 × an arrow's head is left out"] : []))
  }

  @Test(arguments: [19_900.0, 20_001, 90_000, 665_536])
  func `What is larger than a board is made smaller, and can be kept`(side: Double) throws {
    let scene = """
      {"type":"excalidraw","version":2,"elements":[
      {"type":"freedraw","x":0,"y":0,"strokeWidth":4,"points":[[0,0],[9,8]]},
      {"type":"freedraw","x":0,"y":\(side),"strokeWidth":4,"points":[[0,0],[9,8]]}]}
      """
    let page = """
      <?xml version="1.0"?><xournal fileversion="4"><page width="300" height="\(side)">
      <layer><stroke tool="pen" color="black" width="2">10 10 20 \(side - 20)</stroke></layer></page></xournal>
      """
    for text in [scene, page] {
      let document = try DrawingDocument(Array(text.utf8))
      let isLarger = side > 20_000
      #expect(document.notes.contains("it is larger than a board, and so was made smaller") == isLarger)
      let size = document.drawing.size
      #expect(isLarger ? (19_900...20_000).contains(size.height) : size.height >= side, "\(size)")
      let kept = try document.file(as: .touchreel).bytes
      #expect(try DrawingDocument(kept).drawing == document.drawing)
    }
  }

  @Test func `Dashes, fills, ends and highlighters of Xournal++ come back`() throws {
    let strokes = [
      ##"<stroke tool="pen" color="#ff0000ff" width="2" fill="128" capStyle="round">40 60 140 60 140 120 40 60</stroke>"##,
      ##"<stroke tool="pen" color="#00ff00ff" width="2" capStyle="butt" style="dashdot">1 2 3 4 5 6</stroke>"##,
      ##"<stroke tool="highlighter" color="#ffff00c8" width="9" fill="200" capStyle="round">1 2 3 4 5 9</stroke>"##,
      ##"<stroke tool="pen" color="#0000ffff" width="3 3 1" fill="90" capStyle="round">10 20 30 40 50 20</stroke>"##,
      ##"<stroke tool="highlighter" color="#ffff007f" width="9" capStyle="square" style="cust: 5 2.5">7 2 3 4</stroke>"##,
    ]
    let text = "<xournal><page width=\"200\" height=\"150\"><layer>\(strokes.joined())</layer></page></xournal>"
    let page = try XournalFile.read(Array(text.utf8))
    let document = try DrawingDocument(Array(text.utf8))
    let (bytes, losses) = try document.file(as: .xournal)
    #expect(losses.isEmpty && document.notes.isEmpty)
    // Highlighters lie at the bottom, which looks the same.
    let again = try XournalFile.read(bytes)
    #expect(again.strokes == [page.strokes[2], page.strokes[4], page.strokes[0], page.strokes[1], page.strokes[3]])
    #expect(try DrawingDocument(bytes).drawing == document.drawing)
  }

  @Test func `What is written beyond the limits of reading is said`() {
    var page = InkPage()
    page.strokes = [InkStroke([InkSample(x: 1, y: 2), InkSample(x: 3, y: 4)])]
    #expect(page.notes(beyond: InkLimits(points: 2, strokes: 1)) == [])
    #expect(
      page.notes(beyond: InkLimits(points: 1, strokes: 0)) == [
        "it is written with 2 points, and by default 1 are read; --limits points=N raises the limit",
        "it is written with 1 strokes, and by default 0 are read; --limits strokes=N raises the limit",
      ])
  }

  @Test func `Highlighters of Xournal++ are equally translucent, whatever their colour says`() throws {
    let strokes = ["40", "7f", "ff"].map {
      "<stroke tool=\"highlighter\" color=\"#0000ff\($0)\" width=\"20\">50 10 50 190</stroke>"
    }
    let text = "<xournal><page width=\"200\" height=\"150\"><layer>\(strokes.joined())</layer></page></xournal>"
    let elements = try DrawingDocument(Array(text.utf8)).drawing.elements
    let colors = elements.compactMap { if case .pen(let pen)? = $0.shape?.shape { pen.color } else { nil } }
    #expect(colors == [PixelColor](repeating: PixelColor(red: 0, green: 0, blue: 255, alpha: 127), count: 3))
  }

  @Test func `A line of two widths is written in pieces, and translucent ink that loses its widths is named`() throws {
    func written(_ color: PixelColor) throws -> (strokes: [InkStroke], losses: [String]) {
      let run = [
        StrokePath.Vertex(BoardPoint(x: 9, y: 9), width: 4), StrokePath.Vertex(BoardPoint(x: 9, y: 90), width: 30),
      ]
      var drawing = Drawing(size: BoardSize(width: 100, height: 100), background: .color(.white))
      try drawing.append(.add(.pen(PenShape(path: StrokePath(course: .throughMidpoints, run: run), color: color))))
      let (bytes, losses) = try DrawingDocument.touchreel(DrawingFile(drawing)).file(as: .xournal)
      return (try XournalFile.read(bytes).strokes, losses)
    }
    let pen = try written(PixelColor(red: 0, green: 0, blue: 255))
    let widths = pen.strokes[0].samples.dropLast().compactMap(\.width)
    #expect(pen.losses.isEmpty && widths.count == 26 && widths.first == 4 && widths == widths.sorted())
    let marker = try written(PixelColor(red: 0, green: 0, blue: 255, alpha: 127))
    #expect(marker.losses == ["1 × translucent ink of several widths has one"])
    let white = try written(PixelColor(red: 255, green: 255, blue: 255, alpha: 127))
    #expect(white.losses.contains("1 × translucent white ink is not seen, as a highlighter only darkens"))
  }

  @Test func `A highlighter lies below darker ink and above images, lighter areas and what is white`() {
    func line(_ color: PixelColor, fill: PixelColor? = nil) -> Shape {
      let style = StrokeStyle(color: color, width: 3)
      return .path(PathShape([BoardPoint(x: 0, y: 0), BoardPoint(x: 9, y: 9)], style: style, fill: fill))
    }
    let (yellow, far) = (PixelColor(red: 255, green: 255, blue: 0, alpha: 127), BoardPoint(x: 90, y: 90))
    let distant = Shape.path(PathShape([far], style: StrokeStyle(color: .white, width: 3), fill: .white))
    let dark = [line(.black), line(PixelColor(red: 0, green: 192, blue: 255)), distant]
    for lighter in [line(.white), line(.black, fill: PixelColor(red: 255, green: 255, blue: 200))] {
      var stack = MarkedStack(comparisons: MarkedStack.comparisonLimit)
      for shape in [dark[0], lighter] + dark { stack.add(shape, isHighlighter: false) }
      stack.add(line(yellow), isHighlighter: true)
      #expect(stack.shapes(onLayers: 1).shapes == [[dark[0], lighter, line(yellow)] + dark])
    }
    var stack = MarkedStack(comparisons: MarkedStack.comparisonLimit)
    for shape in dark { stack.add(shape, isHighlighter: false) }
    stack.add(line(yellow), isHighlighter: true)
    #expect(stack.shapes(onLayers: 1).shapes == [[line(yellow)] + dark])
  }

  @Test func `Texts stay between what they lie between`() throws {
    let stroke = #"<stroke tool="pen" color="black" width="2">10 10 20 20</stroke>"#
    let text = ##"<text font="Sans" size="12" x="5" y="5" color="#ff0000ff">a</text>"##
    let page =
      "<xournal><page width=\"99\" height=\"99\"><layer>\(text)\(stroke)\(text)\(stroke)</layer></page></xournal>"
    let document = try DrawingDocument(Array(page.utf8))
    func kinds(_ document: DrawingDocument) -> [Bool] {
      document.drawing.elements.map { if case .text? = $0.shape?.shape { true } else { false } }
    }
    #expect(kinds(document) == [true, false, true, false])
    #expect(kinds(try DrawingDocument(document.file(as: .xournal).bytes)) == [true, false, true, false])
  }

  private struct Failed: Error {}

  @Test(arguments: [DrawingKind.excalidraw, .xournal, .inkml, .quickdraw])
  func `What was erased is cut out, and nothing is said of it`(kind: DrawingKind) throws {
    var drawing = try drawing(seed: 3)
    let (_, before) = try DrawingDocument.touchreel(DrawingFile(drawing)).file(as: kind)
    let path = StrokePath(from: StrokePath.Vertex(BoardPoint(x: 9, y: 9), width: 5))
    try drawing.append(.erase(Erasure(path: path)))
    let (bytes, losses) = try DrawingDocument.touchreel(DrawingFile(drawing)).file(as: kind)
    #expect(losses == before)
    #expect(try DrawingDocument(bytes).kind == kind)
  }
}

extension ForeignDrawingTests {
  @Test func `What a drawing of Quick, Draw! says besides is kept in a file of its kind, and named elsewhere`() throws {
    let line = """
      {"word":"cat","countrycode":"US","timestamp":"2017-03-02 23:25:10","recognized":true,"key_id":"5","later":[1,{"a":2}],"drawing":[[[1,2],[3,4]]]}

      """
    let document = try DrawingDocument(Array(line.utf8))
    let (same, losses) = try document.file(as: .quickdraw)
    #expect(same == Array(line.utf8) && losses.isEmpty)
    let named = ["word", "countrycode", "timestamp", "recognized", "key_id", "later"].map { "1 × \($0) is not kept" }
    #expect(try document.file(as: .touchreel).losses == named)
  }

  @Test func `A damaged stroke of “Quick, Draw!” that is copied is not said to be skipped`() throws {
    let text = Array("{\"word\":\"a\",\"drawing\":[[[1e300,1],[1,2]],[[7,8],[1,2]]]}\n".utf8)
    let document = try DrawingDocument(text)
    let written = try document.file(as: .quickdraw)
    #expect(written.bytes == text && written.losses == [])
    #expect(
      ConvertedContent(document, of: text, as: .quickdraw, written: text).lines == [
        "line 1: a stroke is not two or more rows of as many numbers; it is kept but not drawn"
      ])
  }

  @Test func `A drawing of “Quick, Draw!” that is cut off is written as it was, as far as it goes`() throws {
    let text = Array("{\"word\":\"a\",\"countrycode\":\"US\",\"drawing\":[[[0,1],[1,2]],[[7,8],[1,2]],[[5,6".utf8)
    let document = try DrawingDocument(text)
    let (written, losses) = try document.file(as: .quickdraw)
    #expect(String(decoding: written, as: UTF8.self) == "{\"word\":\"a\",\"drawing\":[[[0,1],[1,2]],[[7,8],[1,2]]]}\n")
    #expect(losses == ["1 × countrycode is not kept"])
    #expect(
      ConvertedContent(document, of: text, as: .quickdraw, written: written).lines == [
        "line 1: it is truncated after 2 strokes"
      ])
  }

  @Test(arguments: [DrawingKind.inkml, .quickdraw])
  func `A turned text that is left out is not turned upright besides`(kind: DrawingKind) throws {
    let line = ##"{"type":"line","x":0,"y":0,"width":9,"height":9,"points":[[0,0],[9,9]]}"##
    let turned = ##"{"type":"text","x":9,"y":9,"width":30,"height":25,"angle":1,"text":"a"}"##
    let text = "{\"type\":\"excalidraw\",\"version\":2,\"elements\":[\(line),\(turned)]}"
    let losses = try DrawingDocument(Array(text.utf8)).file(as: kind).losses
    #expect(losses.contains { $0.contains("left out") } && !losses.contains { $0.contains("upright") }, "\(losses)")
  }
}
