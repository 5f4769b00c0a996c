/// How many elements of a text of XML are open at an offset, as far as a look without a parser shows.
struct MarkupDepth {
  private let text: [UInt8]
  private var index = 0
  private(set) var depth = 0

  init(_ text: [UInt8]) { self.text = text }

  /// Goes on to an offset, which is not before the last one.
  mutating func advance(to offset: Int) {
    let end = min(offset, text.count)
    while index < end {
      guard let open = text[index..<end].firstIndex(of: UInt8(ascii: "<")) else {
        index = end
        return
      }
      index = open
      skipMarkup()
    }
  }

  private mutating func skipMarkup() {
    if begins("<!--") { return skip(past: "-->") }
    if begins("<![CDATA[") { return skip(past: "]]>") }
    if begins("<?") || begins("<!") { return skip(past: ">") }
    if begins("</") {
      depth = max(depth - 1, 0)
      return skip(past: ">")
    }
    skip(past: ">")
    if index < 2 || text[index - 2] != UInt8(ascii: "/") { depth += 1 }
  }

  private func begins(_ mark: StaticString) -> Bool {
    mark.withUTF8Buffer { text[index...].starts(with: $0) }
  }

  /// Behind a mark, or the end.
  private mutating func skip(past mark: StaticString) {
    while index < text.count, !begins(mark) { index += 1 }
    index = min(index + mark.utf8CodeUnitCount, text.count)
  }
}
