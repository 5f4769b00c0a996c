/// A GIF as a player shows it, read by its specification alone.
struct DecodedGIF {
  /// A picture and how long it is shown, in hundredths of a second.
  struct Shown: Equatable {
    /// 0x00RRGGBB; `nil` is transparent.
    var pixels: [UInt32?]
    var time: Int
  }

  private struct Malformed: Error { let offset: Int }

  private let bytes: [UInt8]
  private var offset = 0
  private(set) var width = 0
  private(set) var height = 0
  private(set) var pictures: [Shown] = []
  private(set) var palette: [UInt32] = []
  private var canvas: [UInt32?] = []

  init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    try readHeader()
    while try readPicture() {}
    guard offset == bytes.count else { throw Malformed(offset: offset) }
  }

  /// What is shown at a time.
  func pixels(at time: Int) -> [UInt32?]? {
    var end = 0
    return pictures.first { picture in
      end += picture.time
      return time < end
    }?.pixels
  }

  private mutating func byte() throws -> Int {
    guard offset < bytes.count else { throw Malformed(offset: offset) }
    defer { offset += 1 }
    return Int(bytes[offset])
  }

  private mutating func pair() throws -> Int { try byte() + byte() << 8 }

  private mutating func expect(_ expected: [UInt8]) throws {
    for value in expected where try byte() != value { throw Malformed(offset: offset) }
  }

  private mutating func readHeader() throws {
    try expect(Array("GIF89a".utf8))
    (width, height) = (try pair(), try pair())
    let flags = try byte()
    guard flags & 0x80 != 0 else { throw Malformed(offset: offset) }
    try expect([0, 0])
    for _ in 0..<(2 << (flags & 7)) { palette.append(UInt32(try byte() << 16 + byte() << 8 + byte())) }
    try expect([0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0])
    canvas = Array(repeating: nil, count: width * height)
  }

  /// - Returns: false at the end of the file.
  private mutating func readPicture() throws -> Bool {
    let kind = try byte()
    if kind == 0x3B { return false }
    guard kind == 0x21 else { throw Malformed(offset: offset) }
    try expect([0xF9, 4])
    let (flags, time) = (try byte(), try pair())
    guard flags & 1 == 1, [1, 2].contains(flags >> 2) else { throw Malformed(offset: offset) }
    let transparent = try byte()
    try expect([0, 0x2C])
    let (x, y, columns, rows) = (try pair(), try pair(), try pair(), try pair())
    try expect([0])
    let indices = try decode()
    guard indices.count == columns * rows, x + columns <= width, y + rows <= height else {
      throw Malformed(offset: offset)
    }
    let places = (0..<indices.count).map { (y + $0 / columns) * width + x + $0 % columns }
    for (place, index) in zip(places, indices) where index != transparent { canvas[place] = palette[index] }
    pictures.append(Shown(pixels: canvas, time: time))
    if flags >> 2 == 2 { for place in places { canvas[place] = nil } }
    return true
  }

  private mutating func decode() throws -> [Int] {
    let symbolSize = try byte()
    var reader = CodeReader()
    while case let count = try byte(), count > 0 { for _ in 0..<count { reader.bytes.append(UInt8(try byte())) } }
    return try reader.decode(symbolSize: symbolSize).unwrapped(or: Malformed(offset: offset))
  }
}

/// Codes of an image, and the strings that they stand for.
private struct CodeReader {
  var bytes: [UInt8] = []
  private var bit = 0

  private mutating func next(_ size: Int) -> Int? {
    guard bit + size <= bytes.count * 8 else { return nil }
    defer { bit += size }
    return (0..<size).reduce(0) { $0 | Int(bytes[(bit + $1) / 8] >> ((bit + $1) % 8) & 1) << $1 }
  }

  /// - Returns: `nil` if a code stands for nothing, or the end is missing.
  mutating func decode(symbolSize: Int) -> [Int]? {
    let clear = 1 << symbolSize
    var (strings, size): ([[Int]], Int) = ([], 0)
    var (last, result): ([Int], [Int]) = ([], [])
    func begin() { (strings, size, last) = ((0..<clear + 2).map { [$0] }, symbolSize + 1, []) }
    begin()
    while let code = next(size) {
      if code == clear {
        begin()
        continue
      }
      if code == clear + 1 { return result }
      guard code < strings.count || (code == strings.count && !last.isEmpty) else { return nil }
      let string = code < strings.count ? strings[code] : last + last.prefix(1)
      if !last.isEmpty, strings.count < 4096 { strings.append(last + string.prefix(1)) }
      if strings.count == 1 << size, size < 12 { size += 1 }
      result += string
      last = string
    }
    return nil
  }
}

extension Optional {
  fileprivate func unwrapped(or error: some Error) throws -> Wrapped {
    guard let self else { throw error }
    return self
  }
}
