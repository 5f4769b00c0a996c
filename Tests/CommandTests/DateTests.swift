import Foundation
import SeededCases
import TestSupport
import Testing

/// Dates are those of the whole numbers that a recording holds.
struct DateTests {
  @Test func `A date is that of its millisecond, not of the one before`() throws {
    let folder = try TemporaryFolder()
    var random = SplitMix64(seed: 15)
    for _ in 0..<12 {
      let seconds = 1_000_000_000 + Int(random.next() % 3_000_000_000)
      let milliseconds = Int(random.next() % 1000)
      let fraction = String(repeating: "0", count: 3 - "\(milliseconds)".count) + "\(milliseconds)"
      let file = try folder.write("E: \(seconds).\(fraction)000 0000 0000 0\n", to: "a.evemu")
      let date = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601).dropLast()
      let info = try Touchreel.succeed("info", file).text
      #expect(info.contains("\n  starts at \(date).\(fraction)Z, "), "\(seconds).\(fraction): \(info)")
    }
  }
}
