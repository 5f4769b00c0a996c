import Foundation
import TestSupport
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelTouchTracking

/// What messages of `/board` do to touches, and what a board refuses, by number and time.
struct BoardFaultTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(_ steps: BoardRecording.Step...) throws -> String {
    try BoardRecording(steps).write(to: folder.url.appendingPathComponent("board.mcap"))
    return folder.path("board.mcap")
  }

  /// The commands that read messages, and what they print of a file.
  private func outputs(of file: String) throws -> [(command: String, text: String)] {
    try [
      "info '\(file)'", "dump '\(file)'", "dump --touches '\(file)'",
      "render '\(file)' -o '\(folder.path("a.png"))' --force",
      "convert '\(file)' '\(folder.path("a.touchreel.json"))' --force",
    ].map { ($0, try output(of: $0)) }
  }

  private func output(of command: String) throws -> String {
    let outcome = try Touchreel.run(shell: #""$@" \#(command)"#)
    try #require(outcome.status == 0, "\(command): \(outcome)")
    return outcome.text + outcome.errors
  }

  @Test func `A background whose image is not in the file is named`() throws {
    let file = try file(
      .command(.background(.image(ImageID(rawValue: "absent"), .fit, on: .white))), .stroke((100, 100), (300, 300)))
    let outcome = try Touchreel.succeed("render", file, "-o", folder.path("a.png"))
    #expect(outcome.errors.contains("the image of a background is not attached to the recording as image/png"))
  }

  /// A rectangle is drawn, and a finger that takes it by its outline at (100, 200) moves it as it is undone: 25 ms
  /// after 0.3 s.
  @Test func `A touch whose shape is removed is cancelled, counted and named`() throws {
    let file = try file(
      .command(.set(\.tool, .rectangle)), .stroke((100, 100), (300, 300)), .command(.set(\.tool, .selection)),
      .interrupted((100, 200), (400, 200), by: .undo))
    let warning =
      "board message 3 at 0.325 s: the shape that a touch moves was removed, and the touch was cancelled (shapeGone)"
    for (command, text) in try outputs(of: file) {
      #expect(text.components(separatedBy: warning).count == 2, "\(command): \(text)")
    }
    let info = try Touchreel.run("info", file).text
    #expect(info.contains("2 touches, at most 1 at once: 1 ended, 1 cancelled (1 shape gone)"), "\(info)")
    // Lines begin with the first step of the first touch, at 0.1 s; nothing of the touch comes after the cancel.
    let lines = try Touchreel.run("dump", "--touches", file).text.split(separator: "\n")
    #expect(lines.last?.hasPrefix("0.225000 0 touch 1 cancelled (shapeGone) ") == true, "\(lines)")
    #expect(try DecodedPicture(folder.path("a.png")).inkCount == 0)
  }

  @Test func `A size that no board can have is refused with a count, and moves no touch`() throws {
    let sizes = [
      BoardSize(width: 0.25, height: 100), BoardSize(width: 0.25, height: 100), BoardSize(width: 30_000, height: 9),
    ]
    let file = try file(
      .stroke((100, 250), (900, 250)), .command(.size(sizes[0])), .command(.size(sizes[1])), .command(.size(sizes[2])),
      .command(.set(\.width, 10)), .stroke((100, 400), (900, 400)))
    let warnings = [
      "board message 1 at 0.1 s: a board of 0.25x100.0 points cannot be", "it has no effect (2 times)",
      "board message 3 at 0.3 s: a board of 30000.0x9.0 points cannot be",
    ]
    for (command, text) in try outputs(of: file) {
      for warning in warnings {
        #expect(text.components(separatedBy: warning).count == 2, "\(command) \(warning): \(text)")
      }
    }
    // 1.92 points a unit: from 192 to 1728, and 5 beyond at both ends; rows 480 ± 2 and 768 ± 5.
    #expect(try DecodedPicture(folder.path("a.png")).ink == [187, 478, 1732, 772])
  }
}
