import TouchReelCanvas
import TouchReelClampedNumbers

/// Which colours the frames of a film have, and how often; memory does not grow with its length.
struct ColorCensus {
  /// Each colour, as long as a palette can have them all.
  private var exact: [UInt32: Int] = [:]
  /// Cells of colours from then on.
  private var cells: [ColorCell] = []

  /// Counts pixels, opaque or transparent ones.
  ///
  /// - Parameters:
  ///   - rects: the part of a frame that has changed.
  ///   - width: the frame's.
  mutating func add(_ pixels: [UInt32], in rects: [PixelRect], width: Int) {
    for rect in rects {
      for y in rect.y..<rect.maxY { add(pixels[(y * width + rect.x)..<(y * width + rect.maxX)]) }
    }
  }

  private mutating func add(_ row: ArraySlice<UInt32>) {
    var run: (pixel: UInt32, count: Int) = (0, 0)
    for pixel in row {
      if pixel == run.pixel {
        run.count += 1
      } else {
        add(run.pixel, count: run.count)
        run = (pixel, 1)
      }
    }
    add(run.pixel, count: run.count)
  }

  private mutating func add(_ pixel: UInt32, count: Int) {
    guard pixel >> 24 != 0, count > 0 else { return }
    let color = pixel & 0xFF_FFFF
    guard cells.isEmpty else { return cells[ColorCell.index(of: color)].add(color, count: count) }
    exact[color, default: 0] += count
    if exact.count > GIFPalette.limit { divide() }
  }

  private mutating func divide() {
    cells = Array(repeating: ColorCell(), count: ColorCell.count)
    // A dictionary has another order in each run, and which of two colours wins a cell depends on it.
    for (color, count) in exact.sorted(by: { $0.key < $1.key }) {
      cells[ColorCell.index(of: color)].add(color, count: count)
    }
    exact = [:]
  }

  /// All colours where a palette can have them, else the ones that are nearest to most pixels.
  ///
  /// - Parameter limit: the most colours.
  func makePalette(of limit: Int = GIFPalette.limit) -> GIFPalette {
    guard !cells.isEmpty else {
      if exact.count <= limit { return GIFPalette(exact: exact.keys.sorted()) }
      var census = self
      census.divide()
      return census.makePalette(of: limit)
    }
    let occupied = cells.indices.filter { cells[$0].pixelCount > 0 }
    var indices = [UInt8](repeating: 1, count: ColorCell.count)
    let boxes = ColorBox(occupied.map { ColorBox.Member(cells[$0], index: $0) })
      .divided(into: min(max(limit, 1), GIFPalette.limit))
    for (index, box) in boxes.enumerated() {
      for member in box.members { indices[member.index] = UInt8(index + 1) }
    }
    return GIFPalette(boxes.map(\.color), cells: indices)
  }
}

/// Colours that get one of a palette: median cut, as by Heckbert, where the variance is greatest.
struct ColorBox {
  struct Member {
    let color: SIMD3<Double>
    let weight: Double
    let index: Int

    /// The root lets thin ink of its own colour have its place beside a large background.
    init(_ cell: ColorCell, index: Int) {
      color = SIMD3(Double(cell.color >> 16 & 255), Double(cell.color >> 8 & 255), Double(cell.color & 255))
      weight = Double(cell.pixelCount).squareRoot()
      self.index = index
    }
  }

  let members: [Member]
  private let weight: Double
  private let mean: SIMD3<Double>
  /// The sum of the squares of the distances from the mean, along each axis.
  private let spread: SIMD3<Double>

  init(_ members: [Member]) {
    self.members = members
    let weight = members.reduce(0) { $0 + $1.weight }
    let mean = members.reduce(SIMD3<Double>.zero) { $0 + $1.color * $1.weight } / max(weight, 1e-9)
    spread = members.reduce(SIMD3<Double>.zero) { $0 + ($1.color - mean) * ($1.color - mean) * $1.weight }
    (self.weight, self.mean) = (weight, mean)
  }

  /// What is shown for all of it: the colour that outweighs the others as it is, so that a background keeps its own.
  var color: UInt32 {
    let heaviest = members.max { $0.weight < $1.weight }
    let shown = heaviest.flatMap { $0.weight * 2 >= weight ? $0.color : nil } ?? mean
    let parts = shown.rounded(.toNearestOrAwayFromZero)
    return UInt32(clamping: parts.x) << 16 | UInt32(clamping: parts.y) << 8 | UInt32(clamping: parts.z)
  }

  /// At most so many boxes, none of which is empty.
  func divided(into count: Int) -> [ColorBox] {
    var boxes = [self]
    while boxes.count < count {
      let widest = boxes.indices.max { boxes[$0].spread.sum() < boxes[$1].spread.sum() }
      guard let widest, let (low, high) = boxes[widest].halves else { break }
      boxes[widest] = low
      boxes.append(high)
    }
    return boxes
  }

  /// The parts on both sides of the mean, across the longest axis; `nil` if all is of one colour.
  private var halves: (ColorBox, ColorBox)? {
    let axis = (0..<3).max { spread[$0] < spread[$1] } ?? 0
    let low = members.filter { $0.color[axis] <= mean[axis] }
    guard low.count < members.count, !low.isEmpty else { return nil }
    return (ColorBox(low), ColorBox(members.filter { $0.color[axis] > mean[axis] }))
  }
}
