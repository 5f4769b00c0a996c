import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// Texts of PDFs can be searched and copied, and look as their outlines do.
@Suite(
  .slow,
  .enabled(
    if: ["pdffonts", "pdftotext", "pdftoppm"].allSatisfy { Programs.installed($0) != nil },
    "pdffonts, pdftotext or pdftoppm (poppler-utils) is not installed"))
struct PDFTextTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func pdf(_ arguments: [String], as name: String = "a.pdf") throws -> String {
    let path = folder.path(name)
    let outcome = try Programs.run(Touchreel.path, arguments + ["-o", path, "--force"])
    guard outcome.status == 0 else { throw Failure(description: "\(outcome)") }
    return path
  }

  private func text(of pdf: String) throws -> String {
    String(decoding: try Programs.succeed("pdftotext", ["-layout", pdf, "-"]), as: UTF8.self)
  }

  /// The lines of the fonts, without what heads them.
  private func fonts(of pdf: String) throws -> [Substring] {
    let list = String(decoding: try Programs.succeed("pdffonts", [pdf]), as: UTF8.self)
    return Array(list.split(separator: "\n").dropFirst(2))
  }

  private static let plot = ["plot", Fixture.path("overrun.mcap")]

  @Test func `Title, caption, names and numbers of a plot are text in embedded fonts`() throws {
    let caption = "Efficient: 120 Hz, “quoted”, 0.5 µm"
    let pdf = try pdf(Self.plot + ["--title", "Before the fix", "--caption", caption])
    let text = try text(of: pdf)
    for part in ["Before the fix", caption, "slot 1", "time (s)", "1 loss of events", "1.4"] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
    let fonts = try fonts(of: pdf)
    // Embedded, a subset, and with what its glyphs mean.
    #expect(!fonts.isEmpty && fonts.allSatisfy { $0.contains("TrueType") && $0.contains("yes yes yes") }, "\(fonts)")
  }

  @Test func `Text that reads from right to left is read in its order`() throws {
    let pdf = try pdf(Self.plot + ["--title", "שלום עולם", "--caption", "مرحبا بالعالم"])
    let text = try text(of: pdf)
    #expect(text.contains("שלום עולם"), "\(text)")
    // Between some letters that do not join, pdftotext takes the gap for a space.
    #expect(text.replacing(" ", with: "").contains("مرحبابالعالم"), "\(text)")
  }

  /// A glyph of a font stands for one character, and in Hebrew `(` is drawn with that of `)`.
  @Test func `Brackets of text that reads from left to right stay what they are beside others`() throws {
    let pdf = try pdf(Self.plot + ["--title", "(שלום) (עולם)", "--caption", "one (two)\n[three]"])
    let text = try text(of: pdf)
    #expect(text.contains("one (two)") && text.contains("[three]"), "\(text)")
    #expect(!text.contains("\\n"), "\(text)")
  }

  @Test func `Title, legend and scale bar of a render are text as well`() throws {
    let pdf = try pdf([
      "render", Fixture.path("pen-tilt-eraser.mcap"), "--title", "A pen", "--legend", "--scale-bar", "--color-by",
      "speed", "--crop",
    ])
    let text = try text(of: pdf)
    for part in ["A pen", "speed, mm/s", "300", "20 mm"] { #expect(text.contains(part), "\(part) in \(text)") }
    #expect(try fonts(of: pdf).count == 1)
  }

  /// Texts in a fixed width, bold, translucent, and with a glyph that has colours of its own.
  private static var texts: String {
    let shapes = [
      (##""text":"Plain\nSecond line","vertex":[120,40],"width":{"fitting":200},"color":"#000000ff""##, "Sans", 20),
      (##""text":"A column of words","vertex":[120,140],"width":{"fixed":90},"color":"#c00000ff""##, "Sans", 16),
      (##""text":"Faint 😀","vertex":[400,60],"width":{"fitting":300},"color":"#0000ff60""##, "Serif", 40),
    ].map { #"\#($0.0),"font":{"family":"\#($0.1)","size":\#($0.2)}"# }
    let operations = shapes.enumerated().map { index, shape in
      #"{"id":\#(index + 1),"operation":"add","shape":{"type":"text",\#(shape)}}"#
    }
    let ground = ##""background":{"type":"color","color":"#ffffffff"}"##
    return #"{"version":1,"size":[600,240],\#(ground),"operations":[\#(operations.joined(separator: ","))]}"#
  }

  @Test func `Texts of a board are text, whatever their width and colour`() throws {
    let drawing = try folder.write(Self.texts, to: "texts.touchreel.json")
    let text = try text(of: pdf(["render", drawing]))
    for part in ["Plain", "Second", "A column", "of words", "Faint"] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
    try expectSameLook(["render", drawing])
  }

  @Test func `Paths need no fonts`() throws {
    let pdf = try pdf(["render", Fixture.path("overrun.mcap"), "--title", "A", "--text-as-paths"])
    #expect(try fonts(of: pdf).isEmpty && !text(of: pdf).contains("A"))
  }

  @Test func `The same command writes the same bytes`() throws {
    let all = try ["a.pdf", "b.pdf"].map { name in
      try Data(contentsOf: URL(fileURLWithPath: pdf(Self.plot + ["--title", "Fix"], as: name)))
    }
    #expect(all[0] == all[1])
  }

  @Test func `Letters look as their outlines do`() throws {
    try expectSameLook([
      "render", Fixture.path("pen-tilt-eraser.mcap"), "--title", "A fix: שלום", "--legend", "--color-by", "time",
    ])
  }

  /// Checks that text and outlines differ by the edges of letters alone, as Poppler draws both.
  private func expectSameLook(_ arguments: [String]) throws {
    let (text, paths) = (try picture(of: arguments, "t"), try picture(of: arguments + ["--text-as-paths"], "p"))
    #expect(text.size == paths.size)
    #expect(zip(text.ink, paths.ink).allSatisfy { abs($0 - $1) <= 2 }, "\(text.ink) and \(paths.ink)")
    let (count, other) = (text.inkCount, paths.inkCount)
    #expect(abs(count - other) * 20 <= other, "\(count) and \(other)")
  }

  private func picture(of arguments: [String], _ name: String) throws -> DecodedPicture {
    let pdf = try pdf(arguments, as: "\(name).pdf")
    try Programs.succeed("pdftoppm", ["-r", "150", "-png", "-singlefile", pdf, folder.path(name)])
    return try DecodedPicture(folder.path("\(name).png"))
  }
}
