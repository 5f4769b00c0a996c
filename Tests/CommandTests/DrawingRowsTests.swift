import Foundation
import TestSupport
import Testing

/// Tables of files that hold many drawings.
@Suite(.slow)
struct DrawingRowsTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ lines: [String], _ name: String = "cat.ndjson") throws {
    try folder.write(lines.joined(separator: "\n") + "\n", to: name)
  }

  private func dump(_ arguments: String) throws -> Programs.Outcome {
    try Touchreel.run(shell: #""$@" dump \#(arguments)"#, in: folder.url)
  }

  /// A raw drawing of the data set, whose stroke ends in another place for each number.
  private func line(_ number: Int) -> String { DrawingSetTests.line(number, isTimed: true) }

  /// The rows of a table without its heading and the column of the drawing.
  private func rows(_ outcome: Programs.Outcome) -> [(row: String, drawing: String)] {
    outcome.text.split(separator: "\n").dropFirst().map { row in
      let fields = row.split(separator: ",", omittingEmptySubsequences: false)
      return (fields.dropLast().joined(separator: ","), String(fields[fields.count - 1]))
    }
  }

  @Test(arguments: ["samples", "touches"])
  func `Each drawing has the rows of a file with it alone, and its number`(rows kind: String) throws {
    try write((0..<70).map(line))
    let all = try dump("cat.ndjson --format csv --rows \(kind)")
    #expect(all.status == 0 && all.errors.isEmpty, "\(all)")
    #expect(all.text.prefix(while: { $0 != "\n" }).hasSuffix(",drawing"))
    let found = rows(all)
    // A stroke of three points: a row for each and for the end, or one for the touch.
    #expect(found.count == 70 * (kind == "samples" ? 4 : 1))
    for number in [0, 1, 63, 64, 69] {
      try FileManager.default.createDirectory(atPath: folder.path("one"), withIntermediateDirectories: true)
      try write([line(number)], "one/cat.ndjson")
      let alone = rows(
        try Touchreel.run(
          "dump", "cat.ndjson", "--format", "csv", "--rows", kind, in: folder.url("one")))
      #expect(found.filter { $0.drawing == "\(number)" }.map(\.row) == alone.map(\.row), "\(number)")
      #expect(alone.allSatisfy { $0.drawing.isEmpty })
    }
  }

  @Test func `A damaged line is one error with its number, and the others have their rows`() throws {
    try write([line(0), line(1), "{broken", line(3)])
    let outcome = try dump("cat.ndjson --format csv --rows touches")
    #expect(outcome.status == 1 && outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
    #expect(outcome.errors.contains("cat.ndjson:3: "))
    #expect(rows(outcome).map(\.drawing) == ["0", "1", "3"])
    #expect(rows(outcome).allSatisfy { $0.row.hasPrefix("cat.ndjson,") })
  }

  @Test func `A warning of a drawing has the number of its line and no other`() throws {
    try write([line(0), #"{"drawing":[[[1,2,3],[4,5,6],[0,9]],[[7,8],[9,10],[20,30]]]}"#])
    let skipped = "a stroke is not two or more rows of as many numbers: skipped"
    let table = try dump("cat.ndjson --format csv --rows touches")
    #expect(table.status == 0 && table.errors.contains("cat.ndjson:2: \(skipped)"), "\(table)")
    let drawn = try Touchreel.run(shell: #""$@" render cat.ndjson -o out/ --size 32x32"#, in: folder.url)
    #expect(drawn.errors.contains("cat.ndjson: line 2: \(skipped)"), "\(drawn)")
  }

  @Test func `Drawings without times have no rows, which is one line`() throws {
    try write((0..<3).map { DrawingSetTests.line($0) })
    let outcome = try dump("cat.ndjson --format csv")
    #expect(outcome.status == 1 && outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
    #expect(outcome.errors.contains("is a drawing, which has no touches"))
  }

  @Test func `Recordings beside drawings have no number, and a touch is chosen in each drawing`() throws {
    try write((0..<3).map(line))
    let pen = Checkout.path("Fixtures/pen-and-touch.mcap")
    let both = rows(try dump("cat.ndjson \(pen) --format csv --rows touches"))
    #expect(both.map(\.drawing) == ["0", "1", "2", "", ""])
    #expect(rows(try dump("cat.ndjson --format csv --rows touches --touch 0")).map(\.drawing) == ["0", "1", "2"])
  }

  @Test(.enabled(if: Python.isReady, Python.absence))
  func `Columns for NumPy have the drawing as whole numbers`() throws {
    try write((0..<200).map(line))
    try Touchreel.run("dump", "cat.ndjson", "--format", "npz", shell: #""$@" >cat.npz"#, in: folder.url)
    let program = try folder.write(
      """
      import numpy, sys
      columns = numpy.load(sys.argv[1], allow_pickle=False)
      assert columns["drawing"].dtype == numpy.int64, columns["drawing"].dtype
      assert (columns["drawing"] == numpy.repeat(numpy.arange(200), 4)).all()
      assert list(columns["recording_names"]) == ["cat.ndjson"]
      print("same")
      """, to: "check.py")
    #expect(String(decoding: try Python.succeed([program, folder.path("cat.npz")]), as: UTF8.self) == "same\n")
  }
}
