/// A tile's pixels as a list of runs, each a count with its kind, and what the kind says.
///
/// Ink is a pixel that repeats, mostly a whole stroke's. Along the edges of ink lie pixels of its colour with less
/// alpha, of which alpha says all.
struct TilePacking {
  private enum Kind: Int {
    case transparent
    /// The ink's pixel again and again; where the count is 0, the pixel of another ink follows.
    case ink
    /// An alpha for each pixel follows.
    case edge
    /// All pixels follow.
    case plain
  }

  /// Where every pixel is followed, and an ink and the longest count are besides.
  static let mostBytes = Tile.byteCount + 16
  /// Fewer equal pixels do not make an ink.
  private static let leastRun = 6
  private static let kindBits = 2

  private let pixels: UnsafePointer<UInt32>
  private let bytes: UnsafeMutableRawPointer
  private var count = 0
  private var ink = Ink(0)
  /// Pixels that are not written yet, of the edge or plain.
  private var waiting: (start: Int, kind: Kind) = (0, .plain)

  /// - Parameter bytes: room for ``mostBytes``.
  init(_ tile: Tile, into bytes: UnsafeMutableRawPointer) {
    (pixels, self.bytes) = (UnsafePointer(tile.pixels), bytes)
  }

  /// - Returns: how many bytes were written.
  mutating func pack() -> Int {
    let densest = (0..<Tile.pixelCount).reduce(0) { max($0, pixels[$1]) }
    if densest != 0 { write(Ink(densest)) }
    var start = 0
    while start < Tile.pixelCount {
      let end = endOfRun(at: start)
      packRun(start..<end)
      start = end
    }
    writeWaiting(upTo: start)
    return count
  }

  private func endOfRun(at start: Int) -> Int {
    let equal = SIMD8(repeating: pixels[start])
    var end = start + 1
    while end + 8 <= Tile.pixelCount, UnsafeRawPointer(pixels + end).loadUnaligned(as: SIMD8<UInt32>.self) == equal {
      end += 8
    }
    while end < Tile.pixelCount, pixels[end] == pixels[start] { end += 1 }
    return end
  }

  /// Packs equal pixels.
  private mutating func packRun(_ run: Range<Int>) {
    let pixel = pixels[run.lowerBound]
    if pixel != 0, pixel != ink.pixel, run.count < Self.leastRun { return wait(run, as: ink.covers(pixel)) }
    writeWaiting(upTo: run.lowerBound)
    if pixel != 0, pixel != ink.pixel { write(Ink(pixel)) }
    write(pixel == 0 ? .transparent : .ink, run.count)
    waiting.start = run.upperBound
  }

  private mutating func wait(_ run: Range<Int>, as isEdge: Bool) {
    let kind = isEdge ? Kind.edge : .plain
    if kind != waiting.kind { writeWaiting(upTo: run.lowerBound) }
    waiting.kind = kind
  }

  private mutating func writeWaiting(upTo end: Int) {
    defer { waiting.start = end }
    guard waiting.start < end else { return }
    write(waiting.kind, end - waiting.start)
    for index in waiting.start..<end {
      if waiting.kind == .edge { write(UInt8(pixels[index] >> 24)) } else { write(pixels[index]) }
    }
  }

  private mutating func write(_ new: Ink) {
    ink = new
    write(.ink, 0)
    write(new.pixel)
  }

  /// Seven bits a byte, the lowest first; the last one alone is less than 128.
  private mutating func write(_ kind: Kind, _ count: Int) {
    var rest = count << Self.kindBits | kind.rawValue
    while rest >= 128 {
      write(UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    write(UInt8(rest))
  }

  private mutating func write<Value: BitwiseCopyable>(_ value: Value) {
    bytes.storeBytes(of: value, toByteOffset: count, as: Value.self)
    count += MemoryLayout<Value>.size
  }
}

extension TilePacking {
  /// - Parameters:
  ///   - bytes: what was packed.
  ///   - pixels: room for a tile's.
  static func unpack(_ bytes: UnsafeRawBufferPointer, to pixels: UnsafeMutablePointer<UInt32>) {
    var reading = PackedReading(bytes: bytes)
    var ink = Ink(0)
    var done = 0
    while done < Tile.pixelCount {
      let head = reading.number()
      let (target, count) = (pixels + done, head >> kindBits)
      switch Kind(rawValue: head & (1 << kindBits - 1)) {
      case .transparent, nil: target.fill(with: 0, count: count, room: Tile.pixelCount - done)
      case .ink where count == 0: ink = Ink(reading.value())
      case .ink: target.fill(with: ink.pixel, count: count, room: Tile.pixelCount - done)
      case .edge: reading.readEdge(of: ink, to: target, count: count, room: Tile.pixelCount - done)
      case .plain: for index in 0..<count { target[index] = reading.value() }
      }
      done += count
    }
  }
}

/// What was packed, read from its beginning.
private struct PackedReading {
  let bytes: UnsafeRawBufferPointer
  var offset = 0

  @inline(__always)
  mutating func value<Value: BitwiseCopyable>() -> Value {
    defer { offset += MemoryLayout<Value>.size }
    return bytes.loadUnaligned(fromByteOffset: offset, as: Value.self)
  }

  @inline(__always)
  mutating func number() -> Int {
    var byte: UInt8 = value()
    var (number, shift) = (Int(byte & 127), 7)
    while byte >= 128 {
      byte = value()
      number |= Int(byte & 127) << shift
      shift += 7
    }
    return number
  }
}

extension PackedReading {
  /// Reads as many alphas; eight pixels are written at once, where those that are too many come to be overwritten.
  @inline(__always)
  fileprivate mutating func readEdge(
    of ink: Ink, to pixels: UnsafeMutablePointer<UInt32>, count: Int, room: Int
  ) {
    var done = 0
    while done < count, done + 8 <= room, offset + done + 8 <= bytes.count {
      let alphas = bytes.loadUnaligned(fromByteOffset: offset + done, as: SIMD8<UInt8>.self)
      UnsafeMutableRawPointer(pixels + done).storeBytes(of: ink.pixels(alphas: alphas), as: SIMD8<UInt32>.self)
      done += 8
    }
    while done < count {
      pixels[done] = ink.pixel(alpha: bytes[offset + done])
      done += 1
    }
    offset += count
  }
}

extension UnsafeMutablePointer<UInt32> {
  /// Fills so many pixels, and up to seven more where there is room, which come to be overwritten.
  @inline(__always)
  fileprivate func fill(with pixel: UInt32, count: Int, room: Int) {
    let eight = SIMD8(repeating: pixel)
    var done = 0
    while done < count, done + 8 <= room {
      UnsafeMutableRawPointer(self + done).storeBytes(of: eight, as: SIMD8<UInt32>.self)
      done += 8
    }
    while done < count {
      self[done] = pixel
      done += 1
    }
  }
}

/// A pixel that repeats.
private struct Ink {
  let pixel: UInt32
  private let color: PixelColor

  init(_ pixel: UInt32) {
    self.pixel = pixel
    color = PixelColor(premultiplied: pixel)
  }

  /// Whether a pixel is of the same colour, which has this alpha then.
  @inline(__always)
  func covers(_ other: UInt32) -> Bool { pixel(alpha: UInt8(other >> 24)) == other }

  @inline(__always)
  func pixel(alpha: UInt8) -> UInt32 {
    var color = color
    color.alpha = alpha
    return color.premultiplied
  }

  /// The same for eight.
  @inline(__always)
  func pixels(alphas: SIMD8<UInt8>) -> SIMD8<UInt32> {
    let alphas = SIMD8<UInt16>(truncatingIfNeeded: alphas)
    let low = Self.times(color.green, alphas) &<< 8 | Self.times(color.blue, alphas)
    let high = alphas &<< 8 | Self.times(color.red, alphas)
    return SIMD8<UInt32>(truncatingIfNeeded: low) | SIMD8<UInt32>(truncatingIfNeeded: high) &<< 16
  }

  /// The product over 255, rounded to nearest: (x + 127) / 255, which is the same for all x that come.
  @inline(__always)
  private static func times(_ component: UInt8, _ alphas: SIMD8<UInt16>) -> SIMD8<UInt16> {
    let product = alphas &* UInt16(component) &+ 127
    return (product &+ 1 &+ product &>> 8) &>> 8
  }
}
