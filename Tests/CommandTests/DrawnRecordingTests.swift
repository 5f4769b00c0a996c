import Foundation
import TestSupport
import Testing
import TouchReelDrawingBoard

/// Conversions of recordings to drawings take the options of `render`, and mean the same by them.
@Suite(.slow)
struct DrawnRecordingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A touch begins at (100, 100) and is at (500, 100) after 0.4 s.
  private var line: String {
    get throws { try folder.write(Recorded.line, to: "line.evemu") }
  }

  private func run(_ words: String) throws -> Programs.Outcome {
    try Touchreel.run(shell: #""$@" "# + words, in: folder.url)
  }

  private func picture(_ words: String) throws -> DecodedPicture {
    let outcome = try run("render \(words) -o picture.png --force")
    try #require(outcome.status == 0, "\(words): \(outcome)")
    return try DecodedPicture(folder.path("picture.png"))
  }

  /// The picture of the drawing that a recording becomes.
  private func drawing(of file: String, _ options: String, kind: String = "touchreel") throws -> DecodedPicture {
    let outcome = try run("convert '\(file)' drawing.\(kind).json --force \(options)")
    try #require(outcome.status == 0, "\(options): \(outcome)")
    let size = options.split(separator: " ").drop { $0 != "--size" }.prefix(2).joined(separator: " ")
    return try picture("drawing.\(kind).json \(size)")
  }

  @Test(arguments: ["touchreel", "drawsana"])
  func `Touches that are down are drawn as far as render draws them`(
    kind: String
  ) throws {
    // Pixels 1.92 to a unit, 10 wide about y = 192; ink reaches the newest sample, 500 units: 960 + 5.
    for smoothing in ["", "--smoothing none"] {
      let shown = try drawing(of: line, "--at 0.4 --width 10 \(smoothing)", kind: kind)
      #expect(shown.ink == [187, 187, 964, 196], "\(smoothing)")
    }
    #expect(try drawing(of: line, "--at 0.4 --drop-open", kind: kind).inkCount == 0)
  }

  @Test func `Surface options lay the device as render does`() throws {
    // A quarter turn clockwise on a board of 1920×3840, 3.84 pixels to a unit: (500 − 100, 100…900) units.
    #expect(try drawing(of: line, "--rotate 90 --width 10").ink == [1531, 379, 1540, 3460])
    // x' = 1 − x, the same line the other way round, of which a half is drawn: (900…500).
    let flip = "--calibration='-1 0 1 0 1 0' --at 0.4 --smoothing none --width 10"
    #expect(try drawing(of: line, flip).ink == [955, 187, 1732, 196])
    // A board of 3:1 is wider by half, 2880 points; the device in its middle.
    let size = try drawing(of: line, "--size 288x96 --width 10")
    #expect(size.size == [288, 96] && size.ink[0] == 66)
  }

  @Test func `Drawsana gets the boxes of texts, and pens as wide as they were drawn, which come back so`() throws {
    let recording = BoardRecording([
      .command(.set(\.tool, .text)), .stroke((500, 250), (500, 250)), .command(.text("Height")), .command(.endText),
      .command(.set(\.tool, .pencil)), .command(.set(\.width, 5)), .stroke((100, 100), (900, 100)),
    ])
    try recording.write(to: folder.url.appendingPathComponent("board.mcap"))
    for step in [
      "board.mcap a.drawsana.json", "a.drawsana.json b.touchreel.json", "b.touchreel.json c.drawsana.json",
    ] {
      let outcome = try run("convert \(step)")
      try #require(outcome.status == 0, "\(outcome)")
    }
    for name in ["a.drawsana.json", "c.drawsana.json"] {
      let data = try Data(contentsOf: folder.url.appendingPathComponent(name))
      let file = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      let shapes = try #require(file["shapes"] as? [[String: Any]])
      // The upper left corner about the centre, then width and height of six letters of 24 points.
      let box = try #require(shapes[0]["boundingRect"] as? [[Double]])
      #expect(
        box[0] == [-box[1][0] / 2, -box[1][1] / 2] && (48...120).contains(box[1][0]) && (24...40).contains(box[1][1]))
      #expect(shapes[1]["strokeWidth"] as? Double == 5)
      let segments = shapes[1]["segments"] as? [[String: Any]] ?? []
      #expect(!segments.isEmpty && segments.allSatisfy { $0["width"] as? Double == 5 })
    }
    #expect(try picture("c.drawsana.json").buffer == picture("board.mcap").buffer)
  }

  private static let optionSets = [
    "--at 50%", "--at 60% --smoothing one-euro --width 9.5 --color '#ff000080'",
    "--at 0.5 --tool rectangle --fill lime",
    "--from 20% --to 70% --tool eraser", "--theme red-in-progress --at 40% --tool arrow --color-by touch",
    "--rotate 270 --fit stretch --pressure-width all --pressure-gamma 0.5 --speed-width on",
    "--background white,navy,30 --drop-open --at 45% --no-palm-rejection --no-pen-over-touch",
    "--at 70% --tool angle --calibration='0 -1 1 1 0 0' --clean", "--at 35% --tool dashed-line --cap square",
  ]

  @Test(arguments: optionSets)
  func `The drawing of every fixture has the pixels of its picture, whatever the options`(
    options: String
  ) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Fixture.folder).filter {
      $0.hasSuffix(".mcap")
    }
    try #require(!names.isEmpty)
    for name in names.sorted() {
      let (file, options) = (Fixture.path(name), options + " --size 320x240")
      let expected = try picture("'\(file)' \(options)")
      #expect(try drawing(of: file, options).buffer == expected.buffer, "\(name) \(options)")
    }
  }

  @Test func `Options for drawings are refused in one line if no drawing is written, and marks if one is`() throws {
    _ = try line
    for (words, reason) in [
      (
        "line.evemu out.mcap --at 0.4 --rotate 90 --width 3", "remove --at, --width: only drawings"
      ),
      ("line.evemu out.mcap --size 10x10 --crop", "remove --size, --crop: only drawings"),
      ("line.evemu out.drawsana.json --show-cancelled", "remove --show-cancelled: a drawing cannot hold"),
      ("line.evemu out.inkml --anonymize", "keeps what it says of its device"),
      ("line.evemu out.ndjson --anonymize", "keeps its country and key"),
      ("line.evemu out.ndjson --no-dates", "keeps its dates"),
      ("line.evemu out.touchreel.json --anonymize", "remove --anonymize: a drawing names no device"),
    ] {
      let outcome = try run("convert \(words)")
      #expect(outcome.status == 1 && outcome.errors.contains(reason), "\(words): \(outcome)")
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(words): \(outcome)")
    }
    #expect(folder.names == ["line.evemu"])
    try #require(run("convert line.evemu a.touchreel.json").status == 0)
    let again = try run("convert a.touchreel.json b.drawsana.json --color red --at 3")
    #expect(again.status == 1 && again.errors.contains("a.touchreel.json: is already a drawing"), "\(again)")
  }
}
