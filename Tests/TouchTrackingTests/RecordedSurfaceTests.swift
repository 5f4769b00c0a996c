import Testing
import TouchReelInputEvents
import TouchReelTouchTracking

/// How a device lies on its screen, as recorded.
struct RecordedSurfaceTests {
  private static let board = BoardSize(width: 1000, height: 500)

  /// A screen of 0…1000 × 0…500 with these facts.
  private func screen(_ facts: [String: String]) -> DeviceDescription {
    var device = DeviceDescription.screen
    device.udev = facts
    return device
  }

  private func point(
    _ x: Int32, _ y: Int32, on device: DeviceDescription, to board: BoardSize = board,
    _ options: SurfaceMapping.Options = .init()
  ) -> BoardPoint {
    SurfaceMapping(device: device, board: board, options: options).boardPoint(of: DevicePoint(x: x, y: y))
  }

  @Test(arguments: [
    // (250, 100) is u = 0.25, v = 0.2 of the surface.
    ("0", 1000.0, 500.0, 250.0, 100.0),
    // (1 − v, u) = (0.8, 0.25) of 500 × 1000.
    ("90", 500, 1000, 400, 250),
    // (1 − u, 1 − v) = (0.75, 0.8) of 1000 × 500.
    ("180", 1000, 500, 750, 400),
    // (v, 1 − u) = (0.2, 0.75) of 500 × 1000.
    ("270", 500, 1000, 100, 750),
  ]) func `A recorded turn lays the device on the board as the option does`(
    fact: String, width: Double, height: Double, x: Double, y: Double
  ) {
    let device = screen([DeviceDescription.rotationFact: fact])
    let natural = SurfaceMapping.defaultBoard(for: device, width: width).size
    #expect(natural == BoardSize(width: width, height: height))
    #expect(point(250, 100, on: device, to: natural) == BoardPoint(x: x, y: y))
  }

  @Test(arguments: [
    // A flip: x' = 1 − 0.25.
    ("-1 0 1 0 1 0", 750.0, 100.0),
    // Scaled: x' = 0.5 · 0.25 + 0.25 = 0.375, y' = 2 · 0.2 − 0.25 = 0.15.
    ("0.5 0 0.25 0 2 -0.25", 375, 75),
    // The last of these is nine numbers, of which the last row does not count.
    ("0.5 0 0.25 0 2 -0.25 0 0 1", 375, 75),
  ]) func `A recorded calibration is applied to positions of 0…1`(fact: String, x: Double, y: Double) {
    #expect(point(250, 100, on: screen([DeviceDescription.calibrationFact: fact])) == BoardPoint(x: x, y: y))
  }

  private static let turnedAndFlipped = [
    DeviceDescription.calibrationFact: "-1 0 1 0 1 0", DeviceDescription.rotationFact: "180",
  ]

  @Test func `The calibration comes before the turn, and options take the place of either`() {
    let device = screen(Self.turnedAndFlipped)
    // Flipped (0.75, 0.2), turned (0.25, 0.8).
    #expect(point(250, 100, on: device) == BoardPoint(x: 250, y: 400))
    #expect(point(250, 100, on: device, .init(rotation: .upright)) == BoardPoint(x: 750, y: 100))
    #expect(point(250, 100, on: device, .init(calibration: .identity)) == BoardPoint(x: 750, y: 400))
    let plain = SurfaceMapping.Options(calibration: .identity, rotation: .upright)
    #expect(point(250, 100, on: device, plain) == BoardPoint(x: 250, y: 100))
  }

  @Test(arguments: ["", "1 0 0 0 1", "1 0 0 0 1 x", "1 0 0 0 1 inf", "1 0 0 0 1 0 0", "1 0 0 0 1 0 0 0 1 0"])
  func `A malformed fact is named and has no effect`(fact: String) {
    let calibrated = screen([DeviceDescription.calibrationFact: fact])
    #expect(calibrated.malformedSurfaceFacts == [DeviceDescription.calibrationFact])
    #expect(point(250, 100, on: calibrated) == BoardPoint(x: 250, y: 100))
    let turned = screen([DeviceDescription.rotationFact: "45"])
    #expect(turned.malformedSurfaceFacts == [DeviceDescription.rotationFact])
    #expect(point(250, 100, on: turned) == BoardPoint(x: 250, y: 100))
    #expect(screen(Self.turnedAndFlipped).malformedSurfaceFacts == [])
  }

  @Test func `Touchpads are not calibrated`() {
    var pad = DeviceDescription.semiTouchpad
    pad.udev[DeviceDescription.calibrationFact] = "-1 0 1 0 1 0"
    #expect(pad.calibration == .identity)
  }
}
