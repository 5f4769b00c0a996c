import Foundation
import TestSupport
import Testing
import TouchReelRecordingFormats
import TouchReelRecordings

/// Whatever format is read or written, the command line knows it.
struct WrittenFormatTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Facts: Decodable {
    var format: String
  }

  private func format(of file: String) throws -> String {
    try JSONDecoder().decode(Facts.self, from: Touchreel.succeed("info", "--json", file).output).format
  }

  @Test(.slow, arguments: FormatSinks.formats)
  func `A format is written by its name and by each of its suffixes`(format: RecordingFormat) throws {
    let input = Fixture.path("ten-fingers.mcap")
    let named = folder.path("named")
    try Touchreel.succeed("convert", input, named, "--format", format.rawValue)
    #expect(try self.format(of: named) == format.rawValue)
    for suffix in format.suffixes {
      let output = folder.path("out.\(suffix)")
      try Touchreel.succeed("cut", input, output, "--from", "1")
      #expect(try self.format(of: output) == format.rawValue)
    }
  }

  @Test(arguments: ["convert", "cut", "join", "record", "salvage"])
  func `The help of a command names the formats that it writes`(command: String) throws {
    let help = try Touchreel.succeed(command, "--help").text.split { $0.isWhitespace || ",.;".contains($0) }
    #expect(FormatSinks.formats.filter { !help.contains(Substring($0.rawValue)) } == [])
  }

  @Test func `Help lists the formats that are read, and shells complete their files`() throws {
    let help = try Touchreel.succeed("--help").text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(FormatSources.formats.filter { !help.contains($0.label) } == [])
    let script = try Touchreel.succeed("--generate-completion-script", "zsh").text
    let suffixes = FormatSources.formats.flatMap(\.suffixes)
    #expect(suffixes.filter { !script.contains("*.\($0)") } == [])
  }
}
