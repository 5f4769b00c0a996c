extension InkMLFile {
  /// A document that is cut off, up to its last whole point and with the end tags that it lacks: what is whole of it
  /// stays as it is written.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - limits: of what it may hold.
  /// - Returns: `nil` for one that is whole, that is damaged otherwise, or that is not in UTF-8.
  package static func closed(_ bytes: [UInt8], limits: InkLimits = .standard) -> [UInt8]? {
    guard (try? XMLEncoding.decoded(bytes)) == bytes, let page = try? read(bytes, limits: limits),
      page.damage.isOnlyCut, let closed = closedTags(of: bytes), let again = try? read(closed, limits: limits),
      again.damage.isEmpty, again.strokes.count == page.strokes.count
    else { return nil }
    return closed
  }

  private static func closedTags(of bytes: [UInt8]) -> [UInt8]? {
    var scanner = XMLScanner(bytes, nesting: .inkML)
    do throws(InkFileError) {
      while try scanner.next() != nil {}
      return nil
    } catch {
      var (end, tags) = (scanner.partStart, scanner.openTags)
      if end < bytes.count, bytes[end] != UInt8(ascii: "<"), let last = tags.last, last.name.hasSuffix("trace") {
        // The last point may be cut in the middle of a number; a trace without any is none.
        if let comma = bytes[end...].lastIndex(of: UInt8(ascii: ",")) {
          end = comma
        } else {
          end = last.start
          tags.removeLast()
        }
      }
      return bytes[..<end] + tags.reversed().flatMap { Array("</\($0.name)>\n".utf8) }
    }
  }
}
