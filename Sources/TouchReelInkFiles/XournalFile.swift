/// Pages of Xournal++ and Xournal (`.xopp`, `.xoj`): XML, mostly packed by gzip, or in a ZIP archive with its images.
/// Lengths are points of 1/72 inch.
///
/// Strokes that erase are no part of such a file: Xournal++ takes away what they touch.
package enum XournalFile {
  static let root = "xournal"
  /// The elements that come first in it.
  static let outerElements: Set = ["title", "preview", "page"]
  static let pointsPerMillimetre = 72 / 25.4
  /// What is wrong with pages.
  package static let (noSize, farSize) = (
    "a page has no width or no height", "the width or height of a page is out of range"
  )

  /// Reads a page. What is damaged of it is skipped, and is in ``InkPage/damage``.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - page: the page's number, from 1.
  ///   - limits: of what the page may hold.
  /// - Throws: if there is no such page, or nothing can be read: what is wrong with the file, and in which line.
  package static func read(
    _ bytes: [UInt8], page: Int = 1, limits: InkLimits = .standard
  ) throws(InkFileError) -> InkPage {
    var reading = XournalReading(try XournalContainer(bytes), page: page, InkBudget(limits))
    var found = InkPage()
    while let page = reading.nextPage() { found = page }
    found.facts = try reading.finish()
    return found
  }

  /// Reads all pages, of which one at a time is in memory as it is in the file.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - limits: of what all pages may hold.
  ///   - body: takes each page, with ``InkPage/facts`` of none, as far as it can be read.
  /// - Returns: what is damaged or not read of the pages, by their numbers if there are several.
  /// - Throws: if nothing can be read, or there is too much: what is wrong with the file, and in which line.
  package static func readPages(
    _ bytes: [UInt8], limits: InkLimits = .standard, _ body: (consuming InkPage) -> Void
  ) throws(InkFileError) -> InkFileFacts {
    var reading = XournalReading(try XournalContainer(bytes), page: nil, InkBudget(limits))
    while let page = reading.nextPage() { body(page) }
    return try reading.finish()
  }

  static func begins(_ bytes: [UInt8]) -> Bool {
    if XournalContainer.isDocument(beginning: bytes) { return true }
    let packed = Gzip.contentOfBrokenHeader(bytes).map { Gzip.inflated($0, limit: 4096, isRaw: true).text }
    guard let text = packed ?? (Gzip.begins(bytes) ? Gzip.beginning(bytes, count: 4096) : nil) else { return false }
    return InkKind(document: text) == .xournal
  }
}
