import Foundation
import TestSupport
import Testing

private let missingPrograms = ["convert", "ffmpeg", "jq"].filter { Programs.installed($0) == nil }

/// The commands of the documents, run by a shell as they are written there.
@Suite(.slow, .enabled(if: missingPrograms.isEmpty, "not installed: \(missingPrograms.joined(separator: ", "))"))
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
    try copy("study/1.mcap", "study/2.mcap", "corpus/1.mcap", "corpus/2.mcap", "before.mcap", "after.mcap", of: fixture)
    try copy("palm.mcap", of: Fixture.path("palm-mid-stroke.mcap"))
    for name in try FileManager.default.contentsOfDirectory(atPath: Checkout.path("Fixtures"))
    where name.hasSuffix(".mcap") { try copy("Fixtures/\(name)", of: Fixture.path(name)) }
    try convert("report.yml", "tuesday.yml", "b.evemu", "page.touchreel.json", "page.excalidraw", "handwriting.inkml")
    try convert("cat.ndjson", "notes.raw", "tap.evemu")
    try FileManager.default.createDirectory(atPath: folder.path("inputs/expected"), withIntermediateDirectories: true)
    try Touchreel.succeed(["render", fixture, "-o", folder.path("inputs/expected/tap.png"), "--size", "640x360"])
    try Programs.succeed("convert", ["-size", "64x48", "gradient:", folder.path("inputs/photo.jpg")])
    try folder.write(TestPaper.pdf(pages: 7), to: "inputs/slides.pdf")
    try convert("growing.evemu")
    for name in ["words.txt", "results"] {
      try FileManager.default.copyItem(atPath: Fixture.path("study/\(name)"), toPath: folder.path("inputs/\(name)"))
    }
    try writeOtherMachines()
    for name in ["pictures", "glyphs", "cats"] {
      try FileManager.default.createDirectory(atPath: folder.path("inputs/\(name)"), withIntermediateDirectories: true)
    }
  }

  private static let description = """
    add device 1: /dev/input/event2
      name:     "ten fingers"
      events:
        KEY (0001): BTN_TOUCH
        ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                    ABS_MT_POSITION_X     : value 0, min 0, max 4095, fuzz 0, flat 0, resolution 16
                    ABS_MT_POSITION_Y     : value 0, min 0, max 4095, fuzz 0, flat 0, resolution 16
                    ABS_MT_TRACKING_ID    : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0
      input props:
        INPUT_PROP_DIRECT

    """

  /// A phone and a tablet, as `adb` and `ssh` show them, and what was copied from them. `getevent -lp` describes, `-lt`
  /// has the events.
  private func writeOtherMachines() throws {
    let session = folder.path("inputs/session.mcap")
    let (text, raw) = (folder.path("phone.getevent"), folder.path("tablet.raw"))
    try Touchreel.succeed("convert", session, text, "--format", "getevent")
    try Touchreel.succeed("convert", session, raw, "--format", "raw24")
    let lines = try String(contentsOfFile: text, encoding: .utf8).split(separator: "\n")
    let events = lines.filter { $0.hasPrefix("[") }.map { $0 + "\n" }
    try folder.write(events.joined(), to: "inputs/phone.log")
    for name in ["screen.txt", "phone.txt"] { try folder.write(Self.description, to: "inputs/\(name)") }
    _ = try PageDrawing.write(to: folder, named: "inputs/notes.touchreel.json")
    let adb = """
      case $* in
      *getevent\\ -lp*) cat \(folder.path("inputs/screen.txt")) ;;
      *getevent\\ -lt*) cat \(folder.path("inputs/phone.log")) ;;
      "push "* | "shell sh "*) ;;
      *) exit 1 ;;
      esac
      """
    let ssh = "shift; case $* in 'touchreel record'*) cat \(session) ;; cat*) cat \(raw) ;; *) exit 1 ;; esac"
    for (name, script) in [("adb", adb), ("ssh", ssh)] {
      let path = try folder.write("#!/bin/sh\n\(script)\n", to: "machines/\(name)")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
  }

  private static let programs = ["touchreel", "adb", "ssh", "tail"]

  /// Lines of blocks of code without a language that begin with a program's name, without what a prompt shows. One
  /// that ends in a pipe goes on in the next.
  private static func commands(of document: String) throws -> [String] {
    var (isBlock, isCode) = (false, false)
    var commands: [String] = []
    for line in try Checkout.text(document).components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        isBlock.toggle()
        isCode = isBlock && ["```", "```sh phone"].contains(line)
      }
      if isCode, let last = commands.last, last.hasSuffix("|") {
        commands[commands.count - 1] = last + line
      } else if isCode, programs.contains(where: { line.hasPrefix("\($0) ") }) {
        commands.append(line)
      }
    }
    return commands
  }

  /// Devices, a screen or uinput are needed: that the arguments are right is all that can be tried everywhere.
  private static func needsMachine(_ command: String) -> Bool {
    if command.contains(" --check") { return false }
    return ["draw", "play", "study", "record", "inject", "devices", "doctor"].contains { name in
      command.split(separator: "|").contains { $0.drop { $0 == " " }.hasPrefix("touchreel \(name)") }
    }
  }

  @Test(
    arguments: [
      "README.md", "docs/for-artists.md", "docs/for-compositors.md", "docs/for-phone-testers.md",
      "docs/for-researchers.md", "docs/studies.md", "docs/exporting.md", "docs/gallery.md", "docs/injecting.md",
      "docs/security.md", "docs/streams.md",
      "docs/tables.md", "docs/web-player.md",
    ])
  func `Every command of a document runs`(document: String) throws {
    let commands = try Self.commands(of: document)
    #expect(!commands.isEmpty)
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = "\(folder.path("machines")):\(Programs.built.path):\(environment["PATH", default: ""])"
    for name in ["DISPLAY", "WAYLAND_DISPLAY"] { environment[name] = nil }
    for (number, command) in commands.enumerated() {
      // Each in a folder of its own: documents name the same output twice.
      try FileManager.default.copyItem(atPath: folder.path("inputs"), toPath: folder.path("\(number)"))
      try removeOutput(of: command, in: "\(number)")
      let outcome = try Programs.run(
        "timeout", ["300", "sh", "-c", Self.ending(command)], environment: environment,
        in: URL(fileURLWithPath: folder.path("\(number)")))
      #expect(
        Self.needsMachine(command) ? outcome.status != 64 : outcome.status == 0, "\(document): \(command): \(outcome)")
    }
  }

  /// What follows a file for ever ends when it has what is there.
  private static func ending(_ command: String) -> String {
    command.replacingOccurrences(of: "tail -c +1 -f", with: "tail -c +1")
  }

  /// The file that it writes is not there before; a folder is.
  private func removeOutput(of command: String, in place: String) throws {
    guard let output = Self.output(of: command) else { return }
    let path = folder.path("\(place)/\(output)")
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else { return }
    try FileManager.default.removeItem(atPath: path)
  }

  private static func output(of command: String) -> String? {
    let command = command.prefix { $0 != "#" }.split(separator: "|").last { $0.contains("touchreel ") } ?? ""
    let words = command.split(separator: " ").map(String.init)
    if let option = words.firstIndex(of: "-o"), option + 1 < words.count { return words[option + 1] }
    return words.count > 3 && ["convert", "cut"].contains(words[1]) ? words[3] : nil
  }
}
