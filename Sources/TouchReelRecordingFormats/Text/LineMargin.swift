/// What stands before the lines of a text: the quotation marks of a mail, what Android's log has, a `^C`,
/// and tabs. It is the same for the parts of a
/// text that are read by themselves.
struct LineMargin {
  /// So many blanks stand for a tab at the front of a line; 0 where tabs stay what they are.
  var tabWidth = 0
  /// Whether a blank follows quotation marks, as the first line shows that has any: without it, the blanks behind them
  /// are the line's own.
  private(set) var padsQuotations: Bool?

  /// The front of a line without quotation marks: `> `, `> > `, or `>` alone; they may be indented as a whole.
  @inline(__always)
  mutating func front(of line: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Int {
    let start = Self.endOfEcho(in: line, from: start, to: end)
    var front = start
    if LogcatPrefix.isPossible(at: start, of: line, to: end) {
      let text = UnsafeRawBufferPointer(rebasing: line[start..<end])
      return start + LogcatPrefix.length(in: text)
    }
    while let mark = Self.quotationMark(in: line, from: front, to: end) { front = mark + 1 }
    guard front > start, front < end else { return front }
    let isBlank = line[front] == 0x20
    let pads = padsQuotations ?? isBlank
    padsQuotations = pads
    return pads && isBlank ? front + 1 : front
  }

  /// The end of what a terminal shows of control characters (`^C`) before other text.
  @inline(__always)
  private static func endOfEcho(in line: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Int {
    var index = start
    while end - index > 2, line[index] == UInt8(ascii: "^"), isCapital(line[index + 1]) { index += 2 }
    return index
  }

  private static func isCapital(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

  /// The index of a `>` with nothing but blanks before it.
  @inline(__always)
  private static func quotationMark(in line: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Int? {
    var index = start
    while index < end, line[index] == 0x20 { index += 1 }
    return index < end && line[index] == UInt8(ascii: ">") ? index : nil
  }

  /// A line whose leading tabs are blanks; `nil` if it has none.
  func expanded(_ line: UnsafeRawBufferPointer) -> [UInt8]? {
    guard tabWidth > 0, let first = line.first, first == 0x09 || first == 0x20 else { return nil }
    let front = line.prefix { $0 == 0x09 || $0 == 0x20 }
    guard front.contains(0x09) else { return nil }
    let column = front.reduce(0) { $0 + ($1 == 0x09 ? tabWidth : 1) }
    return [UInt8](repeating: 0x20, count: column) + line.dropFirst(front.count)
  }
}
