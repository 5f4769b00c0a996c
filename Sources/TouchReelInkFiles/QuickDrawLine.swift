/// A drawing of the data set “Quick, Draw!”: an object of JSON on a line of its own
/// (github.com/googlecreativelab/quickdraw-dataset). Raw drawings have times in milliseconds, simplified ones positions
/// of 0…255 and no times.
package struct QuickDrawLine: Hashable, Sendable {
  /// What was to be drawn.
  package var word = ""
  /// Empty if the line has none.
  package var key = ""
  package var page: InkPage

  /// - Throws: what is wrong with the line.
  package init(
    _ bytes: some Sequence<UInt8>, number: Int = 1, limits: InkLimits = .standard
  ) throws(InkFileError) {
    self = try ContiguousArray(bytes).withUnsafeBufferPointer { (bytes) throws(InkFileError) in
      try QuickDrawLine(line: bytes, number: number, limits: limits)
    }
  }

  /// Reads as ``init(_:number:limits:)`` does, without a copy.
  package init(
    line bytes: UnsafeBufferPointer<UInt8>, number: Int = 1, limits: InkLimits = .standard
  ) throws(InkFileError) {
    var reader = QuickDrawReader(limits)
    var strokes: [InkStroke] = []
    try reader.read(bytes, number: number) { reader, isTimed in
      let samples = reader.x.indices.map { offset in
        InkSample(x: reader.x[offset], y: reader.y[offset], time: isTimed ? reader.times[offset] / 1000 : nil)
      }
      strokes.append(InkStroke(samples))
    }
    page = InkPage()
    page.strokes = strokes
    (word, key) = (reader.word, reader.key)
    if reader.isSimplified { page.size = (QuickDrawReader.side, QuickDrawReader.side) }
    page.device = "Quick, Draw!"
    page.damage = reader.damage
    page.leftOut = reader.leftOut
  }

  /// The `key_id` of a line, without a look at its drawing; empty if it has none.
  ///
  /// - Throws: if the line is not an object of JSON.
  package static func key(ofLine bytes: UnsafeBufferPointer<UInt8>, number: Int = 1) throws(InkFileError) -> String {
    var (scanner, key) = (JSONLine(bytes), "")
    let isObject = scanner.readObject { name, scanner in
      guard name == "key_id" else { return scanner.skipValue() }
      guard let text = scanner.readTextOrNumber() else { return false }
      key = text
      return true
    }
    guard isObject else { throw InkFileError(line: number, "it is no object of JSON") }
    return key
  }
}

extension QuickDrawLine {
  /// More names than these are not listed: a line may be all names.
  static let nameLimit = 100

  /// The members in order, up to where the line is damaged.
  static func members(ofLine bytes: some Sequence<UInt8>) -> [(name: String, count: Int)] {
    ContiguousArray(bytes).withUnsafeBufferPointer { bytes in
      var (scanner, members) = (JSONLine(bytes), [(name: String, count: Int)]())
      _ = scanner.readObject { name, scanner in
        let name = members.count < nameLimit ? name : "another member"
        if let index = members.firstIndex(where: { $0.name == name }) {
          members[index].count += 1
        } else {
          members.append((name, 1))
        }
        return scanner.skipValue()
      }
      return members
    }
  }
}

extension QuickDrawLine {
  /// The line, and what it does not hold.
  package static func text(of page: InkPage, word: String, key: String) -> (text: [UInt8], losses: [String]) {
    func numbers(_ values: [Double]) -> String { "[" + values.map(\.inkText).joined(separator: ",") + "]" }
    let strokes = page.strokes.map { stroke in
      var rows = [numbers(stroke.samples.map(\.x)), numbers(stroke.samples.map(\.y))]
      if page.hasTimes { rows.append(numbers(stroke.samples.map { ($0.time ?? 0) * 1000 })) }
      return "[" + rows.joined(separator: ",") + "]"
    }
    let names = [("word", word), ("key_id", key)].filter { !$0.1.isEmpty }
    let members =
      names.map { "\"\($0)\":\"\($1.escapedForJSON)\"" } + ["\"drawing\":[\(strokes.joined(separator: ","))]"]
    let samples = page.strokes.lazy.flatMap(\.samples)
    let lost = [
      ("colours and widths", page.strokes.contains { ($0.color ?? .black) != .black || $0.width != nil }),
      ("pressures", samples.contains { $0.pressure != nil }), ("tilts", samples.contains { $0.tiltX != nil }),
      ("texts", !page.texts.isEmpty),
    ]
    return (
      Array("{\(members.joined(separator: ","))}\n".utf8),
      lost.filter(\.1).map { "\($0.0) are left out, which Quick, Draw! does not have" }
    )
  }
}

extension String {
  fileprivate var escapedForJSON: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
