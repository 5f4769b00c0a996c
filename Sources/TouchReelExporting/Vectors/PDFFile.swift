/// A PDF (ISO 32000-1) of the lowest version that its pages need, page by page. A page is as large as the device's
/// surface if its size is known, else a pixel to 1/96 inch. Texts are texts in fonts that the file has the needed
/// parts of, erasures are soft masks, and layers can be shown and hidden.
///
/// ```
/// var file = PDFFile()
/// for picture in pictures { file.add(picture) }
/// try file.write { bytes in … }
/// ```
public struct PDFFile: Sendable {
  private var objects = PDFObjects()
  private var images = PDFImages()
  private var layers: [PDFLayer: Int] = [:]
  /// The object that lists the pages.
  private var list: Int?
  private var pages: [Int] = []
  private var hasUserUnits = false

  /// A file without pages, which is written once it has some.
  public init() {}

  /// Adds a page, of the size of the picture's board.
  public mutating func add(_ picture: VectorPicture) {
    var page = PDFPage(picture.inExactSize, after: objects, sharing: images, layers: layers)
    // No copy of what the pages before have.
    (objects, images) = (PDFObjects(), PDFImages())
    page.draw()
    pages.append(page.addPage(to: &list))
    if page.unit > 1 { hasUserUnits = true }
    (objects, images, layers) = (page.objects, page.shared, page.layers)
  }

  /// Writes the pages that were added.
  ///
  /// - Parameter write: takes the next bytes of the file.
  public func write<Failure: Error>(to write: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
    guard let list else { return }
    var objects = objects
    let kids = pages.map { "\($0) 0 R" }.joined(separator: " ")
    objects.set(images.papers)
    objects.set(images.texts)
    objects.set(list, "/Type/Pages/Kids[\(kids)]/Count \(pages.count)")
    let root = objects.add("/Type/Catalog/Pages \(list) 0 R\(listOfLayers)")
    try objects.write(root: root, as: version, to: write)
  }

  private var version: PDFVersion { hasUserUnits ? .userUnits : layers.isEmpty ? .transparency : .layers }

  /// The layers from the top down, as programs list them.
  private var listOfLayers: String {
    guard !layers.isEmpty else { return "" }
    func list(_ some: some Sequence<Int>) -> String { "[\(some.sorted().map { "\($0) 0 R" }.joined(separator: " "))]" }
    let all = layers.values.sorted(by: >).map { "\($0) 0 R" }.joined(separator: " ")
    let hidden = layers.filter(\.key.isHidden).values
    return "/OCProperties<</OCGs\(list(layers.values))/D<</Order[\(all)]/OFF\(list(hidden))>>>>"
  }
}

extension VectorPicture {
  /// Writes the picture as a PDF of one page; see ``PDFFile``.
  ///
  /// - Parameter write: takes the next bytes of the file.
  public func writePDF<Failure: Error>(
    to write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var file = PDFFile()
    file.add(self)
    try file.write(to: write)
  }
}
