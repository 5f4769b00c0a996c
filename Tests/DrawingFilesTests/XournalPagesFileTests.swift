import Foundation
import SeededCases
import SeededDrawings
import Testing
import TouchReelCanvas
import TouchReelDrawings
import TouchReelInkFiles
import TouchReelTouchTracking

@testable import TouchReelDrawingFiles

/// Drawings of several pages in files of Xournal++, both ways.
struct XournalPagesFileTests {
  private static func file(_ drawing: Drawing, as kind: DrawingKind) throws -> (bytes: [UInt8], losses: [String]) {
    try DrawingDocument.touchreel(DrawingFile(drawing)).file(as: kind)
  }

  private static func page(_ number: Int, _ drawing: Drawing) -> Drawing { drawing.showing(number).shownPage }

  private static func shapes(_ drawing: Drawing) -> [PlacedShape] { drawing.elements.compactMap(\.shape) }

  private static func stroke(_ x: Double) -> Shape {
    var path = StrokePath(course: .straight, from: StrokePath.Vertex(BoardPoint(x: x, y: 20), width: 3))
    path.extend(to: StrokePath.Vertex(BoardPoint(x: x + 30, y: 25), width: 3))
    return .pen(PenShape(path: path, color: .black))
  }

  /// Pages of different sizes and papers with a stroke each.
  private static func pages(_ count: Int) throws -> Drawing {
    var drawing = Drawing(size: BoardSize(width: 200, height: 100), background: .color(.white))
    try drawing.append(.add(stroke(10)))
    for page in 1..<count {
      var ruling = Ruling(page.isMultiple(of: 2) ? .squares : .dots)
      ruling.spacing = Double(10 + page % 7)
      let paper = Paper(
        size: BoardSize(width: Double(200 + page % 50), height: 150),
        background: page.isMultiple(of: 3) ? .color(.white) : .ruled(ruling, on: .white))
      try drawing.append(.page(.insert(paper, at: page)))
      try drawing.append(.add(stroke(Double(10 + page % 100))))
    }
    return try drawing.turned(to: 0)
  }

  @Test(arguments: PropertySeeds.from(0x9A6E, count: 20))
  func `All pages are in the file with their sizes, and each is as it is read alone`(seed: UInt64) throws {
    let drawing = try RandomDrawing(seed: seed, pages: 4).drawing
    let (bytes, _) = try Self.file(drawing, as: .xournal)
    let document = try DrawingDocument(bytes)
    let read = document.drawing
    #expect(document.pageCount == drawing.pageCount && read.pageCount == drawing.pageCount && read.page == 0)
    for page in 0..<drawing.pageCount {
      let alone = try DrawingDocument(bytes, page: page + 1).drawing
      let (shown, written) = (Self.page(page, read), Self.page(page, drawing))
      // Lengths are written with a few decimals.
      #expect(abs(shown.size.width - written.size.width) < 0.01, "seed \(seed), page \(page)")
      #expect(abs(shown.size.height - written.size.height) < 0.01, "seed \(seed), page \(page)")
      #expect(shown.size == alone.size, "seed \(seed), page \(page)")
      #expect(shown.finalBackground == alone.finalBackground, "seed \(seed), page \(page)")
      #expect(Self.shapes(shown) == Self.shapes(alone), "seed \(seed), page \(page)")
      let file = try Self.file(written, as: .xournal).bytes
      #expect(try Self.shapes(DrawingDocument(file).drawing) == Self.shapes(shown), "seed \(seed), page \(page)")
    }
  }

  @Test(arguments: PropertySeeds.from(0x9A7E, count: 20))
  func `A file is the same when its pages were in a drawing of ours`(seed: UInt64) throws {
    let first = try Self.file(RandomDrawing(seed: seed, pages: 4).drawing, as: .xournal).bytes
    let document = try DrawingDocument(first)
    let own = try DrawingDocument(document.file(as: .touchreel).bytes)
    #expect(own.drawing == document.drawing && own.drawing.page == 0, "seed \(seed)")
    #expect(try own.file(as: .xournal).bytes == document.file(as: .xournal).bytes, "seed \(seed)")
  }

  @Test(arguments: [1, 2, 300])
  func `Pages of different sizes and papers are written again as they were`(count: Int) throws {
    let drawing = try Self.pages(count)
    let (bytes, losses) = try Self.file(drawing, as: .xournal)
    #expect(losses.isEmpty)
    let document = try DrawingDocument(bytes)
    #expect(document.notes.isEmpty && document.pageCount == count)
    for page in 0..<count {
      let (one, other) = (Self.page(page, drawing), Self.page(page, document.drawing))
      #expect(one.size == other.size && one.finalBackground == other.finalBackground, "page \(page)")
      #expect(Self.shapes(one) == Self.shapes(other), "page \(page)")
    }
    #expect(try document.file(as: .xournal).bytes == bytes)
  }

  @Test func `What a file does not hold names its pages`() throws {
    var drawing = try Self.pages(4)
    let turned = TextShape(
      "a", font: TextFont(family: "Sans", size: 14), color: .black, at: BoardPoint(x: 50, y: 50), width: .fixed(90))
    for page in [1, 3] {
      drawing = try drawing.turned(to: page)
      let id = try drawing.append(.add(.text(turned)))
      try drawing.append(.transform([id], by: .turn(by: 1, scale: 1, about: BoardPoint(x: 50, y: 50))))
    }
    try drawing.append(.background(.gradient(from: .black, to: .white)))
    let losses = try Self.file(drawing, as: .xournal).losses
    #expect(losses.contains("pages 2 and 4: 2 × a text is turned upright"), "\(losses)")
    #expect(losses.contains("page 4: 1 × the background is left out, which is no colour"), "\(losses)")
  }

  @Test(arguments: [DrawingKind.drawsana, .excalidraw, .inkml, .quickdraw])
  func `Other files hold the page that is shown, and say how many are left out`(kind: DrawingKind) throws {
    let drawing = try Self.pages(3).turned(to: 1)
    let (bytes, losses) = try Self.file(drawing, as: kind)
    let (alone, ofPage) = try Self.file(drawing.shownPage, as: kind)
    #expect(bytes == alone)
    #expect(losses.filter { !ofPage.contains($0) } == ["2 other pages are left out"])
  }

  @Test func `Samples of touches are written on the pages where they were drawn`() throws {
    let drawing = try Self.pages(3)
    var samples: [ElementID: [[InkSample]]] = [:]
    for page in 0..<3 {
      for element in drawing.showing(page).elements {
        samples[element.id] = [[5.0, 60, 90].map { InkSample(x: $0 + Double(page), y: 7, pressure: 0.5) }]
      }
    }
    let (bytes, _) = try ForeignDrawing.ink(of: drawing, samples: samples, as: .xournal)
    for page in 0..<3 {
      let strokes = try XournalFile.read(bytes, page: page + 1).strokes
      #expect(strokes.map { $0.samples.map(\.x) } == [[5.0, 60, 90].map { $0 + Double(page) }])
    }
  }

  @Test func `Images behind pages are named after the file, each on its page`() throws {
    let pages = (1...3).map { number in
      let (domain, name) = number == 2 ? ("absolute", "/a.png") : ("attach", "bg_\(number).png")
      let background = #"<background type="pixmap" domain="\#(domain)" filename="\#(name)"/>"#
      return #"<page width="9" height="9">\#(background)<layer/></page>"#
    }
    let document = try DrawingDocument(Array("<xournal>\(pages.joined())</xournal>".utf8)).attached(to: "n.xopp")
    let names = (0..<3).map { page -> String in
      guard case .image(let id, _, on: _) = document.drawing.showing(page).finalBackground else { return "" }
      return id.rawValue
    }
    #expect(names == ["n.xopp.bg_1.png", "/a.png", "n.xopp.bg_3.png"] && document.drawing.page == 0)
  }

  @Test(arguments: PropertySeeds.from(0x9A8E, count: 3))
  func `A file that is cut off anywhere has pages or a reason`(seed: UInt64) throws {
    let (bytes, _) = try Self.file(RandomDrawing(seed: seed, count: 24, pages: 3).drawing, as: .xournal)
    for count in stride(from: 20, to: bytes.count, by: max(1, bytes.count / 300)) {
      do throws(DrawingFileError) {
        let document = try DrawingDocument(Array(bytes[..<count]))
        #expect(document.drawing.pageCount == document.pageCount, "seed \(seed): \(count) bytes")
        #expect(document.damage.isTruncated || count > bytes.count - 9, "seed \(seed): \(count) bytes")
      } catch {
        #expect(!error.description.isEmpty, "seed \(seed): \(count) bytes")
      }
    }
  }
}
