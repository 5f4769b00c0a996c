import TouchReelInkFiles

/// Takes the points out of the text of an element.
struct NumberExtraction {
  private(set) var contents: [NumberArrays.Content] = []
  /// The text without them; empty if there are none.
  private var text: [UInt8] = []
  /// The offset behind what of the text was copied.
  private var copied: Int
  private var scanner: JSONScanner
  private let end: Int
  private var separatorCount = 0
  /// Whether a point may have more numbers than its coordinates.
  private let allowsMore: Bool

  /// Elements without points have no more values than these.
  private static let valueLimit = 100

  private init(_ scanner: JSONScanner, end: Int, allowsMore: Bool) {
    (self.scanner, self.end, self.allowsMore) = (scanner, end, allowsMore)
    copied = scanner.index
  }

  /// - Parameters:
  ///   - range: of a well-formed value in the bytes.
  ///   - allowsMore: whether a point may have more numbers than its coordinates.
  ///   - budget: what the points are drawn from, and the values of which there are more than an element needs.
  /// - Returns: the text that is left, and what was taken out of it.
  /// - Throws: ``DrawingFileError/tooLarge(_:)``.
  static func run(
    _ bytes: [UInt8], _ range: Range<Int>, allowsMore: Bool, _ budget: inout InkBudget
  ) throws(DrawingFileError) -> (text: [UInt8], arrays: NumberArrays) {
    var extraction = NumberExtraction(
      JSONScanner(bytes, at: range.lowerBound), end: range.upperBound, allowsMore: allowsMore)
    guard extraction.readAll(&budget), budget.takes(points: extraction.separatorCount - valueLimit) else {
      throw .tooLarge(budget.excess)
    }
    let rest = bytes[extraction.copied..<range.upperBound]
    return (extraction.text + rest, NumberArrays(extraction.contents))
  }

  /// - Returns: false if there are more points than the budget has.
  private mutating func readAll(_ budget: inout InkBudget) -> Bool {
    while scanner.index < end, let byte = scanner.byte {
      if byte == UInt8(ascii: "\"") {
        let start = scanner.index
        guard scanner.skipString() else { return true }
        let name = start + 1..<scanner.index - 1
        if scanner.skipBlanks() == UInt8(ascii: ":"), let kind = kind(named: name) {
          guard readArray(kind, &budget) else { return false }
        }
      } else {
        if byte == UInt8(ascii: ",") { separatorCount += 1 }
        scanner.index += 1
      }
    }
    return true
  }

  private func kind(named range: Range<Int>) -> NumberReading.Kind? {
    guard (4...9).contains(range.count) else { return nil }
    let name = scanner.bytes[range]
    return NumberReading.Kind.allCases.first { name.elementsEqual($0.rawValue.utf8) }
  }

  /// Whatever the member is, no number of the file stands in its place afterwards.
  private mutating func readArray(_ kind: NumberReading.Kind, _ budget: inout InkBudget) -> Bool {
    _ = scanner.accept(UInt8(ascii: ":"))
    scanner.skipBlanks()
    let start = scanner.index
    guard scanner.byte == UInt8(ascii: "[") else {
      if scanner.byte.map({ (0x30...0x39).contains($0) }) == true {
        _ = scanner.skipValue()
        replace(start, with: "false")
      }
      return true
    }
    var reading = NumberReading(scanner, budget, allowsMore: allowsMore)
    let content = reading.read(kind)
    if reading.isOverLimit {
      budget = reading.budget
      return false
    }
    // What is wrong with an array is the decoder's to say.
    guard let content else { return true }
    (budget, scanner.index) = (reading.budget, reading.scanner.index)
    replace(start, with: "\(contents.count)")
    contents.append(content)
    return true
  }

  private mutating func replace(_ start: Int, with word: String) {
    text += scanner.bytes[copied..<start]
    text += word.utf8
    copied = scanner.index
  }
}
