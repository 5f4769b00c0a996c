import TouchReelCanvas

/// What a font's glyphs mean (ISO 32000-1, 9.10.3), as Cairo writes it for version 1.4: a ligature is a character of
/// its own there, so that words with it would not be found.
enum PDFUnicodeMap {
  /// Ligatures, and the letters that they stand for, in UTF-16.
  private static let letters = [
    (" <fb00>", " <00660066>"), (" <fb01>", " <00660069>"), (" <fb02>", " <0066006c>"),
    (" <fb03>", " <006600660069>"), (" <fb04>", " <00660066006c>"), (" <fb05>", " <00730074>"),
    (" <fb06>", " <00730074>"),
  ]
  private static let limit = 1 << 20

  /// - Parameter deflated: a stream's content.
  /// - Returns: the stream with the letters of ligatures; `nil` if it is none, or has none.
  static func spelledOut(_ deflated: [UInt8]) -> [UInt8]? {
    let map = deflated.inflated(limit: limit)
    guard map.starts(with: "/CIDInit".utf8), map.count < limit else { return nil }
    let text = String(decoding: map, as: UTF8.self)
    let spelled = letters.reduce(text) { $0.replacing($1.0, with: $1.1) }
    guard spelled != text else { return nil }
    let stream = Array(spelled.utf8).deflated
    return Array("<</Length \(stream.count)/Filter/FlateDecode>>stream\n".utf8) + stream + Array("\nendstream".utf8)
  }
}
