import Foundation
import TestSupport
import Testing

/// What the program says of itself.
struct FirstMinuteTests {
  @Test func `Without arguments there are five lines of what to do first`() throws {
    let outcome = try Touchreel.run()
    #expect(outcome.status == 0)
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.count == 5 && lines.allSatisfy { $0.hasPrefix("touchreel ") && $0.count <= 100 }, "\(outcome)")
  }

  @Test func `Every command that it names first has help`() throws {
    let lines = try Touchreel.run().text.split(separator: "\n")
    for line in lines.dropLast() {
      let command = String(line.split(separator: " ")[1])
      #expect(try Touchreel.run(command, "--help").status == 0, "\(command)")
    }
    let help = try Touchreel.run("help").text
    #expect(help.contains("SUBCOMMANDS:") && help.contains("--licenses"))
  }

  @Test func `Both programs say their version`() throws {
    let window = try Programs.succeed(Programs.built.appendingPathComponent("touchreel-window").path, ["--version"])
    let expected = try Touchreel.run("--version").text.replacing("touchreel ", with: "touchreel-window ")
    #expect(String(decoding: window, as: UTF8.self) == expected)
  }

  /// `nm` lists what is really linked in, by the modules' names in mangled symbols.
  @Test func `Every library of others that is linked in is listed with its terms`() throws {
    let licenses = try Touchreel.succeed("--licenses").text
    let parts = [
      ("s14ArgumentParser", "Swift Argument Parser"), ("s13SystemPackage", "Swift System"),
      ("s20FoundationEssentials", "Swift Foundation"),
    ]
    let symbols = String(decoding: try Programs.succeed("nm", ["-a", Touchreel.path]), as: UTF8.self)
    for (symbol, part) in parts {
      #expect(symbols.contains(symbol) && licenses.contains(part), "\(part)")
    }
    let libraries = try Programs.succeed("readelf", ["-d", Touchreel.path])
    let terms = ["libzstd": "Zstandard", "libisal": "ISA-L", "libyaml": "LibYAML", "libevdev": "libevdev"]
    let needed = String(decoding: libraries, as: UTF8.self).split(separator: "\n").filter { $0.contains("NEEDED") }
    for (library, name) in terms {
      #expect(needed.contains { $0.contains("[\(library)") } && licenses.contains("\n\(name)"), "\(library)")
    }
    for text in [
      "Runtime Library Exception to the", "\nThe UUIDs of Swift Foundation", "UUIDs of Swift Foundation:",
      "BSD 3-Clause License:", "MIT License:", "END OF TERMS AND CONDITIONS",
    ] {
      #expect(licenses.contains(text), "\(text)")
    }
  }
}
