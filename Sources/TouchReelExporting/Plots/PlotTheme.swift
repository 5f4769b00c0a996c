package import TouchReelCanvas
import TouchReelDrawings

/// The colours of a plot.
package enum PlotTheme: String, Hashable, Sendable, CaseIterable {
  case light, dark

  package var paper: PixelColor { self == .light ? .white : Self.color(0x1b_1e23) }
  var ink: PixelColor { self == .light ? Self.color(0x1a_1a1a) : Self.color(0xe8_e8e8) }
  /// What is less important than ``ink``, and still has a contrast of 4.5 to the paper.
  var dimInk: PixelColor { self == .light ? Self.color(0x59_5959) : Self.color(0xa6_abb3) }
  var grid: PixelColor { self == .light ? Self.color(0xdd_dddd) : Self.color(0x3a_3f47) }
  /// The colour of what went wrong: Okabe and Ito's vermilion, which no series has.
  var alert: PixelColor { self == .light ? Self.color(0xd5_5e00) : Self.color(0xff_8c4a) }

  /// The colours of series: those of Okabe and Ito that can be told apart by the colour-blind, and on the paper.
  private var palette: [PixelColor] {
    let colors: [UInt32] =
      self == .light
      ? [0x00_72b2, 0xe6_9f00, 0x00_9e73, 0xcc_79a7, 0x56_b4e9, 0x6e_6e6e]
      : [0x56_b4e9, 0xe6_9f00, 0x2f_c49a, 0xcc_79a7, 0xf0_e442, 0xb4_b4b4]
    return colors.map(Self.color)
  }

  /// A colour for each series; where they begin anew, lines are dashed.
  func color(ofSeries index: Int) -> PixelColor { palette[index % palette.count] }

  /// A colour of a map as it is seen on the paper: maps begin dark.
  func shown(_ color: PixelColor) -> PixelColor { self == .light ? color : color.mixed(0.65, into: .white) }

  func dashes(ofSeries index: Int) -> [Double] {
    switch index / palette.count % 3 {
    case 0: []
    case 1: [4, 2]
    default: [1, 2]
    }
  }

  private static func color(_ hex: UInt32) -> PixelColor {
    PixelColor(
      red: UInt8(truncatingIfNeeded: hex >> 16), green: UInt8(truncatingIfNeeded: hex >> 8),
      blue: UInt8(truncatingIfNeeded: hex))
  }
}

extension PixelColor {
  /// The colour as a share of another one.
  ///
  /// - Parameter share: 0 is all of the other one, 1 all of this one.
  func mixed(_ share: Double, into other: PixelColor) -> PixelColor {
    func mix(_ first: UInt8, _ second: UInt8) -> UInt8 {
      UInt8(exactly: (Double(first) * share + Double(second) * (1 - share)).rounded()) ?? second
    }
    return PixelColor(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}
