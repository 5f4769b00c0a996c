/// A line of text in a PNG, beside its pixels (a `tEXt` chunk).
package struct PNGText: Hashable, Sendable {
  /// 1 to 79 characters of ASCII.
  package var keyword: String
  /// ASCII.
  package var text: String

  package init(keyword: String, text: String) {
    self.keyword = keyword
    self.text = text
  }

  var data: [UInt8] { Array(keyword.utf8.prefix(79)) + [0] + Array(text.utf8) }

  /// The first text of a keyword that lies before the pixels.
  ///
  /// - Parameters:
  ///   - keyword: of the text.
  ///   - bytes: of a file, from its beginning, as many as there are at hand.
  /// - Returns: `nil` if it is not in these bytes, or they are no PNG's.
  package static func text(of keyword: String, inBeginning bytes: [UInt8]) -> String? {
    guard bytes.starts(with: PNGHeader.signature) else { return nil }
    var rest = bytes.dropFirst(PNGHeader.signature.count)
    while rest.count >= 12 {
      let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let name = rest.dropFirst(4).prefix(4)
      guard count <= rest.count - 12, !name.elementsEqual("IDAT".utf8) else { return nil }
      let data = rest.dropFirst(8).prefix(count)
      if name.elementsEqual("tEXt".utf8), data.starts(with: Array(keyword.utf8) + [0]) {
        return String(decoding: data.dropFirst(keyword.utf8.count + 1), as: UTF8.self)
      }
      rest = rest.dropFirst(count + 12)
    }
    return nil
  }
}
