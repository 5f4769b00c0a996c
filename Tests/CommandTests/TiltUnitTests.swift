import Foundation
import TestSupport
import Testing

/// Tilts are degrees, or said not to be.
struct TiltUnitTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A pen of 57 units a radian, that is a degree a unit, and of other resolutions.
  private func file(_ x: Int, _ y: Int) throws -> String {
    let header = """
      # EVEMU 1.3
      N: Test Pen
      I: 0003 1234 5678 0100
      P: 02 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 00
      B: 01 01 04 00 00 00 00 00 00
      B: 03 03 00 00 0c 00 00 00 00
      A: 00 0 1000 0 0 0
      A: 01 0 500 0 0 0
      A: 1a -64 63 0 0 \(x)
      A: 1b -64 63 0 0 \(y)

      """
    let events = [
      "0001 0140 1", "0001 014a 1", "0003 0000 100", "0003 0001 100", "0003 001a 57", "0003 001b -30", "0000 0000 0",
    ]
    return try folder.write(header + events.map { "E: 0.000001 \($0)\n" }.joined(), to: "pen.evemu")
  }

  private static let headings = ["X", "Y"].map {
    "# device 0: ABS_TILT_\($0) has no resolution; its tilt is in device units, not degrees"
  }

  /// 57 units of 57 a radian are a radian, 57.296°; -30 of 114 are -30 / 114 · 180 / π = -15.078°.
  @Test(arguments: [
    (57, 114, "tilt 57.296 -15.078", [Int](), ["degrees", "degrees"]),
    (57, 0, "tilt 57.296 -30", [1], ["degrees", "device"]),
    (0, 0, "tilt 57 -30", [0, 1], ["device", "device"]),
  ]) func `dump and info say the unit of each axis`(x: Int, y: Int, tilt: String, headings: [Int], units: [String])
    throws
  {
    let file = try file(x, y)
    let lines = try Touchreel.run("dump", "--touches", file).text.split(separator: "\n").map(String.init)
    #expect(Array(lines.prefix(headings.count)) == headings.map { Self.headings[$0] }, "\(lines)")
    #expect(lines.dropFirst(headings.count).first?.hasSuffix(tilt) == true, "\(lines)")
    let json = try JSONSerialization.jsonObject(with: Touchreel.run("info", "--json", file).output) as? [String: Any]
    let device = try #require((json?["devices"] as? [[String: Any]])?.first)
    #expect(device["tilt"] as? [String: String] == ["x": units[0], "y": units[1]], "\(device)")
    #expect(try Touchreel.run("info", file).text.contains("tilt in device units") == units.contains("device"))
  }
}
