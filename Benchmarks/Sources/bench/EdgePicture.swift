import ArgumentParser
import FoundationEssentials
import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelRecordings

/// Draws what the maximum rule costs where separate passes of one stroke abut: a scribbled fill whose passes lie ever
/// farther apart. Left as TouchReel draws it, right as 256 samples a pixel have it; below, a part eight times as large.
struct EdgePicture: ParsableCommand {
  @Argument(help: "Where the picture goes, a PNG.") var output: String

  func run() throws {
    let scribble = Scribble()
    let size = PixelSize(width: 11 * Tile.side, height: 9 * Tile.side)
    var image = TiledImage(size: size)
    for row in 0..<9 {
      for column in 0..<11 {
        let position = TilePosition(column: column, row: row)
        image.replaceTile(at: position, with: position.tile { scribble.pixel(x: $0, y: $1) })
      }
    }
    let white = PreparedBackground(.color(.white), size: size)
    let file = try OutputFile(path: FilePath(output), existing: .replaced)
    try file.write(Array(Picture(background: white, committed: image).composed().png()))
    try file.commit()
    print("largest error: \(scribble.largestError) of 255")
  }
}

/// One stroke to and fro, 8 pixels wide, its passes 6.5 to 8.5 pixels apart.
private struct Scribble {
  private static let side = 192
  private static let magnified = 40
  private static let scale = 8
  private static let gap = 16
  private let drawn: [UInt8]
  private let exact: [UInt8]

  init() {
    let points = (0..<22).flatMap { pass -> [SubpixelPoint] in
      let x = 14 + Double(pass) * (6.5 + Double(pass) / 22)
      return pass.isMultiple(of: 2)
        ? [SubpixelPoint(x: x, y: 12), SubpixelPoint(x: x + 3, y: 180)]
        : [SubpixelPoint(x: x + 3, y: 180), SubpixelPoint(x: x, y: 12)]
    }
    let segments = zip(points, points.dropFirst()).map { InkSegment(from: $0, to: $1, radius: SubpixelRadius(4)) }
    var layer = CoverageLayer(size: PixelSize(width: Self.side, height: Self.side))
    for segment in segments { layer.add(segment) }
    drawn = (0..<Self.side * Self.side).map { layer.coverage(x: $0 % Self.side, y: $0 / Self.side) }
    exact = Samples(segments, side: Self.side).shares.map { UInt8(($0 * 255).rounded()) }
  }

  var largestError: Int { zip(drawn, exact).map { abs(Int($0) - Int($1)) }.max() ?? 0 }

  /// Dark blue ink.
  func pixel(x: Int, y: Int) -> UInt32 {
    let half = Self.magnified * Self.scale + Self.gap
    let isExact = x >= half + Self.gap
    let level = level(x: x - (isExact ? half : 0) - Self.gap, y: y - Self.gap, of: isExact ? exact : drawn)
    return UInt32(level) << 24 | UInt32(level) * 96 / 255
  }

  private func level(x: Int, y: Int, of coverage: [UInt8]) -> UInt8 {
    guard x >= 0, y >= 0 else { return 0 }
    if y < Self.side { return x < Self.side ? coverage[y * Self.side + x] : 0 }
    let (column, row) = (x / Self.scale, (y - Self.side - Self.gap) / Self.scale)
    guard y >= Self.side + Self.gap, column < Self.magnified, row < Self.magnified else { return 0 }
    return coverage[(row + 60) * Self.side + column + 110]
  }
}

extension TilePosition {
  fileprivate func tile(_ pixel: (Int, Int) -> UInt32) -> Tile? {
    let pixels = (0..<Tile.side * Tile.side).map { place in
      pixel(bounds.x + place % Tile.side, bounds.y + place / Tile.side)
    }
    return pixels.withUnsafeBufferPointer { Tile(pixels: $0) }
  }
}
