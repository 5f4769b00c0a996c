import Foundation
import TestSupport
import Testing
import TouchReelRecordings

@testable import TouchReelRecordingFormats

/// What formats say of themselves, and what is made of it.
struct FormatListTests {
  @Test func `Each format has a name and an origin of its own`() {
    let formats = FormatSources.formats
    #expect(Set(formats).count == formats.count)
    #expect(Set(formats.map(\.origin)).count == formats.count)
    #expect(formats.filter { $0.label.isEmpty || $0.rawValue.isEmpty } == [])
  }

  @Test(arguments: FormatSources.formats)
  func `A suffix means at most one format, and nothing for a format that is only read`(format: RecordingFormat) {
    let isWritten = FormatSinks.formats.contains(format)
    #expect(!format.suffixes.isEmpty || !isWritten)
    for suffix in format.suffixes {
      #expect(RecordingFormat(writtenWithSuffix: suffix) == (isWritten ? format : nil))
      #expect(RecordingFormat(writtenWithSuffix: suffix.uppercased()) == (isWritten ? format : nil))
    }
  }

  @Test func `A format of somebody else's has no facts and no writer`() {
    let format = RecordingFormat(rawValue: "theirs")
    #expect(format.label == "theirs" && format.suffixes == [] && !format.keepsDescriptions)
    #expect(!FormatSources.formats.contains(format) && !FormatSinks.formats.contains(format))
  }

  /// So the order of the list does not matter to what is read.
  @Test(arguments: TextSample.all)
  func `No line of a text is of two formats`(_ sample: TextSample) {
    for line in sample.text.split(separator: "\n") {
      let text = Array(line.drop { $0 == " " }.utf8)
      let found = KnownFormats.all.compactMap { format -> RecordingFormat? in
        guard case .lines(let signs) = format.signs, var recognizer = signs.recognizer?() else { return nil }
        return text.withUnsafeBytes { recognizer.recognizes($0) } ? format.format : nil
      }
      // A log of ChromeOS without its description is one of evemu.
      let expected = sample.format == .chromeos ? .evemu : sample.format
      #expect(found.allSatisfy { $0 == expected }, "\(line): \(found)")
    }
  }
}

/// The table of README.md, which `scripts/format-table` writes.
struct FormatTableTests {
  private static let heading = "| format | made by | written to |\n| --- | --- | --- |\n"

  private static func row(_ format: RecordingFormat) -> String {
    let suffixes = FormatSinks.formats.contains(format) ? format.suffixes.map { " `.\($0)`" } : []
    return "| \(format.rawValue) | \(format.origin) |\(suffixes.joined(separator: ",")) |\n"
  }

  @Test func `README lists every format, what makes it, and how its files end that are written`() throws {
    let page = try Checkout.text("README.md")
    let parts = page.components(separatedBy: Self.heading)
    try #require(parts.count == 2, "README.md has no table of formats")
    let rest = parts[1].components(separatedBy: "\n").drop { $0.hasPrefix("|") }.joined(separator: "\n")
    let current = parts[0] + Self.heading + FormatSources.formats.map(Self.row).joined() + rest
    if ProcessInfo.processInfo.environment["TOUCHREEL_UPDATE_TABLES"] == "1" {
      try current.write(to: Checkout.url("README.md"), atomically: true, encoding: .utf8)
    } else {
      #expect(page == current, "run scripts/format-table")
    }
  }
}
