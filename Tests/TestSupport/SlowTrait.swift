private import Foundation
package import Testing

extension Trait where Self == ConditionTrait {
  /// `scripts/test --quick` leaves the test out: it takes more than a second or starts programs of others.
  package static var slow: Self { .disabled(if: isQuick, "scripts/test --quick leaves it out") }
}

private let isQuick = ProcessInfo.processInfo.environment["TOUCHREEL_QUICK"] == "1"
