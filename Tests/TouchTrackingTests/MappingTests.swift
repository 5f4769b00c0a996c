import Testing
import TouchReelInputEvents
import TouchReelTouchTracking

/// The way from device units to board points.
struct MappingTests {
  private func map(
    _ x: Int32, _ y: Int32, on device: DeviceDescription = .screen,
    to board: BoardSize = BoardSize(width: 1000, height: 500), _ options: SurfaceMapping.Options = .init()
  ) -> BoardPoint {
    SurfaceMapping(device: device, board: board, options: options).boardPoint(of: DevicePoint(x: x, y: y))
  }

  @Test func `The range's ends lie on the board's edges`() {
    #expect(map(0, 0) == BoardPoint(x: 0, y: 0))
    #expect(map(1000, 500) == BoardPoint(x: 1000, y: 500))
    #expect(map(250, 125) == BoardPoint(x: 250, y: 125))
  }

  @Test func `A range that does not begin at 0 is moved`() {
    let device = DeviceDescription.screen.with(.positionX, -100...100).with(.positionY, 400...500)
    #expect(map(-100, 400, on: device) == BoardPoint(x: 0, y: 0))
    #expect(map(0, 450, on: device) == BoardPoint(x: 500, y: 250))
  }

  @Test func `The device keeps its proportions and lies in the middle of a taller board`() {
    // 1000 × 500 fits 1000 × 700 unscaled, 100 below the top.
    let board = BoardSize(width: 1000, height: 700)
    #expect(map(0, 0, to: board) == BoardPoint(x: 0, y: 100))
    #expect(map(1000, 500, to: board) == BoardPoint(x: 1000, y: 600))
  }

  @Test func `Proportions are those of millimetres where both axes have a resolution`() {
    // 1000 units at 10 a mm are 100 mm, 500 at 5 are 100 mm: a square of 500 in the middle of 1000 × 500.
    var device = DeviceDescription.screen
    device.axes[.positionX]?.resolution = 10
    device.axes[.positionY]?.resolution = 5
    #expect(map(0, 0, on: device) == BoardPoint(x: 250, y: 0))
    #expect(map(1000, 500, on: device) == BoardPoint(x: 750, y: 500))
    device.axes[.positionY]?.resolution = 0
    #expect(map(0, 0, on: device) == BoardPoint(x: 0, y: 0))
  }

  @Test func `Stretched, the device covers the board`() {
    let board = BoardSize(width: 300, height: 300)
    #expect(map(1000, 500, to: board, .init(fit: .stretch)) == BoardPoint(x: 300, y: 300))
    #expect(map(500, 100, to: board, .init(fit: .stretch)) == BoardPoint(x: 150, y: 60))
  }

  @Test(arguments: [
    // The device's upper left corner and a point on its upper edge, on a board of 500 × 1000 or 1000 × 500.
    (QuarterTurn.upright, BoardSize(width: 1000, height: 500), BoardPoint(x: 0, y: 0), BoardPoint(x: 250, y: 0)),
    (.quarter, BoardSize(width: 500, height: 1000), BoardPoint(x: 500, y: 0), BoardPoint(x: 500, y: 250)),
    (.half, BoardSize(width: 1000, height: 500), BoardPoint(x: 1000, y: 500), BoardPoint(x: 750, y: 500)),
    (.threeQuarters, BoardSize(width: 500, height: 1000), BoardPoint(x: 0, y: 1000), BoardPoint(x: 0, y: 750)),
  ]) func `A turned device lies turned on the board`(
    turn: QuarterTurn, board: BoardSize, corner: BoardPoint, edge: BoardPoint
  ) {
    #expect(map(0, 0, to: board, .init(rotation: turn)) == corner)
    #expect(map(250, 0, to: board, .init(rotation: turn)) == edge)
  }

  @Test func `The calibration works on positions of 0…1`() throws {
    // Mirrored along x: x' = 1 − x.
    let mirror = try #require(CalibrationMatrix("-1 0 1 0 1 0"))
    #expect(map(250, 100, .init(calibration: mirror)) == BoardPoint(x: 750, y: 100))
    // Half the size: x' = 0.5 x + 0.25.
    let shrink = try #require(CalibrationMatrix("0.5 0 0.25 0 0.5 0.25"))
    #expect(map(0, 0, .init(calibration: shrink)) == BoardPoint(x: 250, y: 125))
  }

  @Test func `A calibration that is a quarter turn turns the proportions too`() throws {
    let turn = try #require(CalibrationMatrix("0 -1 1 1 0 0"))
    let board = SurfaceMapping.defaultBoard(for: .screen, width: 500, options: .init(calibration: turn))
    #expect(board.size == BoardSize(width: 500, height: 1000))
    #expect(map(0, 0, to: board.size, .init(calibration: turn)) == BoardPoint(x: 500, y: 0))
  }

  @Test(arguments: ["", "1 0 0 0 1", "1 0 0 0 1 x", "1 0 0 0 1 nan", "1 0 0 0 1 0 0"])
  func `A calibration is six finite numbers`(text: String) {
    #expect(CalibrationMatrix(text) == nil)
  }

  @Test func `A range that is given counts instead of the device's`() {
    let options = SurfaceMapping.Options(range: DeviceRange(x: 0...500, y: 0...250))
    #expect(map(500, 250, options) == BoardPoint(x: 1000, y: 500))
  }

  @Test func `A range is written as X0,X1,Y0,Y1`() {
    #expect(DeviceRange("-5,500,0,250") == DeviceRange(x: -5...500, y: 0...250))
    for text in ["", "1,2,3", "1,2,3,4,5", "2,1,0,5", "0,5,3,3", "0,x,0,1", "0,99999999999,0,1"] {
      #expect(DeviceRange(text) == nil, "\(text)")
    }
  }

  @Test func `Multitouch axes give the range where both pairs are there`() throws {
    let device = DeviceDescription.screen.with(.x, 0...7).with(.y, 0...7)
    let range = try #require(DeviceRange(of: device))
    #expect(range == DeviceRange(x: 0...1000, y: 0...500))
  }

  @Test func `Ranges without extent fall back, and those the wrong way round are turned`() throws {
    var device = DeviceDescription.singleTouchScreen
    device.axes[.x] = AbsoluteAxis(minimum: 100, maximum: -100)
    #expect(DeviceRange(of: device) == DeviceRange(x: -100...100, y: 0...500))
    device.axes[.y] = AbsoluteAxis(minimum: 5, maximum: 5)
    #expect(DeviceRange(of: device) == nil)
    #expect(map(30, 40, on: device) == BoardPoint(x: 30, y: 40))
  }

  private static let hostile: [Int32] = [.min, -1, 0, 1, .max]

  @Test(arguments: hostile, hostile)
  func `No range and no position gives anything but a point near the board`(
    minimum: Int32, maximum: Int32
  ) {
    var device = DeviceDescription.screen
    for code in [EventCode.positionX, .positionY] {
      device.axes[code] = AbsoluteAxis(minimum: minimum, maximum: maximum, resolution: minimum)
      for fit in SurfaceMapping.Fit.allCases {
        for position in Self.hostile {
          let point = map(position, position, on: device, .init(fit: fit))
          #expect((-1000...2000).contains(point.x) && (-500...1000).contains(point.y), "\(fit) \(position): \(point)")
        }
      }
      let board = SurfaceMapping.defaultBoard(for: device)
      #expect(board.size.width == 1920 && (1...20000).contains(board.size.height), "\(board)")
    }
  }

  @Test func `A hostile calibration gives points near the board too`() {
    let huge = CalibrationMatrix(a: 1e308, b: -1e308, c: .infinity, d: .nan, e: 0, f: 0)
    let point = map(1000, 500, .init(calibration: huge))
    #expect((-1000...2000).contains(point.x) && (-500...1000).contains(point.y), "\(point)")
  }

  @Test func `The default board has the device's proportions, 1920 wide`() {
    let board = SurfaceMapping.defaultBoard(for: .screen)
    #expect(board.size == BoardSize(width: 1920, height: 960))
    #expect(!board.isAdjusted)
    // 1920 · 777 / 1000 = 1491.84
    let odd = SurfaceMapping.defaultBoard(for: .screen.with(.positionY, 0...777))
    #expect(odd.size == BoardSize(width: 1920, height: 1492))
  }

  @Test func `Proportions too extreme for a board give way, and it says so`() {
    let tall = SurfaceMapping.defaultBoard(for: .screen.with(.positionX, 0...1))
    #expect(tall.size.height == 20000 && tall.isAdjusted)
    let flat = SurfaceMapping.defaultBoard(for: .screen.with(.positionX, 0...Int32.max))
    #expect(flat.size.height == 1 && flat.isAdjusted)
    #expect(SurfaceMapping.defaultBoard(for: .undescribed).isAdjusted)
  }
}
