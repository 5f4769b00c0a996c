import CTouchReelISAL

/// The rows of a PNG, unpacked one after another.
struct PNGRows: ~Copyable {
  let header: PNGHeader
  private let inflater: Inflater
  private var colors: PNGColors
  /// Rows as they are in the file, behind the byte that names the filter: this one and the one before.
  private var line: [UInt8] = []
  private var above: [UInt8] = []
  private let pixels: UnsafeMutableBufferPointer<UInt32>
  private var width = 0

  init(_ file: PNGFile) throws(PNGError) { self.init(file, try PNGColors(file)) }

  private init(_ file: PNGFile, _ colors: PNGColors) {
    header = file.header
    inflater = Inflater(file.data)
    self.colors = colors
    pixels = .allocate(capacity: file.header.size.width)
    pixels.initialize(repeating: 0)
  }

  deinit { pixels.deallocate() }

  /// Rows of another width follow, of which the first has none above it.
  mutating func beginPass(width: Int) {
    self.width = width
    let count = 1 + (width * header.bitsPerPixel + 7) / 8
    line = Array(repeating: 0, count: count)
    above = line
  }

  /// The next row's pixels, premultiplied; they are good until the next one.
  mutating func nextRow() throws(PNGError) -> UnsafeMutableBufferPointer<UInt32> {
    try skipRow()
    // `above` has just become this row.
    above.withUnsafeBufferPointer { colors.convert($0, width: width, to: pixels) }
    return UnsafeMutableBufferPointer(rebasing: pixels[..<width])
  }

  mutating func skipRow() throws(PNGError) {
    let isRead = line.withUnsafeMutableBytes { inflater.read(into: $0) }
    guard isRead, unfilter() else { throw .damaged }
    swap(&line, &above)
  }

  /// - Throws: where the stream does not end here, or its checksum is wrong.
  mutating func finish() throws(PNGError) { guard inflater.isAtEnd() else { throw .damaged } }

  /// Adds to each byte what the filter predicts from the bytes to the left, above, and left of above.
  private mutating func unfilter() -> Bool {
    let step = max(1, header.bitsPerPixel / 8)
    let filter = line[0]
    return line.withUnsafeMutableBufferPointer { line in
      above.withUnsafeBufferPointer { above in
        switch filter {
        case 0: break
        case 1: for x in line.indices.dropFirst(1 + step) { line[x] &+= line[x - step] }
        case 2: for x in line.indices.dropFirst() { line[x] &+= above[x] }
        case 3:
          for x in line.indices.dropFirst() {
            let left = x > step ? Int(line[x - step]) : 0
            line[x] &+= UInt8((left + Int(above[x])) / 2)
          }
        case 4:
          for x in line.indices.dropFirst() {
            let (left, corner) = x > step ? (Int(line[x - step]), Int(above[x - step])) : (0, 0)
            line[x] &+= Self.paeth(left, Int(above[x]), corner)
          }
        default: return false
        }
        return true
      }
    }
  }

  /// Whichever of the three is nearest to left + above − corner (section 9.4 of the standard).
  private static func paeth(_ left: Int, _ above: Int, _ corner: Int) -> UInt8 {
    let (toLeft, toAbove, toCorner) = (abs(above - corner), abs(left - corner), abs(left + above - 2 * corner))
    if toLeft <= toAbove && toLeft <= toCorner { return UInt8(left) }
    return UInt8(toAbove <= toCorner ? above : corner)
  }
}

/// How the components of a row become pixels.
private struct PNGColors {
  private let header: PNGHeader
  /// The pixel of each value of one component of up to 8 bits; none for all others.
  private var table: [UInt32] = []
  /// The components of the colour that is clear, of as many bits as the file's.
  private var clear: [UInt16]?

  init(_ file: PNGFile) throws(PNGError) {
    header = file.header
    switch header.kind {
    case .palette: table = try Self.palette(file)
    case .gray, .rgb: clear = Self.clear(file)
    case .grayAlpha, .rgba: break
    }
    if header.kind == .gray && header.depth <= 8 { table = grays }
  }

  private static func palette(_ file: PNGFile) throws(PNGError) -> [UInt32] {
    guard let palette = file.palette, palette.count.isMultiple(of: 3), 1...256 ~= palette.count / 3 else {
      throw .damaged
    }
    let count = palette.count / 3
    var table = (0..<count).map { index in
      let alpha = file.transparency.map { index < $0.count ? $0[index] : 255 } ?? 255
      return Self.pixel(palette[3 * index], palette[3 * index + 1], palette[3 * index + 2], alpha)
    }
    // An index beyond the palette is black, as libpng reads it.
    table += Array(repeating: 0xFF00_0000, count: 256 - count)
    return table
  }

  private static func clear(_ file: PNGFile) -> [UInt16]? {
    guard let data = file.transparency, data.count == 2 * file.header.kind.components else { return nil }
    let mask = UInt16(truncatingIfNeeded: (1 << file.header.depth) - 1)
    return stride(from: 0, to: data.count, by: 2).map { (UInt16(data[$0]) << 8 | UInt16(data[$0 + 1])) & mask }
  }

  private var grays: [UInt32] {
    let greatest = (1 << header.depth) - 1
    return (0..<256).map { value in
      let gray = UInt8(min(value, greatest) * 255 / greatest)
      return clear?.first.map { Int($0) == value } == true ? 0 : Self.pixel(gray, gray, gray, 255)
    }
  }

  private static func pixel(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8) -> UInt32 {
    if alpha == 255 { return 0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
    return PixelColor(red: red, green: green, blue: blue, alpha: alpha).premultiplied
  }

  /// - Parameter row: begins with the filter's byte.
  func convert(_ row: UnsafeBufferPointer<UInt8>, width: Int, to pixels: UnsafeMutableBufferPointer<UInt32>) {
    if !table.isEmpty {
      table.withUnsafeBufferPointer { convert(row, width: width, by: $0, to: pixels) }
    } else {
      let bytes = header.depth / 8
      for x in 0..<width { pixels[x] = pixel(row, at: 1 + x * header.kind.components * bytes, bytes) }
    }
  }

  private func convert(
    _ row: UnsafeBufferPointer<UInt8>, width: Int, by table: UnsafeBufferPointer<UInt32>,
    to pixels: UnsafeMutableBufferPointer<UInt32>
  ) {
    let depth = header.depth
    let (perByte, mask) = (8 / depth, UInt8(truncatingIfNeeded: (1 << depth) - 1))
    for x in 0..<width {
      let shift = 8 - depth * (x % perByte + 1)
      pixels[x] = table[Int(row[1 + x / perByte] >> UInt8(shift) & mask)]
    }
  }

  /// - Parameter bytes: of a component: 1, or 2, of which the lower counts only for the clear colour.
  private func pixel(_ row: UnsafeBufferPointer<UInt8>, at offset: Int, _ bytes: Int) -> UInt32 {
    func component(_ number: Int) -> UInt8 { row[offset + number * bytes] }
    switch header.kind {
    case .gray, .palette:
      return Self.pixel(component(0), component(0), component(0), isClear(row, at: offset, bytes) ? 0 : 255)
    case .grayAlpha: return Self.pixel(component(0), component(0), component(0), component(1))
    case .rgb:
      return Self.pixel(component(0), component(1), component(2), isClear(row, at: offset, bytes) ? 0 : 255)
    case .rgba: return Self.pixel(component(0), component(1), component(2), component(3))
    }
  }

  private func isClear(_ row: UnsafeBufferPointer<UInt8>, at offset: Int, _ bytes: Int) -> Bool {
    guard let clear else { return false }
    return clear.indices.allSatisfy { number in
      let first = UInt16(row[offset + number * bytes])
      return clear[number] == (bytes == 1 ? first : first << 8 | UInt16(row[offset + number * bytes + 1]))
    }
  }
}

extension [UInt8] {
  /// What was deflated as a zlib stream, as far as it can be read.
  ///
  /// - Parameter limit: the most bytes that it becomes.
  package func inflated(limit: Int) -> [UInt8] {
    withUnsafeBytes { bytes in
      let inflater = Inflater([bytes])
      var (inflated, byte): ([UInt8], UInt8) = ([], 0)
      while inflated.count < limit, Swift.withUnsafeMutableBytes(of: &byte, { inflater.read(into: $0) }) {
        inflated.append(byte)
      }
      return inflated
    }
  }
}

/// A zlib stream (RFC 1950) in pieces.
final class Inflater {
  private let state: UnsafeMutablePointer<inflate_state>
  private var rest: ArraySlice<UnsafeRawBufferPointer>

  init(_ pieces: [UnsafeRawBufferPointer]) {
    rest = pieces[...]
    state = .allocate(capacity: 1)
    isal_inflate_init(state)
    state.pointee.crc_flag = UInt32(ISAL_ZLIB)
    state.pointee.avail_in = 0
  }

  deinit { state.deallocate() }

  /// False where the stream is damaged or has less.
  func read(into bytes: UnsafeMutableRawBufferPointer) -> Bool {
    state.pointee.next_out = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    state.pointee.avail_out = UInt32(bytes.count)
    while state.pointee.avail_out > 0 {
      guard state.pointee.block_state != ISAL_BLOCK_FINISH, step() else { return false }
    }
    return true
  }

  /// Whether only the checksum is left, and it is right. Data beyond the picture is ignored, as libpng does.
  func isAtEnd() -> Bool {
    var surplus: UInt8 = 0
    return withUnsafeMutablePointer(to: &surplus) { surplus in
      state.pointee.next_out = surplus
      state.pointee.avail_out = 1
      while state.pointee.block_state != ISAL_BLOCK_FINISH, state.pointee.avail_out > 0 {
        guard step() else { return false }
      }
      return true
    }
  }

  /// Inflates as far as a piece of input and the room in the output allow; false at the end, or where the data is
  /// damaged.
  private func step() -> Bool {
    let room = state.pointee.avail_out
    if state.pointee.avail_in == 0, let next = rest.popFirst() {
      state.pointee.next_in = UnsafeMutablePointer(mutating: next.baseAddress?.assumingMemoryBound(to: UInt8.self))
      state.pointee.avail_in = UInt32(next.count)
    }
    let isLast = state.pointee.avail_in == 0 && rest.isEmpty
    guard [ISAL_DECOMP_OK, ISAL_END_INPUT].contains(isal_inflate(state)) else { return false }
    // What was read before may still give some pixels.
    return !isLast || state.pointee.avail_out < room || state.pointee.block_state == ISAL_BLOCK_FINISH
  }
}
