import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// What was seen on a screen, or rendered.
struct Screenshot: Sendable {
  let size: PixelSize
  /// 0x00RRGGBB, row by row.
  private let pixels: [UInt32]

  /// - Parameter raw: four bytes for each pixel: blue, green, red and one that means nothing.
  init(raw: Data, size: PixelSize) throws {
    guard raw.count == size.width * size.height * 4 else {
      throw Failure(description: "\(raw.count) bytes are no picture of \(size.width)×\(size.height)")
    }
    self.size = size
    pixels = raw.withUnsafeBytes { bytes in bytes.bindMemory(to: UInt32.self).map { $0 & 0xff_ffff } }
  }

  init(png path: String) throws {
    let buffer = try PixelBuffer(png: [UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
    size = buffer.size
    pixels = buffer.pixels.map { $0 & 0xff_ffff }
  }

  private init(size: PixelSize, pixels: [UInt32]) {
    self.size = size
    self.pixels = pixels
  }

  func cropped(to rect: PixelRect) -> Screenshot {
    let rows = (rect.y..<rect.maxY).flatMap { row($0, rect.x..<rect.maxX) }
    return Screenshot(size: PixelSize(width: rect.width, height: rect.height), pixels: rows)
  }

  /// The colour at a place as 0xRRGGBB; black outside.
  subscript(_ place: Place) -> UInt32 { self[place.x, place.y] }

  subscript(_ x: Int, _ y: Int) -> UInt32 {
    (0..<size.width).contains(x) && (0..<size.height).contains(y) ? pixels[y * size.width + x] : 0
  }

  /// Pixels of a rectangle that are not of a colour.
  func count(in rect: PixelRect, otherThan color: UInt32) -> Int {
    let rect = rect.intersection(size.bounds)
    return (rect.y..<rect.maxY).reduce(0) { count, y in
      count + row(y, rect.x..<rect.maxX).count { $0 != color }
    }
  }

  /// Pixels of a rectangle that are of a colour.
  func count(in rect: PixelRect, of color: UInt32) -> Int {
    rect.width * rect.height - count(in: rect, otherThan: color)
  }

  /// How much black lies over white in a rectangle: 255 for a black pixel.
  func darkness(in rect: PixelRect) -> Int {
    (rect.y..<rect.maxY).reduce(0) { sum, y in row(y, rect.x..<rect.maxX).reduce(sum) { $0 + 255 - Int($1 & 255) } }
  }

  func isGrey(in rect: PixelRect) -> Bool {
    (rect.y..<rect.maxY).allSatisfy { row($0, rect.x..<rect.maxX).allSatisfy { $0 == ($0 & 255) * 0x01_0101 } }
  }

  func equals(_ other: Screenshot, in rect: PixelRect) -> Bool {
    size == other.size
      && (rect.y..<rect.maxY).allSatisfy { row($0, rect.x..<rect.maxX) == other.row($0, rect.x..<rect.maxX) }
  }

  /// Whether what is seen in a rectangle is seen in another picture, with its top left corner at a place there.
  func shows(_ rect: PixelRect, at place: Place, of other: Screenshot) -> Bool {
    (0..<rect.height).allSatisfy {
      row(rect.y + $0, rect.x..<rect.maxX) == other.row(place.y + $0, place.x..<(place.x + rect.width))
    }
  }

  private func row(_ y: Int, _ columns: Range<Int>) -> ArraySlice<UInt32> {
    pixels[(y * size.width + columns.lowerBound)..<(y * size.width + columns.upperBound)]
  }

  /// Keeps the picture with the test's results.
  func attach(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let bytes = pixels.withUnsafeBytes { Data($0) }
    let shape = ["-size", "\(size.width)x\(size.height)", "-depth", "8", "bgra:-", "-alpha", "off", "png:-"]
    guard let png = try? Programs.run("convert", shape, input: bytes).output, !png.isEmpty else { return }
    // Data can be attached by a library that Debian's compiler lacks.
    Attachment.record([UInt8](png), named: "\(name).png", sourceLocation: sourceLocation)
  }
}

/// A pixel of a screen.
struct Place: Hashable, Sendable {
  var x: Int
  var y: Int

  func moved(_ dx: Int, _ dy: Int) -> Place { Place(x: x + dx, y: y + dy) }
}

extension Screenshot {
  /// How a canvas on the screen differs from a picture of the board; `nil` if every pixel is the same.
  ///
  /// - Parameters:
  ///   - canvas: where the board is seen, a pixel for each point.
  ///   - hidden: what covers parts of it.
  func difference(from board: Screenshot, canvas: PixelRect, hidden: [PixelRect]) -> String? {
    guard board.size == PixelSize(width: canvas.width, height: canvas.height) else {
      return
        "the board has \(board.size.width)×\(board.size.height) pixels, the canvas \(canvas.width)×\(canvas.height)"
    }
    var found: [Place] = []
    for y in 0..<canvas.height
    where row(y + canvas.y, canvas.x..<canvas.maxX) != board.row(y, 0..<canvas.width) {
      for x in 0..<canvas.width where self[x + canvas.x, y + canvas.y] != board[x, y] {
        let place = Place(x: x + canvas.x, y: y + canvas.y)
        if !hidden.contains(where: { $0.contains(place) }) { found.append(place) }
      }
    }
    guard let first = found.first else { return nil }
    let (seen, drawn) = (hex(self[first]), hex(board[first.moved(-canvas.x, -canvas.y)]))
    return "\(found.count) pixels differ; at (\(first.x), \(first.y)) of the screen is \(seen), the board has \(drawn)"
  }
}

extension PixelRect {
  /// The same place on a display of two pixels to a point.
  var doubled: PixelRect { PixelRect(x: 2 * x, y: 2 * y, width: 2 * width, height: 2 * height) }

  func contains(_ place: Place) -> Bool { (x..<maxX).contains(place.x) && (y..<maxY).contains(place.y) }

  var middle: Place { Place(x: x + width / 2, y: y + height / 2) }
}

func hex(_ color: UInt32) -> String {
  let digits = String(color, radix: 16)
  return "#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
}
