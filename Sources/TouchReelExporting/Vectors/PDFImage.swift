import TouchReelCanvas

extension PDFPage {
  /// An image with what is translucent of it as a mask.
  ///
  /// - Returns: its object.
  mutating func addImage(_ image: PixelBuffer) -> Int {
    let size = "/Width \(image.size.width)/Height \(image.size.height)/BitsPerComponent 8/Interpolate true"
    let alpha = image.pixels.map { UInt8($0 >> 24) }
    let isOpaque = alpha.allSatisfy { $0 == 255 }
    let mask = isOpaque ? nil : objects.addStream("/Type/XObject/Subtype/Image/ColorSpace/DeviceGray\(size)", alpha)
    return objects.addStream(
      "/Type/XObject/Subtype/Image/ColorSpace/DeviceRGB\(size)" + (mask.map { "/SMask \($0) 0 R" } ?? ""),
      image.straightColors)
  }
}

extension PixelBuffer {
  /// Red, green and blue of each pixel, not multiplied by its alpha.
  fileprivate var straightColors: [UInt8] {
    var colors: [UInt8] = []
    colors.reserveCapacity(3 * pixels.count)
    for pixel in pixels {
      let alpha = pixel >> 24
      for shift: UInt32 in [16, 8, 0] {
        let component = pixel >> shift & 255
        colors.append(alpha == 0 ? 0 : UInt8(min(255, (255 * component + alpha / 2) / alpha)))
      }
    }
    return colors
  }
}
