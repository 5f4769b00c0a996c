import TouchReelCanvas

extension ImageShape {
  /// The same picture as one that is not mirrored, for files that cannot say so. It is made anew.
  package var plain: ImageShape {
    guard isMirrored, let mirrored = try? EmbeddedImage(image.pixels.mirrored.png()) else { return self }
    return ImageShape(mirrored, from: start, to: end)
  }
}

extension PixelBuffer {
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
