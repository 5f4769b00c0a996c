private import Foundation

/// The contrast of two colours, 0xRRGGBB, as WCAG 2.1 computes it: from 1 for none to 21.
package func contrast(_ first: UInt32, _ second: UInt32) -> Double {
  let (one, other) = (luminance(first), luminance(second))
  return (max(one, other) + 0.05) / (min(one, other) + 0.05)
}

/// What contrast controls and what marks their states need, at least.
package let leastContrast = 3.0

/// A colour, 0xRRGGBB, over another.
///
/// - Parameter alpha: how much of it there is, 0…255.
package func blend(_ color: UInt32, alpha: UInt8, over other: UInt32) -> UInt32 {
  [16, 8, 0].reduce(0) { result, shift in
    let (part, below) = (color >> shift & 255, other >> shift & 255)
    return result | ((part * UInt32(alpha) + below * (255 - UInt32(alpha)) + 127) / 255) << shift
  }
}

private func luminance(_ color: UInt32) -> Double {
  func linear(_ shift: UInt32) -> Double {
    let part = Double(color >> shift & 255) / 255
    return part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
  }
  return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0)
}
