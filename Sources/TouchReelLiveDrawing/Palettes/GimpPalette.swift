package import TouchReelCanvas

/// Colours with names, as GIMP, Inkscape, Krita and others keep them in `.gpl` files.
///
/// ```
/// GIMP Palette
/// Name: Autumn
/// Columns: 4
/// # any remark
/// 204  82   0  Pumpkin
/// ```
package struct GimpPalette: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package var color: PixelColor
    /// Empty if the file has none.
    package var name: String
  }

  /// A line that was left out.
  package struct Problem: Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
      /// It has no three numbers.
      case noColor
      /// A number is not within 0…255.
      case outOfRange
      /// There are more than ``GimpPalette/colorLimit`` colours before it.
      case tooMany
    }

    /// Counted from 1.
    package var line: Int
    package var reason: Reason
  }

  package enum Failure: Error, Hashable, Sendable {
    /// The first line is not `GIMP Palette`.
    case notAPalette
    case noColors
    /// It has more than ``GimpPalette/byteLimit`` bytes.
    case tooLong
  }

  /// What comes after so many colours is left out.
  package static let colorLimit = 512
  package static let byteLimit = 1 << 20
  /// Longer names are cut, in characters.
  package static let nameLimit = 80
  /// So many problems are kept.
  package static let problemLimit = 100

  /// Empty if the file has none.
  package private(set) var name = ""
  /// How many colours stand in a row; `nil` if the file does not say.
  package private(set) var columns: Int?
  /// The colours in the order of the file; one at least.
  package private(set) var entries: [Entry] = []
  /// Sorted by their lines.
  package private(set) var problems: [Problem] = []

  /// Reads a file that may be damaged: a line that is no colour is left out, and is one of the ``problems``.
  package init(_ bytes: [UInt8]) throws(Failure) {
    guard bytes.count <= Self.byteLimit else { throw .tooLong }
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let lines = Self.lines(of: bytes.dropFirst(hasMark ? 3 : 0))
    guard let first = lines.first, Self.text(first).lowercased() == "gimp palette" else { throw .notAPalette }
    for (index, line) in lines.enumerated().dropFirst() { read(Self.text(line), number: index + 1) }
    guard !entries.isEmpty else { throw .noColors }
  }

  private mutating func read(_ line: String, number: Int) {
    guard !line.isEmpty, !line.hasPrefix("#") else { return }
    if entries.isEmpty, readHeader(line) { return }
    switch Self.entry(line) {
    case .failure(let reason): add(Problem(line: number, reason: reason.reason))
    case .success where entries.count == Self.colorLimit: add(Problem(line: number, reason: .tooMany))
    case .success(let entry): entries.append(entry)
    }
  }

  /// Only lines before the first colour say what the palette is.
  private mutating func readHeader(_ line: String) -> Bool {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return false }
    let value = Self.trimmed(parts[1])
    switch parts[0].lowercased() {
    case "name": name = String(value.prefix(Self.nameLimit))
    case "columns": columns = Int(value).flatMap { (1...256).contains($0) ? $0 : nil }
    default: return false
    }
    return true
  }

  private mutating func add(_ problem: Problem) {
    if problems.count < Self.problemLimit { problems.append(problem) }
  }
}

extension GimpPalette {
  private struct Refusal: Error {
    let reason: Problem.Reason
  }

  private static func entry(_ line: String) -> Result<Entry, Refusal> {
    let parts = line.split(maxSplits: 3) { $0 == " " || $0 == "\t" }
    let numbers = parts.prefix(3).map { Int($0) }
    guard numbers.count == 3, numbers.allSatisfy({ $0 != nil }) else { return .failure(Refusal(reason: .noColor)) }
    let levels = numbers.compactMap { $0.flatMap(UInt8.init(exactly:)) }
    guard levels.count == 3 else { return .failure(Refusal(reason: .outOfRange)) }
    let name = parts.count > 3 ? trimmed(parts[3]).prefix(nameLimit) : ""
    return .success(Entry(color: PixelColor(red: levels[0], green: levels[1], blue: levels[2]), name: String(name)))
  }

  /// Lines end as those of any system.
  private static func lines(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    let (feed, carriage) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    var lines: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      guard byte == feed || byte == carriage else { continue }
      lines.append(bytes[start..<index - 1])
      if byte == carriage, index < bytes.endIndex, bytes[index] == feed { index += 1 }
      start = index
    }
    if start < bytes.endIndex { lines.append(bytes[start...]) }
    return lines
  }

  /// Bytes that are no text become signs for that; what is not printed becomes a space.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control ? " " : scalar
    }
    return String(trimmed(String(String.UnicodeScalarView(scalars))[...]))
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}

/// The file that has the same palette.
extension GimpPalette {
  package var bytes: [UInt8] {
    var lines = ["GIMP Palette"]
    if !name.isEmpty { lines.append("Name: \(name)") }
    if let columns { lines.append("Columns: \(columns)") }
    lines.append("#")
    lines += entries.map { entry in
      let levels = [entry.color.red, entry.color.green, entry.color.blue].map(String.init).joined(separator: " ")
      return entry.name.isEmpty ? levels : "\(levels) \(entry.name)"
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }
}
