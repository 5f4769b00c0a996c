private import Glibc

/// The seeds of a property's cases.
public enum PropertySeeds {
  /// - Parameter count: how many, where TOUCHREEL_PROPERTY_RUNS does not say.
  public static func from(_ first: UInt64, count: Int) -> [UInt64] {
    let wanted = getenv("TOUCHREEL_PROPERTY_RUNS").flatMap { Int(String(cString: $0)) } ?? count
    return (0..<UInt64(max(1, wanted))).map { first + $0 }
  }
}
