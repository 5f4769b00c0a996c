import Foundation
import TestSupport
import Testing

/// The workflow of docs/exporting.md, as a machine runs it.
@Suite(.slow)
struct WorkflowTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The lines of the step that runs touchreel.
  private func script() throws -> String {
    let lines = try Checkout.text("docs/exporting.md").split(separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex { $0.hasSuffix("run: |") }) + 1
    let step = lines[first...].prefix { $0.hasPrefix("          ") }
    return step.map { $0.dropFirst(10) }.joined(separator: "\n")
  }

  private func run() throws -> Programs.Outcome {
    try Data(script().utf8).write(to: folder.url.appendingPathComponent("step.sh"))
    let path = URL(fileURLWithPath: Touchreel.path).deletingLastPathComponent().path
    return try Programs.run("/bin/sh", ["-c", "PATH=\(path):$PATH exec sh -e step.sh"], in: folder.url)
  }

  @Test func `It passes where pictures are as they were kept, and leaves a picture of what differs`() throws {
    for name in ["recordings", "expected"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
    }
    let names = ["ten-fingers", "pen-tilt-eraser"]
    for name in names {
      let recording = folder.path("recordings/\(name).mcap")
      try FileManager.default.copyItem(atPath: Checkout.path("Fixtures/\(name).mcap"), toPath: recording)
      try Touchreel.succeed("render", recording, "-o", folder.path("expected/\(name).png"), "--size", "640x360")
    }
    let passed = try run()
    #expect(passed.status == 0, "\(passed)")
    try Touchreel.succeed(
      "render", folder.path("recordings/ten-fingers.mcap"), "-o", folder.path("expected/ten-fingers.png"), "--size",
      "640x360", "--width", "9", "--force")
    let failed = try run()
    #expect(failed.status == 1, "\(failed)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("differences")) == ["ten-fingers.png"])
  }
}
