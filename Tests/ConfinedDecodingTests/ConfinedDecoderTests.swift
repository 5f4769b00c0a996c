import Foundation
import SeededCases
import TestSupport
import Testing
import TouchReelCanvas
import TouchReelConfinedDecoding

/// Files read by the built program's decoder, and by the same libraries in this process.
struct ConfinedDecoderTests {
  private static let limit = PixelBuffer.pngPixelLimit
  private let own = InProcessDecoder()

  @Test(arguments: [SampleFiles.jpeg, SampleFiles.svg])
  func `A picture has the same pixels in a process of its own`(file: [UInt8]) throws {
    let pixels = try MarkedDecoder().decoder.image(file, pixelLimit: Self.limit)
    #expect(try pixels == own.image(file, pixelLimit: Self.limit) && !pixels.size.bounds.isEmpty)
  }

  @Test func `Pictures of all sizes have the same pixels, and one process reads them`() throws {
    let marked = MarkedDecoder()
    var random = SplitMix64(seed: 1)
    for seed in PropertySeeds.from(1, count: 30) {
      let size = PixelSize(width: .random(in: 1...700, using: &random), height: .random(in: 1...700, using: &random))
      let file = SampleFiles.bmp(size, seed: seed)
      let pixels = try marked.decoder.image(file, pixelLimit: Self.limit)
      #expect(try pixels.size == size && pixels == own.image(file, pixelLimit: Self.limit), "\(size)")
    }
    #expect(marked.processes.count == 1)
  }

  @Test func `What is refused is refused for the same reason`() {
    let decoder = MarkedDecoder().decoder
    let large = SampleFiles.bmp(PixelSize(width: 20, height: 30), seed: 1)
    #expect(throws: ImageError.tooLarge(width: 20, height: 30)) { try decoder.image(large, pixelLimit: 599) }
    #expect(throws: Never.self) { try decoder.image(large, pixelLimit: 600) }
    for file in [[], Array("no picture".utf8), Array(SampleFiles.jpeg.prefix(100)), Array(large.prefix(30))] {
      let error = #expect(throws: ImageError.self) { try own.image(file, pixelLimit: Self.limit) }
      guard let error else { continue }
      #expect(throws: error) { try decoder.image(file, pixelLimit: Self.limit) }
    }
    #expect(throws: PDFError.damaged) { try PDFDocument(Array("%PDF-1.4\n".utf8), by: decoder) }
  }

  @Test func `The pages of a PDF have the same sizes, pixels and vectors`() throws {
    let file = TestPaper.pdf(pages: 5)
    let (there, here) = (try PDFDocument(file, by: MarkedDecoder().decoder), try PDFDocument(file, by: own))
    #expect(there.pageCount == 5)
    for page in [-1, 0, 1, 2, 3, 4, 5, .max] {
      #expect(there.size(ofPage: page) == here.size(ofPage: page))
      for mode in BackgroundImageMode.allCases {
        let part = PixelRect(x: 20, y: 31, width: 400, height: 300)
        let area = PaperArea(width: 600, height: 500, scale: 1.5, part: part)
        let color = PixelColor(red: 200, green: 100, blue: 50, alpha: 90)
        #expect(
          there.picture(ofPage: page, in: area, mode, on: color)
            == here.picture(ofPage: page, in: area, mode, on: color),
          "\(page) \(mode)")
      }
    }
    #expect(there.vectors(ofPages: [5]) == nil)
    let vectors = try #require(there.vectors(ofPages: [0, 3]))
    // A PDF has the time at which it was made.
    #expect(PDFDocument.begins(vectors) && vectors.count == here.vectors(ofPages: [0, 3])?.count)
  }

  @Test func `Each PDF has a process of its own, and four wait at most`() throws {
    let marked = MarkedDecoder()
    var documents = try (1...6).map { try PDFDocument(TestPaper.pdf(pages: $0), by: marked.decoder) }
    #expect(marked.processes.count == 4)
    // The first two have lost theirs, and get others.
    for document in documents { #expect(document.size(ofPage: 0) == (400, 300)) }
    #expect(marked.processes.count == 4)
    documents.removeAll()
    #expect(marked.processes.isEmpty)
  }

  @Test func `A decoder that is gone is replaced before the next request`() throws {
    let marked = MarkedDecoder()
    let document = try PDFDocument(TestPaper.pdf(pages: 2), by: marked.decoder)
    for _ in 0..<5 {
      let process = try #require(marked.processes.first)
      #expect(kill(process, SIGKILL) == 0)
      while try !hasEnded(process) { sched_yield() }
      #expect(document.size(ofPage: 1) == (400, 300))
      #expect(!marked.processes.contains(process))
    }
  }

  /// Whether all its threads have, and so its end of the socket is closed, which the next request looks at.
  private func hasEnded(_ process: pid_t) throws -> Bool {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
    return status.contains("State:\tZ") && threads.count == 1
  }

  @Test func `One that does not answer is given up`() throws {
    let marked = MarkedDecoder(patience: .seconds(1))
    _ = try marked.decoder.image(SampleFiles.jpeg, pixelLimit: Self.limit)
    let process = try #require(marked.processes.first)
    #expect(kill(process, SIGSTOP) == 0)
    #expect(throws: ImageError.damaged) { try marked.decoder.image(SampleFiles.jpeg, pixelLimit: Self.limit) }
    #expect(marked.processes.isEmpty)
  }

  @Test func `A page that no process draws is blank, and named`() throws {
    let marked = MarkedDecoder(patience: .seconds(1))
    let document = try PDFDocument(TestPaper.pdf(pages: 3), by: marked.decoder)
    let area = PaperArea(width: 40, height: 30, scale: 0.1, part: PixelRect(x: 0, y: 0, width: 40, height: 30))
    let drawn = document.picture(ofPage: 0, in: area, .fit, on: .white)
    #expect(document.undrawnPages.isEmpty && Set(drawn.pixels).count > 1)
    let process = try #require(marked.processes.first)
    #expect(kill(process, SIGSTOP) == 0)
    let blank = document.picture(ofPage: 2, in: area, .fit, on: .white)
    #expect(document.undrawnPages == [2] && Set(blank.pixels) == [PixelColor.white.premultiplied])
    #expect(blank.size == drawn.size)
  }

  @Test func `Threads that ask at once get answers`() throws {
    let marked = MarkedDecoder()
    let document = try PDFDocument(TestPaper.pdf(pages: 8), by: marked.decoder)
    let own = try PDFDocument(TestPaper.pdf(pages: 8), by: own)
    let area = PaperArea(width: 100, height: 80, scale: 1, part: PixelRect(x: 0, y: 0, width: 100, height: 80))
    DispatchQueue.concurrentPerform(iterations: 24) { index in
      let pictures = [document, own].map { $0.picture(ofPage: index % 8, in: area, .fit, on: .white) }
      #expect(pictures[0] == pictures[1], "\(index)")
      #expect((try? marked.decoder.image(SampleFiles.jpeg, pixelLimit: 64))?.size.width == 8)
    }
  }
}
