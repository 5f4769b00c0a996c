import SeededCases
import Testing
import TouchReelByteStreams
import TouchReelInputEvents

@testable import TouchReelExporting

/// Columns that rows are sorted into, and the archive that they are written to.
struct NumPyTableTests {
  /// An output of which the test has the bytes.
  private final class Written: WholeOutput {
    let name = "memory"
    private(set) var bytes: [UInt8] = []
    private(set) var isCommitted = false

    func write(_ part: UnsafeRawBufferPointer) { bytes += part }
    func flush() {}
    func commit() { isCommitted = true }
  }

  private func archive(_ add: (inout StoredArchive) throws(FileError) -> Void) throws -> [UInt8] {
    let out = Written()
    var archive = StoredArchive(out)
    try add(&archive)
    try archive.finish()
    return out.bytes
  }

  private func number(_ bytes: some Collection<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  @Test func `A member of an archive is stored with its checksum before it`() throws {
    let bytes = try archive { archive throws(FileError) in
      try archive.add("digits", size: 9) { take throws(FileError) in
        for part in ["1234", "56789"] {
          try Array(part.utf8).withUnsafeBufferPointer { part throws(FileError) in
            try take(UnsafeRawBufferPointer(part))
          }
        }
      }
    }
    // 30 + 6 bytes of header, 9 of content; 46 + 6 of directory; 22 of its end.
    #expect(bytes.count == 45 + 52 + 22)
    // The checksum that all descriptions of CRC-32 have.
    #expect(number(bytes[14..<18]) == 0xcbf4_3926 && bytes[36..<45].elementsEqual("123456789".utf8))
    #expect(number(bytes[18..<22]) == 9 && number(bytes[22..<26]) == 9)
    // The directory has 52 bytes and begins at 45.
    #expect(number(bytes[109..<113]) == 52 && number(bytes[113..<117]) == 45)
  }

  @Test func `Sizes and offsets of more than 4 GiB have 64 bits`() throws {
    let size: UInt64 = 5 << 30
    let bytes = try archive { archive throws(FileError) in
      try archive.add("a", size: size) { _ in }
      try archive.add("b", size: 0) { _ in }
    }
    // The first's header has its name, then field 1 with 16 bytes, both sizes; the second's no such field.
    #expect(number(bytes[18..<22]) == 0xffff_ffff && number(bytes[31..<33]) == 1 && number(bytes[33..<35]) == 16)
    #expect(number(bytes[35..<43]) == size && number(bytes[43..<51]) == size)
    #expect(number(bytes[51..<55]) == 0x0403_4b50 && number(bytes[51 + 28..<51 + 30]) == 0)
    // The second begins behind the 51 bytes of the first's header and its content: in the directory it has field 1 with
    // 8 bytes. The directory begins 31 bytes later.
    let second = 82 + 46 + 1 + 20 + 46 + 1
    #expect(number(bytes[second..<second + 4]) == 8 << 16 | 1 && number(bytes[second + 4..<second + 12]) == size + 51)
    let end = second + 12
    #expect(number(bytes[end..<end + 4]) == 0x0606_4b50 && number(bytes[end + 48..<end + 56]) == size + 82)
    #expect(number(bytes[end + 56..<end + 60]) == 0x0706_4b50)
    #expect(number(bytes[end + 64..<end + 72]) == size + UInt64(end))
    #expect(bytes.count == end + 56 + 20 + 22)
  }

  /// A value of a row.
  fileprivate enum Value: Equatable {
    case whole(Int?)
    case number(Double?)
    case text(String?)
  }

  private func value(_ kind: TableColumns.Kind, _ random: inout SplitMix64) -> Value {
    let isUnknown = random.next(below: 4) == 0
    switch kind {
    case .whole: return .whole(isUnknown ? nil : Int.random(in: -70_000...70_000, using: &random))
    case .number: return .number(isUnknown ? nil : Double.random(in: -1e6...1e6, using: &random))
    case .text:
      let text = (0..<random.next(below: 20)).map { _ in "aé😀/ ".randomElement(using: &random) ?? "x" }
      // Few, so that some come back; none ends in a zero.
      return .text(isUnknown ? nil : text.prefix(random.next(below: 2) == 0 ? 1 : 20).map(String.init).joined())
    }
  }

  private func read(_ word: UInt64, _ kind: TableColumns.Kind, _ texts: [[UInt8]]) -> Value {
    switch kind {
    case .whole: return .whole(word == PackedRows.unknownNumber ? nil : Int(Int64(bitPattern: word)))
    case .number: return .number(Double(bitPattern: word).isNaN ? nil : Double(bitPattern: word))
    case .text: return .text(Int64(bitPattern: word) < 0 ? nil : String(decoding: texts[Int(word)], as: UTF8.self))
    }
  }

  /// Blocks have 8192 rows: one table is in memory, the others have one and two in a file.
  @Test(arguments: PropertySeeds.from(0x4E50, count: 3), [100, 8_192, 20_000])
  func `Rows come back from their columns`(seed: UInt64, rowCount: Int) throws {
    var random = SplitMix64(seed: seed)
    var columns = TableColumns(.touches)
    var written: [[Value]] = []
    while written.count < rowCount {
      var packed = PackedRows()
      for _ in 0..<min(rowCount - written.count, 1 + random.next(below: 500)) {
        let row = columns.kinds.map { value($0, &random) }
        for value in row { packed.add(value) }
        written.append(row)
      }
      try packed.words.withUnsafeBufferPointer { rows throws(FileError) in
        try columns.add(UnsafeRawBufferPointer(rows))
      }
    }
    #expect(columns.rowCount == rowCount)
    for (column, kind) in columns.kinds.enumerated() {
      let texts = columns.codes[column].texts
      var values: [Value] = []
      try columns.forEachPart(of: column) { values += $0.map { read($0, kind, texts) } }
      #expect(values == written.map { $0[column] }, "\(columns.names[column])")
      #expect(Set(texts).count == texts.count)
      #expect(columns.hasUnknown[column] == (kind == .whole && values.contains(.whole(nil))))
    }
  }

  @Test func `Each array begins at a multiple of 64 bytes in its member, and all is committed`() throws {
    let out = Written()
    let table = NumPyTable(.samples, to: out)
    try table.commit()
    #expect(out.isCommitted)
    // The first member: 30 bytes and the 13 of "recording.npy".
    let text = "{'descr': '<i4', 'fortran_order': False, 'shape': (0,), }"
    let array = out.bytes[43...]
    #expect(array.prefix(8).elementsEqual([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]))
    // 57 characters and a line feed behind 10 bytes: 68, up to 128.
    #expect(number(array.dropFirst(8).prefix(2)) == 118 && array.dropFirst(10).starts(with: text.utf8))
    #expect(array.dropFirst(127).first == UInt8(ascii: "\n"))
  }

  @Test func `Seconds are the nearest number, and a text ends at its last character`() {
    var packed = PackedRows()
    // 1,795,255,215.604729525 seconds: doubles are 2^-22 apart there, and 604729525 ns are 2536408.0 of these.
    packed.add(TimeSpan(nanoseconds: 1_795_255_215_604_729_525))
    packed.add(TimeSpan(nanoseconds: 8_210_000))
    #expect(packed.words.map(Double.init(bitPattern:)) == [1_795_255_215.604729525, 0.00821])
    var codes = TextCodes()
    let found = ["ab", "ab\0", "a", "", "\0"].map { text in
      var packed = PackedRows()
      packed.add(Optional(text))
      return packed.words.dropFirst().withUnsafeBytes { codes.code(of: $0, count: text.utf8.count) }
    }
    #expect(found == [0, 0, 1, 2, 2] && codes.scalars == [[0x61, 0x62], [0x61], []])
  }
}

extension PackedRows {
  fileprivate mutating func add(_ value: NumPyTableTests.Value) {
    switch value {
    case .whole(let value): add(value)
    case .number(let value): add(value)
    case .text(let value): add(value)
    }
  }
}
