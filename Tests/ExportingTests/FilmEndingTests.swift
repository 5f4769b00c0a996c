import Testing
import TouchReelByteStreams
import TouchReelExporting

struct FilmEndingTests {
  private func isWhole(_ kind: FilmKind, _ bytes: [UInt8]) throws -> Bool { try kind.isWhole(MemoryBytes(bytes)) }

  private func box(_ type: String, _ content: Int, isLong: Bool = false) -> [UInt8] {
    let size = UInt8(8 + (isLong ? 8 : 0) + content)
    let long: [UInt8] = isLong ? [0, 0, 0, 0, 0, 0, 0, size] : []
    return [0, 0, 0, isLong ? 1 : size] + Array(type.utf8) + long + Array(repeating: 7, count: content)
  }

  @Test func `An MP4 has all of its boxes to the end`() throws {
    let film = box("ftyp", 4) + box("moov", 30) + box("mdat", 100, isLong: true)
    #expect(try isWhole(.mp4, film))
    for length in 0..<film.count { #expect(try !isWhole(.mp4, Array(film[..<length])), "\(length) bytes") }
    #expect(try !isWhole(.mp4, box("ftyp", 4) + box("free", 30) + box("mdat", 100)))
    #expect(try !isWhole(.mp4, film + [0, 0, 0, 0, 1, 2, 3, 4]))
  }

  @Test func `A WebM has a segment whose length is known and there`() throws {
    let head: [UInt8] = [0x1a, 0x45, 0xdf, 0xa3, 0x82, 1, 2, 0x18, 0x53, 0x80, 0x67]
    let film = head + [0x10, 0, 0, 5, 1, 2, 3, 4, 5]
    #expect(try isWhole(.webm, film))
    for length in 0..<film.count { #expect(try !isWhole(.webm, Array(film[..<length])), "\(length) bytes") }
    // While it is being written, its length is all ones.
    #expect(try !isWhole(.webm, head + [0x01] + Array(repeating: 0xff, count: 7) + [1, 2, 3, 4, 5]))
    #expect(try !isWhole(.webm, head + [0]))
  }

  @Test func `GIF and APNG have their ends`() throws {
    #expect(try isWhole(.gif, Array("GIF89a;".utf8)) && !isWhole(.gif, Array("GIF89a".utf8)) && !isWhole(.gif, []))
    let end = Array("IEND".utf8) + [0xae, 0x42, 0x60, 0x82]
    #expect(try isWhole(.apng, [1, 2, 3] + end) && !isWhole(.apng, [1, 2, 3] + end.dropLast()))
  }
}
