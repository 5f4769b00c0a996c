import TouchReelCanvas
import TouchReelClampedNumbers

extension ImageShape {
  /// The same picture as one that is neither mirrored nor cropped, for files that cannot say so. It is made anew, and
  /// has whole pixels: so it may be cropped at up to half a pixel from where it was.
  package var plain: ImageShape {
    guard isMirrored || crop != .whole else { return self }
    let (part, shown) = crop.pixels(of: image.pixels.size)
    let pixels = image.pixels.part(part)
    guard let plain = try? EmbeddedImage((isMirrored ? pixels.mirrored : pixels).png()) else { return self }
    let box = cropped(to: shown)
    return ImageShape(plain, from: box.start, to: box.end)
  }
}

extension ImageCrop {
  /// The whole pixels that are nearest, and the crop that shows just these.
  fileprivate func pixels(of size: PixelSize) -> (PixelRect, ImageCrop) {
    guard self != .whole else { return (size.bounds, self) }
    func range(_ low: Double, _ high: Double, _ count: Int) -> (Int, Int) {
      let first = min(Int(clamping: (low * Double(count)).rounded()), count - 1)
      return (first, min(max(Int(clamping: (high * Double(count)).rounded()), first + 1), count))
    }
    let (minX, maxX) = range(left, right, size.width)
    let (minY, maxY) = range(top, bottom, size.height)
    let (width, height) = (Double(size.width), Double(size.height))
    let shown = ImageCrop(
      left: Double(minX) / width, top: Double(minY) / height, right: Double(maxX) / width,
      bottom: Double(maxY) / height)
    return (PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY), shown)
  }
}

extension PixelBuffer {
  fileprivate func part(_ rect: PixelRect) -> PixelBuffer {
    guard rect.size != size else { return self }
    var result = PixelBuffer(size: rect.size)
    result.withTarget { target in
      for y in 0..<rect.height {
        guard let row = target.pixels(x: 0, y: y) else { return }
        for x in 0..<rect.width { row[x] = self[rect.x + x, rect.y + y] }
      }
    }
    return result
  }

  /// The picture in a mirror: what is left is right.
  fileprivate var mirrored: PixelBuffer {
    var result = self
    let size = size
    result.withTarget { target in
      for y in 0..<size.height {
        guard let row = target.pixels(x: 0, y: y) else { return }
        var pixels = UnsafeMutableBufferPointer(start: row, count: size.width)
        pixels.reverse()
      }
    }
    return result
  }
}
