private import Glibc

/// The seeds of a property's cases.
public enum PropertySeeds {
  /// TOUCHREEL_PROPERTY_RUNS; `nil` if it is not set.
  public static let wantedRuns = getenv("TOUCHREEL_PROPERTY_RUNS").flatMap { Int(String(cString: $0)) }

  /// How many cases are run, 1 at least.
  /// - Parameter standard: without TOUCHREEL_PROPERTY_RUNS.
  public static func count(_ standard: Int) -> Int { max(1, wantedRuns ?? standard) }

  /// - Parameter count: how many without TOUCHREEL_PROPERTY_RUNS.
  public static func from(_ first: UInt64, count: Int) -> [UInt64] {
    (0..<UInt64(Self.count(count))).map { first + $0 }
  }
}
