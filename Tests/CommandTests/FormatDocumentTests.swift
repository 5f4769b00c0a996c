import DrawingFiles
import Foundation
import TestSupport
import Testing

/// The programs of docs/recording-format.md.
struct FormatDocumentTests {
  /// The blocks of Python, in order: the reader, the writer, the reader of events' own times.
  private static func programs() throws -> [String] {
    let parts = try Checkout.text("docs/recording-format.md").components(separatedBy: "```python\n").dropFirst()
    return parts.map { $0.components(separatedBy: "```")[0] }
  }

  @Test(.enabled(if: Python.isReady, Python.absence))
  func `The reader finds every finger where it is`() throws {
    let program = try Self.programs()[0]
    #expect(program.split(separator: "\n").count <= 30)
    let file = Fixture.path("ten-fingers.mcap")
    let output = String(decoding: try Python.succeed(["-c", program, file]), as: UTF8.self)
    let positions = output.split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } }
    #expect(positions.allSatisfy { $0.count == 4 })
    // docs/ten-fingers.png has ten fingers that touch twice: 20 touches (`info`).
    #expect(Set(positions.map { $0[1] }).count == 20)
    // The frames of `dump --touches` begin, move or end a touch; a finger that stays where it is has no line there.
    let steps = try Touchreel.succeed("dump", file, "--touches").text.split(separator: "\n").count
    #expect(positions.count >= steps - 20, "\(positions.count) positions, \(steps) steps")
  }

  @Test(.enabled(if: Python.isReady, Python.absence))
  func `The writer's recording is read without a warning, and drawn in its colour`() throws {
    let program = try Self.programs()[1]
    #expect(program.split(separator: "\n").count <= 30)
    let folder = try TemporaryFolder()
    let file = folder.path("spiral.mcap")
    _ = try Python.succeed(["-c", program, file])
    let info = try Touchreel.succeed("info", file)
    #expect(info.errors.isEmpty && info.text.contains("605 events in 200 frames"), "\(info)")
    #expect(info.text.contains("Spiral, touchscreen, protocol B, 10 slots, 256x256 mm, 1 touch"), "\(info)")
    let picture = folder.path("spiral.svg")
    try Touchreel.succeed("render", file, "-o", picture)
    #expect(try String(contentsOfFile: picture, encoding: .utf8).contains("#cc0000"))
  }

  @Test func `The schema beside the document is the one in the files`() throws {
    let text = try Checkout.text("docs/board-message.schema.json")
    #expect(text == BoardMessage.schema + "\n")
  }

  /// Every member of a device's metadata that is written is in the document's table.
  @Test func `The document names all that describes a device`() throws {
    let source = try Checkout.text("Sources/Recordings/DeviceMetadata.swift")
    let table = try Checkout.text("docs/recording-format.md")
    let keys = source.matches(of: /metadata\["([a-z]+)"\]/).map { String($0.1) }
    #expect(Set(keys).count >= 5)
    for key in Set(keys) { #expect(table.contains("`\(key)`"), "\(key)") }
  }
}
