import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// Figures have the size in millimetres that they say, for programs of others too.
@Suite(.slow)
struct FigureSizeTests {
  private let folder: TemporaryFolder
  /// A finger that goes from 10 to 90 mm on a screen of 100 by 50 mm, where the resolution is stated.
  private let line: String

  init() throws {
    folder = try TemporaryFolder()
    line = try folder.write(Recorded.line, to: "line.evemu")
  }

  private func made(_ arguments: String..., as name: String) throws -> String {
    let path = folder.path(name)
    let outcome = try Programs.run(Touchreel.path, arguments + ["-o", path])
    guard outcome.status == 0 else { throw Failure(description: "\(outcome)") }
    return path
  }

  private func figure(as name: String) throws -> String {
    try made(
      "plot", line, "--kind", "path", "--resolution", "10", "--size", "80mmx60mm", "--scale-bar", "--color-by",
      "speed", "--title", "Figure", as: name)
  }

  /// The size of a PDF's first page in points, as poppler reads it.
  private func pageSize(of pdf: String) throws -> [Double] {
    let text = String(decoding: try Programs.succeed("pdfinfo", [pdf]), as: UTF8.self)
    let match = try #require(text.firstMatch(of: /Page size: +([0-9.]+) x ([0-9.]+) pts/))
    return [Double(match.1), Double(match.2)].compactMap(\.self)
  }

  /// 80 and 60 mm in points of 1/72 inch.
  private static let points = [226.772, 170.079]

  private func isAbout(_ numbers: [Double], _ others: [Double], within error: Double = 0.01) -> Bool {
    numbers.count == others.count && zip(numbers, others).allSatisfy { abs($0 - $1) <= error }
  }

  @Test(arguments: [
    ("80mmx60mm", 80.0, 60.0), ("8cmx6cm", 80, 60), ("5inx3.5in", 127, 88.9), ("360ptx200", 127, 70.556),
  ])
  func `A size with a unit is exact in SVG and PDF`(size: String, width: Double, height: Double) throws {
    let svg = try made("plot", line, "--size", size, as: "a.svg")
    let text = try String(contentsOfFile: svg, encoding: .utf8)
    let match = try #require(text.firstMatch(of: /width="([0-9.]+)mm" height="([0-9.]+)mm"/))
    #expect(isAbout([Double(match.1), Double(match.2)].compactMap(\.self), [width, height], within: 0.001))
    guard Programs.installed("pdfinfo") != nil else { return }
    let pdf = try made("plot", line, "--size", size, as: "a.pdf")
    #expect(isAbout(try pageSize(of: pdf), [width * 72 / 25.4, height * 72 / 25.4]))
  }

  @Test func `A PDF has the lowest version that its content needs`() throws {
    func version(_ file: String) throws -> String {
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)).prefix(8), as: UTF8.self)
    }
    #expect(try version(figure(as: "a.pdf")) == "%PDF-1.4")
    #expect(try version(made("render", line, as: "b.pdf")) == "%PDF-1.4")
    // The surface of 100,000 units is 10 m wide, 28,346 points, so that a unit of the page is 2.
    let wide = Recorded.line.replacing("A: 35 0 1000 ", with: "A: 35 0 100000 ")
    let large = try made(
      "render", folder.write(wide, to: "wide.evemu"), "--resolution", "10", as: "c.pdf")
    #expect(try version(large) == "%PDF-1.6")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: large))
    #expect(String(decoding: bytes, as: UTF8.self).contains("/UserUnit 2"))
  }

  @Test func `A picture in true size has the board's millimetres`() throws {
    let svg = try made("render", line, "--resolution", "10", "--true-size", as: "true.svg")
    #expect(try String(contentsOfFile: svg, encoding: .utf8).contains("width=\"100mm\" height=\"50mm\""))
    let outcome = try Touchreel.run("render", line, "-o", folder.path("none.svg"), "--true-size")
    #expect(outcome.status == 0 && outcome.errors.contains("the SVG is in pixels: neither the device nor the page"))
    let refused = try Touchreel.run("render", line, "-o", folder.path("none.png"), "--true-size")
    #expect(refused.status == 64 && refused.errors.contains("--true-size is for SVG only"))
  }

  /// Where the ends of a bar are, in pixels: columns of black in a row that only they cross, by their middles.
  private func ends(in picture: DecodedPicture, ofRow row: Int) -> [Double] {
    let width = picture.size[0]
    let black = (0..<width).filter { picture.buffer[$0, row] & 0xffffff < 0x404040 }
    let runs = black.reduce(into: [[Int]]()) { runs, x in
      if runs.last?.last == x - 1 { runs[runs.count - 1].append(x) } else { runs.append([x]) }
    }
    return runs.map { Double($0[0] + $0[$0.count - 1]) / 2 }
  }

  @Test func `A scale bar has its length in pixels, vectors and cropped pictures`() throws {
    // 100 mm are 1,920 points, 19.2 to a millimetre. 30 % of the width are 30 mm: the bar is of 20 mm, 384 points.
    let png = try made("render", line, "--resolution", "10", "--scale-bar", as: "bar.png")
    // The lower end of the bar is 38 points above the edge of 960, at 922; its line 7 above that, the ends 14 high.
    let found = ends(in: try DecodedPicture(png), ofRow: 911)
    #expect(found.count == 2 && found[1] - found[0] == 384, "\(found)")
    let svg = try made("render", line, "--resolution", "10", "--scale-bar", as: "bar.svg")
    let text = try String(contentsOfFile: svg, encoding: .utf8)
    #expect(text.contains(">20 mm<") && text.contains("l384 0"))
    // A crop of 80 mm keeps the board's scale: 20 mm of at most 24.
    let crop = try made("render", line, "--resolution", "10", "--scale-bar", "--crop", as: "crop.svg")
    let cropped = try String(contentsOfFile: crop, encoding: .utf8)
    #expect(cropped.contains(">20 mm<") && cropped.contains("l384 0"))
  }

  @Test func `A scale bar of a plot is as long as its label says`() throws {
    let svg = try made("plot", line, "--kind", "path", "--resolution", "10", "--scale-bar", as: "bar.svg")
    let text = try String(contentsOfFile: svg, encoding: .utf8)
    // The plot is 86.4 mm wide in true size, so that the bar has 20 mm: 56.693 points, and is 2 high.
    let widths = text.matches(of: /width="([0-9.]+)" height="2" fill="#/).compactMap { Double($0.1) }
    #expect(text.contains(">20 mm<") && isAbout(widths, [56.693]), "\(widths)")
  }

  @Test(arguments: [["render"], ["plot", "--kind", "path"]])
  func `A device without a size has no scale bar, which is one line`(command: [String]) throws {
    let out = folder.path("none.svg")
    let outcome = try Programs.run(Touchreel.path, command + [line, "--scale-bar", "-o", out])
    #expect(outcome.status == 0 && outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
    #expect(outcome.errors.contains("there is no scale bar: "))
    #expect(try !String(contentsOfFile: out, encoding: .utf8).contains(" mm<"))
  }

  @Test func `A drawing's page says how long a bar is, or that its size is not known`() throws {
    let drawing = folder.path("line.touchreel.json")
    try Touchreel.succeed("convert", line, drawing)
    let outcome = try Touchreel.run("render", drawing, "-o", folder.path("a.png"), "--scale-bar")
    #expect(outcome.status == 0 && outcome.errors.contains("there is no scale bar: neither the device nor the page"))
    // The second page of three has a size of its own.
    let page = try made("render", PageDrawing.write(to: folder), "--scale-bar", "--page", "2", as: "page.svg")
    #expect(try String(contentsOfFile: page, encoding: .utf8).contains(" mm<"))
  }

  @Test(.enabled(if: Programs.installed("inkscape") != nil, "inkscape is not installed"))
  func `Inkscape opens figures in their size`() throws {
    func size(_ file: String) throws -> [Double] {
      try ["--query-width", "--query-height"].compactMap { option in
        let out = try Programs.run("inkscape", [option, file], environment: environment)
        return Double(out.text.trimmingCharacters(in: .whitespacesAndNewlines))
      }
    }
    // Inkscape has 96 pixels to an inch: 80 mm are 302.362.
    #expect(isAbout(try size(figure(as: "a.svg")), [302.362, 226.772]))
    let picture = try made("render", line, "--resolution", "10", "--true-size", as: "true.svg")
    #expect(isAbout(try size(picture), [377.953, 188.976]))
  }

  /// A home of its own, so that nothing of the user's is read or written.
  private var environment: [String: String] {
    ProcessInfo.processInfo.environment.merging(["HOME": folder.path("")]) { $1 }
  }

  @Test(
    .enabled(
      if: Programs.installed("pdflatex") != nil && Programs.installed("pdfinfo") != nil,
      "pdflatex (texlive-latex-base) or pdfinfo (poppler-utils) is not installed"))
  func `LaTeX includes a figure in its size`() throws {
    _ = try figure(as: "figure.pdf")
    // A page that is the figure alone.
    try folder.write(
      #"""
      \documentclass{article}
      \usepackage{graphicx}
      \begin{document}
      \newsavebox{\figurebox}
      \savebox{\figurebox}{\includegraphics{figure.pdf}}
      \typeout{Figure: \the\wd\figurebox\space\the\ht\figurebox.}
      \pdfpagewidth=\wd\figurebox \pdfpageheight=\ht\figurebox
      \hoffset=-1in \voffset=-1in
      \shipout\copy\figurebox
      \end{document}
      """#, to: "page.tex")
    let outcome = try Programs.run(
      "pdflatex", ["-interaction=nonstopmode", "-halt-on-error", "page.tex"], environment: environment,
      in: URL(fileURLWithPath: folder.path("")))
    #expect(outcome.status == 0 && !outcome.text.contains("PDF inclusion"), "\(outcome)")
    #expect(isAbout(try pageSize(of: folder.path("page.pdf")), Self.points))
  }
}
