import Testing

@testable import TouchReelInkFiles

/// Documents of Xournal++ in ZIP archives.
struct XournalArchiveTests {
  private static let document = """
    <xournal><page width="100" height="50"><background type="pixmap" domain="attach" filename="paper.png"/><layer>
    <stroke width="1">1 2 3 4</stroke><image left="1" top="2" right="3" bottom="4"><attachment path="images/1.png"/></image>
    </layer></page></xournal>
    """

  private static func archive(_ text: String = document, isDeflated: Bool = true) -> [UInt8] {
    var archive = TestArchive()
    archive.add("mimetype", Array(" application/xournal++\n".utf8), isDeflated: false)
    archive.add("META-INF/version", Array("current=4\nmin=4\n".utf8), isDeflated: isDeflated)
    archive.add("images/1.png", [1, 2, 3], isDeflated: isDeflated)
    archive.add("paper.png", [4, 5, 6], isDeflated: false)
    archive.add("content.xml", Array(text.utf8), isDeflated: isDeflated)
    return archive.whole
  }

  @Test(arguments: [true, false])
  func `The document and its images are found, stored or deflated`(isDeflated: Bool) throws {
    let file = Self.archive(isDeflated: isDeflated)
    #expect(InkKind(beginning: file) == .xournal && InkKind(beginning: Array(file.prefix(64))) != nil)
    let page = try XournalFile.read(file)
    #expect(page.strokes.count == 1 && page.images.map(\.bytes) == [[4, 5, 6], [1, 2, 3]])
    #expect(page.images[0].right == 100 && page.images[1].level == 1 && page.damage.isEmpty)
    #expect(InkContainer.content(of: file, limit: 1 << 20) == Array(Self.document.utf8))
  }

  @Test(arguments: [true, false])
  func `Content of another checksum than the archive says is read, and said to be damaged`(isDeflated: Bool) throws {
    let text = Self.document.replacing("<image", with: "<!--\(String(repeating: "x", count: 99))--><image")
    for name in ["content.xml", "images/1.png"] {
      var archive = TestArchive()
      archive.add("mimetype", Array(" application/xournal++\n".utf8), isDeflated: false)
      archive.add("META-INF/version", Array("current=4\nmin=4\n".utf8), isDeflated: isDeflated)
      for (file, bytes) in [("images/1.png", [1, 2, 3]), ("paper.png", [4, 5, 6]), ("content.xml", Array(text.utf8))] {
        archive.add(file, bytes, isDeflated: isDeflated, checksum: file == name ? 7 : nil)
      }
      let page = try XournalFile.read(archive.whole)
      #expect(page.strokes.count == 1 && page.images.map(\.bytes) == [[4, 5, 6], [1, 2, 3]])
      #expect(!page.damage.isTruncated)
      #expect(page.damage.lines.count == 1 && page.damage.lines[0].contains("\(name) of its ZIP archive is damaged"))
      #expect(page.damage.lines[0].contains("may be changed"))
    }
  }

  @Test func `An image that is not in the archive is named, and so is what packs it`() throws {
    var archive = TestArchive()
    archive.add("mimetype", Array("application/xournal++".utf8), isDeflated: false)
    archive.add("content.xml", Array(Self.document.utf8), isDeflated: true)
    #expect(
      try XournalFile.read(archive.whole).damage.lines
        == ["line 2: an <image> has no file images/1.png that can be read in a ZIP archive: skipped"])
    var another = TestArchive()
    another.add("mimetype", Array("application/xournal++".utf8), isDeflated: false)
    another.add("content.xml", [0x28, 0xb5, 0x2f, 0xfd, 4, 0x58, 0x51, 0, 0, 0x61, 0x62], isDeflated: false)
    var packed = another.whole
    // The method, in every header.
    for index in packed.indices {
      if packed[index...].starts(with: [0x50, 0x4b, 3, 4]) { packed[index + 8] = 93 }
      if packed[index...].starts(with: [0x50, 0x4b, 1, 2]) { packed[index + 10] = 93 }
    }
    let error = #expect(throws: InkFileError.self) { try XournalFile.read(packed) }
    #expect(error?.message.contains("packed by Zstandard") == true, "\(String(describing: error))")
  }

  @Test func `Files of the archive that are not on the page are named`() throws {
    var archive = TestArchive()
    archive.add("mimetype", Array("application/xournal++".utf8), isDeflated: false)
    archive.add("META-INF/version", Array("current=4\nmin=4\n".utf8), isDeflated: false)
    archive.add("images/1.png", [1, 2, 3], isDeflated: true)
    archive.add("paper.png", [4, 5, 6], isDeflated: false)
    archive.add("attachments/", [], isDeflated: false)
    archive.add("attachments/audio.ogg", [7], isDeflated: false)
    archive.add("content.xml", Array(Self.document.utf8), isDeflated: true)
    let page = try XournalFile.read(archive.whole)
    #expect(page.leftOutOfArchive == ["1 × the ZIP archive's file attachments/audio.ogg is not kept"])
    #expect(try XournalFile.read(Self.archive()).leftOutOfArchive.isEmpty)
  }

  @Test func `Another archive is no document`() {
    var archive = TestArchive()
    archive.add("mimetype", Array("application/vnd.oasis.opendocument.text".utf8), isDeflated: false)
    archive.add("content.xml", Array("<a/>".utf8), isDeflated: false)
    #expect(InkKind(beginning: archive.whole) == nil)
  }

  @Test func `A damaged archive is read as far as it goes, or is one error`() throws {
    let strokes = (0..<900).map { "<stroke width=\"1\">\($0) \($0 * 7 % 91) \($0 * 13 % 97) 5</stroke>" }.joined()
    let whole = Self.archive("<xournal><page width=\"9\" height=\"9\"><layer>\(strokes)</layer></page></xournal>")
    for count in stride(from: 0, through: whole.count, by: 61) {
      let file = Array(whole[..<count])
      do throws(InkFileError) {
        let page = try XournalFile.read(file)
        #expect(page.strokes.count < 900 ? page.damage.isTruncated : !page.damage.isEmpty, "\(count) bytes")
      } catch {
        #expect(!error.message.isEmpty)
      }
    }
    let cut = try XournalFile.read(Array(whole[..<(whole.count - 2000)]))
    #expect(cut.strokes.count > 100 && cut.damage.lines.contains("its ZIP archive is cut off"))
    for index in stride(from: 4, to: whole.count, by: 3) {
      var file = whole
      file[index] ^= 0x55
      _ = try? XournalFile.read(file)
    }
  }

  /// Where the records of an archive are damaged, by the bytes that they begin with.
  @Test(
    arguments: [
      ([0x50, 0x4b, 1, 2], [0]), ([0x50, 0x4b, 5, 6], [0]), ([0x50, 0x4b, 3, 4], [0]),
      ([0x50, 0x4b, 3, 4], [1, 2, 3, 4]),
      ([0x50, 0x4b, 3, 4], [0, 1, 2, 3, 4]), ([0x50, 0x4b, 1, 2], [0, 1, 2, 3, 4]),
    ] as [([UInt8], [Int])])
  func `What the list or a header still says is read`(mark: [UInt8], numbers: [Int]) throws {
    for length in [1, 4, 16] {
      var file = Self.archive()
      let starts = file.indices.filter { file[$0...].starts(with: mark) }
      for number in numbers { for index in starts[number]..<starts[number] + length { file[index] = 0 } }
      let page = try #require(try InkKind(beginning: file)?.read(file), "\(mark) \(numbers) \(length)")
      #expect(page.strokes.count == 1 && page.images.count == 2, "\(mark) \(numbers) \(length)")
      #expect(
        page.damage.isEmpty || page.damage.lines.allSatisfy { $0.contains("ZIP archive") }, "\(page.damage.lines)")
    }
  }

  @Test func `What comes before an archive, and a list that is elsewhere, hide no document`() throws {
    for prefix in [Array("#!/bin/sh\n\0".utf8), [0, 0, 0]] {
      let page = try #require(try InkKind(beginning: prefix + Self.archive())?.read(prefix + Self.archive()))
      #expect(page.strokes.count == 1 && page.images.count == 2)
      #expect(page.damage.lines == ["the list of its ZIP archive is damaged"])
    }
  }

  @Test func `A document without any header is found by its name`() throws {
    for isDeflated in [true, false] {
      var file = Self.archive(isDeflated: isDeflated)
      for index in file.indices where file[index...].starts(with: [0x50, 0x4b]) { file[index] = 0 }
      let page = try #require(try InkKind(beginning: file)?.read(file))
      #expect(page.strokes.count == 1 && page.damage.lines.contains("its ZIP archive is cut off"))
    }
  }

  @Test func `An archive that would unpack to far more than it is large is refused`() {
    var archive = TestArchive()
    archive.add("mimetype", Array("application/xournal++".utf8), isDeflated: false)
    archive.add("content.xml", [UInt8](repeating: 0x20, count: 300 << 20), isDeflated: true, checksum: 0)
    let error = #expect(throws: InkFileError.self) { try XournalFile.read(archive.whole) }
    #expect(error?.message == "it unpacks to more than 256 MiB")
  }
}

/// A ZIP archive, written from its specification.
private struct TestArchive {
  private var content: [UInt8] = []
  private var list: [UInt8] = []
  private var count = 0

  mutating func add(_ name: String, _ bytes: [UInt8], isDeflated: Bool, checksum: Int? = nil) {
    // Between the header and the trailer of gzip.
    let packed = isDeflated ? Array(Gzip.packed(bytes).dropFirst(10).dropLast(8)) : bytes
    let sizes = number(checksum ?? Self.checksum(bytes), 4) + number(packed.count, 4) + number(bytes.count, 4)
    let fields = number(20, 2) + number(0, 2) + number(isDeflated ? 8 : 0, 2) + number(0, 4) + sizes
    let start = content.count
    let length = number(name.utf8.count, 2)
    content += [0x50, 0x4b, 3, 4] + fields + length + number(0, 2)
    content += Array(name.utf8) + packed
    list += [0x50, 0x4b, 1, 2] + number(20, 2) + fields
    list += length + number(0, 12) + number(start, 4) + Array(name.utf8)
    count += 1
  }

  var whole: [UInt8] {
    let counts = number(count, 2) + number(count, 2)
    let end = [0x50, 0x4b, 5, 6] + number(0, 4) + counts + number(list.count, 4) + number(content.count, 4)
    return content + list + end + number(0, 2)
  }

  private func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xedb8_8320 }
  }

  private static func checksum(_ bytes: [UInt8]) -> Int {
    let value = bytes.withUnsafeBufferPointer { bytes in
      bytes.reduce(~UInt32(0)) { $0 >> 8 ^ table[Int(($0 ^ UInt32($1)) & 255)] }
    }
    return Int(~value)
  }
}
