import SeededCases
import TestSupport
import Testing
import TouchReelCanvas

@testable import TouchReelExporting

/// Pages of other PDFs in ours; what they look like is tested with programs that show PDFs.
@Suite struct PDFImportTests {
  /// Two pages of three.
  private let pages: [UInt8]

  init() throws { pages = try #require(try PDFDocument(TestPaper.pdf(pages: 3)).vectors(ofPages: [0, 2])) }

  private func set(_ bytes: [UInt8], in objects: inout PDFObjects) -> Bool {
    let forms = (0..<2).map { _ in (object: objects.reserve(), width: 400.0, height: 300.0) }
    return PDFImport(bytes)?.set(forms, in: &objects) ?? false
  }

  @Test func `Pages come with all that they are drawn with, and nothing else`() throws {
    var objects = PDFObjects()
    let first = objects.add("/First true")
    #expect(set(pages, in: &objects))
    var written: [UInt8] = []
    objects.write(root: first, as: .transparency) { written += $0 }
    let text = String(decoding: written, as: UTF8.self)
    for form in [2, 3] {
      #expect(text.contains("\(form) 0 obj\n<</Type/XObject/Subtype/Form/BBox[0 0 400 300]/Resources "))
    }
    // Both have the same font.
    #expect(text.ranges(of: "/BaseFont").count == 1)
    #expect(text.contains("/Type /Font") && !text.contains("/Type /Catalog") && !text.contains("/Type /Page"))
    // Each name of an object is of one that is there.
    let count = try #require(text.split(separator: "/Size ").last?.prefix { $0.isNumber })
    let names = text.matches(of: /(\d+) 0 R/).compactMap { Int($0.1) }
    let size = try #require(Int(count))
    #expect(names.allSatisfy { $0 < size } && names.count > 3)
  }

  @Test func `Names of objects in strings, names, comments and numbers stay as they are`() throws {
    let text = "<</A(1 0 R \\) (2 0 R))/B<312030>/C/N1 % 3 0 R\n/D[1 0 R 12 0 R 1 0 Rx 0.1 0 1]/E -1/F 1 0 R>>"
    var scanner = PDFScanner(Array(text.utf8), at: 0)
    let found = scanner.entries()
    let entries = try #require(found)
    #expect(entries.keys.sorted() == ["/A", "/B", "/C", "/D", "/E", "/F"])
    let values = entries.mapValues { String(decoding: Array(text.utf8)[$0], as: UTF8.self) }
    #expect(values["/A"] == "(1 0 R \\) (2 0 R))" && values["/C"] == "/N1" && values["/F"] == "1 0 R")
    #expect(values["/D"] == "[1 0 R 12 0 R 1 0 Rx 0.1 0 1]")
  }

  @Test(arguments: PropertySeeds.from(1, count: 200))
  func `A damaged file is taken or refused, never believed`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var bytes = pages
    for _ in 0..<Int.random(in: 0...30, using: &random) {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
    }
    if seed % 2 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
    if seed % 5 == 0 { bytes.removeFirst(Int.random(in: 0...bytes.count, using: &random)) }
    var objects = PDFObjects()
    _ = set(bytes, in: &objects)
    #expect(objects.reserve() >= 3)
  }

  @Test func `Every cut is taken or refused`() {
    for end in stride(from: 0, to: pages.count, by: 7) {
      var objects = PDFObjects()
      _ = set(Array(pages[..<end]), in: &objects)
    }
  }
}
