import Foundation
import TestSupport
import Testing

/// What all commands have in common on their lines.
struct CommandGrammarTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write(Recorded.line, to: "line.evemu")
  }

  private func run(_ shell: String) throws -> Programs.Outcome {
    try Touchreel.run(shell: "\"$@\" \(shell)", in: folder.url)
  }

  @Test(arguments: [
    ("info line.evemu --max-chunk 4", "--max-chunk is spelt --limits chunk=N now"),
    ("info line.evemu --max-points=4000", "--max-points is spelt --limits points=N now"),
  ])
  func `An old spelling works with a warning`(line: String, warning: String) throws {
    let outcome = try run(line)
    #expect(outcome.status == 0 && outcome.errors.contains("touchreel: warning: \(warning)"), "\(outcome)")
    #expect(outcome.errors.split(separator: "\n").count == 1 && outcome.text.hasPrefix("line.evemu: evemu"))
  }

  @Test func `What follows two hyphens is no old spelling`() throws {
    let outcome = try run("info -- --max-chunk")
    #expect(outcome.status == 1 && !outcome.errors.contains("warning"), "\(outcome)")
  }

  @Test(arguments: [
    ("render line.evemu -o a.png --at 1,5", "a time is 12.5, 500ms, 1:02.5, 50% or end"),
    ("render line.evemu -o a.png --at -1", "a time is 12.5"), ("cut line.evemu a.mcap --from x", "a time is 12.5"),
    ("render line.evemu -o a.png --color rde", "a colour is #rrggbb"),
    ("render line.evemu -o a.png --fill rde", "a colour is #rrggbb"),
    ("render line.evemu -o a.png --size 7", "such as 1280x720"),
    ("render line.evemu -o a.png --margin 101%", "0% to 100%"),
    ("render line.evemu -o a.png --range 1,2", "four whole numbers"),
    ("render line.evemu -o a/ --shard 3/2", "such as 1/4"), ("render line.evemu -o a.png --touch x", "a whole number"),
    ("inject line.evemu --wait -1", "up to an hour"), ("inject line.evemu --speed x", "it takes a number"),
    ("join line.evemu line.evemu -o a.mcap --pause 50%", "such as 1.5, 500ms or 1:30"),
    ("cut line.evemu a.mcap --retime end", "such as 12.5 or 1:00:00"),
  ])
  func `A value that is refused is explained`(line: String, words: String) throws {
    let outcome = try run(line)
    #expect(outcome.status == 64 && outcome.errors.contains(words), "\(outcome)")
    #expect(outcome.errors.contains("Usage: touchreel \(line.prefix { $0 != " " })"), "\(outcome)")
  }

  @Test(arguments: ["cut", "convert", "salvage"])
  func `The output is named as the last operand or by -o`(command: String) throws {
    #expect(try run("\(command) line.evemu a.mcap").status == 0)
    #expect(try run("\(command) line.evemu -o b.mcap").status == 0)
    #expect(try run("\(command) -o c.mcap line.evemu").status == 0)
    #expect(try run("compare a.mcap b.mcap && cmp a.mcap b.mcap && cmp b.mcap c.mcap").status == 0)
  }

  @Test(arguments: ["cut line.evemu", "salvage line.evemu", "cut line.evemu a.mcap -o b.mcap"])
  func `An output that is not named once is refused`(line: String) throws {
    let outcome = try run(line)
    #expect(outcome.status == 64 && outcome.errors.contains("Name the file to write once"), "\(outcome)")
  }

  @Test func `A device is selected by number, name or node`() throws {
    let file = Fixture.path("pen-and-touch.mcap")
    let names = try JSONSerialization.jsonObject(with: Data(try run("info --json '\(file)'").text.utf8))
    let devices = try #require((names as? [String: Any])?["devices"] as? [[String: Any]])
    for (number, device) in devices.enumerated() {
      let name = try #require(device["name"] as? String)
      for line in [
        "dump '\(file)'", "dump '\(file)' --touches", "dump '\(file)' --format csv",
        "dump '\(file)' '\(file)' --format csv", "render '\(file)' --size 99x99 -o -",
      ] {
        let byNumber = try run("\(line) --device \(number) | cksum")
        let byName = try run("\(line) --device '\(name)' | cksum")
        #expect(byNumber.status == 0 && byNumber.text == byName.text, "\(line): \(byNumber), \(byName)")
      }
    }
    for line in ["dump", "dump --touches", "dump --format csv", "render -o a.png", "cut -o a.mcap"] {
      let outcome = try run("\(line) '\(file)' --device Nobody")
      #expect(outcome.status == 1 && outcome.errors.contains("has no device Nobody; its devices are: 0 "), "\(outcome)")
    }
  }

  @Test(arguments: ["https://example.com/a.mcap", "HTTP://example.com/a.mcap", "file:///a.mcap"])
  func `A URL is named as one`(address: String) throws {
    for line in ["info", "render -o a.png", "convert -o a.mcap"] {
      let outcome = try run("\(line) \(address)")
      #expect(outcome.status == 1 && outcome.errors.contains("is a URL, and touchreel reads files"), "\(outcome)")
    }
  }

  @Test func `A picture is not written to a terminal`() throws {
    let line = #"script -qec "'$1' render line.evemu -o -" /dev/null </dev/null"#
    let outcome = try Touchreel.run(shell: line, in: folder.url)
    #expect(outcome.text.contains("a picture is not written to a terminal"), "\(outcome)")
    #expect(outcome.text.count < 300)
  }

  @Test func `A folder is converted into a folder, without its drawings and texts`() throws {
    _ = try folder.write(Recorded.line, to: "in/deep/line.evemu")
    _ = try folder.write("some words", to: "in/words.md")
    _ = try folder.write(#"{"type":"excalidraw","elements":[]}"#, to: "in/page.excalidraw")
    for _ in 0..<2 {
      let outcome = try run("convert -r in -o in/out/ --force")
      #expect(outcome.status == 0 && outcome.errors.contains("in/page.excalidraw: is a drawing"), "\(outcome)")
      #expect(outcome.errors.contains("1 file that is no recording and no drawing was passed over"), "\(outcome)")
      #expect(try run("compare line.evemu in/out/deep/line.mcap").status == 0)
      #expect(try Touchreel.run(shell: "find in/out -type f", in: folder.url).text == "in/out/deep/line.mcap\n")
    }
    #expect(try run("convert -r in -o out.mcap").errors.contains("-r converts into a folder"))
  }

  @Test(arguments: ["cut a.mcap", "convert a.mcap", "join a.mcap line.evemu"])
  func `A recording is anonymized where it is read and written`(line: String) throws {
    _ = try run("convert line.evemu a.mcap")
    #expect(try run("\(line) -o b.mcap --anonymize").status == 0)
    #expect(try run("info b.mcap").status == 0)
  }

  @Test func `The options of drawings stand apart in convert's help`() throws {
    let help = try run("convert --help").text
    let drawings = try #require(help.range(of: "\nDRAWINGS:\n"))
    let others = try #require(help.range(of: "\nOPTIONS:\n", range: drawings.upperBound..<help.endIndex))
    #expect(help[drawings.upperBound..<others.lowerBound].contains("  --at <time>"), "\(help)")
    #expect(help[others.upperBound...].contains("\n  --json"), "\(help)")
  }
}
