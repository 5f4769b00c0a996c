import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// touchreel render of files that hold many drawings.
@Suite(.slow)
struct DrawingSetTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A line of the data set: each number gives another drawing.
  static func line(_ number: Int, key: String? = nil, isTimed: Bool = false) -> String {
    let end = 20 + number * 37 % 230
    let times = isTimed ? ",[0,40,90]" : ""
    return #"{"word":"cat","key_id":"\#(key ?? "k\(number)")","drawing":[[[3,\#(end),120],[5,200,\#(end)]\#(times)]]}"#
  }

  private func writeSet(_ lines: [String], _ name: String = "cat.ndjson") throws {
    _ = try folder.write(lines.joined(separator: "\n") + "\n", to: name)
  }

  private func render(_ arguments: String) throws -> Programs.Outcome {
    try Touchreel.run(shell: #""$@" render \#(arguments)"#, in: folder.url)
  }

  private func names(_ name: String) -> [String] {
    (FileManager.default.enumerator(atPath: folder.path(name))?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(".png") || $0.hasSuffix(".svg") }.sorted()
  }

  private func bytes(_ name: String) throws -> Data { try Data(contentsOf: folder.url.appendingPathComponent(name)) }

  @Test(arguments: [false, true])
  func `Every line becomes the picture of a file with that line alone`(isTimed: Bool) throws {
    try writeSet((0..<150).map { Self.line($0, isTimed: isTimed) })
    for threads in [1, 3] {
      let outcome = try render("cat.ndjson -o out\(threads)/ --size 64x64 --crop --threads \(threads)")
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
      #expect(names("out\(threads)").count == 150)
    }
    for number in [0, 63, 64, 149] {
      try writeSet([Self.line(number, isTimed: isTimed)], "one.ndjson")
      #expect(try render("one.ndjson -o one.png --size 64x64 --crop --force").status == 0)
      let name = "cat-000" + String(number + 1000).dropFirst() + ".png"
      #expect(try bytes("out1/\(name)") == bytes("one.png"), "\(name)")
      #expect(try bytes("out3/\(name)") == bytes("one.png"), "\(name)")
    }
  }

  @Test func `A single picture is of the first drawing, with a warning`() throws {
    try writeSet([Self.line(0), Self.line(1)])
    let outcome = try render("cat.ndjson -o cat.png --size 64x64")
    #expect(outcome.status == 0 && outcome.errors.contains("it holds 2 drawings, of which this is the first"))
  }

  @Test func `A table has the rows of all drawings, whether it is dumped or converted, of a file or a pipe`() throws {
    try writeSet((0..<200).map { $0 == 7 ? "}" : Self.line($0, isTimed: true) })
    let dumped = try Touchreel.run(shell: #""$@" dump cat.ndjson --format csv"#, in: folder.url)
    // 199 drawings of one stroke of three samples and an end, and the heading.
    #expect(dumped.status == 1 && dumped.errors.contains("cat.ndjson:8: "), "\(dumped.errors)")
    #expect(dumped.text.split(separator: "\n").count == 1 + 199 * 4)
    try writeSet([Self.line(0, isTimed: true), "}", "]", Self.line(1, isTimed: true)], "bad.ndjson")
    let bad = try Touchreel.run(shell: #""$@" dump bad.ndjson --format csv"#, in: folder.url)
    #expect(bad.errors.contains("touchreel: 2 of 4 drawings failed: bad.ndjson:2, bad.ndjson:3"), "\(bad.errors)")
    let piped = try Touchreel.run(shell: #"cat cat.ndjson | "$@" dump - --format csv"#, in: folder.url)
    #expect(piped.status == 1 && piped.text.replacing("standard input,", with: "cat.ndjson,") == dumped.text)
    for input in ["cat.ndjson x.csv", "- x.csv --force <cat.ndjson"] {
      let converted = try Touchreel.run(shell: #""$@" convert \#(input)"#, in: folder.url)
      #expect(converted.status == 1 && converted.errors.contains(":8: "), "\(converted.errors)")
      #expect(try folder.text("x.csv").replacing("standard input,", with: "cat.ndjson,") == dumped.text, "\(input)")
    }
  }

  @Test func `Damaged lines are listed, and the others are drawn`() throws {
    try writeSet([Self.line(0), "{\"drawing\":[[[1],[2,3]]]}", "", Self.line(3), "}", Self.line(5)])
    let outcome = try render("cat.ndjson -o out/ --size 32x32")
    #expect(outcome.status == 1 && names("out") == ["cat-000000.png", "cat-000002.png", "cat-000004.png"])
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 2, "\(outcome)")
    #expect(lines.first?.hasPrefix("touchreel: cat.ndjson:2: it is no drawing") == true, "\(outcome)")
    #expect(lines.first?.hasSuffix(" (2 times)") == true, "\(outcome)")
    #expect(lines.last == "touchreel: 2 of 5 pictures failed: cat.ndjson:2, cat.ndjson:5", "\(outcome)")
  }

  @Test func `Lines that are damaged alike, and pictures that are there already, are counted`() throws {
    try writeSet((0..<2000).map { $0 % 2 == 0 ? "{\"drawing\":[[[1],[2,3]]]}" : Self.line($0) })
    let outcome = try render("cat.ndjson -o out/ --size 16x16")
    var lines = outcome.errors.split(separator: "\n")
    #expect(outcome.status == 1 && lines.count == 2, "\(outcome.errors.prefix(1000))")
    #expect(lines.first?.hasPrefix("touchreel: cat.ndjson:1: it is no drawing") == true, "\(lines)")
    #expect(lines.first?.hasSuffix("(1000 times)") == true, "\(lines)")
    let again = try render("cat.ndjson -o out/ --size 16x16")
    lines = again.errors.split(separator: "\n")
    #expect(again.status == 1 && lines.count == 3, "\(again.errors.prefix(1000))")
    #expect(
      lines.contains("touchreel: out/cat-000001.png: exists already; --force replaces it (1000 times)"), "\(lines)")
  }

  @Test func `Keys name pictures, except those that could leave the folder or come twice`() throws {
    let keys = [
      "5891796615823360", "../up", "a/b", "", ".hidden", "5891796615823360", String(repeating: "9", count: 101),
    ]
    try writeSet(
      keys.enumerated().map { Self.line($0.offset, key: $0.element) } + [#"{"key_id":7,"drawing":[[[1],[1]]]}"#])
    let outcome = try render("cat.ndjson -o out/ --size 32x32 --name-by key --force")
    #expect(outcome.status == 1 && names(".") == ["out/cat-5891796615823360.png", "out/cat-7.png"], "\(outcome)")
    #expect(outcome.errors.contains("cat.ndjson:2: its key_id is no usable name for a file; use --name-by index"))
    #expect(outcome.errors.contains("cat.ndjson:4: it has no key_id"))
    #expect(outcome.errors.contains("cat.ndjson:6: its key_id 5891796615823360 is that of a line before it"))
  }

  @Test func `Shards together draw every drawing and every file once`() throws {
    try writeSet((0..<10).map { Self.line($0) }, "in/a/cat.ndjson")
    try writeSet((0..<5).map { Self.line($0) }, "in/dog.ndjson")
    try writeSet([Self.line(7)], "in/one.ndjson")
    _ = try folder.write(Recorded.line, to: "in/line.evemu")
    let counts = try (1...3).map { shard in
      let outcome = try render("-r in -o out\(shard) --size 32x32 --shard \(shard)/3")
      #expect(outcome.status == 0, "\(outcome)")
      return names("out\(shard)").count
    }
    #expect(counts.reduce(0, +) == 17 && counts.allSatisfy { $0 >= 4 }, "\(counts)")
    let all = Set((1...3).flatMap { names("out\($0)") })
    #expect(all.count == 17 && all.isSuperset(of: ["a/cat-000009.png", "dog-000004.png", "one.png", "line.png"]))
  }

  @Test func `Options that only touches have are refused for every line, formats of vectors are not`() throws {
    try writeSet([Self.line(0), Self.line(1)])
    #expect(try render("cat.ndjson -o out/ --format svg --color teal").status == 0)
    #expect(names("out") == ["cat-000000.svg", "cat-000001.svg"])
    let outcome = try render("cat.ndjson -o out/ --tool line")
    #expect(outcome.status == 1 && outcome.errors.contains("cat.ndjson:1: a drawing has no touches; remove --tool"))
  }
}
