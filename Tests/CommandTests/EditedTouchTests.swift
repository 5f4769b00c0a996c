import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking

/// Recordings of whose touches something is said, in all that is done to them.
struct EditedTouchTests {
  private let folder: TemporaryFolder
  private let recording: String

  /// Ten fingers twice, of which some are hidden and some are wide and red.
  init() throws {
    folder = try TemporaryFolder()
    recording = folder.path("edited.mcap")
    let plain = try Recording.open(Fixture.path("ten-fingers.mcap"))
    let start = try RecordingFacts(plain).start
    var (hidden, red) = (TouchLook(), TouchLook())
    hidden.isHidden = true
    (red.color, red.width) = (PixelColor(red: 204, green: 0, blue: 0), 20)
    let changes = [
      TouchChange(Set([2, 5, 12].map(Touch.ID.init)), hidden), TouchChange(Set([3, 14].map(Touch.ID.init)), red),
    ]
    let output = try OutputFile(path: FilePath(recording))
    var sink = TransformedSink(
      try FormatSinks.make(.mcap, output: output), by: [TouchEditing(changes, at: start)])
    _ = try sink.copy([try plain.makeSource()])
    try output.commit()
  }

  private func render(_ file: String, _ arguments: String...) throws -> PixelBuffer {
    let picture = folder.path("\(UUID().uuidString).png")
    try Touchreel.succeed(["render", file, "-o", picture] + arguments)
    return try PixelBuffer(png: Array(Data(contentsOf: URL(fileURLWithPath: picture))))
  }

  private func run(_ arguments: String...) throws { try Touchreel.succeed(arguments) }

  @Test func `A render shows them, and dump lists all`() throws {
    let never = folder.path("never.mcap")
    try run("cut", recording, never, "--not-touch", "2", "--not-touch", "5", "--not-touch", "12")
    #expect(try render(recording) == render(never))
    #expect(try render(recording) != render(Fixture.path("ten-fingers.mcap")))
    let lines = try Touchreel.succeed("dump", recording, "--touches").text.split(separator: "\n")
    #expect(lines.contains { $0.contains(" touch 12 began") })
  }

  @Test func `A part that is cut has the same ink, whatever numbers its touches have`() throws {
    for (from, to) in [("3.1", "end"), ("1.5", "end"), ("0", "4")] {
      let part = folder.path("part \(from).mcap")
      try run("cut", recording, part, "--from", from, "--to", to)
      // What a cut at the end excludes by a nanosecond.
      let last = to == "end" ? "end" : "3.999999"
      #expect(try render(part) == render(recording, "--from", from, "--to", last), "from \(from)")
    }
  }

  @Test func `Touches that are left out shift the others, which keep their look`() throws {
    let part = folder.path("part.mcap")
    try run("cut", recording, part, "--not-touch", "0", "--not-touch", "1", "--not-touch", "4")
    var arguments = ["render", recording, "-o", folder.path("whole.png")]
    for touch in (0..<20) where ![0, 1, 4].contains(touch) { arguments += ["--touch", "\(touch)"] }
    try Touchreel.succeed(arguments)
    let whole = try PixelBuffer(png: Array(Data(contentsOf: URL(fileURLWithPath: folder.path("whole.png")))))
    #expect(try render(part) == whole)
  }

  @Test func `Joined again it has the same ink, and joined to another as well`() throws {
    let (first, second, whole) = (folder.path("1.mcap"), folder.path("2.mcap"), folder.path("whole.mcap"))
    try run("cut", recording, first, "--to", "2")
    try run("cut", recording, second, "--from", "2")
    try run("join", first, second, "-o", whole)
    #expect(try render(whole) == render(recording))
    let both = folder.path("both.mcap")
    try run("join", Fixture.path("palm-mid-stroke.mcap"), recording, "-o", both)
    let lines = try Touchreel.succeed("dump", both).text.split(separator: "\n")
    #expect(lines.count { $0.contains("\"hidden\":true") } == 3)
  }

  @Test func `A conversion keeps them`() throws {
    let converted = folder.path("converted.mcap")
    try run("convert", recording, converted, "--anonymize")
    #expect(try render(converted) == render(recording))
  }
}
