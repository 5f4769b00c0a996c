import TouchReelCanvas

/// Any PNG, with sums that are right again, so that what the fuzzer changes is not refused at once. What was read is
/// written and read as the same pixels.
func fuzzPNG(_ bytes: [UInt8]) throws {
  _ = try? PixelBuffer(png: bytes)
  let picture = try PixelBuffer(png: withSums(bytes))
  guard let again = try? PixelBuffer(png: picture.png()) else { fail("a PNG cannot be read after it was written") }
  require(again.size == picture.size, "\(picture.size) becomes \(again.size)")
  requireSame(again.pixels, picture.pixels, "a PNG, written and read")
}

private func withSums(_ bytes: [UInt8]) -> [UInt8] {
  var file = bytes
  var place = 8
  while place + 12 <= file.count {
    let length = file[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
    guard length <= file.count - place - 12 else { break }
    let end = place + 8 + length
    let sum = pngSum(file[(place + 4)..<end])
    for index in 0..<4 { file[end + index] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * UInt32(index))) }
    place = end + 4
  }
  return file
}

private let sumTable: [UInt32] = (0..<256).map { byte in
  (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xedb8_8320 }
}

/// CRC-32, bytewise: the harness shares no code with what it tests.
func pngSum(_ bytes: some Sequence<UInt8>) -> UInt32 {
  ~bytes.reduce(.max) { sum, byte in sum >> 8 ^ sumTable[Int((sum ^ UInt32(byte)) & 0xff)] }
}
