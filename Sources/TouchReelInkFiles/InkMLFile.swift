/// Ink as InkML (W3C recommendation of 2011), in the dialects that programs and data sets write: with or without
/// `traceFormat`, definitions, contexts, brushes and trace groups; IAM-OnDB's `WhiteboardCaptureSession` as well.
package enum InkMLFile {
  /// Reads what the document draws. A trace is read up to what is wrong with it, and a file that is cut off up to
  /// there: ``InkPage/damage`` has what was wrong.
  ///
  /// - Throws: what is wrong with the document, and in which line, if nothing of it could be read.
  package static func read(_ bytes: [UInt8], limits: InkLimits = .standard) throws(InkFileError) -> InkPage {
    var reading = InkMLReading(bytes, InkBudget(limits))
    var pageMaker = InkMLPageMaker(try reading.readAll(), InkBudget(limits))
    let page = try pageMaker.makePage()
    try page.requireContent()
    return page
  }

  /// Whether a document begins here that may be one of these.
  static func begins(_ bytes: [UInt8]) -> Bool {
    ["ink", "WhiteboardCaptureSession"].contains(root(of: bytes))
  }

  /// The name of the root element that a document begins with.
  static func root(of bytes: [UInt8]) -> String? {
    guard bytes.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "<") else { return nil }
    var reader = XMLReader(bytes)
    while let token = try? reader.next() {
      if case .start(let name, _) = token { return name }
    }
    return nil
  }
}
