/// What a file of ink is packed in.
package enum InkContainer {
  /// An XML document in a file, in UTF-8; `nil` where ``content(of:limit:)`` is, or if it is in an encoding that is not
  /// read.
  package static func document(of bytes: [UInt8], limit: Int) -> [UInt8]? {
    content(of: bytes, limit: limit).flatMap(XMLEncoding.utf8)
  }

  /// The text in a file, which may be packed; `nil` if its packing is damaged or the text is longer than a limit.
  package static func content(of bytes: [UInt8], limit: Int) -> [UInt8]? {
    if XournalContainer.isArchive(beginning: bytes) {
      guard var archive = ZipArchive(bytes, limit: limit), archive.fault == nil,
        let (text, end) = archive.content(of: XournalContainer.documentName), end == .whole
      else { return nil }
      return text
    }
    return Gzip.begins(bytes) ? Gzip.unpacked(bytes, limit: limit) : bytes
  }
}
