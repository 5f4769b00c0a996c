import Foundation
import TestSupport
import Testing

/// The Python package of `python`, with the built program.
@Suite(.slow, .enabled(if: Python.isReady, Python.absence))
struct PythonPackageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func python(_ arguments: [String]) throws -> Programs.Outcome {
    let variables = [
      "TOUCHREEL": Touchreel.path, "PYTHONPATH": Checkout.path("python"), "PYTHONDONTWRITEBYTECODE": "1",
    ]
    return try Programs.run(
      #require(Python.program), arguments, environment: ProcessInfo.processInfo.environment.merging(variables) { $1 },
      in: folder.url)
  }

  @Test func `Its own tests pass, but for those that need uinput`() throws {
    let tests = Checkout.path("python/tests")
    let outcome = try python(["-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", tests])
    #expect(outcome.status == 0, "\(outcome)")
    let passed = try #require(outcome.text.firstMatch(of: /(\d+) passed/))
    #expect(try #require(Int(passed.1)) >= 10, "\(outcome.text)")
    for line in outcome.text.split(separator: "\n") where line.hasPrefix("SKIPPED") {
      #expect(line.contains("touch_session: uinput does not work: "))
    }
  }

  @Test func `The guide's program runs as it is written`() throws {
    let study = folder.url.appendingPathComponent("study")
    try FileManager.default.createDirectory(at: study, withIntermediateDirectories: true)
    for name in ["ten-fingers", "pen-and-touch"] {
      try FileManager.default.copyItem(
        atPath: Fixture.path("\(name).mcap"), toPath: study.appendingPathComponent("\(name).mcap").path)
    }
    let parts = try Checkout.text("docs/tables.md").components(separatedBy: "```python\n")
    let program = try #require(parts.first { $0.contains("import touchreel") }?.components(separatedBy: "```").first)
    let outcome = try python(["-c", program])
    #expect(outcome.status == 0, "\(outcome)")
    // What it prints begins with the speed of each of ten-fingers' touches.
    #expect(outcome.text.contains("study/ten-fingers.mcap") && outcome.text.contains("BTN_TOUCH"), "\(outcome.text)")
    let picture = try Data(contentsOf: folder.url.appendingPathComponent("speed.png"))
    #expect(picture.starts(with: [0x89, 0x50, 0x4e, 0x47]))
  }
}
