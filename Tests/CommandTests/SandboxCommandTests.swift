import Foundation
import TestSupport
import Testing

private enum Needs {
  static let landlock = (try? Touchreel.run("doctor", "sandbox").status) == 0
  static let compiler = Programs.installed("gcc")
}

/// What `record` and `inject` give up. Their device is a pipe that a library makes look like a touchscreen; it also
/// tries, in each thread that it meets, what the sandbox refuses.
@Suite(
  .enabled(if: Needs.landlock, "the kernel has no Landlock"), .enabled(if: Needs.compiler != nil, "there is no gcc"))
struct SandboxCommandTests {
  private static let refusal = "read EACCES, write EACCES, inet EPERM, unix EPERM"
  private static let library = Result {
    let folder = try TemporaryFolder()
    let source = Checkout.path("Tests/CommandTests/Sandbox/pipe-screen.c")
    try Programs.succeed("gcc", ["-shared", "-fPIC", "-o", folder.path("screen.so"), source, "-ldl"])
    return folder
  }

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try Programs.succeed("mkfifo", [folder.path("screen")])
    try folder.write(Recorded.line, to: "line.evemu")
    // The tests' own folder is in that of temporary files.
    try FileManager.default.createDirectory(atPath: folder.path("temporary"), withIntermediateDirectories: false)
  }

  /// Runs the program with that library; `shell` is what happens before it in the same shell.
  private func run(_ arguments: String, after shell: String = "") throws -> Programs.Outcome {
    let library = try Self.library.get().path("screen.so")
    return try Touchreel.run(
      shell: "\(shell)\nPROBE=9 TMPDIR=temporary LD_PRELOAD='\(library)' \"$@\" \(arguments) 9>probe", in: folder.url)
  }

  /// What each thread was refused.
  private func probes() throws -> [Substring] {
    try String(contentsOfFile: folder.path("probe"), encoding: .utf8).split(separator: "\n").sorted()
  }

  @Test func `No thread of record can open another file or make a socket`() throws {
    let outcome = try run("record -d ./screen -o out.mcap --duration 900ms")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try probes() == ["syncing", "waiting", "writing"].map { "\($0) \(Self.refusal)" })
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).allSatisfy { !$0.hasPrefix("made") })
    #expect(try Touchreel.run("info", folder.path("out.mcap")).status == 0)
  }

  @Test func `Without the sandbox, all of it is allowed`() throws {
    let outcome = try run("record --no-sandbox -d ./screen -o out.mcap --duration 900ms")
    #expect(outcome.status == 0, "\(outcome)")
    let allowed = "read allowed, write allowed, inet allowed, unix allowed"
    #expect(try probes() == ["syncing", "waiting", "writing"].map { "\($0) \(allowed)" })
  }

  @Test(arguments: ["evemu", "yml", "getevent"])
  func `Every format is recorded in the sandbox`(suffix: String) throws {
    let outcome = try run("record -d ./screen -o out.\(suffix) --duration 100ms")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try Touchreel.run("info", folder.path("out.\(suffix)")).status == 0)
  }

  /// A pipe has no room for the end of the recording, whose beginning is read again.
  @Test func `What a file of limited size holds is counted in the sandbox`() throws {
    // 2,000 frames of two events, 24 bytes each: 96 kB, of which a file of 8 kB holds a part.
    let events = """
      python3 -c 'import struct, sys
      for frame in range(2000):
          for type, code, value in [(3, 0x35, frame * 7919 % 1000), (0, 0, 0)]:
              sys.stdout.buffer.write(struct.pack("qqHHi", frame // 100, frame % 100 * 10000, type, code, value))' >screen 2>/dev/null &
      ulimit -f 16
      """
    let outcome = try run("record -d ./screen -o out.mcap --duration 900ms", after: events)
    let counts = outcome.errors.split(separator: "\n").first { $0.hasPrefix("Recorded ") } ?? ""
    #expect(outcome.status == 1 && counts.contains(" of ") && counts.contains(" events, "), "\(outcome)")
  }

  @Test func `No thread of inject can open another file or make a socket`() throws {
    let arguments = "inject line.evemu --device ./screen --scale --wait 0 --speed 10"
    // A pipe is written to as long as someone reads it.
    let outcome = try run(arguments, after: "exec 8<>screen")
    #expect(outcome.status == 0, "\(outcome)")
    let probes = try probes()
    #expect(!probes.isEmpty && probes.allSatisfy { $0 == "reading \(Self.refusal)" }, "\(probes)")
  }

  @Test func `inject reads what describes its device, and keeps a pipe in a temporary file`() throws {
    let (events, description) = try parts()
    try folder.write(events, to: "bare.events")
    try folder.write(description, to: "bare.prop")
    try folder.write(description, to: "other.txt")
    for arguments in ["bare.events", "- --description other.txt <bare.events", "line.evemu --target other.txt"] {
      let script = try run("inject --format sendevent \(arguments)")
      #expect(script.status == 0 && script.text.contains("sendevent"), "\(arguments): \(script)")
    }
    try Programs.succeed("gzip", ["-k", folder.path("line.evemu")])
    let looped = try run(
      "inject - --device ./screen --scale --wait 0 --speed 10 --loop 2 <line.evemu.gz", after: "exec 8<>screen")
    #expect(looped.status == 0, "\(looped)")
  }

  @Test func `No thread of render can write another file or make a socket, and the picture is the same`() throws {
    try FileManager.default.createDirectory(atPath: folder.path("pictures"), withIntermediateDirectories: true)
    _ = try PageDrawing.write(to: folder)
    let fingers = "'\(Fixture.path("ten-fingers.mcap"))'"
    for input in ["line.evemu", "line.evemu --tool angle", "three.touchreel.json", fingers, "- <\(fingers)"] {
      let arguments = "\(input) --force --crop --size 128x128 -o pictures"
      let outcome = try run("render --sandbox \(arguments)/sandbox.png", after: "export PROBE_AT_END=1")
      #expect(outcome.status == 0, "\(input): \(outcome)")
      let probes = Set(try probes().map { $0.drop { $0 != " " } })
      #expect(probes == [" read allowed, write EACCES, inet EPERM, unix EPERM"], "\(input): \(probes)")
      try Touchreel.run(shell: "\"$@\" render \(arguments)/free.png", in: folder.url)
      let pictures = try ["sandbox", "free"].map { try Data(contentsOf: folder.url("pictures/\($0).png")) }
      #expect(pictures[0] == pictures[1], "\(input)")
    }
  }

  @Test func `A PDF that takes too long ends in one line and no picture`() throws {
    let paper = try folder.write(TestPaper.endless, to: "paper.pdf")
    let command = "ulimit -St 1; \"$@\" render --sandbox line.evemu --background \(paper) -o out.png"
    let outcome = try Touchreel.run(shell: command, in: folder.url)
    let line = "line.evemu: drawing it takes more than 1 s of processor time; without --sandbox it may take more"
    #expect(outcome.status == 1 && outcome.errors == "touchreel: \(line)\n", "\(outcome)")
    #expect(try !FileManager.default.contentsOfDirectory(atPath: folder.url.path).contains { $0.hasPrefix("out") })
  }

  @Test(arguments: ["line.evemu -o pictures/", "line.evemu -o film.gif", "-r . -o pictures"])
  func `Only one picture is drawn in the sandbox`(arguments: String) throws {
    let outcome = try Touchreel.run(shell: "\"$@\" render --sandbox \(arguments)", in: folder.url)
    #expect(outcome.status == 64 && outcome.errors.contains("--sandbox is for one picture"), "\(outcome)")
  }

  /// The events of a recording, and its description.
  private func parts() throws -> (events: String, description: String) {
    let lines = Recorded.line.split(separator: "\n", omittingEmptySubsequences: false)
    let events = lines.filter { $0.hasPrefix("E:") }
    return (events.joined(separator: "\n") + "\n", lines.filter { !$0.hasPrefix("E:") }.joined(separator: "\n") + "\n")
  }

  @Test(arguments: ["", "folder/"])
  func `A script is written and replaced in the sandbox`(place: String) throws {
    try FileManager.default.createDirectory(atPath: folder.path("folder"), withIntermediateDirectories: true)
    for force in ["", "--force"] {
      let outcome = try run("inject line.evemu --format sendevent -o \(place)touch.sh \(force)")
      #expect(outcome.status == 0, "\(outcome)")
    }
    #expect(try run("inject line.evemu --format sendevent -o /dev/stdout").text.contains("sendevent"))
  }
}
