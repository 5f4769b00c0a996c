import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// The program of `docs/board-messages.md` that writes a recording, as others would write one.
@Suite(
  .slow,
  .enabled(
    if: Python.isReady, Python.absence))
struct HandWrittenRecordingTests {
  private let folder: TemporaryFolder
  private let program: String

  init() throws {
    folder = try TemporaryFolder()
    let text = try Checkout.text("docs/board-messages.md")
    program = try #require(text.components(separatedBy: "```python\n").last?.components(separatedBy: "```").first)
  }

  /// The recording that the program writes after changes to its text.
  private func recording(_ changes: (String, String)...) throws -> String {
    var text = program
    for (from, to) in changes {
      try #require(text.contains(from))
      text = text.replacingOccurrences(of: from, with: to)
    }
    let path = folder.path("hand.mcap")
    _ = try Python.succeed(["-c", text, path])
    return path
  }

  private func run(_ words: String) throws -> Programs.Outcome {
    try Touchreel.run(shell: #""$@" "# + words, in: folder.url)
  }

  private func picture(of file: String) throws -> (picture: DecodedPicture, errors: String) {
    let outcome = try run("render '\(file)' -o hand.png --force")
    try #require(outcome.status == 0, "\(outcome)")
    return (try DecodedPicture(folder.path("hand.png")), outcome.errors)
  }

  @Test func `The document's example draws its rectangle`() throws {
    let (picture, errors) = try picture(of: try recording())
    // A point is a unit and a pixel: (100, 100) to (300, 200) and 4 on each side.
    #expect(errors.isEmpty && picture.size == [1000, 500] && picture.ink == [96, 96, 303, 203], "\(errors)")
    #expect(picture.buffer[200, 150] == 0xffff_d000 && picture.buffer[200, 98] == 0xff00_0000)
  }

  @Test(arguments: [0, 1])
  func `Metadata without properties, or without codes, keeps the ranges of the axes`(
    missing: Int
  ) throws {
    let line = [
      #""properties": "[1]",  # INPUT_PROP_DIRECT"#,
      #""codes": json.dumps({"0": [0], "1": [330], "3": [SLOT, X, Y, ID]}),"#,
    ]
    let file = try recording((line[missing], ""))
    let name = ["properties", "codes"][missing]
    // A rectangle around what was seen, (100…300, 100…200), would fill the board.
    #expect(try picture(of: file).picture.ink == [96, 96, 303, 203])
    let info = try run("info hand.mcap").text
    #expect(info.contains("\(name) is missing") && !info.contains("inferred"), "\(info)")
    for step in ["convert hand.mcap again.mcap", "cut again.mcap third.mcap --to 1", "convert third.mcap hand.evemu"] {
      try #require(run(step).status == 0)
    }
    for name in ["again.mcap", "third.mcap", "hand.evemu"] {
      let touches = try run("dump --touches \(name) --fit stretch")
      // Formats without a board have one 1920 wide.
      let place = name == "hand.evemu" ? "x 192 y 192 " : "x 100 y 100 "
      #expect(touches.text.contains(place) && !touches.errors.contains("no axis ranges"), "\(name): \(touches)")
    }
  }

  @Test func `Rules of the recording count, and those of the command line win`() throws {
    _ = try recording(
      (
        #"command(0, "width", 8)"#,
        #"command(0, "width", 8); command(0, "rules", {"palms": "accepted", "penOverTouch": "ignored"})"#
      ),
      ("X: [0, 1000, 0, 0, 0, 0]", "0x37: [0, 2, 0, 0, 0, 0], X: [0, 1000, 0, 0, 0, 0]"),
      ("(EV_ABS, ID, 1)", "(EV_ABS, ID, 1), (EV_ABS, 0x37, 2)"))
    func count(_ options: String) throws -> Int {
      try run("dump --touches hand.mcap \(options)").text.split(separator: "\n").count
    }
    #expect(try count("") == 3 && count("--no-palm-rejection") == 3 && count("--pen-over-touch") == 3)
    #expect(try count("--palm-rejection") == 0)
    let info = try run("info hand.mcap --palm-rejection").text
    #expect(info.contains("0 touches") && info.contains("1 palm"), "\(info)")
    try #require(run("render hand.mcap -o palm.png --palm-rejection").status == 0)
    #expect(try DecodedPicture(folder.path("palm.png")).inkCount == 0)
  }
}
