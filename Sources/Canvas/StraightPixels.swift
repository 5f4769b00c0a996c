/// Pixels in somebody else's memory whose colours are not multiplied by alpha, a byte for each component.
public struct StraightPixels {
  public enum Components: Int, Sendable {
    case rgb = 3
    case rgba = 4
  }

  private let bytes: UnsafeRawBufferPointer
  private let components: Components
  private let stride: Int

  /// - Parameter stride: bytes from one row to the next.
  public init(_ bytes: UnsafeRawBufferPointer, _ components: Components, stride: Int) {
    self.bytes = bytes
    self.components = components
    self.stride = stride
  }

  fileprivate func copyRow(_ y: Int, width: Int, to target: UnsafeMutablePointer<UInt32>) {
    let start = y * stride
    guard start >= 0, start + width * components.rawValue <= bytes.count else { return }
    for x in 0..<width { target[x] = pixel(at: start + x * components.rawValue) }
  }

  private func pixel(at place: Int) -> UInt32 {
    let (red, green, blue) = (bytes[place], bytes[place + 1], bytes[place + 2])
    let alpha = components == .rgba ? bytes[place + 3] : 255
    if alpha == 255 { return 0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
    return PixelColor(red: red, green: green, blue: blue, alpha: alpha).premultiplied
  }
}

extension PixelBuffer {
  /// A copy; rows that the memory does not hold are clear.
  public init(size: PixelSize, _ source: StraightPixels) {
    self.init(size: size)
    withTarget { target in
      for y in 0..<size.height {
        if let row = target.pixels(x: 0, y: y) { source.copyRow(y, width: size.width, to: row) }
      }
    }
  }
}
