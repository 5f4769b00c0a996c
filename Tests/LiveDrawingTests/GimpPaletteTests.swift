import SeededCases
import Testing
import TouchReelCanvas
import TouchReelLiveDrawing

/// Palettes of GIMP, whole and damaged.
struct GimpPaletteTests {
  private static let seeds = PropertySeeds.from(0x6D17, count: 6)

  private func palette(_ text: String) throws -> GimpPalette { try GimpPalette(Array(text.utf8)) }

  private let autumn = """
    GIMP Palette
    Name: Autumn leaves
    Columns: 4
    # made by hand
    204  82   0\tPumpkin
      0   0   0
    \t255\t255 255   Late  snow

    """

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `Names, columns and colours are read, whatever ends the lines`(_ end: String) throws {
    for mark in ["", "\u{FEFF}"] {
      let read = try palette(mark + autumn.replacing("\n", with: end))
      #expect(read.name == "Autumn leaves" && read.columns == 4 && read.problems.isEmpty)
      #expect(read.entries.map(\.color) == [PixelColor(red: 204, green: 82, blue: 0), .black, .white])
      #expect(read.entries.map(\.name) == ["Pumpkin", "", "Late  snow"])
    }
  }

  @Test func `A line that is no colour is named, and the others are read`() throws {
    let read = try palette("GIMP Palette\n1 2\n1 2 3 ok\n256 0 0 over\n-1 0 0\nred\nName: late\n4 5 6\n")
    #expect(read.entries.map(\.color.red) == [1, 4])
    #expect(read.problems.map(\.line) == [2, 4, 5, 6, 7])
    #expect(read.problems.map(\.reason) == [.noColor, .outOfRange, .outOfRange, .noColor, .noColor])
  }

  @Test func `More colours than there is room for are left out and named`() throws {
    let lines = (0..<GimpPalette.colorLimit + 3).map { "\($0 % 256) 0 0" }.joined(separator: "\n")
    let read = try palette("GIMP Palette\n" + lines)
    #expect(read.entries.count == GimpPalette.colorLimit)
    #expect(read.problems.map(\.reason) == [.tooMany, .tooMany, .tooMany])
    let bad = try palette("GIMP Palette\n0 0 0\n" + String(repeating: "x\n", count: 1000))
    #expect(bad.problems.count == GimpPalette.problemLimit)
  }

  @Test func `What is no palette, is empty or is too long is refused`() {
    for text in ["", "\n", "GIMP", "GIMP Palettes\n0 0 0", "\n\nGIMP Palette\n0 0 0"] {
      #expect(throws: GimpPalette.Failure.notAPalette) { try palette(text) }
    }
    #expect(throws: GimpPalette.Failure.noColors) { try palette("GIMP Palette\nName: none\n#\n") }
    let long = Array("GIMP Palette\n0 0 0\n".utf8) + Array(repeating: UInt8(ascii: "#"), count: GimpPalette.byteLimit)
    #expect(throws: GimpPalette.Failure.tooLong) { try GimpPalette(long) }
  }

  @Test func `Names are short, printable texts`() throws {
    let name = String(repeating: "é", count: 300)
    let read = try GimpPalette(Array("GIMP Palette\nName: \(name)\n1 2 3 a\u{7}b\u{0}c ".utf8) + [0xFF, 0xC3])
    #expect(read.name.count == GimpPalette.nameLimit)
    #expect(read.entries[0].name.hasPrefix("a b c") && !read.entries[0].name.contains("\0"))
  }

  @Test(arguments: seeds)
  func `A damaged palette is read without fail, and what is read is written and read again`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<50 {
      var bytes = Array(autumn.utf8)
      for _ in 0..<random.next(below: 6) {
        let place = random.next(below: bytes.count)
        switch random.next(below: 3) {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.remove(at: place)
        default: bytes.insert(contentsOf: bytes[place...].prefix(9), at: place)
        }
      }
      guard let read = try? GimpPalette(bytes) else { continue }
      #expect(read.problems.allSatisfy { $0.line > 1 })
      let again = try GimpPalette(read.bytes)
      #expect(again.entries == read.entries && again.problems.isEmpty, "seed \(seed)")
      #expect(again.name == read.name && again.columns == read.columns, "seed \(seed)")
    }
  }
}
