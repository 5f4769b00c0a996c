import Foundation
import SeededCases
import TestSupport
import Testing

/// What is written appears whole or not at all, whatever ends the program. TOUCHREEL_PROPERTY_RUNS sets how many times
/// it is ended.
@Suite(.slow, .serialized)
struct WholeOutputTests {
  let folder: TemporaryFolder
  /// Takes a fraction of a second to convert and to draw.
  let recording: Data

  init() throws {
    folder = try TemporaryFolder()
    var text = Recorded.header
    for frame in 0..<6000 {
      let time = "\(frame / 100).\(String(format: "%06d", frame % 100 * 10_000))"
      if frame == 0 { text += "E: \(time) 0003 0039 7\n" }
      text += "E: \(time) 0003 0035 \(100 + frame * 37 % 800)\nE: \(time) 0003 0036 \(100 + frame * 53 % 300)\n"
      text += "E: \(time) 0000 0000 0\n"
    }
    recording = Data(text.utf8)
    try recording.write(to: folder.url.appendingPathComponent("in.evemu"))
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func `A signal at any instant leaves the old output whole and no other file`(signal: Int32) throws {
    var random = SplitMix64(seed: UInt64(signal))
    var killed = 0
    let clock = ContinuousClock()
    let begin = clock.now
    let whole = try reference()
    // Some instants come after the end of a run, most before.
    let longest = (clock.now - begin) / Duration.seconds(1)
    let rounds = PropertySeeds.count(20)
    for round in 0..<rounds {
      // What convert makes of a pipe is a recording in progress, which is written in place.
      let isPicture = round % 3 == 0
      let name = isPicture ? "out.png" : "out.evemu"
      try Data("old".utf8).write(to: folder.url.appendingPathComponent(name))
      // Half of the runs end while they wait for the rest of their input, half at some instant of their work.
      let isCut = round % 2 == 0
      let input = isCut ? recording.prefix(Int(random.next(in: 0...Double(recording.count - 1)))) : recording
      let status = try run(
        isPicture ? ["render", "-", "-o", name, "--force"] : ["cut", "-", name, "--from", "0", "--force"], input: input,
        closing: !isCut, instant: random.next(in: 0...longest), signal)
      if status == .uncaughtSignal { killed += 1 }
      let content = try Data(contentsOf: folder.url.appendingPathComponent(name))
      let expected = status == .uncaughtSignal ? [Data("old".utf8), whole[name]] : [whole[name]]
      #expect(expected.contains(content), "round \(round): \(content.count) bytes")
      try FileManager.default.removeItem(at: folder.url.appendingPathComponent(name))
      #expect(folder.names == ["in.evemu"], "round \(round)")
    }
    // Every run that waits for its input is killed.
    #expect(killed >= rounds / 2, "\(killed)")
  }

  private func reference() throws -> [String: Data] {
    for arguments in [["render", "-", "-o", "out.png"], ["cut", "-", "out.evemu", "--from", "0"]] {
      let shell = #""$@" "# + arguments.joined(separator: " ")
      let outcome = try Touchreel.run(input: recording, shell: shell, in: folder.url)
      try #require(outcome.status == 0, "\(outcome)")
    }
    var whole: [String: Data] = [:]
    for name in ["out.png", "out.evemu"] {
      whole[name] = try Data(contentsOf: folder.url.appendingPathComponent(name))
      try FileManager.default.removeItem(at: folder.url.appendingPathComponent(name))
    }
    return whole
  }

  /// Runs the program and sends it a signal.
  ///
  /// - Parameter instant: in seconds from when its input was written.
  private func run(
    _ arguments: [String], input: Data, closing: Bool, instant: Double, _ signal: Int32
  ) throws -> Process.TerminationReason {
    let process = Process()
    (process.executableURL, process.arguments) = (URL(fileURLWithPath: Touchreel.path), arguments)
    process.currentDirectoryURL = folder.url
    let stdin = Pipe()
    (process.standardInput, process.standardError) = (stdin, FileHandle.nullDevice)
    try process.runUnblocked()
    Foundation.signal(SIGPIPE, SIG_IGN)
    try? stdin.fileHandleForWriting.write(contentsOf: input)
    if closing { try stdin.fileHandleForWriting.close() }
    usleep(UInt32(instant * 1e6))
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return process.terminationReason
  }

  @Test func `A name that others could guess is never opened`() throws {
    let victim = try folder.write("precious", to: "victim")
    for guess in [".out.mcap.part", ".out.mcap.\(getpid()).part"] {
      try FileManager.default.createSymbolicLink(atPath: folder.path(guess), withDestinationPath: victim)
    }
    // The shell's process becomes the program's, whose number a planted link may have.
    let shell = #"ln -s victim .out.mcap.$$.part; exec "$@""#
    let outcome = try Touchreel.run("convert", "in.evemu", "out.mcap", shell: shell, in: folder.url)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
  }

  @Test func `A new file has the mode of the umask, a replaced one keeps its own`() throws {
    for (mask, mode) in [("077", 0o600), ("002", 0o664), ("022", 0o644)] {
      let shell = #"umask \#(mask); "$@""#
      let outcome = try Touchreel.run("convert", "in.evemu", "\(mask).mcap", shell: shell, in: folder.url)
      #expect(outcome.status == 0, "\(outcome)")
      #expect(try folder.mode("\(mask).mcap") == mode)
    }
    let again = try Touchreel.run(
      "convert", "in.evemu", "out.mcap", "--force", shell: #"touch out.mcap; chmod 604 out.mcap; "$@""#, in: folder.url)
    #expect(again.status == 0, "\(again)")
    #expect(try folder.mode("out.mcap") == 0o604)
  }

  @Test(.enabled(if: getuid() == 0, "skipped: only root can give files away")) func `A replaced file keeps its owner`()
    throws
  {
    let shell = #"touch out.mcap; chown 1234:5678 out.mcap; chmod 640 out.mcap; "$@""#
    let outcome = try Touchreel.run("convert", "in.evemu", "out.mcap", "--force", shell: shell, in: folder.url)
    #expect(outcome.status == 0, "\(outcome)")
    let facts = try FileManager.default.attributesOfItem(atPath: folder.path("out.mcap"))
    #expect(facts[.ownerAccountID] as? Int == 1234 && facts[.groupOwnerAccountID] as? Int == 5678)
    #expect(try folder.mode("out.mcap") == 0o640)
  }

  @Test func `Devices, pipes and descriptors are written in place`() throws {
    let direct = try Touchreel.run("convert", "in.evemu", "-", "--format", "evemu", in: folder.url)
    let named = try Touchreel.run("convert", "in.evemu", "/dev/stdout", "--format", "evemu", in: folder.url)
    #expect(named.status == 0 && named.output == direct.output, "\(named.errors)")
    let shells = [
      #""$@" /dev/stdout --format evemu > out"#, #""$@" /dev/fd/3 --format evemu 3> out"#,
      #"mkfifo pipe; cat pipe > out & "$@" pipe --format evemu; wait; rm pipe"#,
    ]
    for shell in shells {
      let outcome = try Touchreel.run("convert", "in.evemu", shell: shell, in: folder.url)
      #expect(outcome.status == 0, "\(shell): \(outcome.errors)")
      #expect(try Data(contentsOf: folder.url.appendingPathComponent("out")) == direct.output, "\(shell)")
    }
    let null = try Touchreel.run("render", "in.evemu", "-o", "/dev/null", in: folder.url)
    #expect(null.status == 0, "\(null)")
    #expect(FileManager.default.fileExists(atPath: "/dev/null"))
    #expect(folder.names == ["in.evemu", "out"])
  }

  @Test func `A full disk's message says what is there`() throws {
    let full = try Touchreel.run(
      "convert", "in.evemu", "-", "--format", "evemu", shell: #""$@" >/dev/full"#, in: folder.url)
    #expect(full.status == 1 && full.errors.contains("nothing was written"), "\(full)")
    let old = try folder.write("old", to: "old.evemu")
    let limited = try Touchreel.run(
      "convert", "in.evemu", "old.evemu", "--force", shell: #"ulimit -f 64; "$@""#, in: folder.url)
    #expect(limited.status == 1 && limited.errors.contains("the existing file is unchanged"), "\(limited)")
    #expect(try String(contentsOfFile: old, encoding: .utf8) == "old")
    let part = try Touchreel.run(
      "convert", "in.evemu", "-", "--format", "evemu", shell: #"ulimit -f 64; "$@" > part.evemu"#, in: folder.url)
    let size = try Data(contentsOf: folder.url.appendingPathComponent("part.evemu")).count
    #expect(part.status == 1 && part.errors.contains("only the first \(size) bytes were written"), "\(part.errors)")
  }

  /// A pipe's output is written as it comes.
  @Test func `What a pipe brings replaces nothing where there is no room for its beginning`() throws {
    for name in ["old.evemu", "new.evemu"] {
      if name == "old.evemu" { try folder.write("old", to: name) }
      let outcome = try Touchreel.run(
        "convert", "-", name, "--force", shell: #"ulimit -f 16; cat in.evemu | "$@""#, in: folder.url)
      #expect(outcome.status == 1 && outcome.errors.contains("(ulimit -f); nothing was written"), "\(outcome)")
      #expect(outcome.errors.contains("existing file is unchanged") == (name == "old.evemu"), "\(outcome)")
    }
    #expect(try folder.text("old.evemu") == "old")
    #expect(folder.names == ["in.evemu", "old.evemu"])
  }

  @Test(.enabled(if: Mount.isPossible, Mount.absence)) func `A disk that is full says so and holds nothing`() throws {
    let shell = #"""
      unshare -m sh -c 'mkdir -p disk; mount -t tmpfs -o size=64k none disk && cp old.mcap disk/ && "$@" disk/new.mcap;
      echo $? >status; "$@" disk/old.mcap --force; ls -A disk > list; cat disk/old.mcap > kept' sh "$@"
      """#
    _ = try folder.write("old", to: "old.mcap")
    let outcome = try Touchreel.run("convert", "in.evemu", shell: shell, in: folder.url)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0.contains("no space is left on the disk") }, "\(outcome)")
    #expect(try folder.text("list") == "old.mcap\n" && folder.text("kept") == "old" && folder.text("status") == "1\n")
  }
}

/// Whether this user may mount in a namespace of its own.
enum Mount {
  static let absence: Comment = "skipped: no right to mount a file system"
  static let isPossible =
    (try? Programs.run("/bin/sh", ["-c", "unshare -m mount -t tmpfs none /mnt"]))?.status == 0
}
