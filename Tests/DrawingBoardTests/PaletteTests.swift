import Glibc
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard

/// Whether the colours of ten fingers can be distinguished.
struct PaletteTests {
  /// What people see, by rows of what of red, green and blue light comes to red, green and blue (Machado, Oliveira and
  /// Fernandes, 2009, where a kind of cone is missing).
  private static let visions: [[[Double]]] = [
    [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
  ]

  @Test func `The last two of ten colours are as distinct as the first eight, whatever the colour vision`() {
    let palette = Coloring.palette
    #expect(Set(palette).count == 10)
    for vision in Self.visions {
      let seen = (palette + [.white]).map { Lab($0, seenWith: vision) }
      func distances(of places: [Int]) -> [Double] {
        places.flatMap { place in seen.indices.filter { $0 != place }.map { seen[place].distance(to: seen[$0]) } }
      }
      let closest = seen.indices.prefix(8).flatMap { place in
        seen.indices.prefix(place).map { seen[place].distance(to: seen[$0]) }
      }.min()
      #expect(distances(of: [8, 9]).min() ?? 0 > closest ?? .infinity)
    }
  }
}

/// A colour of CIE L*a*b*, of sRGB's white.
private struct Lab {
  let (lightness, a, b): (Double, Double, Double)

  init(_ color: PixelColor, seenWith vision: [[Double]]) {
    let light = [color.red, color.green, color.blue].map { Self.linear(Double($0) / 255) }
    let seen = Self.product(vision, light).map { min(max($0, 0), 1) }
    let xyz = Self.product(
      [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]], seen)
    let (x, y, z) = (Self.root(xyz[0] / 0.95047), Self.root(xyz[1]), Self.root(xyz[2] / 1.08883))
    (lightness, a, b) = (116 * y - 16, 500 * (x - y), 200 * (y - z))
  }

  func distance(to other: Lab) -> Double {
    let (l, a, b) = (lightness - other.lightness, a - other.a, b - other.b)
    return (l * l + a * a + b * b).squareRoot()
  }

  private static func linear(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  private static func root(_ value: Double) -> Double {
    value > 216 / 24389 ? cbrt(value) : (24389 / 27 * value + 16) / 116
  }

  private static func product(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
    matrix.map { zip($0, vector).reduce(0) { $0 + $1.0 * $1.1 } }
  }
}
