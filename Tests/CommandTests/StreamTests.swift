import Foundation
import TestSupport
import Testing

/// Recordings that come through a pipe, piece by piece.
@Suite(.slow)
struct StreamTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A recording in a format, and the beginning of it that ends with a frame.
  private func recording(_ format: String) throws -> (whole: Data, half: Data) {
    let path = folder.path("whole.\(format)")
    let fixture = Checkout.path("Fixtures/protocol-a.mcap")
    let ten = Checkout.path("Fixtures/pen-tilt-eraser.mcap")
    switch format {
    case "hexdump":
      try Touchreel.succeed("convert", ten, folder.path("a.raw24"))
      try Programs.succeed("sh", ["-c", "xxd \"$1\" > \"$2\"", "sh", folder.path("a.raw24"), path])
    case "undescribed":
      try Touchreel.succeed("convert", fixture, folder.path("a.evemu"))
      try Programs.succeed("sh", ["-c", "grep ^E: \"$1\" > \"$2\"", "sh", folder.path("a.evemu"), path])
    default: try Touchreel.succeed("convert", ten, path, "--format", format)
    }
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    return (whole, whole.prefix(try middle(of: whole, format)))
  }

  /// Behind a SYN_REPORT near the middle.
  private func middle(of whole: Data, _ format: String) throws -> Int {
    guard format != "raw24" else {
      let records = stride(from: whole.count / 48 * 24, to: whole.count, by: 24)
      return try #require(records.first { whole[$0 + 16..<$0 + 20].allSatisfy { $0 == 0 } }) + 24
    }
    let mark = [
      "evemu": " 0000 0000 0", "undescribed": " 0000 0000 0", "getevent": "0000 0000 00000000",
      "libinput": "SYN_REPORT",
    ]
    let text = mark[format].map { Data($0.utf8) } ?? Data("\n".utf8)
    let found = try #require(whole.range(of: text, in: whole.count / 2..<whole.count))
    return try #require(whole.range(of: Data("\n".utf8), in: found.lowerBound..<whole.count)).upperBound
  }

  /// Writes the first part into a pipe, waits until as many lines are printed as it has, and writes the rest.
  private static let script = """
    mkfifo in
    "$1" dump - $2 <in >out 2>errors &
    exec 3>in
    head -c "$4" "$3" >&3
    tries=0
    until [ "$(wc -l <out)" -ge "$5" ]; do
      tries=$((tries + 1))
      [ $tries -lt 5000 ] || { echo "only $(wc -l <out) of $5 lines came"; exit 9; }
    done
    tail -c +"$(($4 + 1))" "$3" >&3
    exec 3>&-
    wait $!
    """

  @Test(arguments: ["evemu", "undescribed", "libinput", "getevent", "raw24", "hexdump"], ["", "--follow"])
  func `dump prints every frame as it comes, and ends with its input`(format: String, option: String) throws {
    let (whole, half) = try recording(format)
    let file = folder.path("whole.\(format)")
    // A hexdump's lines end within records.
    let expected = try dumped(half, "half") - (format == "hexdump" ? 12 : 0)
    let outcome = try Programs.run(
      "/bin/sh", ["-c", Self.script, "sh", Touchreel.path, option, file, "\(half.count)", "\(expected)"], in: folder.url
    )
    #expect(outcome.status == 0, "\(outcome)")
    let printed = try String(contentsOfFile: folder.path("out"), encoding: .utf8)
    #expect(printed == (try Touchreel.succeed("dump", file).text), "\(whole.count) bytes")
  }

  private func count(of lines: Data) -> Int { lines.count { $0 == UInt8(ascii: "\n") } }

  /// How many lines the file has.
  private func dumped(_ bytes: Data, _ name: String) throws -> Int {
    let path = folder.path(name)
    try bytes.write(to: URL(fileURLWithPath: path))
    return count(of: try Touchreel.succeed("dump", path).output)
  }

  @Test func `A writer that dies within a line or a record ends the program with a warning`() throws {
    for (format, cut) in [("evemu", 7), ("raw24", 11)] {
      let (_, half) = try recording(format)
      let outcome = try Touchreel.run("dump", "-", input: half.dropLast(cut))
      #expect(outcome.status == 0 && outcome.errors.contains("truncated"), "\(format): \(outcome.errors)")
    }
  }

  @Test func `A reader that leaves ends the program without a message`() throws {
    let (whole, _) = try recording("evemu")
    let outcome = try Touchreel.run("dump", "-", input: whole, shell: #""$@" | head -n 1"#)
    #expect(outcome.errors.isEmpty && outcome.text.split(separator: "\n").count == 1, "\(outcome)")
  }
}
