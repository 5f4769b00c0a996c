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
    case "getevent":
      // The text is what `getevent -t` prints, without what describes the device.
      try Touchreel.succeed("convert", ten, folder.path("a.getevent"))
      try Programs.succeed("sh", ["-c", #"grep '^\[' "$1" > "$2""#, "sh", folder.path("a.getevent"), path])
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

  /// Writes the first part into a pipe, waits until as many events are in the file as it has, kills the program, and
  /// prints the file.
  private static let kill = """
    mkfifo in
    "$1" convert - live.mcap <in 2>errors & recorder=$!
    exec 3>in
    head -c "$3" "$2" >&3
    tries=0
    until [ "$("$1" dump live.mcap 2>/dev/null | wc -l)" -ge "$4" ]; do
      tries=$((tries + 1))
      [ $tries -lt 200 ] || { echo "only $("$1" dump live.mcap | wc -l) of $4 lines came"; exit 9; }
    done
    kill -9 $recorder
    exec 3>&-
    """

  @Test(arguments: ["evemu", "undescribed", "libinput", "getevent", "raw24", "hexdump"])
  func `convert records what comes, and is killed without a loss`(format: String) throws {
    let (_, half) = try recording(format)
    let expected = try dumped(half, "half") - (format == "hexdump" ? 12 : 0)
    let outcome = try Programs.run(
      "/bin/sh",
      ["-c", Self.kill, "sh", Touchreel.path, folder.path("whole.\(format)"), "\(half.count)", "\(expected)"],
      in: folder.url)
    #expect(outcome.status == 0, "\(outcome)")
  }

  @Test(arguments: ["evemu", "undescribed", "libinput", "getevent", "raw24", "hexdump", "mcap"])
  func `A whole pipe becomes what the file becomes`(format: String) throws {
    _ = format == "mcap" ? nil : try recording(format)
    let file = format == "mcap" ? Checkout.path("Fixtures/pen-and-touch.mcap") : folder.path("whole.\(format)")
    try Touchreel.succeed("convert", file, folder.path("file.mcap"))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    let outcome = try Touchreel.run("convert", "-", "-o", folder.path("pipe.mcap"), input: bytes)
    #expect(outcome.status == 0, "\(outcome)")
    for arguments in [["dump"], ["dump", "--touches"], ["render", "-o", "-", "--size", "400x300"]] {
      let pipe = try Touchreel.succeed(arguments + [folder.path("pipe.mcap")])
      let whole = try Touchreel.succeed(arguments + [folder.path("file.mcap")])
      #expect(pipe.output == whole.output, "\(arguments)")
    }
  }

  @Test(arguments: ["dump", "convert"])
  func `Devices that libinput lists one after another come through a pipe as from the file`(command: String) throws {
    let (file, out) = (folder.path("two.yml"), folder.path("two.mcap"))
    try Touchreel.succeed("convert", Checkout.path("Fixtures/pen-and-touch.mcap"), file)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    let arguments = command == "dump" ? "dump -" : "convert - -o '\(out)'"
    let outcome = try Touchreel.run(input: bytes, shell: "\"$1\" \(arguments)")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    let printed = command == "dump" ? outcome.text : try Touchreel.succeed("dump", out).text
    #expect(printed == (try Touchreel.succeed("dump", file).text))
  }

  @Test(arguments: ["dump -", "dump --follow two.yml", "convert - -o two.mcap"])
  func `A device that libinput did not announce ends a stream with an error`(arguments: String) throws {
    try Touchreel.succeed("convert", Checkout.path("Fixtures/pen-and-touch.mcap"), folder.path("whole.yml"))
    let text = try String(contentsOfFile: folder.path("whole.yml"), encoding: .utf8)
    _ = try folder.write(text.replacingOccurrences(of: "ndevices: 2", with: "ndevices: 1"), to: "two.yml")
    let outcome = try Programs.run(
      "timeout", ["60", "sh", "-c", "cat two.yml | \"$1\" \(arguments)", "sh", Touchreel.path], in: folder.url)
    #expect(outcome.status == 1 && outcome.errors.contains("another device behind the events"), "\(outcome)")
    let first = arguments.hasPrefix("dump") ? outcome.text : try Touchreel.succeed("dump", folder.path("two.mcap")).text
    let events = first.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(!events.isEmpty && events.allSatisfy { $0.split(separator: " ")[1] == "0" })
  }

  /// Writes the first part into a pipe, waits until as many lines are in the output as it has, and ends the program.
  private static let end = """
    mkfifo in
    "$1" convert - -o "$4" $7 <in 2>errors & writer=$!
    exec 3>in
    head -c "$3" "$2" >&3
    tries=0
    until [ "$(eval "$6" 2>/dev/null | wc -l)" -ge "$5" ]; do
      tries=$((tries + 1))
      [ $tries -lt 500 ] || { echo "only $(eval "$6" | wc -l) of $5 lines came"; exit 9; }
    done
    kill -TERM $writer
    wait $writer
    """

  /// Formats that begin with a description need one.
  @Test(
    arguments: ["evemu", "libinput"].flatMap { format in
      ["getevent", "evemu", "yml", "raw24"].map { (format, $0) }
    } + [("raw24", "raw24"), ("undescribed", "getevent")])
  func `convert writes other formats while they come, and a signal ends them`(format: String, output: String) throws {
    let (_, half) = try recording(format)
    let out = "live.\(output)"
    let events = try dumped(half, "half") - (try Touchreel.succeed("dump", folder.path("half")).text.comments)
    let outcome = try Programs.run(
      "/bin/sh",
      [
        "-c", Self.end, "sh", Touchreel.path, folder.path("whole.\(format)"), "\(half.count)", out, "\(events)",
        "\"$1\" dump \(out) | grep -v '^#'",
      ], in: folder.url)
    #expect(outcome.status == 0, "\(outcome)")
  }

  @Test func `What needs all of a pipe is written at a signal`() throws {
    let (_, half) = try recording("undescribed")
    try half.write(to: folder.url.appendingPathComponent("half.log"))
    // More than a pipe holds: once it is in, the program has read most of it.
    let script = """
      mkfifo in
      "$1" convert - -o live.evemu <in & writer=$!
      exec 3>in
      for number in $(seq 100); do cat half.log >&3; done
      kill -TERM $writer
      wait $writer
      """
    let outcome = try Programs.run("timeout", ["60", "/bin/sh", "-c", script, "sh", Touchreel.path], in: folder.url)
    #expect(outcome.status == 0, "\(outcome)")
    let events = try Touchreel.succeed("dump", folder.path("live.evemu")).text.split(separator: "\n").count
    #expect(half.count * 100 > 4 << 16 && events > 50 * half.count { $0 == UInt8(ascii: "\n") })
  }

  @Test(arguments: ["csv", "jsonl"], ["samples", "touches"])
  func `Rows of a stream are written while they come`(format: String, rows: String) throws {
    let (_, half) = try recording("evemu")
    let part = folder.path("half.evemu")
    try half.write(to: URL(fileURLWithPath: part))
    let table = try Touchreel.succeed("dump", "--format", format, "--rows", rows, part).text
    // At the end of the half, what is down is cancelled.
    let down = table.split(separator: "\n").count { $0.contains("recordingEnded") }
    let expected = count(of: Data(table.utf8)) - down
    let outcome = try Programs.run(
      "/bin/sh",
      [
        "-c", Self.end, "sh", Touchreel.path, folder.path("whole.evemu"), "\(half.count)", "live.\(format)",
        "\(expected)", "cat live.\(format)", "--rows \(rows)",
      ], in: folder.url)
    #expect(outcome.status == 0, "\(outcome)")
  }

  /// The same as `script`, with other options.
  private static let printing = """
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

  @Test(arguments: [
    ("evemu", "--touches"), ("evemu", "--touches --follow"), ("libinput", "--touches"), ("evemu", "--format csv"),
    ("evemu", "--format jsonl --rows touches"), ("libinput", "--format csv --hover"),
    ("undescribed", "--touches --range 0,4000,0,3000"), ("getevent", "--touches --range 0,9000,0,9000"),
    ("raw24", "--touches --device-like remarkable-2-pen"), ("raw24", "--format csv --device-like remarkable-2-pen"),
    ("mcap", "--touches"), ("mcap", "--format jsonl"),
  ])
  func `dump prints touches and rows as they come, and the same as of the file`(format: String, options: String) throws
  {
    let (_, half) = format == "mcap" ? try wholeChunks() : try recording(format)
    let part = folder.path("half.\(format)")
    try half.write(to: URL(fileURLWithPath: part))
    let words = options.split(separator: " ").map(String.init).filter { $0 != "--follow" }
    let lines = try Touchreel.succeed(["dump", part] + words).text
    let down = lines.split(separator: "\n").count { $0.contains("recordingEnded") }
    let file = folder.path("whole.\(format)")
    let outcome = try Programs.run(
      "timeout",
      [
        "100", "/bin/sh", "-c", Self.printing, "sh", Touchreel.path, options, file, "\(half.count)",
        "\(count(of: Data(lines.utf8)) - down)",
      ], in: folder.url)
    #expect(outcome.status == 0, "\(outcome)")
    let printed = try String(contentsOfFile: folder.path("out"), encoding: .utf8)
    var whole = try Touchreel.succeed(["dump", file] + words).text
    // What is only inferred of a device is known at the end: how hard one can press.
    if options.contains("--range") { whole = whole.replacing(#/ pressure [0-9.]+/#, with: "") }
    #expect(printed == whole.replacingOccurrences(of: file, with: "standard input"))
  }

  /// A recording of our own, and the beginning of it that ends with a chunk: all of it, as a short one has one chunk.
  private func wholeChunks() throws -> (whole: Data, half: Data) {
    let file = folder.path("whole.mcap")
    try Touchreel.succeed("convert", Checkout.path("Fixtures/pen-tilt-eraser.mcap"), file)
    let whole = try Data(contentsOf: URL(fileURLWithPath: file))
    return (whole, whole)
  }

  @Test func `Touches of an unknown range are printed at the end, as one line says`() throws {
    let (whole, _) = try recording("undescribed")
    let outcome = try Touchreel.run("dump", "--touches", "-", input: whole)
    #expect(outcome.status == 0 && outcome.errors.contains("its range is known only at the end"), "\(outcome.errors)")
    #expect(outcome.text == (try Touchreel.succeed("dump", "--touches", folder.path("whole.undescribed")).text))
    let followed = try Touchreel.run("dump", "--touches", "--follow", folder.path("whole.undescribed"))
    #expect(followed.status == 1 && followed.errors.contains("add --range"), "\(followed)")
  }

  @Test func `What comes through a pipe replaces nothing, and leaves no file where it is no recording`() throws {
    let (whole, _) = try recording("evemu")
    try Data("mine".utf8).write(to: folder.url.appendingPathComponent("taken.mcap"))
    let refused = try Touchreel.run("convert", "-", folder.path("taken.mcap"), input: whole)
    #expect(refused.status == 1 && refused.errors.contains("--force replaces it"), "\(refused)")
    let junk = try Touchreel.run("convert", "-", folder.path("new.mcap"), input: Data(repeating: 0x78, count: 70_000))
    #expect(junk.status == 1 && junk.errors.contains("is not a recording"), "\(junk)")
    #expect(!folder.names.contains("new.mcap"))
  }

  @Test func `Lines of no format are said after a second, and what comes later is read`() throws {
    let (whole, _) = try recording("getevent")
    try whole.write(to: folder.url.appendingPathComponent("late"))
    // dash has no time-outs of its own: the message is what the script waits for.
    let script = """
      mkfifo in
      "$1" dump - <in >out 2>errors &
      exec 3>in
      echo 'Connected to the tablet.' >&3
      until grep -q 'waiting for more' errors; do :; done
      cat late >&3
      exec 3>&-
      wait $!
      """
    let outcome = try Programs.run("timeout", ["60", "/bin/sh", "-c", script, "sh", Touchreel.path], in: folder.url)
    #expect(outcome.status == 0, "\(outcome)")
    let printed = try String(contentsOfFile: folder.path("out"), encoding: .utf8)
    #expect(printed == (try Touchreel.succeed("dump", folder.path("late")).text))
  }

  @Test func `A line without end is skipped, and named as that`() throws {
    let script = """
      { cat header; head -c 150000000 /dev/zero | tr '\\0' 5; } | "$1" dump - 2>errors | wc -c
      cat errors >&2
      """
    try Touchreel.succeed("convert", Checkout.path("Fixtures/overrun.mcap"), folder.path("whole.evemu"))
    let header = try String(contentsOfFile: folder.path("whole.evemu"), encoding: .utf8).split(separator: "\n").prefix {
      !$0.hasPrefix("E:")
    }
    _ = try folder.write(header.joined(separator: "\n") + "\n", to: "header")
    let outcome = try Programs.run("timeout", ["60", "/bin/sh", "-c", script, "sh", Touchreel.path], in: folder.url)
    #expect(outcome.errors.contains(": is longer than 1 MiB: skipped"), "\(outcome)")
    #expect(!outcome.errors.contains("arrived faster"), "\(outcome)")
  }

  @Test func `Events without an end of a frame are handed on in parts`() throws {
    let script = #"yes '[ 1.5] 0003 0039 00000001' | "$1" dump - 2>errors | head -n 70000 | wc -l"#
    let outcome = try Programs.run("timeout", ["60", "/bin/sh", "-c", script, "sh", Touchreel.path], in: folder.url)
    #expect(outcome.text == "70000\n", "\(outcome)")
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

  @Test func `A reader that leaves a table of many recordings ends the program without a message`() throws {
    let files = Array(repeating: Fixture.path("ten-fingers.mcap"), count: 3).joined(separator: " ")
    let outcome = try Touchreel.run(
      shell: #""$1" dump --format csv \#(files) 2>errors | head -n 1; cat errors >&2"#, in: folder.url)
    #expect(outcome.errors.isEmpty && outcome.text.split(separator: "\n").count == 1, "\(outcome)")
  }

  @Test(arguments: ["mp4", "webm", "gif", "apng"])
  func `A reader that leaves a film ends the program without a message`(format: String) throws {
    let render = "render '\(Fixture.path("ten-fingers.mcap"))' -o - --size 320x180 --format \(format)"
    let outcome = try Touchreel.run(shell: #""$1" \#(render) 2>errors | head -c 10; cat errors >&2"#, in: folder.url)
    #expect(outcome.errors.isEmpty && outcome.output.count == 10, "\(outcome)")
  }
}

extension String {
  /// How many of its lines are comments.
  fileprivate var comments: Int { split(separator: "\n").count { $0.hasPrefix("#") } }
}
