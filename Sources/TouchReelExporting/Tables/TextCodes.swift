/// The texts of a column, each of which has a number: the first is 0.
struct TextCodes: Sendable {
  private(set) var texts: [[UInt8]] = []
  private var codes: [[UInt8]: Int] = [:]
  // Don't look up what the row before has as well: nearly every row has its recording, its phase and its tool.
  private var latestCode = 0
  private var latestCount = -1
  private var latestWords: [UInt64] = []

  /// - Parameters:
  ///   - words: the text, with zeros up to a whole word.
  ///   - count: of its bytes.
  @inline(__always)
  mutating func code(of words: UnsafeRawBufferPointer, count: Int) -> Int {
    if count == latestCount, isLatest(words) { return latestCode }
    return lookUp(words, count: count)
  }

  @inline(__always)
  private func isLatest(_ words: UnsafeRawBufferPointer) -> Bool {
    for index in latestWords.indices
    where words.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self) != latestWords[index] {
      return false
    }
    return true
  }

  @inline(never)
  private mutating func lookUp(_ words: UnsafeRawBufferPointer, count: Int) -> Int {
    latestCount = count
    latestWords = (0..<words.count / 8).map { words.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self) }
    // NumPy ends a text of fixed width at its last character that is not zero.
    let text = Array(words[..<count].prefix(upTo: words[..<count].lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0))
    latestCode = codes[text] ?? texts.count
    if latestCode == texts.count {
      codes[text] = latestCode
      texts.append(text)
    }
    return latestCode
  }

  /// The texts as Unicode scalars.
  var scalars: [[UInt32]] { texts.map { String(decoding: $0, as: UTF8.self).unicodeScalars.map(\.value) } }
}
