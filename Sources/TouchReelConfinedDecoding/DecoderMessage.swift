import TouchReelCanvas

/// What a program asks its decoder for: the first byte of a message.
enum DecoderRequest: UInt8 {
  /// An image: how many pixels it may have (8 bytes), and the file.
  case image = 1
  /// To open a PDF, which closes the one before: the file.
  case document
  /// The size of a page: its index (8 bytes).
  case size
  /// A page on a colour: ``PageRequest``.
  case picture
  /// Pages as a PDF: their indices, 8 bytes each.
  case vectors
}

/// How a decoder answers: the first byte of a message.
enum DecoderAnswer: UInt8 {
  /// What was asked for follows.
  case done = 1
  /// It is no image.
  case notImage
  /// It has more pixels than were allowed: width and height follow, 4 bytes each.
  case tooLarge
  case damaged
  case locked
  case missingLibrary
}

/// A page that is drawn, as it is sent.
struct PageRequest {
  let page: Int
  let area: PaperArea
  let mode: BackgroundImageMode
  let color: PixelColor

  /// Five integers, three numbers and two words.
  static let count = 8 * 8 + 2 * 4

  var bytes: [UInt8] {
    let part = area.part
    let integers = [page, part.x, part.y, part.width, part.height].flatMap { Int64($0).bytes }
    let numbers = [area.width, area.height, area.scale].flatMap(\.bitPattern.bytes)
    let index = BackgroundImageMode.allCases.firstIndex(of: mode) ?? 0
    let word = UInt32(color.alpha) << 24 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
    return integers + numbers + UInt32(index).bytes + word.bytes
  }

  init(page: Int, area: PaperArea, mode: BackgroundImageMode, color: PixelColor) {
    (self.page, self.area, self.mode, self.color) = (page, area, mode, color)
  }

  init(_ bytes: [UInt8]) throws(ConnectionFailure) {
    var fields = MessageFields(bytes)
    page = Int(try fields.next(Int64.self))
    let part = PixelRect(
      x: Int(try fields.next(Int64.self)), y: Int(try fields.next(Int64.self)),
      width: Int(try fields.next(Int64.self)), height: Int(try fields.next(Int64.self)))
    area = PaperArea(width: try fields.number(), height: try fields.number(), scale: try fields.number(), part: part)
    let (index, word) = (Int(try fields.next(UInt32.self)), try fields.next(UInt32.self))
    guard BackgroundImageMode.allCases.indices.contains(index) else { throw .broken }
    mode = BackgroundImageMode.allCases[index]
    color = PixelColor(
      red: UInt8(truncatingIfNeeded: word >> 16), green: UInt8(truncatingIfNeeded: word >> 8),
      blue: UInt8(truncatingIfNeeded: word), alpha: UInt8(word >> 24))
  }
}

/// Images go through a connection in parts of whole rows, which stay in the processor's cache.
enum RowParts {
  private static let byteCount = 1 << 18

  /// Where parts of so many rows begin.
  static func ranges(rows: Int, rowBytes: Int) -> [Range<Int>] {
    let step = max(1, byteCount / max(rowBytes, 1))
    return stride(from: 0, to: rows, by: step).map { $0..<min($0 + step, rows) }
  }
}
