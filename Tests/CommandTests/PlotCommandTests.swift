import Foundation
import TestSupport
import Testing

/// `touchreel plot`, as a user runs it.
@Suite(.slow)
struct PlotCommandTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let kinds = ["timeline", "axes", "speed", "rate", "jitter", "path"]

  private func fixture(_ name: String) -> String { Checkout.path("Fixtures/\(name).mcap") }

  private func svg(_ arguments: String...) throws -> String {
    try Touchreel.succeed(["plot", "-o", "-"] + arguments).text
  }

  @Test(arguments: kinds, ["svg", "png", "pdf", "html"])
  func `Each kind is written in each format`(kind: String, format: String) throws {
    let out = folder.path("figure.\(format)")
    let outcome = try Touchreel.succeed("plot", fixture("pen-and-touch"), "-o", out, "--kind", kind)
    #expect(outcome.errors.isEmpty && outcome.text.isEmpty)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: out))
    let signs = ["svg": "<svg ", "png": "\u{89}PNG", "pdf": "%PDF-", "html": "<!DOCTYPE html>"]
    let sign = try #require(signs[format]).unicodeScalars.map { UInt8($0.value) }
    #expect(bytes.starts(with: sign) && bytes.count < 400_000)
  }

  @Test func `Axes have their names, units and times`() throws {
    let text = try svg(fixture("pen-tilt-eraser"), "--kind", "axes")
    for title in ["x (mm)", "y (mm)", "pressure", "tilt x (°)", "tilt y (°)", "time (s)", ">pen<", ">eraser<"] {
      #expect(text.contains(title), "\(title)")
    }
    #expect(!text.contains("contact length"))
  }

  @Test func `A timeline says what went wrong`() throws {
    let lost = try svg(fixture("overrun"))
    #expect(lost.contains(">1 loss of events<") && lost.contains(">2 touches resumed after a loss<"))
    let palm = try svg(fixture("palm-mid-stroke"))
    #expect(palm.contains(">1 touch cancelled (palm)<") && palm.contains(">palm<"))
    #expect(try svg(fixture("unplug-mid-touch")).contains(">device removed<"))
  }

  @Test func `Several recordings have their names and one axis of time`() throws {
    let both = try svg(fixture("ten-fingers"), fixture("protocol-a"), "--kind", "speed")
    #expect(both.contains("ten-fingers.mcap<") && both.contains("protocol-a.mcap<"))
    // protocol-a takes 1.1 s, and is drawn on the 5.1 s of ten-fingers.
    #expect(both.components(separatedBy: ">5.0<").count == 3)
  }

  @Test func `A title and a caption are texts`() throws {
    let text = try svg(fixture("overrun"), "--title", "Before <the> fix", "--caption", "Three fingers.")
    #expect(text.contains(">Before &lt;the&gt; fix<") && text.contains(">Three fingers.<"))
  }

  @Test func `A size is in points, in all formats`() throws {
    // 238 points are 238 · 25.4 / 72 = 83.961 mm, and 476 pixels of a PNG; 150 are 52.917 mm.
    #expect(try svg(fixture("overrun"), "--size", "238x150").contains("width=\"83.961mm\" height=\"52.917mm\""))
    let pdf = folder.path("a.pdf")
    try Touchreel.succeed("plot", fixture("overrun"), "-o", pdf, "--size", "238x150")
    #expect(try String(decoding: Data(contentsOf: URL(fileURLWithPath: pdf)), as: UTF8.self).contains("[0 0 238 150]"))
    let png = folder.path("a.png")
    try Touchreel.succeed("plot", fixture("overrun"), "-o", png, "--size", "238x150")
    let header = try Data(contentsOf: URL(fileURLWithPath: png)).dropFirst(16).prefix(8)
    #expect(Array(header) == [0, 0, 1, 220, 0, 0, 1, 44])
  }

  @Test(arguments: [
    (["--touch", "99"], 1, "has no touch 99; its touches are 0 to"),
    (["--device", "9"], 1, "has no device 9"),
    (["--from", "1:00"], 1, "has no events in this span"),
    (["--size", "120x60", "--kind", "axes"], 1, "needs a height of"),
    (["--size", "10x10"], 64, "--size takes"),
    (["--size", "80mmx1e3"], 64, "The value '80mmx1e3' is invalid"),
    (["--line-width", "0"], 64, "--line-width takes 0.1 to 20 points"),
    (["--scale-bar"], 64, "--scale-bar is of --kind path only"),
    (["--hover", "--kind", "speed"], 64, "--hover is of --kind axes only"),
    (["--color-by", "time", "--kind", "speed"], 64, "--color-by is of --kind path only"),
    (["--colors", "viridis", "--kind", "path"], 64, "--colors is of --color-by pressure, speed or time"),
    (["--color-range", "0,1", "--kind", "path"], 64, "--color-range is of --color-by pressure, speed or time"),
    (["--kind", "pie"], 64, "'pie' is invalid"),
    (["--from", "2", "--to", "1"], 64, "--from is not before --to"),
    (["--touch", "x"], 64, "a touch is a whole number"),
  ])
  func `What cannot be plotted is said in one line, and nothing is written`(
    arguments: [String], status: Int32, message: String
  ) throws {
    let out = folder.path("none.svg")
    let outcome = try Programs.run(Touchreel.path, ["plot", fixture("ten-fingers"), "-o", out] + arguments)
    #expect(outcome.status == status && outcome.errors.contains(message), "\(outcome)")
    if status == 1 { #expect(outcome.errors.split(separator: "\n").count == 1) }
    #expect(!FileManager.default.fileExists(atPath: out))
  }

  @Test func `A name without a format is refused, and a file is replaced only if asked`() throws {
    #expect(try Touchreel.run("plot", fixture("overrun"), "-o", folder.path("a.txt")).status == 64)
    let out = try folder.write("mine", to: "a.svg")
    let refused = try Touchreel.run("plot", fixture("overrun"), "-o", out)
    #expect(refused.status == 1 && refused.errors.contains("exists already"), "\(refused)")
    #expect(try String(contentsOfFile: out, encoding: .utf8) == "mine")
    try Touchreel.succeed("plot", fixture("overrun"), "-o", out, "--force")
    let same = try Touchreel.run("plot", out, "-o", out, "--force")
    #expect(same.status == 1)
  }

  /// One finger on a screen of 10 units a millimetre.
  private func recording(_ frames: String) throws -> String {
    try folder.write(
      """
      # EVEMU 1.3
      N: One finger
      I: 0003 0001 0001 0001
      P: 02 00 00 00 00 00 00 00
      B: 00 0b 00 00 00 00 00 00 00
      B: 03 00 00 00 00 00 80 60 02
      A: 2f 0 9 0 0 0
      A: 35 0 1000 0 0 10
      A: 36 0 1000 0 0 10
      A: 39 0 65535 0 0 0

      """ + frames, to: "one.evemu")
  }

  @Test func `One sample, and times that go back, are plotted`() throws {
    let down = "0003 002f 0\nE: T 0003 0039 5\nE: T 0003 0035 100\nE: T 0003 0036 200\nE: T 0000 0000 0\n"
    let one = try recording("E: 1.000000 " + down.replacing("T", with: "1.000000"))
    let back = "E: 0.500000 0003 0035 300\nE: 0.500000 0000 0000 0\n"
    for frames in ["", back] {
      let file = try folder.write(try String(contentsOfFile: one, encoding: .utf8) + frames, to: "two.evemu")
      for kind in Self.kinds {
        let outcome = try Touchreel.run("plot", file, "-o", "-", "--kind", kind)
        #expect(outcome.status == 0 && outcome.text.hasSuffix("</svg>\n"), "\(kind): \(outcome.errors)")
      }
    }
  }

  /// A finger that is 1 mm to the left and to the right of its mean in turn, every 10 ms; then far away.
  private func restingFinger() throws -> String {
    var frames = "E: 1.000000 0003 002f 0\nE: 1.000000 0003 0039 5\nE: 1.000000 0003 0036 200\n"
    for index in 0..<10 {
      let time = "1.\(index)".padding(toLength: 8, withPad: "0", startingAt: 0)
      frames += "E: \(time) 0003 0035 \(index % 2 == 0 ? 100 : 120)\nE: \(time) 0000 0000 0\n"
    }
    return try recording(frames + "E: 2.500000 0003 0035 900\nE: 2.500000 0000 0000 0\n")
  }

  @Test func `The jitter of a part is the distance from its mean`() throws {
    // Ten samples at 10 and 12 mm in turn, one each 0.1 s: their mean is 11 mm, and each is 1 mm from it.
    let text = try svg(try restingFinger(), "--kind", "jitter", "--to", "1")
    #expect(text.contains("touch 0: 10 samples in 0.900 s, from their mean RMS 1.00 mm, at most 1.00 mm"))
  }

  @Test func `The rate has the median and the longest interval`() throws {
    // Nine intervals of 100 ms, and one of 2.5 s − 1.9 s = 600 ms.
    let text = try svg(try restingFinger(), "--kind", "rate").replacing(/<[^>]*>\n?/, with: " ")
    #expect(text.contains("10 intervals, median 100 ms"), "\(text)")
    #expect(text.contains("longest 600 ms"))
  }

  @Test func `A path has its true size where none is stated, and says its scale where one is`() throws {
    #expect(try svg(fixture("ten-fingers"), "--kind", "path").contains("true size"))
    #expect(try svg(fixture("ten-fingers"), "--kind", "path", "--size", "238x180").contains("y (mm), 1 : "))
  }

  @Test func `info names the command that shows what is odd`() throws {
    let file = fixture("ten-fingers")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    let piped = try Touchreel.run("info", "-", input: bytes)
    #expect(piped.text.contains("odd:") && piped.text.contains("  touchreel plot - -o odd.svg shows where"))
    // Each name with the word of a shell that is read as it.
    let words = [
      ("a.mcap", "a.mcap"), ("two words.mcap", "'two words.mcap'"), ("it's.mcap", #"'it'\''s.mcap'"#),
      ("-x.mcap", "./-x.mcap"), ("$HOME.mcap", "'$HOME.mcap'"), ("übung.mcap", "übung.mcap"), ("a\nb.mcap", "FILE"),
    ]
    for (name, word) in words {
      try folder.write(bytes, to: name)
      let outcome = try Programs.run(Touchreel.path, ["info", "--", name], in: folder.url)
      let command = try #require(
        outcome.text.firstMatch(of: #/ {2}touchreel (plot .* -o odd.svg) shows where/#), "\(name)")
      #expect(command.1 == "plot \(word) -o odd.svg")
      guard word != "FILE" else { continue }
      let plot = try Programs.run(
        "/bin/sh", ["-c", "\"$0\" \(command.1) --force", Touchreel.path], in: folder.url)
      #expect(plot.status == 0, "\(name): \(plot)")
    }
  }

  @Test func `A recording without touches has nothing to plot`() throws {
    let none = try recording("E: 1.000000 0003 002f 1\nE: 1.000000 0000 0000 0\n")
    let outcome = try Touchreel.run("plot", none, "-o", "-")
    #expect(outcome.status == 1 && outcome.errors.contains("has no touches to plot"), "\(outcome.errors)")
  }
}
