/// A file of the data set “Quick, Draw!”: drawings, one a line.
package enum QuickDrawFile {
  private struct Line {
    /// The number of the line, from 1.
    var number: Int
    var bytes: ArraySlice<UInt8>

    func drawing(_ limits: InkLimits) throws(InkFileError) -> QuickDrawLine {
      try bytes.withUnsafeBufferPointer { (bytes) throws(InkFileError) in
        try QuickDrawLine(line: bytes, number: number, limits: limits)
      }
    }

    /// Whether strokes can be read of it, of which none is kept.
    var isDrawing: Bool {
      var reader = QuickDrawReader()
      return bytes.withUnsafeBufferPointer { (try? reader.read($0, number: number) { _, _ in }) != nil }
    }

    /// What is wrong with it, where it can be read.
    func damage(_ reader: inout QuickDrawReader) throws(InkFileError) -> InkDamage {
      try bytes.withUnsafeBufferPointer { (bytes) throws(InkFileError) in
        try reader.read(bytes, number: number)
      }
      var damage = reader.damage
      // The first drawing is whole all the same.
      damage.isTruncated = false
      return damage
    }
  }

  /// Those that are not blank.
  private static func lines(of bytes: [UInt8]) -> some Sequence<Line> {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).lazy.enumerated()
      .map { Line(number: $0.offset + 1, bytes: $0.element) }
      .filter { line in line.bytes.contains { $0 > 0x20 } }
  }

  /// The first drawing of a file that can be read, with what is wrong with all of them.
  ///
  /// - Throws: what is wrong with the first one if none can.
  static func firstPage(of bytes: [UInt8], _ limits: InkLimits) throws(InkFileError) -> InkPage {
    var (count, first, found): (Int, InkFileError?, InkPage?) = (0, nil, nil)
    var (damage, otherStrokes) = (InkDamage(), 0)
    let (text, invalid) = bytes.repairedUTF8
    damage.addInvalidText(inLines: invalid)
    for line in lines(of: text) {
      var reader = QuickDrawReader(limits)
      do throws(InkFileError) {
        if found == nil {
          found = try line.drawing(limits).page
        } else {
          damage.add(try line.damage(&reader))
          otherStrokes += reader.strokeCount
        }
        count += 1
      } catch {
        if error.isOfLimit && found == nil { throw error }
        first = first ?? error
        damage.add(InkFileError(line: error.line, "\(error.message): skipped"))
      }
      damage.isOtherTruncated = reader.isCutOff
    }
    guard var page = found else { throw first ?? InkFileError(line: 1, "it has no drawing") }
    page.damage.add(damage)
    if count > 1 {
      let others = "the others have \(otherStrokes) stroke\(otherStrokes == 1 ? "" : "s")"
      page.notes.append("it holds \(count) drawings, of which this is the first; \(others)")
    }
    return page
  }

  /// Whether a drawing of the data set may begin here, even one that is cut off or comes after lines that are damaged.
  static func begins(_ bytes: [UInt8]) -> Bool {
    let lines = lines(of: bytes)
    guard let first = lines.first(where: { _ in true }) else { return false }
    if first.isDrawing { return true }
    // One that is damaged, or longer than what was read. Blanks do not count.
    let text = String(decoding: first.bytes.filter { $0 > 0x20 }, as: UTF8.self)
    guard !text.contains("\"version\":") else { return false }
    return text.contains("\"drawing\":[") || lines.contains(where: \.isDrawing)
  }

  /// What the first drawing's line says besides its strokes, one line of text for each member.
  package static func leftOut(of bytes: [UInt8]) -> [String] {
    let line = lines(of: bytes).first(where: \.isDrawing)
    return (line.map { QuickDrawLine.members(ofLine: $0.bytes) } ?? []).filter { $0.name != "drawing" }
      .map { "\($0.count) × \($0.name) is not kept" }
  }

  /// The file without what is damaged: whole lines as they are, of others the strokes that can be read.
  ///
  /// - Returns: the file, and a line for each kind of loss in those others.
  /// - Throws: if a drawing is over the limits.
  package static func salvaged(
    _ bytes: [UInt8], limits: InkLimits = .standard
  ) throws(InkFileError) -> (text: [UInt8], losses: [String]) {
    var (text, counts) = ([UInt8](), [String: Int]())
    for line in lines(of: bytes.repairedUTF8.bytes) {
      do throws(InkFileError) {
        let drawing = try line.drawing(limits)
        if drawing.page.damage.isEmpty {
          text += line.bytes + [UInt8(ascii: "\n")]
        } else {
          text += QuickDrawLine.text(of: drawing.page, word: drawing.word, key: drawing.key).text
          let members = QuickDrawLine.members(ofLine: line.bytes)
          for member in members { counts[member.name, default: 0] += member.count }
        }
      } catch {
        if error.isOfLimit { throw error }
      }
    }
    let lost = counts.filter { !["drawing", "word", "key_id"].contains($0.key) }.sorted { $0.key < $1.key }
    return (text, lost.map { "\($0.value) × \($0.key) is not kept" })
  }
}
