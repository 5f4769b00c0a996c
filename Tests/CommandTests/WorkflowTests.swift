import Foundation
import TestSupport
import Testing

/// The script of docs/exporting.md that compares renders, as a machine runs it.
@Suite(.slow)
struct WorkflowTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run() throws -> Programs.Outcome {
    try folder.write(try Checkout.block("renders.sh", of: "docs/exporting.md"), to: "step.sh")
    let path = URL(fileURLWithPath: Touchreel.path).deletingLastPathComponent().path
    return try Programs.run("/bin/sh", ["-c", "PATH=\(path):$PATH exec sh -e step.sh"], in: folder.url)
  }

  @Test func `The check passes for unchanged pictures, and otherwise leaves a picture of the difference`() throws {
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
