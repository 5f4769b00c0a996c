import Foundation
import TestSupport
import Testing

/// The manual pages that `scripts/make-man-pages` writes.
@Suite(.enabled(if: Programs.installed("man") != nil, "man is not installed"))
struct ManualPageTests {
  private let folder: TemporaryFolder
  private let pages: [String]

  init() throws {
    folder = try TemporaryFolder()
    try Programs.succeed(
      Checkout.url("scripts/make-man-pages").path, [Touchreel.path, folder.url.path, "2026-11-21"])
    pages = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  private func formatted(_ page: String) throws -> Programs.Outcome {
    var environment = ProcessInfo.processInfo.environment
    environment.merge(["LC_ALL": "C.UTF-8", "MANWIDTH": "80", "MANPAGER": "cat"]) { $1 }
    return try Programs.run("man", ["--warnings", "-l", folder.path(page)], environment: environment)
  }

  private func text(_ page: String) throws -> String {
    let outcome = try Programs.run(
      "sh", ["-c", #"MANWIDTH=80 LC_ALL=C.UTF-8 man -l "$1" | col -bx"#, "sh", folder.path(page)])
    return outcome.text
  }

  @Test func `Every command has a page, and none of them warns`() throws {
    let help = try Touchreel.succeed("--help").text
    let listed = try #require(help.components(separatedBy: "SUBCOMMANDS:").last).split(separator: "\n")
      .compactMap { $0.hasPrefix("  ") && !$0.hasPrefix("   ") ? $0.split(separator: " ").first : nil }
      .filter { $0 != "See" }
    let expected = (listed.map { "touchreel-\($0).1" } + ["touchreel.1", "touchreel-window.1"]).sorted()
    #expect(pages == expected)
    for page in pages {
      let outcome = try formatted(page)
      #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.text.contains("NAME"), "\(page): \(outcome)")
    }
  }

  @Test(arguments: ["touchreel-render.1", "touchreel-record.1", "touchreel-cut.1", "touchreel-doctor.1"])
  func `Examples come before the description, then options, the exit status and other pages`(page: String) throws {
    let headings = try text(page).split(separator: "\n").filter { $0.first?.isUppercase == true }.map(String.init)
    let places = ["NAME", "SYNOPSIS", "EXAMPLES", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "SEE ALSO"].map {
      headings.firstIndex(of: $0)
    }
    #expect(places.allSatisfy { $0 != nil } && places.compactMap(\.self) == places.compactMap(\.self).sorted())
  }

  @Test(arguments: ["touchreel.1", "touchreel-convert.1"])
  func `Lists are not wider than a terminal`(page: String) throws {
    let wide = try text(page).split(separator: "\n").filter { $0.count > 80 && !$0.contains(" touchreel ") }
    #expect(wide.isEmpty)
  }

  @Test func `Every command's examples say what they are for`() throws {
    for page in pages where page != "touchreel-window.1" {
      let lines = try text(page).split(separator: "\n", omittingEmptySubsequences: false)
      func indentation(behind heading: String) throws -> Int {
        let start = try #require(lines.firstIndex { $0 == heading }, "\(page)")
        return lines[start + 1].prefix { $0 == " " }.count
      }
      // A sentence lies in the margin, and a command behind it.
      #expect(try indentation(behind: "EXAMPLES") == indentation(behind: "NAME"), "\(page)")
    }
  }

  @Test func `An option that may stand alone has no default when it does not stand at all`() throws {
    let page = try text("touchreel-inject.1")
    #expect(page.contains("--loop [n]") && !page.contains("By default endless"))
  }

  @Test func `A page has every option of the command's help`() throws {
    let help = try Touchreel.succeed("render", "--help").text
    let options = Set(help.matches(of: /^  (?:-[a-z], )?(--[a-z-]+)/.anchorsMatchLineEndings()).map { String($0.1) })
      .subtracting(["--help", "--version"])
    let page = try text("touchreel-render.1")
    #expect(options.count > 20 && options.filter { !page.contains($0) }.isEmpty)
  }

  /// A misspelt option, or one that is gone, is wrong usage; a file that is not there comes later.
  @Test func `The examples of all pages are commands that the program accepts`() throws {
    for page in pages {
      for line in try text(page).split(separator: "\n") where line.hasPrefix("           touchreel ") {
        // Programs of others that the output goes to are not ours to test.
        let command = String(line.trimmingCharacters(in: .whitespaces).split(separator: "|")[0])
        guard !["draw", "play"].contains(command.split(separator: " ")[1]) else { continue }
        let own =
          command.replacingOccurrences(of: "touchreel ", with: "\"$TOUCHREEL\" ")
          .components(separatedBy: "&& ").first ?? ""
        let outcome = try Programs.run(
          "sh", ["-c", "cd '\(folder.url.path)' && TOUCHREEL='\(Touchreel.path)'; timeout 5 \(own)"])
        #expect(outcome.status != 64, "\(page): \(command): \(outcome)")
      }
    }
  }
}
