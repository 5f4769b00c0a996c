/// Ink as InkML (W3C recommendation of 2011), in the dialects that programs and data sets write: with or without
/// `traceFormat`, definitions, contexts, brushes and trace groups; IAM-OnDB's `WhiteboardCaptureSession` as well.
package enum InkMLFile {
  /// Reads what the document draws. A trace is read up to what is wrong with it, and a file that is cut off up to
  /// there: ``InkPage/damage`` has what was wrong.
  ///
  /// - Throws: what is wrong with the document, and in which line, if nothing of it could be read.
  package static func read(_ bytes: [UInt8], limits: InkLimits = .standard) throws(InkFileError) -> InkPage {
    var reading = InkMLReading(try XMLEncoding.decoded(bytes), InkBudget(limits))
    var pageMaker = InkMLPageMaker(try reading.readAll(), InkBudget(limits))
    let page = try pageMaker.makePage()
    try page.requireContent()
    return page
  }

  static let roots: Set = ["ink", "WhiteboardCaptureSession"]
  /// Elements that come first in it.
  static let outerElements: Set = [
    "definitions", "annotation", "annotationXML", "context", "traceGroup", "traceFormat",
  ]
}
