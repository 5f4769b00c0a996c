import Foundation
import TestSupport
import Testing

/// Cairo and Pango, which are opened by what draws with them.
struct OpenedLibraryTests {
  private static let pango = "libpangocairo-1.0.so.0"
  private static let both = ["libcairo.so.2", pango]

  private let folder: TemporaryFolder
  private let line: String

  init() throws {
    folder = try TemporaryFolder()
    line = try folder.write(Recorded.line, to: "line.evemu")
  }

  /// Runs the program where these libraries are empty files.
  private func run(_ arguments: [String], withEmpty libraries: [String] = both) throws -> Programs.Outcome {
    for library in libraries { try folder.write(Data(), to: library) }
    var environment = ProcessInfo.processInfo.environment
    environment["LD_LIBRARY_PATH"] = [folder.url.path, environment["LD_LIBRARY_PATH"]].compactMap(\.self)
      .joined(separator: ":")
    return try Programs.run(Touchreel.path, arguments, environment: environment)
  }

  @Test func `Recordings are read and converted without them`() throws {
    for arguments in [["--version"], ["info", line], ["dump", line]] {
      let (without, with) = (try run(arguments), try Touchreel.succeed(arguments))
      #expect(without.status == 0 && without.output == with.output, "\(without)")
    }
    #expect(try run(["convert", line, folder.path("line.mcap")]).status == 0)
  }

  @Test func `Ink is drawn without them`() throws {
    let pictures = [folder.path("without.png"), folder.path("with.png")]
    #expect(try run(["render", line, "-o", pictures[0]]).status == 0)
    try Touchreel.succeed("render", line, "-o", pictures[1])
    let bytes = try pictures.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    #expect(bytes[0] == bytes[1])
  }

  @Test(arguments: [("arrow", both), ("angle", [pango])])
  func `Without the one that a picture needs, there is one line and no picture`(tool: String, missing: [String]) throws
  {
    let (recording, picture) = (Fixture.path("ten-fingers.mcap"), folder.path("picture.png"))
    let outcome = try run(["render", recording, "-o", picture, "--tool", tool], withEmpty: missing)
    #expect(outcome.status == 1 && outcome.errors.hasPrefix("touchreel: cannot draw text, fills"), "\(outcome)")
    #expect(outcome.errors.split(separator: "\n").count == 1 && outcome.errors.contains(missing[0]), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: picture))
  }
}

/// What is parsed by another way than from the root.
struct ParsedArgumentsTests {
  @Test func `The version is the same whether it is asked for alone or among arguments`() throws {
    let alone = try Touchreel.run("--version")
    for arguments in [["info", "--version"], ["--version", "info"]] {
      let parsed = try Touchreel.run(arguments[0], arguments[1])
      #expect(parsed.status == alone.status && parsed.output == alone.output && parsed.errors == alone.errors)
    }
    #expect(alone.status == 0 && alone.text.hasPrefix("touchreel "))
  }

  @Test func `info without options is info with options that change nothing`() throws {
    let folder = try TemporaryFolder()
    let line = try folder.write(Recorded.line, to: "line.evemu")
    let (pen, missing) = (Fixture.path("pen-and-touch.mcap"), folder.path("missing.mcap"))
    for files in [[line], [pen, line], [missing, line], [folder.path("")], ["-"], ["help"]] {
      let plain = try Programs.run(Touchreel.path, ["info"] + files)
      for option in [["--fit", "aspect"], ["--limits", "chunk=64"], ["--limits=pipe=1024"]] {
        let parsed = try Programs.run(Touchreel.path, ["info"] + files + option)
        #expect(parsed.status == plain.status && parsed.output == plain.output && parsed.errors == plain.errors)
      }
    }
    #expect(try Touchreel.run("info", line).status == 0 && Touchreel.run("info", "").status != 0)
  }

  @Test(arguments: ["draw", "play", "info", "inject"])
  func `Errors and help of a command name the program`(command: String) throws {
    let help = try Touchreel.run(command, "--help")
    #expect(help.status == 0 && help.text.contains("\nUSAGE: touchreel \(command) "), "\(help)")
    #expect(try Touchreel.run("help", command).output == help.output)
    let error = try Touchreel.run(command, "file", "--no-such-option")
    #expect(error.status == 64 && error.errors.contains("Usage: touchreel \(command) "), "\(error)")
    #expect(error.errors.hasPrefix("Error: Unknown option '--no-such-option'\n"), "\(error)")
  }

  /// A name that the parser has to make costs as much as all the rest of the version.
  @Test func `Every command states its name`() throws {
    let folder = Checkout.url("Sources/touchreel/Commands")
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
      let text = try String(contentsOf: file, encoding: .utf8)
      let commands = text.matches(of: #/: (Parsable|ManyFiles)Command/#).count
      #expect(commands == text.matches(of: #/commandName: /#).count, "\(file.lastPathComponent)")
    }
  }
}
