import Foundation
import TestSupport
import Testing

/// The second implementation of `docs/touch-model.md` and `docs/rendering.md`, in `Tests/Oracle`.
@Suite(
  "a second implementation of the documents agrees",
  .enabled(
    if: Python.isReady, Python.absence))
struct OracleTests {
  private func compare(_ arguments: String...) throws {
    let outcome = try Python.run([Checkout.path("Tests/Oracle/oracle.py"), "--program", Touchreel.path] + arguments)
    #expect(outcome.status == 0, "\(outcome)")
  }

  @Test("in every fixture: touches, pixels and coverage")
  func fixtures() throws { try compare(Fixture.folder) }

  @Test("in hostile sessions on devices of every protocol")
  func seededSessions() throws { try compare("--seeds", "60") }

  @Test("in every real recording", .enabled(if: Corpus.folder != nil, Corpus.absence))
  func corpus() throws { try compare(Corpus.path("")) }
}
