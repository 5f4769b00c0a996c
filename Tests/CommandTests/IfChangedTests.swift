import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// touchreel render --if-changed.
@Suite(.slow)
struct IfChangedTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a", "b", "c"] { _ = try folder.write(Recorded.line, to: "in/\(name).evemu") }
    _ = try folder.write((0..<20).map { DrawingSetTests.line($0) }.joined(separator: "\n"), to: "in/cat.ndjson")
  }

  private func render(_ options: String = "") throws -> Programs.Outcome {
    try Touchreel.run(shell: #""$@" render -r in -o out --size 48x48 --if-changed \#(options)"#, in: folder.url)
  }

  /// The inode of every picture: those that were written anew have another.
  private func pictures() throws -> [String: Int] {
    let names = FileManager.default.enumerator(atPath: folder.path("out"))?.compactMap { $0 as? String } ?? []
    return try Dictionary(
      uniqueKeysWithValues: names.map { name in
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("out/\(name)"))
        return (name, attributes[.systemFileNumber] as? Int ?? 0)
      })
  }

  private func changed(_ before: [String: Int]) throws -> [String] {
    try pictures().filter { before[$0.key] != $0.value }.map(\.key).sorted()
  }

  @Test func `A second run draws only what is missing, or was made of something else`() throws {
    #expect(try render().status == 0)
    let first = try pictures()
    #expect(first.count == 23)
    let again = try render()
    #expect(again.status == 0 && again.errors == "touchreel: 23 of 23 pictures are there already and unchanged\n")
    #expect(try changed(first) == [])

    try FileManager.default.removeItem(atPath: folder.path("out/b.png"))
    try FileManager.default.removeItem(atPath: folder.path("out/cat-000007.png"))
    _ = try folder.write(Recorded.line + "E: 2.0 0003 0030 5\nE: 2.0 0000 0000 0\n", to: "in/c.evemu")
    var lines = (0..<20).map { DrawingSetTests.line($0) }
    lines[4] = DrawingSetTests.line(40)
    _ = try folder.write(lines.joined(separator: "\n"), to: "in/cat.ndjson")
    let outcome = try render("--threads 1")
    #expect(outcome.errors.contains("touchreel: 19 of 23 pictures are there already and unchanged\n"), "\(outcome)")
    let written = try changed(first)
    #expect(Set(written).subtracting(["b.png", "cat-000007.png"]) == ["c.png", "cat-000004.png"], "\(written)")
  }

  @Test func `An option that is spelt otherwise keeps the pictures`() throws {
    let line = #""$@" render in/a.evemu -o a.png --if-changed"#
    let first = "\(line) --color red --to 1000ms --margin 5% --crop"
    #expect(try Touchreel.run(shell: first, in: folder.url).status == 0)
    let second = "\(line) --crop --margin 5.0% --to 1 --color '#ff0000' --threads 2"
    let again = try Touchreel.run(shell: second, in: folder.url)
    #expect(again.errors == "touchreel: 1 of 1 picture is there already and unchanged\n", "\(again)")
  }

  @Test(arguments: [
    "--at 1", "--from 0.1", "--size 49x48", "--crop", "--crop --margin 3", "--touch 0", "--device 0", "--drop-open",
    "--clean", "--background white,black", "--tool line", "--width 1%", "--color red", "--fill red", "--cap butt",
    "--join bevel", "--pattern dashed", "--sides 5", "--font Serif", "--text-size 20", "--color-by speed",
    "--color-by speed --color-range 0,9", "--color-by speed --legend", "--smoothing none", "--pressure-width all",
    "--pressure-gamma 2", "--speed-width off", "--theme own-color", "--show-cancelled", "--show-selection",
    "--show-touches", "--title Notes", "--show-hover", "--range 0,9,0,9", "--resolution 9", "--fit stretch",
    "--rotate 90",
    "--calibration '1 0 0.1 0 1 0'", "--palm-rejection", "--no-palm-rejection", "--palm-size 30", "--pen-over-touch",
    "--no-pen-over-touch", "--device-like remarkable-2-pen",
  ])
  func `Any option of render makes another picture`(options: String) throws {
    let line = #""$@" render in/a.evemu -o a.png --if-changed"#
    #expect(try Touchreel.run(shell: line, in: folder.url).status == 0)
    let outcome = try Touchreel.run(shell: "\(line) \(options)", in: folder.url)
    #expect(outcome.status == 0 && !outcome.errors.contains("unchanged"), "\(options): \(outcome)")
  }

  @Test func `Other options make other pictures, which replace the former`() throws {
    #expect(try render().status == 0)
    let first = try pictures()
    #expect(try render("--width 9").errors.isEmpty)
    #expect(try changed(first).count == 23)
    #expect(try render("--width 9 --threads 2 --force").errors.contains("23 of 23"))
  }

  @Test func `The note is written only then, and the pixels are the same`() throws {
    let plain = try Touchreel.run(shell: #""$@" render in/a.evemu -o a.png --size 48x48"#, in: folder.url)
    #expect(try plain.status == 0 && render().status == 0)
    let (without, with) = try (data("a.png"), data("out/a.png"))
    #expect(PNGText.text(of: "touchreel:source", inBeginning: without) == nil)
    #expect(PNGText.text(of: "touchreel:source", inBeginning: with)?.count == 64)
    #expect(without.count + 12 + 17 + 64 == with.count)
    #expect(try PixelBuffer(png: without).pixels == PixelBuffer(png: with).pixels)
  }

  @Test func `A picture of which nobody knows what it was made of is kept without --force`() throws {
    _ = try folder.write("mine", to: "out/a.png")
    let outcome = try render()
    #expect(outcome.status == 1 && outcome.errors.contains("a.png: exists already and was not made with --if-changed"))
    #expect(try data("out/a.png") == Array("mine".utf8))
    #expect(try render("--force").status == 0)
    #expect(PNGText.text(of: "touchreel:source", inBeginning: try data("out/a.png")) != nil)
  }

  @Test func `A description beside a recording counts`() throws {
    let events = Recorded.line.split(separator: "\n").filter { $0.hasPrefix("E:") }.joined(separator: "\n")
    _ = try folder.write(events, to: "in/d.events.evemu")
    #expect(try render().status == 0)
    let first = try pictures()
    _ = try folder.write(Recorded.line, to: "in/d.desc")
    #expect(try render().errors.contains("23 of 25 pictures are there already"))
    #expect(try changed(first).contains("d.events.png"))
  }

  @Test(arguments: ["in", "./in/", "in/pictures", "link"])
  func `Pictures among the recordings are no input of a later run`(output: String) throws {
    let folder = folder.url
    let names = {
      (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
        .filter { $0.hasSuffix(".png") || $0.hasSuffix(".svg") }.sorted()
    }
    let line = #"ln -sf in link; "$@" render -r in -o \#(output) --size 48x48 --if-changed"#
    let first = try Touchreel.run(shell: line, in: folder)
    #expect(first.status == 0 && names().count == 23, "\(first) \(names())")
    let made = names()
    for _ in 0..<2 {
      let again = try Touchreel.run(shell: line, in: folder)
      #expect(again.status == 0 && names() == made, "\(again)")
      #expect(again.errors == "touchreel: 23 of 23 pictures are there already and unchanged\n", "\(again)")
    }
    // Pictures of another format have the same names, and change none.
    let other = try Touchreel.run(shell: #""$@" render -r in -o \#(output) --format svg"#, in: folder)
    #expect(other.status == 0 && names().count == 46, "\(other)")
    #expect(try Touchreel.run(shell: line, in: folder).errors.contains("23 of 23"))
  }

  @Test func `Pictures that others put among the recordings are passed over and counted`() throws {
    _ = try folder.write("of another program", to: "in/a.png")
    let outcome = try render()
    #expect(
      outcome.status == 0 && outcome.errors.contains("1 file that is no recording and no drawing was passed over"))
    #expect(try pictures().count == 23, "\(outcome)")
    _ = try folder.write("of another program", to: "other/a.png")
    let nothing = try Touchreel.run(shell: #""$@" render -r other -o out"#, in: folder.url)
    #expect(nothing.status == 1 && nothing.errors.contains("other: no recordings or drawings are in there"))
  }

  @Test(arguments: ["white", "transparent"])
  func `Raw frames among the recordings are passed over and counted`(background: String) throws {
    let frames = folder.path("in/a.raw")
    let film = ["-o", frames, "--size", "64x36", "--duration", "1s", "--fps", "5", "--background", background]
    try Touchreel.succeed(["render", Fixture.path("ten-fingers.mcap")] + film)
    try FileManager.default.copyItem(atPath: frames, toPath: folder.path("in/b.rgba"))
    let outcome = try render()
    #expect(
      outcome.status == 0
        && outcome.errors.contains("2 files that are no recordings and no drawings were passed over"))
    #expect(try pictures().count == 23, "\(outcome)")
  }

  @Test func `A picture that is not whole is drawn again, wherever it was cut or damaged`() throws {
    #expect(try render().status == 0)
    let whole = try data("out/a.png")
    let others = try pictures().count
    let damaged = whole.enumerated().map { $0.offset == whole.count - 30 ? $0.element ^ 1 : $0.element }
    let cuts = [0, 4, 8, 20, 33, 40, 60, 100, 129, 130, whole.count / 2, whole.count - 12, whole.count - 1]
    for bytes in cuts.map({ Array(whole[..<$0]) }) + [damaged, whole + [0]] {
      try Data(bytes).write(to: folder.url.appendingPathComponent("out/a.png"))
      try Data(bytes.prefix(200)).write(to: folder.url.appendingPathComponent("out/cat-000003.png"))
      let outcome = try render()
      #expect(
        outcome.status == 0 && outcome.errors.contains("\(others - 2) of \(others) pictures"),
        "\(bytes.count): \(outcome)")
      #expect(try data("out/a.png") == whole, "\(bytes.count)")
    }
  }

  @Test func `Formats without a place for the note are refused`() throws {
    let outcome = try render("--format svg")
    #expect(outcome.status == 64 && outcome.errors.contains("--if-changed is for PNG files"), "\(outcome)")
  }

  private func data(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.url.appendingPathComponent(name)))
  }
}
