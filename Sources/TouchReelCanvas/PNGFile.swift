/// What a PNG says of itself before any pixel.
struct PNGHeader: Hashable, Sendable {
  enum Kind: UInt8 {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAlpha = 4
    case rgba = 6

    var components: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }

    /// The standard's table 11.1.
    var depths: [UInt8] {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .rgb, .grayAlpha, .rgba: [8, 16]
      }
    }
  }

  let width: UInt32
  let height: UInt32
  /// Bits of a component.
  let depth: Int
  let kind: Kind
  let isInterlaced: Bool

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// - Parameter bytes: a whole file.
  init(file bytes: UnsafeRawBufferPointer) throws(PNGError) {
    guard bytes.count >= 29, bytes.starts(with: Self.signature + [0, 0, 0, 13] + Array("IHDR".utf8)) else {
      throw .notPNG
    }
    try self.init(UnsafeRawBufferPointer(rebasing: bytes[16..<29]))
  }

  private init(_ data: UnsafeRawBufferPointer) throws(PNGError) {
    guard let kind = Kind(rawValue: data[9]), kind.depths.contains(data[8]), data[10] == 0,
      data[11] == 0, data[12] <= 1
    else { throw .damaged }
    width = UInt32(bigEndian: data.loadUnaligned(fromByteOffset: 0, as: UInt32.self))
    height = UInt32(bigEndian: data.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
    depth = Int(data[8])
    self.kind = kind
    isInterlaced = data[12] == 1
  }

  var bitsPerPixel: Int { kind.components * depth }
  var size: PixelSize { PixelSize(width: Int(width), height: Int(height)) }

  func check(byteCount: Int, pixelLimit: Int) throws(PNGError) {
    let sides = 1...UInt32(PixelSize.maximumSide)
    guard sides ~= width, sides ~= height else { throw .unusableSize(width: width, height: height) }
    guard Int(width) * Int(height) <= pixelLimit else {
      throw .tooManyPixels(width: width, height: height, limit: pixelLimit)
    }
    // Deflate makes at most 1,032 bytes of one, so that a short file cannot hold a large picture.
    guard Int(width) * Int(height) * bitsPerPixel / 8 <= byteCount * 1032 else { throw .damaged }
  }
}

/// The chunks of a PNG that its pixels need, found and checked; the pixels stay as they are.
struct PNGFile {
  let header: PNGHeader
  /// Red, green and blue in turns.
  private(set) var palette: UnsafeRawBufferPointer?
  /// What `tRNS` says: alpha of the palette's colours, or the colour that is clear.
  private(set) var transparency: UnsafeRawBufferPointer?
  /// The compressed pixels, in pieces.
  private(set) var data: [UnsafeRawBufferPointer] = []

  init(_ bytes: UnsafeRawBufferPointer) throws(PNGError) {
    header = try PNGHeader(file: bytes)
    // Behind the signature; the header's checksum is checked as well.
    var offset = 8
    _ = try Chunk(bytes, at: &offset)
    while let chunk = try Chunk(bytes, at: &offset), chunk.name != "IEND" { try read(chunk) }
  }

  private mutating func read(_ chunk: Chunk) throws(PNGError) {
    switch chunk.name {
    case "PLTE": palette = chunk.data
    case "tRNS": transparency = chunk.data
    case "IDAT": data.append(chunk.data)
    // A capital letter marks what cannot be left out.
    case let name: if name.utf8.first.map({ $0 & 0x20 == 0 }) ?? true { throw .damaged }
    }
  }
}

private struct Chunk {
  let name: String
  let data: UnsafeRawBufferPointer

  /// Reads the chunk at an offset, and moves that behind it; `nil` at the file's end.
  init?(_ bytes: UnsafeRawBufferPointer, at offset: inout Int) throws(PNGError) {
    guard offset < bytes.count else { return nil }
    guard bytes.count - offset >= 12 else { throw .damaged }
    let count = Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    guard count <= bytes.count - offset - 12 else { throw .damaged }
    let body = UnsafeRawBufferPointer(rebasing: bytes[offset + 4..<offset + 8 + count])
    let checksum = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 8 + count, as: UInt32.self))
    guard crc32(body) == checksum else { throw .damaged }
    name = String(decoding: body[..<4], as: UTF8.self)
    data = UnsafeRawBufferPointer(rebasing: body[4...])
    offset += 12 + count
  }
}
