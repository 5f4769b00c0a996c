package import TouchReelCanvas

/// The program's side. No answer is believed: sizes are compared with limits before memory is taken, and lengths with
/// sizes. What is thrown leaves the connection unusable.
extension DecoderSocket {
  /// More than any PDF of drawn pages has.
  private static let vectorLimit = 1 << 30
  /// How much is taken at once of what has no size of its own.
  private static let partSize = 1 << 20

  private struct Answer {
    let kind: DecoderAnswer
    /// How many bytes follow.
    let count: Int
    let deadline: ContinuousClock.Instant
  }

  package func image(
    _ file: [UInt8], pixelLimit: Int
  ) throws(ConnectionFailure) -> Result<PixelBuffer, ImageError> {
    let answer = try ask(.image, UInt64(max(pixelLimit, 0)).bytes, file)
    switch answer.kind {
    case .done: return .success(try pixels(of: answer, pixelLimit))
    case .notImage where answer.count == 0: return .failure(.notImage)
    case .damaged where answer.count == 0: return .failure(.damaged)
    case .tooLarge where answer.count == 8:
      var fields = MessageFields(try receive(8, by: answer.deadline))
      return .failure(.tooLarge(width: Int(try fields.next(UInt32.self)), height: Int(try fields.next(UInt32.self))))
    default: throw .broken
    }
  }

  /// - Returns: the number of pages.
  package func openDocument(_ file: [UInt8]) throws(ConnectionFailure) -> Result<Int, PDFError> {
    let answer = try ask(.document, [], file)
    switch answer.kind {
    case .done where answer.count == 4:
      var fields = MessageFields(try receive(4, by: answer.deadline))
      return .success(Int(try fields.next(UInt32.self)))
    case .damaged where answer.count == 0: return .failure(.damaged)
    case .locked where answer.count == 0: return .failure(.locked)
    case .missingLibrary where answer.count == 0: return .failure(.missingPoppler)
    default: throw .broken
    }
  }

  package func size(ofPage page: Int) throws(ConnectionFailure) -> (width: Double, height: Double) {
    let answer = try ask(.size, Int64(page).bytes)
    guard answer.kind == .done, answer.count == 16 else { throw .broken }
    var fields = MessageFields(try receive(16, by: answer.deadline))
    let (width, height) = (try fields.number(), try fields.number())
    guard width.isFinite, height.isFinite, width >= 0, height >= 0 else { throw .broken }
    return (width, height)
  }

  package func picture(
    ofPage page: Int, in area: PaperArea, _ mode: BackgroundImageMode, on color: PixelColor
  ) throws(ConnectionFailure) -> PixelBuffer {
    let request = PageRequest(page: page, area: area, mode: mode, color: color)
    let answer = try ask(.picture, request.bytes)
    let size = area.part.size
    guard answer.kind == .done, answer.count == size.width * size.height * 4 else { throw .broken }
    var failure = ConnectionFailure.broken
    let received = PixelBuffer(size: size) { memory in
      do throws(ConnectionFailure) { try receive(into: memory, by: answer.deadline) } catch {
        failure = error
        return false
      }
      return true
    }
    guard var picture = received else { throw failure }
    picture.limitToAlpha()
    return picture
  }

  /// - Returns: `nil` if they cannot be drawn.
  package func vectors(ofPages pages: [Int]) throws(ConnectionFailure) -> [UInt8]? {
    let answer = try ask(.vectors, pages.flatMap { Int64($0).bytes })
    if answer.kind == .damaged, answer.count == 0 { return nil }
    guard answer.kind == .done, answer.count <= Self.vectorLimit else { throw .broken }
    var bytes: [UInt8] = []
    // Memory is taken for what has come, not for what was announced.
    while bytes.count < answer.count {
      bytes += try receive(min(answer.count - bytes.count, Self.partSize), by: answer.deadline)
    }
    return bytes
  }

  private func ask(
    _ request: DecoderRequest, _ fields: [UInt8], _ file: [UInt8] = []
  ) throws(ConnectionFailure) -> Answer {
    let deadline = deadline
    try begin([request.rawValue] + fields, before: file.count)
    try send(file)
    var head = MessageFields(try receive(9, by: deadline))
    guard let count = Int(exactly: try head.next(UInt64.self)), count > 0,
      let kind = DecoderAnswer(rawValue: try head.next())
    else { throw .broken }
    return Answer(kind: kind, count: count - 1, deadline: deadline)
  }

  /// Width, height, bytes for a pixel, and the pixels.
  private func pixels(of answer: Answer, _ limit: Int) throws(ConnectionFailure) -> PixelBuffer {
    guard answer.count >= 9 else { throw .broken }
    var fields = MessageFields(try receive(9, by: answer.deadline))
    let (width, height) = (Int(try fields.next(UInt32.self)), Int(try fields.next(UInt32.self)))
    guard (1...PixelSize.maximumSide).contains(width), (1...PixelSize.maximumSide).contains(height),
      width * height <= limit, let components = StraightPixels.Components(rawValue: Int(try fields.next(UInt8.self))),
      answer.count == 9 + width * height * components.rawValue
    else { throw .broken }
    var picture = PixelBuffer(size: PixelSize(width: width, height: height))
    let rowBytes = width * components.rawValue
    let parts = RowParts.ranges(rows: height, rowBytes: rowBytes)
    var memory = [UInt8](repeating: 0, count: rowBytes * (parts.first?.count ?? 0))
    for rows in parts {
      try memory.withMutableBytes { memory throws(ConnectionFailure) in
        let part = UnsafeMutableRawBufferPointer(rebasing: memory[..<(rowBytes * rows.count)])
        try receive(into: part, by: answer.deadline)
        picture.replaceRows(rows, with: StraightPixels(UnsafeRawBufferPointer(part), components, stride: rowBytes))
      }
    }
    return picture
  }
}
