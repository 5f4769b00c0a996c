import Foundation
import TestSupport
import Testing

/// What a file is does not hang on its first line: something else may stand before a recording.
@Suite(.slow)
struct StrayFirstLineTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let lines = [
    #"{"json": 1}"#, "{}", #"{"version":1,"operations":[]}"#, "<xournal>", "<?xml version=\"1.0\"?>", "<ink>", "<html>",
    #"{"key_id":"1","word":"cat","drawing":[[[1,2],[3,4]]]}"#, "<ink>\n<trace>1 2, 3 4</trace>\n</ink>",
    "<ink><trace>1 2, 3 4</trace></ink>", "<ink>\n<trace>1 2, 3 4</trace>",
    "libinput:", "devices:", "ndevices: 1", "# EVEMU 1.3", "# libinput record", "Input driver version is 1.0.1",
    "# device: event4", "add device 1: /dev/input/event2",
  ]

  /// Formats whose own first line is none of these.
  private static let formats = ["getevent", "evemu", "yml"]

  private struct Facts: Decodable {
    struct Touches: Decodable { var began: Int }
    var format: String
    var events: Int
    var touches: Touches
    var warnings: [String]
  }

  @Test(arguments: lines, formats)
  func `A recording behind another line is read, from a file as from a pipe`(line: String, format: String) throws {
    let source = try folder.write(Recorded.diagonal, to: "source.evemu")
    let plain = folder.path("plain.\(format)")
    try Touchreel.succeed("convert", source, plain)
    let text = line + "\n" + (try String(contentsOfFile: plain, encoding: .utf8))
    let file = try folder.write(text, to: "stray.\(format)")
    let (whole, expected) = (try facts(["info", "--json", file]), try facts(["info", "--json", plain]))
    #expect(whole.format == expected.format && whole.events == expected.events, "\(whole)")
    #expect(whole.touches.began == expected.touches.began, "\(whole)")
    // A line that is a comment of the format is nothing to warn of.
    let added = whole.warnings.filter { !expected.warnings.contains($0) }
    // The line is, in getevent's own text, one more device, which has no description, and shifts the other's number.
    let isDevice = format == "getevent" && line.hasPrefix("add device")
    #expect(added.count <= (isDevice ? 2 : 1), "\(added)")
    if line.hasPrefix("{") || line.hasPrefix("<") { #expect(added.count == 1, "\(whole)") }
    let piped = try facts(["info", "--json", "-"], input: Data(text.utf8))
    #expect(piped.events == whole.events && piped.warnings == whole.warnings, "\(piped)")
    for words in [["dump"], ["dump", "--touches"]] {
      let ofFile = try Programs.run(Touchreel.path, words + [file])
      let ofPipe = try Programs.run(Touchreel.path, words + ["-"], input: Data(text.utf8))
      #expect(ofFile.status == 0 && ofPipe.status == 0 && ofFile.text == ofPipe.text, "\(words): \(ofFile)\n\(ofPipe)")
    }
    let copy = try Programs.run(Touchreel.path, ["convert", "-", folder.path("copy.mcap")], input: Data(text.utf8))
    #expect(copy.status == 0, "\(copy)")
    #expect(try facts(["info", "--json", folder.path("copy.mcap")]).events == expected.events)
  }

  private static let events = "E: 1.000001 0003 0039 0007\\nE: 1.000001 0000 0000 0000"
  private static let drawings = [
    (
      "a.excalidraw",
      #"{"type":"excalidraw","elements":[{"type":"text","x":1,"y":2,"width":90,"height":40,"text":"LOG"}]}"#
    ),
    (
      "b.xml",
      "<ink>\n<annotation>\nLOG\n</annotation>\n<trace>\n0 0,\n10 10,\n20 30\n</trace>\n</ink>\n"
    ),
    ("c.inkml", "<ink><trace>\n130 155, 144 159, 158 160, 170 154\n0000 0001 0002, 0003 0039 0001\n</trace></ink>\n"),
    ("d.ndjson", "{\"word\":\"LOG\",\"drawing\":[[[10,100],[50,50]]]}\n"),
  ]

  @Test(arguments: drawings)
  func `A drawing is a drawing, whatever its texts quote`(name: String, text: String) throws {
    let quoted = text.hasPrefix("{") ? Self.events : Self.events.replacingOccurrences(of: "\\n", with: "\n")
    let file = try folder.write(text.replacingOccurrences(of: "LOG", with: quoted), to: name)
    let whole = try Programs.run(Touchreel.path, ["info", "--json", file])
    let piped = try Programs.run(Touchreel.path, ["info", "--json", "-"], input: Data(contentsOf: URL(filePath: file)))
    for outcome in [whole, piped] {
      #expect(outcome.status == 0 && outcome.text.contains("\"shapes\""), "\(outcome)")
      #expect(!outcome.text.contains("\"events\""), "\(outcome)")
    }
  }

  private func facts(_ arguments: [String], input: Data = Data()) throws -> Facts {
    let outcome = try Programs.run(Touchreel.path, arguments, input: input)
    try #require(outcome.status == 0, "\(arguments): \(outcome)")
    return try JSONDecoder().decode(Facts.self, from: outcome.output)
  }
}
