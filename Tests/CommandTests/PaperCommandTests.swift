import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// Pages of PDFs below the ink, beside programs that show PDFs.
@Suite(
  .slow,
  .enabled(
    if: ["pdftocairo", "pdftotext", "pdfinfo"].allSatisfy { Programs.installed($0) != nil }, "needs poppler-utils"))
struct PaperCommandTests {
  private let folder: TemporaryFolder
  private let line: String
  private let paper: String

  init() throws {
    folder = try TemporaryFolder()
    line = try folder.write(Recorded.line, to: "line.evemu")
    paper = try folder.write(TestPaper.pdf(pages: 3), to: "paper.pdf")
  }

  private func text(of file: String, page: Int = 1) throws -> String {
    let arguments = ["-f", "\(page)", "-l", "\(page)", folder.path(file), "-"]
    // The letters of a font in place of Helvetica may stand apart.
    return String(decoding: try Programs.succeed("pdftotext", arguments), as: UTF8.self).filter { !$0.isWhitespace }
  }

  /// Pixels that differ by more than a sixth, as where letters are drawn by another program.
  private func differences(_ one: String, _ other: String) throws -> Int {
    let (one, other) = (try DecodedPicture(folder.path(one)).buffer, try DecodedPicture(folder.path(other)).buffer)
    try #require(one.size == other.size, "\(one.size) \(other.size)")
    return zip(one.pixels, other.pixels).count { greatestDifference($0, $1) > 42 }
  }

  @Test func `A page lies below the ink as pixels, and as letters in a PDF`() throws {
    for (page, mode) in [(1, ":fit"), (2, ""), (3, ":fill")] {
      let background = "\(paper)#page=\(page)\(mode)"
      for name in ["ours.png", "ours.pdf"] {
        let look = ["--background", background, "--size", "800x600", "--force"]
        try Touchreel.succeed(["render", line, "-o", folder.path(name)] + look)
      }
      try draw("ours.pdf", page: 1, as: "theirs")
      #expect(try text(of: "ours.pdf").contains("Page\(page)"))
      #expect(try differences("ours.png", "theirs.png") < 50, "page \(page)")
    }
    // The page alone, at that size, under the thinnest ink.
    try draw("paper.pdf", page: 2, as: "alone")
    let thin = ["--background", "\(paper)#page=2", "--size", "800x600", "--width", "0.1"]
    try Touchreel.succeed(["render", line, "-o", folder.path("thin.png")] + thin)
    #expect(try differences("thin.png", "alone.png") < 50)
  }

  /// Draws a page by Poppler's own program.
  private func draw(_ file: String, page: Int, as name: String) throws {
    let size = ["-scale-to-x", "800", "-scale-to-y", "600"]
    let pages = ["-png", "-singlefile", "-f", "\(page)"]
    try Programs.succeed("pdftocairo", pages + size + [folder.path(file), folder.path(name)])
  }

  @Test func `A drawing holds the PDF, and may be moved`() throws {
    let drawing = folder.path("page.touchreel.json")
    try Touchreel.succeed("convert", line, drawing, "--background", "\(paper)#page=2")
    try Touchreel.succeed("render", line, "--background", "\(paper)#page=2", "-o", folder.path("before.png"))
    try FileManager.default.removeItem(atPath: paper)
    let outcome = try Touchreel.succeed("render", drawing, "-o", folder.path("after.png"))
    #expect(outcome.errors.isEmpty, "\(outcome)")
    #expect(try DecodedPicture(folder.path("after.png")).buffer == DecodedPicture(folder.path("before.png")).buffer)
    #expect(try Touchreel.succeed("info", drawing).text.contains("#page=2, fit, on #ffffffff"))
  }

  @Test(.enabled(if: Programs.installed("xournalpp") != nil, "xournalpp is missing"))
  func `A file of Xournal++ has its pages, both ways`() throws {
    func page(_ number: Int, _ file: String = "") -> String {
      """
      <page width="400" height="300"><background type="pdf" \(file)pageno="\(number)"/>
      <layer><stroke tool="pen" color="#000000ff" width="3">20 20 380 280</stroke></layer></page>
      """
    }
    let pages = page(1, #"domain="attach" filename="bg.pdf" "#) + page(3) + page(2)
    let theirs = try folder.write(
      "<xournal creator=\"Xournal++ 1.1.3\" fileversion=\"4\">\(pages)</xournal>", to: "theirs.xopp")
    try folder.write(TestPaper.pdf(pages: 3), to: "theirs.xopp.bg.pdf")
    try Touchreel.succeed("convert", theirs, folder.path("ours.touchreel.json"))
    try Touchreel.succeed("convert", folder.path("ours.touchreel.json"), folder.path("ours.xopp"))
    let size = "1667x1250"
    for file in ["theirs", "ours"] {
      try? FileManager.default.copyItem(atPath: paper, toPath: folder.path("\(file).xopp.bg.pdf"))
      try Programs.succeed("xournalpp", ["--create-img=\(folder.path("\(file).png"))", folder.path("\(file).xopp")])
      for number in 1...3 {
        let render = ["render", folder.path("\(file).xopp"), "--page", "\(number)", "--size", size]
        try Touchreel.succeed(render + ["-o", folder.path("mine.png"), "--force"])
        #expect(try DecodedPicture(folder.path("\(file)-\(number).png")).size == [1667, 1250])
        #expect(try differences("mine.png", "\(file)-\(number).png") < 4000, "\(file) \(number)")
      }
    }
  }

  @Test func `A PDF that is not there, damaged or too short is one line`() throws {
    let broken = try folder.write("%PDF-1.4 and nothing else", to: "broken.pdf")
    for (background, reason) in [
      ("\(paper)#page=4", "it has 3 pages"), (broken, "it is not a PDF, or damaged"),
      (folder.path("none.pdf"), "no such file"),
    ] {
      let outcome = try Programs.run(
        Touchreel.path, ["render", line, "--background", background, "-o", folder.path("out.png")])
      #expect(outcome.status == 1 && outcome.errors.contains(reason), "\(outcome)")
      #expect(outcome.errors.split(separator: "\n").filter { $0.hasPrefix("touchreel:") }.count == 1, "\(outcome)")
      #expect(!FileManager.default.fileExists(atPath: folder.path("out.png")))
    }
  }
}
