import Foundation
import Testing

@testable import TouchReelCanvas

/// A PNG as decoded pixels, with what tests ask of it.
struct DecodedPicture {
  let buffer: PixelBuffer

  init(_ path: String) throws {
    buffer = try PixelBuffer(png: [UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
  }

  init(_ data: Data) throws { buffer = try PixelBuffer(png: [UInt8](data)) }

  var size: [Int] { [buffer.size.width, buffer.size.height] }

  /// The smallest rectangle around all pixels that are not white: left, top, right, bottom.
  var ink: [Int] {
    var bounds = [Int.max, Int.max, -1, -1]
    for y in 0..<buffer.size.height {
      for x in 0..<buffer.size.width where buffer[x, y] != 0xffff_ffff {
        bounds = [min(bounds[0], x), min(bounds[1], y), max(bounds[2], x), max(bounds[3], y)]
      }
    }
    return bounds
  }

  var inkCount: Int { buffer.pixels.count { $0 != 0xffff_ffff } }

  /// The colours that cover at least this many pixels, as RRGGBB.
  func colors(covering minimum: Int) -> Set<String> {
    var counts: [UInt32: Int] = [:]
    for pixel in buffer.pixels { counts[pixel, default: 0] += 1 }
    return Set(counts.filter { $0.value >= minimum }.map { String($0.key & 0xffffff, radix: 16).leftPadded(to: 6) })
  }
}

extension String {
  fileprivate func leftPadded(to width: Int) -> String { String(repeating: "0", count: max(0, width - count)) + self }
}

/// Small recordings as text, written as the tools of others write them.
enum Recorded {
  /// One finger on a screen of 1000×500 units draws from (100, 100) to (900, 100) within 0.8 s.
  static let line =
    header
    + (0...80).map { step in
      let time = "0.\(padded(step * 10_000 + 1))"
      let down = step == 0 ? ["0003 0039 7", "0001 014a 1", "0003 0036 100"] : []
      let events = down + ["0003 0035 \(100 + step * 10)", "0000 0000 0"]
      return events.map { "E: \(time) \($0)\n" }.joined()
    }.joined() + "E: 0.810001 0003 0039 -1\nE: 0.810001 0001 014a 0\nE: 0.810001 0000 0000 0\n"

  /// One finger on the same screen draws from (100, 50) to (300, 250) within 0.2 s.
  static let diagonal =
    header
    + (0...20).map { step in
      let time = "0.\(padded(step * 10_000 + 1))"
      let down = step == 0 ? ["0003 0039 7", "0001 014a 1"] : []
      let events = down + ["0003 0035 \(100 + step * 10)", "0003 0036 \(50 + step * 10)", "0000 0000 0"]
      return events.map { "E: \(time) \($0)\n" }.joined()
    }.joined() + "E: 0.210001 0003 0039 -1\nE: 0.210001 0001 014a 0\nE: 0.210001 0000 0000 0\n"

  /// The device of `line`: a touchscreen of two slots.
  static let header = """
    # EVEMU 1.3
    N: Test Screen
    I: 0003 1234 5678 0100
    P: 02 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 04 00 00 00 00 00 00
    B: 03 00 00 00 00 00 80 60 02
    A: 2f 0 1 0 0 0
    A: 35 0 1000 0 0 0
    A: 36 0 500 0 0 0
    A: 39 0 65535 0 0 0

    """

  private static func padded(_ microseconds: Int) -> String {
    String(repeating: "0", count: 6 - "\(microseconds)".count) + "\(microseconds)"
  }
}

/// The greatest difference of the colours of two pixels, 0xAARRGGBB.
func greatestDifference(_ one: UInt32, _ two: UInt32) -> Int {
  func difference(_ shift: UInt32) -> Int { abs(Int(one >> shift & 255) - Int(two >> shift & 255)) }
  return max(difference(0), difference(8), difference(16))
}
