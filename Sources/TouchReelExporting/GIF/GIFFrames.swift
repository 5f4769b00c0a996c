import TouchReelCanvas

/// Pictures on their way into a GIF (version 89a) with one palette: each holds the rectangle that has changed, and in
/// it the pixels that have; those that have not are transparent there.
///
/// A picture is written when the next one is known: how long it is shown, and whether anything of it becomes
/// transparent then, stands before it.
struct GIFFrames {
  /// The longest time that a picture can be shown, in hundredths of a second.
  private static let longestTime = 65_535
  /// The shortest one that players keep to: they take ten for less.
  private static let shortestTime = 2

  private let size: PixelSize
  private var palette: GIFPalette
  private var code: LZWCode
  /// What the picture that waits shows, as indices.
  private var shown: [UInt8]
  /// What is seen before it.
  private var before: [UInt8]
  private var waiting: (rect: PixelRect, time: Int)?
  /// What is to be written to the file; the caller empties it.
  private(set) var bytes: [UInt8]

  init(size: PixelSize, _ palette: GIFPalette) {
    (self.size, self.palette) = (size, palette)
    code = LZWCode(symbolSize: palette.indexSize)
    shown = Array(repeating: GIFPalette.transparent, count: size.width * size.height)
    before = shown
    bytes = Array("GIF89a".utf8) + Self.pair(size.width) + Self.pair(size.height)
    bytes += [0xF0 | UInt8(palette.indexSize - 1), GIFPalette.transparent, 0] + palette.bytes
    // Netscape's extension: played without end.
    bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
  }

  /// When the next picture can be shown.
  var earliestTime: Int { waiting.map { $0.time + Self.shortestTime } ?? 0 }

  mutating func removeBytes() { bytes.removeAll(keepingCapacity: true) }

  /// Adds a picture; one that looks like the one before only lets that be shown longer.
  ///
  /// - Parameters:
  ///   - pixels: of all of it, opaque or transparent.
  ///   - rects: where it may differ from the one before.
  ///   - time: when it is shown, in hundredths of a second. Times rise.
  mutating func add(_ pixels: [UInt32], changedIn rects: [PixelRect], at time: Int) {
    var (changed, cleared) = (Bounds(), Bounds())
    forEach(in: rects) { frames, x, y in
      let index = frames.palette.index(of: pixels[y * frames.size.width + x])
      guard index != frames.shown[y * frames.size.width + x] else { return }
      changed.insert(x, y)
      if index == GIFPalette.transparent { cleared.insert(x, y) }
    }
    guard waiting != nil else {
      copy(pixels, in: [size.bounds])
      waiting = (size.bounds, time)
      return
    }
    guard !changed.rect.isEmpty else { return }
    let removed = write(until: time, clearing: cleared.rect)
    copy(pixels, in: rects)
    waiting = (changed.rect.union(removed), time)
  }

  /// Writes the last picture, which is shown up to this time.
  mutating func finish(at time: Int) {
    _ = write(until: time, clearing: .empty)
    bytes.append(0x3B)
  }

  private mutating func copy(_ pixels: [UInt32], in rects: [PixelRect]) {
    forEach(in: rects) { frames, x, y in
      frames.shown[y * frames.size.width + x] = frames.palette.index(of: pixels[y * frames.size.width + x])
    }
  }

  @inline(__always)
  private mutating func forEach(in rects: [PixelRect], _ body: (inout GIFFrames, _ x: Int, _ y: Int) -> Void) {
    for rect in rects {
      for y in rect.y..<rect.maxY {
        for x in rect.x..<rect.maxX { body(&self, x, y) }
      }
    }
  }

  /// Writes the picture that waits.
  ///
  /// - Parameter cleared: what becomes transparent after it. No later picture can do that: the rectangle of this one,
  ///   which is made to hold it, is cleared when its time is over.
  /// - Returns: what has been cleared, and is to be drawn again.
  private mutating func write(until end: Int, clearing cleared: PixelRect) -> PixelRect {
    guard let (changed, start) = waiting else { return .empty }
    let isCleared = !cleared.isEmpty
    var rect = changed.union(cleared)
    let removed = isCleared ? rect : .empty
    var rest = max(0, end - start)
    repeat {
      let time = min(rest, Self.longestTime)
      rest -= time
      writeImage(rect, for: time, isCleared: isCleared && rest == 0)
      settle(rect, isCleared: isCleared && rest == 0)
      // What is shown for longer is followed by pictures in which nothing has changed.
      if !isCleared { rect = PixelRect(x: rect.x, y: rect.y, width: 1, height: 1) }
    } while rest > 0
    return removed
  }

  /// Makes what is shown in a rectangle, or nothing, what is seen before the next picture.
  private mutating func settle(_ rect: PixelRect, isCleared: Bool) {
    forEach(in: [rect]) { frames, x, y in
      let offset = y * frames.size.width + x
      frames.before[offset] = isCleared ? GIFPalette.transparent : frames.shown[offset]
    }
  }

  private mutating func writeImage(_ rect: PixelRect, for time: Int, isCleared: Bool) {
    // Disposal 2 clears the rectangle afterwards, 1 leaves it.
    bytes += [0x21, 0xF9, 4, (isCleared ? 2 : 1) << 2 | 1] + Self.pair(time) + [GIFPalette.transparent, 0]
    bytes += [0x2C] + [rect.x, rect.y, rect.width, rect.height].flatMap(Self.pair) + [0]
    code.encode(ChangedPixels(shown: shown, before: before, rect: rect, width: size.width))
    bytes += code.bytes
  }

  private static func pair(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
  }
}

/// The smallest rectangle that holds some pixels.
private struct Bounds {
  private var (minX, minY) = (Int.max, Int.max)
  private var (maxX, maxY) = (0, 0)

  @inline(__always)
  mutating func insert(_ x: Int, _ y: Int) {
    (minX, minY) = (min(minX, x), min(minY, y))
    (maxX, maxY) = (max(maxX, x + 1), max(maxY, y + 1))
  }

  var rect: PixelRect { maxX == 0 ? .empty : PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY) }
}

/// The indices of a rectangle, row by row, with that of what is transparent where nothing has changed.
private struct ChangedPixels: Sequence, IteratorProtocol {
  private let shown: [UInt8]
  private let before: [UInt8]
  private let rect: PixelRect
  private let width: Int
  private var (x, y): (Int, Int)

  init(shown: [UInt8], before: [UInt8], rect: PixelRect, width: Int) {
    (self.shown, self.before, self.rect, self.width) = (shown, before, rect, width)
    (x, y) = (rect.x, rect.y)
  }

  @inline(__always)
  mutating func next() -> UInt8? {
    if x == rect.maxX { (x, y) = (rect.x, y + 1) }
    guard y < rect.maxY else { return nil }
    let offset = y * width + x
    x += 1
    return shown[offset] == before[offset] ? GIFPalette.transparent : shown[offset]
  }
}
