import SeededCases
import TestSupport
import Testing

@testable import TouchReelCanvas

/// Pages of a PDF as pixels, drawn by Poppler.
@Suite struct PDFDocumentTests {
  private let document: PDFDocument

  init() throws { document = try PDFDocument(TestPaper.pdf(pages: 5)) }

  private func picture(_ page: Int, _ width: Int, _ height: Int, _ mode: BackgroundImageMode) -> PixelBuffer {
    document.picture(ofPage: page, in: area(width, height), mode, on: .white)
  }

  private func area(_ width: Int, _ height: Int, _ part: PixelRect? = nil) -> PaperArea {
    let all = PixelRect(x: 0, y: 0, width: width, height: height)
    return PaperArea(width: Double(width), height: Double(height), scale: 1.5, part: part ?? all)
  }

  @Test func `It has pages of a size`() {
    #expect(document.pageCount == 5)
    #expect(document.size(ofPage: 4) == (400, 300))
    #expect(document.size(ofPage: 5) == (0, 0) && document.size(ofPage: -1) == (0, 0))
  }

  @Test func `A page fits or covers an area, in its middle`() {
    // Twice as large: the square is 200 pixels wide, 100 from the left and the lower edge of 600.
    let twice = picture(0, 800, 600, .fit)
    #expect(twice[101, 599 - 101] == 0xffff_0000 && twice[298, 599 - 298] == 0xffff_0000)
    #expect(twice[98, 599 - 150] == 0xffff_ffff && twice[302, 599 - 150] == 0xffff_ffff)
    // Once as large on 600 points, with (600 - 400) / 2 = 100 on both sides.
    let wide = picture(1, 600, 300, .fit)
    #expect(wide[151, 299 - 51] == 0xff00_ff00 && wide[148, 299 - 100] == 0xffff_ffff)
    // Twice as large on 600 pixels of height, of which 800 · 600 show the middle: (800 - 400) / 2 = 200 are cut off.
    let narrow = picture(2, 400, 600, .fill)
    #expect(narrow[2, 599 - 150] == 0xff00_00ff && narrow[102, 599 - 150] == 0xffff_ffff)
    // Its own size from the upper left, 1.5 pixels to a point: the square ends 450 - 75 pixels below that edge.
    let own = picture(0, 700, 700, .tile)
    #expect(own[77, 373] == 0xffff_0000 && own[77, 377] == 0xffff_ffff && own[73, 373] == 0xffff_ffff)
  }

  @Test func `What is not a page is the colour around it`() {
    for page in [-1, 5, .max] {
      #expect(picture(page, 30, 20, .fit) == PixelBuffer(size: PixelSize(width: 30, height: 20), filledWith: ~0))
    }
  }

  @Test(arguments: PropertySeeds.from(1, count: 20))
  func `A part is what the whole has there`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let size = PixelSize(width: .random(in: 50...700, using: &random), height: .random(in: 50...700, using: &random))
    let x = Int.random(in: 0..<size.width - 20, using: &random)
    let y = Int.random(in: 0..<size.height - 20, using: &random)
    let part = PixelRect(x: x, y: y, width: 20, height: 20)
    let mode = BackgroundImageMode.allCases[Int(seed % 3)]
    let whole = picture(Int(seed % 5), size.width, size.height, mode)
    let cut = document.picture(ofPage: Int(seed % 5), in: area(size.width, size.height, part), mode, on: .white)
    let differs = (0..<400).filter { cut[$0 % 20, $0 / 20] != whole[x + $0 % 20, y + $0 / 20] }
    #expect(differs.isEmpty, "\(size) \(part): \(differs)")
  }

  @Test func `What is no PDF is refused`() {
    for text in ["", "%PDF", "%PDF-1.4\n", "\u{7f}ELF", String(repeating: " ", count: 1024) + "%PDF-1.4"] {
      #expect(throws: PDFError.damaged) { try PDFDocument(Array(text.utf8)) }
    }
  }

  @Test(arguments: PropertySeeds.from(1, count: 60))
  func `A damaged file is read as far as it goes, or refused`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var bytes = TestPaper.pdf(pages: 3)
    for _ in 0..<Int.random(in: 1...20, using: &random) {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
    }
    bytes.removeLast(Int.random(in: 0...bytes.count / 2, using: &random))
    guard let damaged = try? PDFDocument(bytes) else { return }
    for page in 0..<min(damaged.pageCount, 5) {
      #expect(damaged.picture(ofPage: page, in: area(40, 30), .fit, on: .white).pixels.count == 1200)
    }
    _ = damaged.vectors(ofPages: Array(0..<min(damaged.pageCount, 5)))
  }
}
