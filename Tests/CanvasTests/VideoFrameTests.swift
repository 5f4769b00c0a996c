import SeededCases
import Testing
import TouchReelCanvas

struct VideoFrameTests {
  /// ITU-R BT.709, computed in floating point.
  private func expected(_ colors: [PixelColor]) -> (y: Double, cb: Double, cr: Double) {
    func mean(_ path: KeyPath<PixelColor, UInt8>) -> Double {
      colors.reduce(0) { $0 + Double($1[keyPath: path]) } / Double(colors.count) / 255
    }
    let (red, green, blue) = (mean(\.red), mean(\.green), mean(\.blue))
    let y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return (16 + 219 * y, 128 + 224 * (blue - y) / 1.8556, 128 + 224 * (red - y) / 1.5748)
  }

  @Test(arguments: PropertySeeds.from(0x709, count: 20))
  func `Planes are those of BT.709, and only damaged blocks change`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let size = PixelSize(width: .random(in: 1...150, using: &random), height: .random(in: 1...150, using: &random))
    func color() -> PixelColor {
      func component() -> UInt8 { UInt8.random(in: 0...255, using: &random) }
      return PixelColor(red: component(), green: component(), blue: component())
    }
    // Cells of every other seed have one colour, as most of a picture of ink has.
    let (cell, columns) = seed % 2 == 0 ? (1, size.width) : (7, size.width / 7 + 1)
    let cells = (0..<columns * (size.height / cell + 1)).map { _ in color() }
    let colors = (0..<size.width * size.height).map { place -> PixelColor in
      let (row, column) = (place / size.width / cell, place % size.width / cell)
      return cells[row * columns + column]
    }
    let bytes = colors.flatMap { [$0.red, $0.green, $0.blue] }
    let picture = bytes.withUnsafeBytes { PixelBuffer(size: size, StraightPixels($0, .rgb, stride: 3 * size.width)) }
    var frame = VideoFrame(of: size)
    frame.update(from: picture, .everything(of: size))
    let (width, height) = (frame.size.width, frame.size.height)
    #expect(width % 2 == 0 && height % 2 == 0 && frame.bytes.count == width * height * 3 / 2)
    func color(_ x: Int, _ y: Int) -> PixelColor {
      colors[min(y, size.height - 1) * size.width + min(x, size.width - 1)]
    }
    for y in 0..<height {
      for x in 0..<width {
        let brightness = Double(frame.bytes[y * width + x])
        #expect(abs(brightness - expected([color(x, y)]).y) <= 0.51, "seed \(seed) at \(x), \(y)")
      }
    }
    for y in 0..<height / 2 {
      for x in 0..<width / 2 {
        let block = [
          color(2 * x, 2 * y), color(2 * x + 1, 2 * y), color(2 * x, 2 * y + 1), color(2 * x + 1, 2 * y + 1),
        ]
        let place = width * height + y * (width / 2) + x
        let (cb, cr) = (Double(frame.bytes[place]), Double(frame.bytes[place + width * height / 4]))
        #expect(
          abs(cb - expected(block).cb) <= 0.52 && abs(cr - expected(block).cr) <= 0.52, "seed \(seed) at \(x), \(y)")
      }
    }
    let before = frame
    frame.update(from: PixelBuffer(size: size), Damage(size: size))
    #expect(frame.bytes == before.bytes)
    var damage = Damage(size: size)
    let rect = PixelRect(x: size.width / 3, y: size.height / 3, width: 1, height: 1)
    damage.insert(rect)
    frame.update(from: PixelBuffer(size: size, filledWith: 0xff00_0000), damage)
    let changed = frame.bytes.indices.filter { frame.bytes[$0] != before.bytes[$0] }
    // One block: four of brightness, one of each colour.
    #expect(changed.count <= 6, "seed \(seed): \(changed.count)")
    #expect(frame.bytes[rect.y * width + rect.x] == 16, "seed \(seed)")
  }
}
