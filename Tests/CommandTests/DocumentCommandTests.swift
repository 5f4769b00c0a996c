import Foundation
import TestSupport
import Testing

/// The commands of the documents, run by a shell as they are written there.
@Suite(.slow)
struct DocumentCommandTests {
  private let folder: TemporaryFolder

  /// The files that the documents speak of.
  init() throws {
    folder = try TemporaryFolder()
    let fixture = Fixture.path("ten-fingers.mcap")
    func copy(_ names: String..., of path: String) throws {
      for name in names { try folder.write(try Data(contentsOf: URL(fileURLWithPath: path)), to: "inputs/\(name)") }
    }
    func convert(_ names: String..., options: [String] = []) throws {
      for name in names { try Touchreel.succeed(["convert", fixture, folder.path("inputs/\(name)")] + options) }
    }
    try copy("session.mcap", "phone.mcap", "tap.mcap", "monday.mcap", "a.mcap", "participant-1.mcap", of: fixture)
    try copy("study/1.mcap", "study/2.mcap", "corpus/1.mcap", "corpus/2.mcap", of: fixture)
    try copy("palm.mcap", of: Fixture.path("palm-mid-stroke.mcap"))
    try copy("Fixtures/ten-fingers.mcap", of: fixture)
    try convert("report.yml", "tuesday.yml", "b.evemu", "page.touchreel.json")
    try convert("cat.ndjson")
    try convert("phone.log", options: ["--format", "getevent"])
    try convert("screen.txt", options: ["--format", "libinput"])
    for name in ["pictures", "glyphs", "cats"] {
      try FileManager.default.createDirectory(atPath: folder.path("inputs/\(name)"), withIntermediateDirectories: true)
    }
  }

  /// Lines of blocks of code without a language that begin with the program's name, without what a prompt shows.
  private static func commands(of document: String) throws -> [String] {
    var (isBlock, isCode) = (false, false)
    var commands: [String] = []
    for line in try Checkout.text(document).components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        isBlock.toggle()
        isCode = isBlock && line == "```"
      }
      if isCode, line.hasPrefix("touchreel ") { commands.append(line) }
    }
    return commands
  }

  /// Devices, a screen or uinput are needed: that the arguments are right is all that can be tried everywhere.
  private static func needsMachine(_ command: String) -> Bool {
    ["draw", "play", "record", "inject", "devices", "doctor"].contains { command.hasPrefix("touchreel \($0)") }
  }

  @Test(
    arguments: [
      "README.md", "docs/for-artists.md", "docs/for-compositors.md", "docs/for-phone-testers.md",
      "docs/for-researchers.md",
    ])
  func `Every command of a document runs`(document: String) throws {
    let commands = try Self.commands(of: document)
    #expect(commands.count >= 5)
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = "\(Programs.built.path):\(environment["PATH", default: ""])"
    for name in ["DISPLAY", "WAYLAND_DISPLAY"] { environment[name] = nil }
    for (number, command) in commands.enumerated() {
      // Each in a folder of its own: documents name the same output twice.
      try FileManager.default.copyItem(atPath: folder.path("inputs"), toPath: folder.path("\(number)"))
      if let output = Self.output(of: command) {
        try? FileManager.default.removeItem(atPath: folder.path("\(number)/\(output)"))
      }
      let outcome = try Programs.run(
        "timeout", ["300", "sh", "-c", command], environment: environment,
        in: URL(fileURLWithPath: folder.path("\(number)")))
      #expect(
        Self.needsMachine(command) ? outcome.status != 64 : outcome.status == 0, "\(document): \(command): \(outcome)")
    }
  }

  /// What a conversion writes; the others have `-o`, and no input of that name.
  private static func output(of command: String) -> String? {
    let words = command.split(separator: " ").map(String.init)
    return ["convert", "cut"].contains(words[1]) ? words[3] : nil
  }
}
