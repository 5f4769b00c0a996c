/// Pages of Xournal++ and Xournal (`.xopp`, `.xoj`): XML, mostly packed by gzip, or in a ZIP archive with its images.
/// Lengths are points of 1/72 inch.
///
/// Strokes that erase are no part of such a file: Xournal++ takes away what they touch.
package enum XournalFile {
  static let root = "xournal"
  /// The elements that come first in it.
  static let outerElements: Set = ["title", "preview", "page"]
  static let pointsPerMillimetre = 72 / 25.4

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
    let container = try XournalContainer(bytes)
    var reading = XournalReading(container.text, page: page, in: container.archive, InkBudget(limits))
    return try reading.readAll(container.damage, packingFault: container.fault)
  }

  static func begins(_ bytes: [UInt8]) -> Bool {
    if XournalContainer.isDocument(beginning: bytes) { return true }
    let packed = Gzip.contentOfBrokenHeader(bytes).map { Gzip.inflated($0, limit: 4096, isRaw: true).text }
    guard let text = packed ?? (Gzip.begins(bytes) ? Gzip.beginning(bytes, count: 4096) : nil) else { return false }
    return InkKind(document: text) == .xournal
  }
}
