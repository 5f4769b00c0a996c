import Foundation
import TestSupport
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelTouchTracking

/// Recordings with commands on their board.
@Suite(.slow)
struct BoardRecordingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(_ steps: BoardRecording.Step...) throws -> String {
    try BoardRecording(steps).write(to: folder.url.appendingPathComponent("board.mcap"))
    return folder.path("board.mcap")
  }

  private func picture(of file: String, _ options: String...) throws -> DecodedPicture {
    let out = folder.path("\(UUID().uuidString).png")
    let words = (["render", file, "-o", out] + options).map { "'\($0)'" }.joined(separator: " ")
    let outcome = try Touchreel.run(shell: #""$@" "# + words)
    try #require(outcome.status == 0, "\(outcome)")
    return try DecodedPicture(out)
  }

  /// The device rows, in hundreds of units, on which there is ink in the middle of the board.
  private func rows(_ picture: DecodedPicture) -> [Int] {
    (1...4).filter { picture.buffer[960, $0 * 192] != 0xffff_ffff }
  }

  private func row(_ hundreds: Int32) -> BoardRecording.Step { .stroke((100, hundreds * 100), (900, hundreds * 100)) }

  @Test func `--clean leaves out what is undone for good, at any time, and keeps what is redone`() throws {
    let file = try file(
      row(1), row(2), .command(.undo), row(3), .command(.undo), .command(.redo), row(4), .command(.undo))
    func at(_ steps: Int, _ options: String...) throws -> [Int] {
      let time = BoardRecording.time(after: steps)
      return rows(
        try options.isEmpty
          ? picture(of: file, "--at", time) : picture(of: file, "--at", time, options[0]))
    }
    #expect(try at(2) == [1, 2] && at(2, "--clean") == [1])
    #expect(try at(3) == [1] && at(3, "--clean") == [1])
    #expect(try at(4) == [1, 3] && at(4, "--clean") == [1, 3])
    #expect(try at(5) == [1] && at(5, "--clean") == [1], "undone, and redone later")
    #expect(try at(7) == [1, 3, 4] && at(7, "--clean") == [1, 3])
    #expect(try rows(picture(of: file)) == [1, 3] && rows(picture(of: file, "--clean")) == [1, 3])
  }

  @Test func `What was only pasted is drawn in every kind of picture, and info says so`() throws {
    let red = PixelColor(red: 255, green: 0, blue: 0)
    let style = StrokeStyle(color: red, width: 2)
    let box = RectShape(from: BoardPoint(x: 20, y: 10), to: BoardPoint(x: 80, y: 50), style: style, fill: red)
    let file = try file(
      .command(.size(BoardSize(width: 100, height: 60))), .command(.paste([PlacedShape(.rectangle(box))])),
      .command(.set(\.width, 3)))
    let whole = try picture(of: file)
    #expect(whole.buffer.size == PixelSize(width: 100, height: 60) && whole.ink == [19, 9, 80, 50])
    #expect(try picture(of: file, "--at", "0").colors(covering: 1) == ["ffffff"])
    #expect(try picture(of: file, "--at", "50%").ink == whole.ink)
    for name in ["a.svg", "a.pdf", "a.html", "a.apng", "a.touchreel.json"] {
      let path = folder.path(name)
      let command = name.hasSuffix("json") ? ["convert", file, path] : ["render", file, "-o", path]
      let outcome = try Touchreel.succeed(command)
      // The device of these recordings does not say how large it is.
      let others = outcome.errors.split(separator: "\n").filter { !$0.contains("no resolution") }
      #expect(others.isEmpty, "\(outcome)")
    }
    #expect(try String(contentsOfFile: folder.path("a.svg"), encoding: .utf8).contains("#ff0000"))
    #expect(try picture(of: folder.path("a.touchreel.json")).ink == whole.ink)
    let info = try Touchreel.succeed("info", "--touches", file)
    #expect(info.text.contains("0 events in 0 frames over 0.2 s") && info.errors.isEmpty, "\(info)")
    #expect(info.text.contains("drawn without touches, by 3 messages of /board"), "\(info)")
  }

  @Test func `Options hold against what the recording sets`() throws {
    let teal = PixelColor(red: 0, green: 128, blue: 128)
    let file = try file(
      .command(.set(\.color, teal)), .command(.set(\.width, 30)), .command(.background(.color(teal))), row(1),
      .command(.clear),
      row(2))
    #expect(try picture(of: file).colors(covering: 1) == ["008080"])
    let picture = try picture(of: file, "--color", "red", "--width", "10", "--background", "white")
    #expect(picture.colors(covering: 10_000) == ["ff0000", "ffffff"] && rows(picture) == [2])
    // A line 10 wide along 384 points, 1536 long, with round ends.
    #expect(picture.ink == [187, 379, 1732, 388])
  }

  @Test func `Texts take another font and size; what is not given stays the recording's`() throws {
    let file = try file(
      .command(.set(\.tool, .text)), .command(.set(\.font, TextFont(family: "DejaVu Sans", size: 40))),
      .stroke((500, 250), (500, 250)), .command(.text("H")), .command(.endText))
    let own = try picture(of: file).ink
    let large = try picture(of: file, "--text-size", "80").ink
    // The capital is twice as high, but for the edge's grey.
    #expect(abs((large[3] - large[1]) - 2 * (own[3] - own[1])) <= 2, "\(own) \(large)")
    let mono = try picture(of: file, "--font", "DejaVu Sans Mono").ink
    #expect(mono[3] - mono[1] == own[3] - own[1] && mono[2] - mono[0] != own[2] - own[0], "\(own) \(mono)")
  }

  @Test func `An image in the recording is the background that cites it; a broken one is reported`() throws {
    let navy = PixelBuffer(size: PixelSize(width: 4, height: 4), filledWith: 0xff00_0080)
    let cited = BoardRecording.Step.command(.background(.image(ImageID(rawValue: "ab12"), .tile, on: .white)))
    let whole = try file(.image(name: "ab12", png: navy.png()), cited, row(1))
    #expect(try picture(of: whole).colors(covering: 5000) == ["000080", "000000"])
    try Touchreel.succeed("convert", whole, folder.path("page.touchreel.json"))
    // The image is in the drawing now.
    #expect(try picture(of: folder.path("page.touchreel.json")).colors(covering: 5000) == ["000080", "000000"])
    let broken = try file(.image(name: "ab12", png: Array("no picture".utf8)), cited, row(1))
    let outcome = try Touchreel.run("render", broken, "-o", folder.path("broken.png"))
    #expect(outcome.status == 0 && outcome.errors.contains("not a PNG"), "\(outcome)")
    #expect(try rows(DecodedPicture(folder.path("broken.png"))) == [1])
  }

  @Test func `What shows through the recording's background shows through the picture`() throws {
    let half = PixelColor(red: 0, green: 128, blue: 128, alpha: 128)
    let through = try picture(of: file(.command(.background(.color(half))), row(1))).buffer
    #expect(through[960, 900] == half.premultiplied && through[960, 192] == 0xff00_0000)
    let clear = PixelBuffer(size: PixelSize(width: 4, height: 4), filledWith: half.premultiplied)
    let image = BoardRecording.Step.image(name: "ab12", png: clear.png())
    let onWhite = Background.image(ImageID(rawValue: "ab12"), .tile, on: .white)
    let covered = try picture(of: file(image, .command(.background(onWhite)), row(1))).buffer
    #expect(covered[960, 900] == 0xff7f_bfbf)
  }

  @Test
  func `An unknown word of a message is ignored with a warning, in every command`()
    throws
  {
    let file = try file(
      .command(.set(\.tool, .rectangle)), .text(#"{"version":1,"command":"tool","value":"laser"}"#),
      .stroke((100, 100), (900, 400)), .text(#"{"version":1,"command":"cap","value":"pointed"}"#))
    let laser = #"board message 2 at 0.1 s: unknown tool "laser"; known are pencil, "#
    let pointed = #"board message 3 at 0.3 s: unknown cap "pointed"; known are butt, "#
    for arguments in [
      ["render", file, "-o", folder.path("words.png")], ["dump", file], ["dump", "--touches", file],
      ["convert", file, folder.path("words.touchreel.json")],
    ] {
      let words = arguments.map { "'\($0)'" }.joined(separator: " ")
      let outcome = try Touchreel.run(shell: #""$@" "# + words)
      #expect(outcome.status == 0, "\(outcome)")
      for warning in [laser, pointed] {
        #expect(outcome.errors.components(separatedBy: warning).count == 2, "\(arguments): \(outcome.errors)")
      }
    }
    let info = try Touchreel.run("info", file).text
    #expect(info.contains(laser) && info.contains(pointed), "\(info)")
    // The rectangle of before: nothing in its middle.
    #expect(try DecodedPicture(folder.path("words.png")).buffer[960, 480] == 0xffff_ffff)
  }

  @Test func `Messages in the command line's spelling are carried out`() throws {
    let message = BoardRecording.Step.text(#"{"version":1,"command":"tool","value":"dashed-line"}"#)
    let file = try file(message, .command(.set(\.width, 20)), row(2))
    let drawn = try picture(of: file)
    let same = try picture(of: try self.file(row(2)), "--tool", "dashed-line", "--width", "20")
    #expect(drawn.buffer == same.buffer)
    #expect(try drawn.buffer != picture(of: try self.file(.command(.set(\.width, 20)), row(2))).buffer)
  }

  @Test func `Messages that are not understood are reported, and the rest is drawn`() throws {
    let file = try file(.text("{"), .text(#"{"version":1,"command":"levitate"}"#), row(1))
    let outcome = try Touchreel.run("render", file, "-o", folder.path("odd.png"))
    #expect(outcome.status == 0 && outcome.errors.contains("levitate"), "\(outcome)")
    #expect(try rows(DecodedPicture(folder.path("odd.png"))) == [1])
  }
}
