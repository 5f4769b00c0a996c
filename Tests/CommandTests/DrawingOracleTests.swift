import Foundation
import SeededCases
import TestSupport
import Testing

/// The readers of Xournal++, InkML and Excalidraw in `Tests/Oracle/drawn`, which were written from these formats alone.
@Suite(.slow, .enabled(if: DrawingOracle.python != nil, "there is no python3"))
struct DrawingOracleTests {
  @Test func `In made-up drawings of each format`() throws {
    try DrawingOracle.compare(["--seeds", "\(PropertySeeds.count(60))"])
  }

  @Test(.enabled(if: Cases.folder != nil, Cases.absence)) func `In the cases beside the corpus`() throws {
    try DrawingOracle.compare([Cases.path("")])
  }
}

private enum DrawingOracle {
  /// Its standard library is all that it needs.
  static let python = Programs.installed("python3")

  static func compare(_ arguments: [String]) throws {
    let oracle = Checkout.path("Tests/Oracle/drawings.py")
    let outcome = try Programs.run(#require(python), [oracle, "--program", Touchreel.path] + arguments)
    #expect(outcome.status == 0, "\(outcome)")
  }
}
