import Foundation
import Testing

/// The second implementation of `docs/touch-model.md` and `docs/rendering.md`, in `Tests/Oracle`.
@Suite(
  "a second implementation of the documents agrees",
  .enabled(
    if: Python.withArrays != nil,
    "needs a Python with the packages numpy, mcap and zstandard, named by TOUCHREEL_PYTHON_ENV"))
struct OracleTests {
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Oracle/oracle.py")

  private func compare(_ arguments: String...) throws {
    let python = try #require(Python.withArrays)
    let (status, text) = try Python.run(
      python, [Self.script.path, "--program", Binary.path.path] + arguments)
    #expect(status == 0, "\(text)")
  }

  @Test("in every fixture: touches, pixels and coverage")
  func fixtures() throws { try compare(Fixture.folder.path) }

  @Test("in hostile sessions on devices of every protocol")
  func seededSessions() throws { try compare("--seeds", "60") }

  @Test("in every real recording", .enabled(if: Corpus.folder != nil, Corpus.absence))
  func corpus() throws { try compare(Corpus.path("")) }
}
