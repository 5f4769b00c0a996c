/// The colours of a GIF, and which of them is shown for a pixel's.
struct GIFPalette {
  /// The index of what is transparent, or stays as it was.
  static let transparent: UInt8 = 0
  /// The most colours besides that.
  static let limit = 255

  /// 0x00RRGGBB; the first one has index 1.
  let colors: [UInt32]
  private let lookup: Lookup
  private var last: (pixel: UInt32, index: UInt8) = (0, Self.transparent)

  private enum Lookup {
    case exact([UInt32: UInt8])
    /// An index for each cell of the colour space.
    case cells([UInt8])
  }

  /// Colours that a film has, all of which are shown as they are.
  init(exact colors: [UInt32]) {
    self.colors = Array(colors.prefix(Self.limit))
    let indices = self.colors.enumerated().map { ($1, UInt8($0 + 1)) }
    lookup = .exact(Dictionary(indices) { first, _ in first })
  }

  /// - Parameters:
  ///   - colors: what is shown.
  ///   - cells: the index of a colour, from 1, for each ``ColorCell``.
  init(_ colors: [UInt32], cells: [UInt8]) {
    self.colors = colors
    lookup = .cells(cells)
  }

  /// The bits of the largest index, at least one.
  var indexSize: Int { max(1, Int.bitWidth - colors.count.leadingZeroBitCount) }

  /// Three bytes for each index that has so many bits.
  var bytes: [UInt8] {
    let table = colors.flatMap { color in [16, 8, 0].map { UInt8(truncatingIfNeeded: color >> $0) } }
    return [0, 0, 0] + table + [UInt8](repeating: 0, count: 3 * (1 << indexSize - 1 - colors.count))
  }

  /// - Parameter pixel: opaque or transparent, 0xAARRGGBB.
  @inline(__always)
  mutating func index(of pixel: UInt32) -> UInt8 {
    // Most of a picture is of one colour.
    if pixel == last.pixel { return last.index }
    last = (pixel, pixel >> 24 == 0 ? Self.transparent : indexOfColor(pixel & 0xFF_FFFF))
    return last.index
  }

  private func indexOfColor(_ color: UInt32) -> UInt8 {
    switch lookup {
    case .exact(let indices): indices[color] ?? 1
    case .cells(let cells): cells[ColorCell.index(of: color)]
    }
  }
}

/// Colours that nobody tells apart: of which each part is the same in its upper six bits.
struct ColorCell: Hashable {
  static let count = 1 << 18

  /// The colour that most pixels of the cell had, 0x00RRGGBB, where one has more than half.
  private(set) var color: UInt32 = 0
  /// How many pixels it had.
  private(set) var pixelCount = 0
  private var lead = 0

  static func index(of color: UInt32) -> Int {
    Int(truncatingIfNeeded: color >> 18 & 63) << 12 | Int(truncatingIfNeeded: color >> 10 & 63) << 6
      | Int(truncatingIfNeeded: color >> 2 & 63)
  }

  /// Boyer and Moore's majority vote.
  @inline(__always)
  mutating func add(_ new: UInt32, count: Int) {
    pixelCount += count
    if new == color {
      lead += count
    } else if lead >= count {
      lead -= count
    } else {
      (color, lead) = (new, count - lead)
    }
  }
}
