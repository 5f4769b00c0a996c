import Foundation
import TestSupport
import Testing
import TouchReelCanvas
import TouchReelConfinedDecoding

private enum Needs {
  static let landlock = (try? Touchreel.run("doctor", "sandbox").status) == 0
  static let compiler = Programs.installed("gcc")
}

/// Decoders with a library in them that tries what is refused, has a fault or never comes back.
@Suite(.enabled(if: Needs.compiler != nil, "there is no gcc"))
struct DecoderProcessTests {
  private static let library = Result {
    let folder = try TemporaryFolder()
    let source = Checkout.path("Tests/ConfinedDecodingTests/Probe/probe.c")
    try Programs.succeed("gcc", ["-shared", "-fPIC", "-o", folder.path("probe.so"), source, "-ldl"])
    return folder
  }

  private let home: TemporaryFolder
  private let environment: [String]

  init() throws {
    home = try TemporaryFolder()
    let report = try home.write([UInt8](repeating: 0, count: 4096), to: "report")
    let (secret, font) = (try home.write("mine", to: "secret"), try home.write("font", to: ".fonts/own.ttf"))
    let library = try Self.library.get().path("probe.so")
    environment = [
      "LD_PRELOAD=\(library)", "HOME=\(home.url.path)", "PROBE=\(report)", "SECRET=\(secret)", "FONT=\(font)",
    ]
  }

  @Test(.enabled(if: Needs.landlock, "the kernel has no Landlock"))
  func `No thread of a decoder can read a user's file but fonts, or write, make, start or connect`() throws {
    let marked = MarkedDecoder(environment)
    #expect(try marked.decoder.image(SampleFiles.jpeg, pixelLimit: 64).size == PixelSize(width: 8, height: 8))
    let refused =
      "system allowed, font allowed, read EACCES, write EACCES, make EACCES, folder EACCES, "
      + "rename EACCES, remove EACCES, start EACCES, inet EPERM, unix EPERM"
    #expect(try report().sorted() == ["reading: \(refused)", "waiting: \(refused)"])
    #expect(home.names == [".fonts", "report", "secret"])
  }

  /// What both threads were refused. One of them may come to it after the image is there.
  private func report() throws -> [String] {
    let deadline = ContinuousClock.now + .seconds(60)
    while true {
      let text = try home.text("report")
      if text.count(where: { $0 == "\n" }) == 2 || .now > deadline {
        return text.split { $0 == "\0" || $0 == "\n" }.map(String.init)
      }
      sched_yield()
    }
  }

  @Test func `A fault ends a request, and another process has the next`() throws {
    let marked = MarkedDecoder(environment + ["PROBE_END=fault"])
    #expect(throws: ImageError.damaged) { try marked.decoder.image(SampleFiles.jpeg, pixelLimit: 64) }
    #expect(marked.settles(at: 0))
    #expect(try marked.decoder.image(SampleFiles.jpeg, pixelLimit: 64).size == PixelSize(width: 8, height: 8))
    #expect(marked.settles(at: 1))
  }

  @Test func `A decoder ends with its program, even in a library that never comes back`() throws {
    var ends: [CInt] = [-1, -1]
    socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
    let process = Process()
    process.executableURL = Programs.built.appendingPathComponent("touchreel-window")
    process.arguments = ["decode"]
    process.environment = ProcessInfo.processInfo.environment.merging(
      Dictionary(
        uniqueKeysWithValues: (environment + ["PROBE_END=hang"]).map { variable in
          let parts = variable.split(separator: "=", maxSplits: 1).map(String.init)
          return (parts[0], parts[1])
        })
    ) { $1 }
    process.standardInput = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    try process.runUnblocked()
    let program = FileHandle(fileDescriptor: ends[0])
    // An image of 200 bytes: 1 + 8 + 200 follow.
    try program.write(contentsOf: [209, 0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 1, count: 208))
    try program.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func `No descriptor and no process is left over`() async throws {
    await #expect(processExitsWith: .success) {
      func descriptors() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? -1 }
      func decode() throws {
        let marked = MarkedDecoder()
        for _ in 0..<3 {
          _ = try marked.decoder.image(SampleFiles.jpeg, pixelLimit: 64)
          _ = try PDFDocument(TestPaper.pdf(pages: 1), by: marked.decoder).size(ofPage: 0)
        }
      }
      // Some descriptors are opened once.
      try decode()
      let before = descriptors()
      try decode()
      #expect(descriptors() == before)
      #expect(waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD)
      exit(0)
    }
  }
}
