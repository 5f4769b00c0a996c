package import TouchReelDrawings

extension DrawingKind {
  /// Whether files of the kind hold all pages of a drawing.
  package var holdsPages: Bool { self == .touchreel || self == .xournal }

  /// What is said of so many pages that a file leaves out; `nil` of none.
  package static func loss(ofPages count: Int) -> String? {
    guard count > 0 else { return nil }
    return count == 1 ? "the other page is left out" : "\(count) other pages are left out"
  }
}

extension DrawingDocument {
  /// A page on its way into a file of its own.
  ///
  /// - Parameters:
  ///   - page: its index.
  ///   - kind: of the file.
  /// - Returns: a document with that page, and what it does not hold of this one, in words, besides what ``file(as:)``
  ///   says.
  /// - Throws: if it has no such page.
  package func alone(
    page: Int, as kind: DrawingKind
  ) throws(OperationError) -> (document: DrawingDocument, losses: [String]) {
    let drawing = try drawing.turned(to: page).shownPage
    guard case .touchreel(let whole) = self else { return (.touchreel(DrawingFile(drawing)), lossesOfParts) }
    guard kind == .touchreel else {
      var file = whole
      file.drawing = drawing
      return (.touchreel(file), [])
    }
    // It is not known of which page it is what was not understood.
    var file = whole.withoutUnread
    file.drawing = drawing
    let named = Set(drawing.allBackgrounds.compactMap(\.imageID))
    file.images = whole.images.filter { named.contains($0.key) }
    return (.touchreel(file), lossesOfParts)
  }
}
