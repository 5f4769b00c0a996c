import Foundation
import SeededCases
import TestSupport
import Testing

/// The second implementation of `docs/touch-model.md` and `docs/rendering.md`, in `Tests/Oracle`.
@Suite(
  .slow,
  .enabled(
    if: Python.isReady, Python.absence))
struct OracleTests {
  private func compare(_ arguments: [String]) throws {
    let outcome = try Python.run([Checkout.path("Tests/Oracle/oracle.py"), "--program", Touchreel.path] + arguments)
    #expect(outcome.status == 0, "\(outcome)")
  }

  @Test func `In every fixture: touches, pixels and coverage`() throws { try compare([Fixture.folder]) }

  @Test func `In hostile sessions on devices of every protocol`() throws {
    try compare(["--seeds", "\(PropertySeeds.count(30))"])
  }

  @Test(.enabled(if: Corpus.folder != nil, Corpus.absence)) func `In real recordings`() throws {
    // A third of them takes 14 s.
    try compare(["--every", PropertySeeds.wantedRuns == nil ? "3" : "1", Corpus.path("")])
  }
}
