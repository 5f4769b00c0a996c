import Foundation
import TestSupport
import Testing

/// The script of `docs/for-compositors.md` that injects recordings and compares what arrives, on a real kernel.
@Suite(.slow, .enabled(if: Guest.isReady, Guest.absence))
struct TouchWorkflowTests {
  /// The script in the page, with a tolerance that no busy machine exceeds.
  private static func script() throws -> String {
    let script = try Checkout.block("touches.sh", of: "docs/for-compositors.md")
    return script.replacing("--time-tolerance 20ms", with: "--time-tolerance 10s")
  }

  private static func scenario(_ name: String, _ script: String) -> Scenario {
    Scenario(
      name, PlayerScript(),
      shell: """
        player=
        mkdir recordings
        cp '\(Checkout.path("Fixtures/palm-mid-stroke.mcap"))' recordings/
        cat >touches.sh <<'END'
        \(script)
        END
        code=0; sh touches.sh >said 2>errors || code=$?; echo $code >status
        """)
  }

  @Test func `What is injected arrives, and a part of it differs`() throws {
    let script = try Self.script()
    let whole = Self.scenario("whole", script)
    let part = Self.scenario("part", script.replacing("inject \"$recording\"", with: "inject \"$recording\" --to 0.3"))
    let guest = try GuestSession([whole, part])
    let (errors, partErrors) = (try guest.text(whole, "errors"), try guest.text(part, "errors"))
    #expect(try guest.text(whole, "status") == "0\n", "\(errors)")
    #expect(try guest.text(part, "status") == "1\n", "\(partErrors)")
    #expect(try guest.text(part, "said").contains("palm-mid-stroke.mcap differ: "))
  }
}
