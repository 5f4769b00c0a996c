package import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelTouchTracking

/// Where two pictures of one size differ.
package struct PictureDifference: Sendable {
  /// The indices of the pixels whose components differ by more than the tolerance, row by row; not empty.
  package let indices: [Int]
  package let size: PixelSize
  /// How far the components of a pixel are apart at most, 1…255.
  package let largest: Int

  /// - Parameters:
  ///   - left: one picture.
  ///   - right: the other one.
  ///   - tolerance: how far the components of a pixel may be apart, 0…255.
  /// - Returns: `nil` if the pictures do not differ, or differ in size.
  package init?(_ left: PixelBuffer, _ right: PixelBuffer, tolerance: Int = 0) {
    guard left.size == right.size else { return nil }
    var indices: [Int] = []
    var largest = 0
    for index in left.pixels.indices where left.pixels[index] != right.pixels[index] {
      let distance = Self.distance(left.pixels[index], right.pixels[index])
      guard distance > tolerance else { continue }
      indices.append(index)
      largest = max(largest, distance)
    }
    guard !indices.isEmpty else { return nil }
    (self.indices, size, self.largest) = (indices, left.size, largest)
  }

  private static func distance(_ one: UInt32, _ other: UInt32) -> Int {
    [0, 8, 16, 24].reduce(0) { max($0, abs(Int(one >> $1 & 255) - Int(other >> $1 & 255))) }
  }

  /// The first of the pixels.
  package var first: (x: Int, y: Int) { (indices[0] % size.width, indices[0] / size.width) }

  /// A picture of the difference: a picture, faint, with red pixels where the other one differs.
  package func picture(on picture: PixelBuffer) -> PixelBuffer {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(3 * picture.pixels.count)
    for pixel in picture.pixels {
      for shift in [UInt32(16), 8, 0] { bytes.append(Self.faint(pixel >> shift & 255)) }
    }
    for index in indices { bytes.replaceSubrange(3 * index..<3 * index + 3, with: [255, 0, 0]) }
    return bytes.withUnsafeBytes { PixelBuffer(size: size, StraightPixels($0, .rgb, stride: 3 * size.width)) }
  }
}

extension PictureDifference {
  /// A quarter of the component, and three quarters of white.
  private static func faint(_ component: UInt32) -> UInt8 { UInt8(component / 4 + 191) }
}

extension RenderedDrawing {
  /// The touch that began first of those whose ink lies where a picture of this drawing differs from another.
  package func firstTouch(in difference: PictureDifference) -> TouchOrigin? {
    guard let raster = try? Raster(board: drawing.size, scale: Double(pixels.width) / drawing.size.width),
      raster.pixels == difference.size
    else { return nil }
    let candidates = drawing.elements.compactMap { element in origins[element.id].map { (element, $0) } }
    return candidates.sorted { $0.1.began < $1.1.began }
      .first { element, _ in
        let coverages = element.coverages(on: raster)
        return difference.indices.contains { index in
          coverages.contains { $0.coverage(x: index % difference.size.width, y: index / difference.size.width) > 0 }
        }
      }?.1
  }
}
