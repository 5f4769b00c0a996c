/// A tiled image that takes little memory: equal pixels that follow each other are stored once.
///
/// A tile of one colour takes 8 bytes instead of 16 KiB, and none takes more than its pixels and a word.
public struct PackedImage: Sendable {
  private let size: PixelSize
  private let tiles: [PackedTile?]

  /// - Parameters:
  ///   - image: what is packed.
  ///   - other: an image of which tiles with the same pixels are shared.
  public init(_ image: TiledImage, sharing other: PackedImage? = nil) {
    size = image.size
    let shared = other.flatMap { $0.size == image.size ? $0.tiles : nil }
    tiles = image.tiles.enumerated().map { index, tile in
      guard let tile else { return nil }
      let packed = PackedTile(tile)
      if let known = shared?[index], known.words == packed.words { return known }
      return packed
    }
  }

  /// The image, pixel for pixel.
  public var unpacked: TiledImage {
    var image = TiledImage(size: size)
    for (index, tile) in tiles.enumerated() {
      if let tile { tile.unpack(to: image.writablePixels(at: index)) }
    }
    return image
  }

  /// Memory that its tiles take and another image does not share, in bytes.
  public func byteCount(notSharedWith other: PackedImage?) -> Int {
    tiles.indices.reduce(0) { sum, index in
      guard let tile = tiles[index] else { return sum }
      if let other, other.size == size, other.tiles[index] === tile { return sum }
      return sum + tile.byteCount
    }
  }
}

/// A tile as runs: a word of twice the count and one, then the pixel; or twice the count, then so many pixels.
private final class PackedTile: Sendable {
  let words: [UInt32]

  /// Shorter runs take no less than their pixels.
  private static let leastRun = 4

  init(_ tile: Tile) {
    let pixels = tile.pixels
    var words: [UInt32] = []
    var (start, place) = (0, 0)
    while place < Tile.pixelCount {
      let end = Self.endOfRun(at: place, in: pixels)
      if end - place >= Self.leastRun {
        Self.append(pixels, start..<place, to: &words)
        words += [UInt32(end - place) << 1 | 1, pixels[place]]
        start = end
      }
      place = end
    }
    Self.append(pixels, start..<place, to: &words)
    self.words = words
  }

  var byteCount: Int { words.count * MemoryLayout<UInt32>.stride }

  private static func endOfRun(at place: Int, in pixels: UnsafePointer<UInt32>) -> Int {
    var end = place + 1
    while end < Tile.pixelCount, pixels[end] == pixels[place] { end += 1 }
    return end
  }

  private static func append(_ pixels: UnsafePointer<UInt32>, _ range: Range<Int>, to words: inout [UInt32]) {
    guard !range.isEmpty else { return }
    words.append(UInt32(range.count) << 1)
    words.append(contentsOf: UnsafeBufferPointer(start: pixels + range.lowerBound, count: range.count))
  }

  func unpack(to pixels: UnsafeMutablePointer<UInt32>) {
    words.withUnsafeBufferPointer { words in
      var (word, place) = (0, 0)
      while place < Tile.pixelCount, let base = words.baseAddress {
        let count = Int(words[word] >> 1)
        if words[word] & 1 == 1 {
          (pixels + place).update(repeating: words[word + 1], count: count)
          word += 2
        } else {
          (pixels + place).update(from: base + word + 1, count: count)
          word += count + 1
        }
        place += count
      }
    }
  }
}
