import TouchReelDrawings
import TouchReelInkFiles

/// Decodes the operations of a drawing file.
///
/// Most are strokes that differ in their numbers and points alone, of which points are read apart. What else they say
/// is decoded once: the decoder takes longer for that than all the rest.
struct OperationDecoding {
  private let text: JSONText
  /// Strokes, by what they say besides.
  private var known: [ArraySlice<UInt8>: OperationValue] = [:]

  private static let knownLimit = 100

  init(_ text: JSONText) { self.text = text }

  /// - Parameters:
  ///   - range: of an operation in the text.
  ///   - budget: what its points are drawn from.
  /// - Throws: ``DrawingFileError/tooLarge(_:)``, or what the decoder does.
  mutating func decode(_ range: Range<Int>, _ budget: inout InkBudget) throws -> NumberedOperation {
    let (rest, arrays) = try text.extract(range, &budget)
    guard let (id, look) = Self.numbered(rest), case .runs(let runs)? = arrays.contents.first,
      arrays.contents.count == 1
    else { return try text.decode(OperationValue.self, rest, arrays).numbered() }
    if let same = known[look]?.stroke(id, runs: runs) { return try same.numbered() }
    let value = try text.decode(OperationValue.self, rest, arrays)
    let operation = try value.numbered()
    if known.count == Self.knownLimit { known.removeAll(keepingCapacity: true) }
    known[look] = value.stroke(id, runs: [])
    return operation
  }

  /// The number that an operation begins with, as all that are written by TouchReel, and the text behind it.
  private static func numbered(_ text: [UInt8]) -> (id: Int, rest: ArraySlice<UInt8>)? {
    var scanner = JSONScanner(text)
    guard scanner.accept(UInt8(ascii: "{")) else { return nil }
    scanner.skipBlanks()
    let name = "\"id\"".utf8
    guard text[scanner.index...].starts(with: name) else { return nil }
    scanner.index += name.count
    guard scanner.accept(UInt8(ascii: ":")) else { return nil }
    scanner.skipBlanks()
    let digits = text[scanner.index...].prefix { (0x30...0x39).contains($0) }
    scanner.index = digits.endIndex
    guard scanner.skipBlanks() == UInt8(ascii: ","), let id = Int(String(decoding: digits, as: UTF8.self)) else {
      return nil
    }
    return (id, text[scanner.index...])
  }
}
