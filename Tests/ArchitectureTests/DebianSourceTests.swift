import Foundation
import TestSupport
import Testing

/// The source package of `packaging/debian`, as far as it can be checked without Debian's tools.
struct DebianSourceTests {
  private static func firstMatch(_ pattern: Regex<(Substring, Substring)>, in page: String) throws -> String {
    let text = try Checkout.text(page)
    return String(try #require(text.firstMatch(of: pattern), "\(page) says nothing of it").1)
  }

  /// Between two releases the sources are called by the next one.
  @Test func `The changelogs name one release, and the sources are of it or lead to another`() throws {
    let current = try Self.firstMatch(
      /static let current = "([0-9.]+)"/, in: "Sources/TouchReelRecordings/RecorderNote.swift")
    let released = try Self.firstMatch(/\n## ([0-9.]+) -/, in: "CHANGELOG.md")
    #expect(try Self.firstMatch(/^touchreel \(([0-9.]+)-[0-9]+\)/, in: "packaging/debian/changelog") == released)
    #expect(current.compare(released, options: .numeric) != .orderedAscending)
  }

  /// The packages that a field lists, without versions and alternatives.
  private static func packages(_ field: String, of control: String) throws -> Set<String> {
    let lines = control.components(separatedBy: "\n")
    let start = try #require(lines.firstIndex { $0.hasPrefix("\(field):") })
    let continued = lines[(start + 1)...].prefix { $0.hasPrefix(" ") }
    let listed = lines[start].dropFirst(field.count + 1) + continued.joined()
    return Set(listed.split(separator: ",").compactMap { $0.split(separator: " ").first.map(String.init) })
  }

  /// The packages that a script hands to `scripts/install-packages`, those of one line that begins as is said.
  private static func installed(by script: String, for reason: String) throws -> Set<String> {
    let text = try Checkout.text(script).replacingOccurrences(of: "\\\n", with: " ")
    let line = try #require(text.components(separatedBy: "\n").first { $0.contains("\"\(reason)\"") })
    let arguments = try #require(line.components(separatedBy: "\"\(reason)\"").last)
    return Set(arguments.split(separator: " ").prefix { $0.first?.isLetter == true }.map(String.init))
  }

  @Test func `What the scripts install to build is what Debian installs`() throws {
    let needed = try Self.packages("Build-Depends", of: Checkout.text("packaging/debian/control"))
    let programs = try Self.installed(by: "scripts/build-packages", for: "libraries that TouchReel is built on")
    let windows = try Self.installed(by: "scripts/package", for: "what the windows are built on")
    #expect(programs.count > 5 && windows.contains("libgtk-4-dev"))
    #expect(programs.union(windows).subtracting(needed) == [])
  }

  /// One whose context has changed is refused by `dpkg-source`.
  @Test(.enabled(if: Programs.installed("patch") != nil, "there is no patch here"))
  func `Patches fit the sources`() throws {
    let patches = try Checkout.text("packaging/debian/patches/series").split(separator: "\n").map(String.init)
    #expect(!patches.isEmpty)
    for name in patches {
      let patch = Data(try Checkout.text("packaging/debian/patches/\(name)").utf8)
      let outcome = try Programs.run("patch", ["--dry-run", "-p1", "--fuzz=0"], input: patch, in: Checkout.folder)
      #expect(outcome.status == 0, "\(name): \(outcome)")
    }
  }

  @Test func `Every package that is fetched is in the source package instead`() throws {
    struct Resolved: Decodable {
      struct Pin: Decodable { var identity: String }
      var pins: [Pin]
    }
    let resolved = try JSONDecoder().decode(Resolved.self, from: Data(Checkout.text("Package.resolved").utf8))
    let patch = try Checkout.text("packaging/debian/patches/vendored-packages.patch")
    let copyright = try Checkout.text("packaging/debian/copyright")
    for manifest in ["Package.swift", "Benchmarks/Package.swift"] {
      #expect(patch.contains("+++ b/\(manifest)\n"))
    }
    for pin in resolved.pins {
      #expect(patch.components(separatedBy: "vendor/\(pin.identity)\"").count == 3, "\(pin.identity)")
      #expect(copyright.contains("\nFiles: vendor/\(pin.identity)/*\n"), "nothing says whose \(pin.identity) is")
    }
  }
}
