import Foundation
import TestSupport
import Testing

/// The fixture of the Python package, with the uinput of a real kernel.
@Suite(.slow, .enabled(if: Guest.isReady, Guest.absence), .enabled(if: Python.isReady, Python.absence))
struct PythonFixtureTests {
  private static func scenario() throws -> Scenario {
    Scenario(
      "fixture", PlayerScript(),
      shell: """
        player=
        export PYTHONPATH='\(Checkout.path("python"))' PYTHONDONTWRITEBYTECODE=1 TMPDIR="$PWD" TOUCHREEL="$(command -v touchreel)"
        code=0
        '\(try #require(Python.program))' -m pytest -q -rs -p no:cacheprovider --basetemp="$PWD/made" \
          -k 'injected or differs' '\(Checkout.path("python/tests"))' >said 2>&1 || code=$?
        echo $code >status
        """)
  }

  @Test func `What a test injects arrives, and another recording fails it`() throws {
    let scenario = try Self.scenario()
    let guest = try GuestSession([scenario])
    let said = try guest.text(scenario, "said")
    #expect(try guest.text(scenario, "status") == "0\n", "\(said)")
    #expect(said.contains("2 passed") && !said.contains("skipped"), "\(said)")
  }
}
