import Foundation
import TestSupport
import Testing

/// A device has one number, however often it was opened, and every command means it.
struct DeviceNumberTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let first = Recorded.diagonal.replacingOccurrences(of: "Test Screen", with: "First")
  private static let second = Recorded.diagonal.replacingOccurrences(of: "Test Screen", with: "Second")

  /// The first device, the second, and the first again, which was unplugged in between: its openings are 0, 1 and 2.
  private func recording() throws -> String {
    let tap = try folder.write(Self.first, to: "first.evemu")
    let other = try folder.write(Self.second, to: "second.evemu")
    // The same with another node is the same device, opened anew.
    let joined = folder.path("joined.mcap")
    let outcome = try Touchreel.run("join", tap, other, tap, "-o", joined, "--force")
    try #require(outcome.status == 0, "\(outcome)")
    return joined
  }

  @Test func `A device that is opened twice has one number in every command`() throws {
    let path = try recording()
    let info = try Touchreel.run("info", path)
    let numbers = info.text.matches(of: /device (\d+)[^:]*: (First|Second)/).map { ("\($0.1)", "\($0.2)") }
    let byName = Dictionary(grouping: numbers, by: \.1).mapValues { Set($0.map(\.0)) }
    #expect(byName == ["First": ["0"], "Second": ["1"]], "\(info)")
    for number in ["0", "1"] {
      let name = number == "0" ? "First" : "Second"
      let cut = folder.path("cut-\(number).mcap")
      #expect(try Touchreel.run("cut", path, cut, "--device", number, "--force").status == 0)
      let ofCut = try Touchreel.run("info", cut)
      #expect(ofCut.text.contains(": \(name),"), "\(ofCut)")
      let touches = try touchCount(ofCut.text)
      for rows in ["touches", "samples"] {
        let table = try Touchreel.run("dump", path, "--format", "csv", "--rows", rows, "--device", number)
        let devices = Set(table.text.split(separator: "\n").dropFirst().map { $0.split(separator: ",")[1] })
        #expect(devices == [Substring(number)], "\(rows): \(table)")
        if rows == "touches" { #expect(table.text.split(separator: "\n").count - 1 == touches, "\(table)") }
      }
      let steps = try Touchreel.run("dump", path, "--touches", "--device", number)
      #expect(steps.text.split(separator: "\n").count { $0.contains(" began ") } == touches, "\(steps)")
      let events = try Touchreel.run("dump", path, "--device", number)
      #expect(events.text.contains("# device \(number): \(name)"), "\(events)")
      let columns = events.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: " ")[1] }
      #expect(Set(columns) == [Substring(number)], "\(events)")
      let drawn = try Touchreel.run("render", path, "--device", number, "-o", folder.path("p\(number).svg"), "--force")
      #expect(drawn.status == 0, "\(drawn)")
    }
  }

  @Test func `A device that is opened twice is the same by its name as by its number`() throws {
    let path = try recording()
    for (number, name) in [("0", "First"), ("1", "Second")] {
      let selected = try [number, name].map { wanted in
        let cut = folder.path("cut-\(wanted).mcap")
        try Touchreel.succeed(["cut", path, cut, "--device", wanted])
        let printed = try [["dump"], ["dump", "--touches"], ["dump", "--format", "csv"]].map { words in
          try Programs.run(Touchreel.path, words + [path, "--device", wanted]).text
        }
        let streamed = try ["", "--touches", "--format csv", "--format csv --rows touches"].map { words in
          try Touchreel.run(shell: "cat '\(path)' | \"$@\" dump \(words) - --device \(wanted)", in: folder.url).text
        }
        return printed + streamed + [try Touchreel.run("dump", cut).text]
      }
      #expect(selected[0] == selected[1] && !selected[0].contains(""), "\(name)")
    }
  }

  @Test func `A device that is not there is named among those that are, each once`() throws {
    let path = try recording()
    for words in [["dump", path], ["dump", "--touches", path], ["cut", path, folder.path("no.mcap")]] {
      let outcome = try Programs.run(Touchreel.path, words + ["--device", "2"])
      #expect(
        outcome.status == 1 && outcome.errors.contains("has no device 2; its devices are: 0 First, 1 Second"),
        "\(outcome)")
    }
  }

  private func touchCount(_ info: String) throws -> Int {
    let found = try #require(info.firstMatch(of: /(\d+) touch(es)?, at most/))
    return try #require(Int(found.1))
  }
}
