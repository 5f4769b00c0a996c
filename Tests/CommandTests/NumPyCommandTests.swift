import Foundation
import TestSupport
import Testing

/// Tables for NumPy, which reads them without pickle.
@Suite(.slow)
struct NumPyCommandTests {
  let folder: TemporaryFolder
  private static let fixtures = [
    "ten-fingers", "pen-tilt-eraser", "palm-mid-stroke", "protocol-a", "overrun", "unplug-mid-touch", "pen-and-touch",
  ].map { Fixture.path("\($0).mcap") }

  init() throws { folder = try TemporaryFolder() }

  /// Compares an archive with the same table in CSV, column by column and bit by bit.
  private static let comparison = """
    import sys, zipfile, numpy, pandas
    archive, csv = sys.argv[1:]
    assert zipfile.ZipFile(archive).testzip() is None
    expected = pandas.read_csv(csv, float_precision="round_trip", keep_default_na=False, na_values=[""])
    found = numpy.load(archive, allow_pickle=False)
    texts = [name for name in expected if name + "_names" in found.files]
    assert found.files == list(expected) + [name + "_names" for name in texts], found.files
    for name in expected:
        column = found[name]
        if name in texts:
            names = found[name + "_names"]
            assert column.dtype == "int32" and len(set(names)) == len(names)
            # CSV has no empty texts.
            column = [names[code] or None if code >= 0 else None for code in column]
            assert [text if isinstance(text, str) else None for text in expected[name]] == column, name
        else:
            # A column of numbers may have whole ones alone; one with unknown numbers is of none.
            assert column.dtype == "float64" or not len(column) or "int64" == column.dtype == expected[name].dtype
            assert numpy.array_equal(column, expected[name].to_numpy(column.dtype), equal_nan=True), name
    print(len(expected))
    """

  /// - Returns: the number of rows, which are the same in both.
  private func compareWithCSV(_ arguments: [String]) throws -> Int {
    let (archive, csv) = (folder.url.appendingPathComponent("a.npz"), folder.url.appendingPathComponent("a.csv"))
    try Programs.run(Touchreel.path, ["dump", "--format", "npz"] + arguments).output.write(to: archive)
    try Programs.run(Touchreel.path, ["dump", "--format", "csv"] + arguments).output.write(to: csv)
    let printed = try Python.succeed(["-W", "ignore", "-c", Self.comparison, archive.path, csv.path])
    return try #require(Int(String(decoding: printed, as: UTF8.self).dropLast()))
  }

  @Test(
    .enabled(if: Python.isReady, Python.absence),
    arguments: [
      [], ["--rows", "touches"], ["--hover"], ["--from", "0.2", "--to", "0.5"], ["--rows", "touches", "--device", "0"],
    ])
  func `NumPy reads the values that the table in CSV has`(options: [String]) throws {
    #expect(try compareWithCSV(options + Self.fixtures) > (options.contains("touches") ? 20 : 500))
  }

  @Test(.enabled(if: Python.isReady, Python.absence)) func `A table of many blocks of rows is the same`() throws {
    let many = Array(repeating: Self.fixtures, count: 8).flatMap { $0 }
    #expect(try compareWithCSV(many) > 2 * 8192)
  }

  @Test(.enabled(if: Python.isReady, Python.absence), .enabled(if: Corpus.folder != nil, Corpus.absence))
  func `So is that of real recordings`() throws {
    let rows = try compareWithCSV(Corpus.sample(40).map(\.path))
    #expect(rows > 0)
    #expect(try compareWithCSV(["--rows", "touches"] + Corpus.sample(40).map(\.path)) > 0)
  }

  @Test(.enabled(if: Python.isReady, Python.absence)) func `A table without rows has all columns`() throws {
    // The pen hovers for 60 ms before it touches.
    #expect(try compareWithCSV(["--to", "0.05", Fixture.path("pen-tilt-eraser.mcap")]) == 0)
  }

  @Test(.enabled(if: Python.isReady, Python.absence)) func `The guide's program reads them`() throws {
    let table = try Programs.run(Touchreel.path, ["dump", "--format", "npz"] + Self.fixtures)
    try table.output.write(to: folder.url.appendingPathComponent("samples.npz"))
    let parts = try Checkout.text("docs/tables.md").components(separatedBy: "```python\n")
    let program = try #require(parts.first { $0.contains("numpy.load") }?.components(separatedBy: "```").first)
    let outcome = try Programs.run(#require(Python.program), ["-c", program], in: folder.url)
    #expect(outcome.status == 0 && outcome.text.contains("'began'"), "\(outcome)")
  }

  @Test(arguments: ["samples", "touches"])
  func `A pipe, convert and a second run give the same bytes`(rows: String) throws {
    let file = Self.fixtures[0]
    let options = ["--format", "npz", "--rows", rows]
    let first = try Touchreel.succeed(["dump"] + options + [file]).output
    #expect(try Touchreel.succeed(["dump"] + options + [file]).output == first)
    let out = folder.url.appendingPathComponent("out.npz")
    try Touchreel.succeed(["convert", file, out.path, "--rows", rows])
    #expect(try Data(contentsOf: out) == first)
    // The recording of a pipe has another name.
    let content = try Data(contentsOf: URL(fileURLWithPath: file))
    let piped = try Programs.run(Touchreel.path, ["dump"] + options + ["-"], input: content)
    let copied = folder.url.appendingPathComponent("piped.npz")
    let converted = try Programs.run(
      Touchreel.path, ["convert", "-", copied.path, "--rows", rows], input: content)
    #expect(piped.status == 0 && converted.status == 0 && piped.output.count > 5_000)
    #expect(try Data(contentsOf: copied) == piped.output)
  }

  @Test func `A file that cannot be read is reported, and the others have their rows`() throws {
    let broken = try folder.write("no recording", to: "broken.mcap")
    let outcome = try Touchreel.run("dump", "--format", "npz", Self.fixtures[0], broken, Self.fixtures[1])
    #expect(outcome.status == 1 && outcome.errors.contains("\(broken): is not a recording"), "\(outcome.errors)")
    let whole = try Touchreel.succeed("dump", "--format", "npz", Self.fixtures[0], Self.fixtures[1])
    #expect(outcome.output == whole.output)
  }

  @Test func `What has no end, and what has no room, is refused in one line`() throws {
    let followed = try Touchreel.run("dump", "--format", "npz", "--follow", Self.fixtures[0])
    #expect(followed.status == 64 && followed.errors.contains("--follow prints rows as they come"), "\(followed)")
    let full = try Touchreel.run(
      "dump", "--format", "npz", Self.fixtures[0], shell: #""$@" >/dev/full"#, in: folder.url)
    #expect(full.status == 1 && full.errors.split(separator: "\n").count == 1, "\(full)")
    let many = Array(repeating: Self.fixtures[0], count: 30)
    let unkept = try Programs.run(
      "/bin/sh", ["-c", #"TMPDIR=/nowhere "$@""#, "sh", Touchreel.path, "dump", "--format", "npz"] + many)
    #expect(unkept.status == 1 && unkept.output.isEmpty, "\(unkept)")
    #expect(unkept.errors.contains("the columns of the table cannot be kept in a temporary file"), "\(unkept.errors)")
    #expect(unkept.errors.split(separator: "\n").count == 1)
  }
}
