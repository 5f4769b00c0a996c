import TouchReelTouchTracking

/// The pages of a drawing, and each as a drawing of its own.
extension Drawing {
  /// How many pages there are; one at least.
  public var pageCount: Int { pages.count }

  /// The index of the page that is shown, from 0: the one on which an operation would be done next.
  public var page: Int { pages.index }

  /// The same drawing with another page shown.
  ///
  /// - Parameter page: its index, from 0.
  /// - Throws: `OperationError.unknownPage(_:)`.
  public func turned(to page: Int) throws(OperationError) -> Drawing {
    guard page != pages.index else { return self }
    var drawing = self
    try drawing.append(.page(.turn(to: page)))
    return drawing
  }

  /// The same pages and operations with another page to be looked at, without an operation for that.
  ///
  /// - Parameter page: the index of one that is there.
  package func showing(_ page: Int) -> Drawing {
    var pages = pages
    pages.turn(to: page)
    return Drawing(size: boardSize, background: background, operations: operations, pages: pages)
  }

  /// The page that is shown as a drawing of its own, with the operations that were done on it, under their numbers.
  ///
  /// - Complexity: as many steps as there are operations.
  public var shownPage: Drawing {
    guard pages.count > 1 || pages.shown != .first || pages.paper.size != nil else { return self }
    let shown = pages.shown
    var background = background
    var kept: [NumberedOperation] = []
    forEachOperation { operation, place in
      let page = place.page
      if case .page(let change) = operation.operation {
        let number = shown.rawValue - operation.id.rawValue
        if change.papers.indices.contains(number) { background = change.papers[number].background }
      } else if page == shown {
        kept.append(operation)
      }
    }
    return Drawing(size: size, background: background, operations: kept, pages: pages.onlyShown)
  }

  /// Calls for each operation, in order, with the page that is shown after it and the layer that is chosen there: those
  /// that it was done on, unless it is of pages or layers.
  package func forEachOperation(_ body: (NumberedOperation, DrawingPlace) -> Void) {
    var walk = PageStack(background)
    for operation in operations {
      if operation.operation.isTurning { walk.apply(operation) }
      body(operation, walk.place)
    }
  }

  /// What lies on all pages, from the first to the last, bottom to top on each.
  package var elementsOfAllPages: [Element] { (0..<pages.count).flatMap(elements(ofPage:)) }

  /// What lies on all layers of a page, bottom to top.
  ///
  /// - Parameter page: the index of one that is there.
  package func elements(ofPage page: Int) -> [Element] { pages.layers(of: page).allElements }

  /// The background that the operations leave on a page.
  ///
  /// - Parameter page: the index of one that is there.
  package func background(ofPage page: Int) -> Background { pages.paper(of: page).background }

  /// Whether anything lies on any page.
  package var hasElements: Bool { (0..<pages.count).contains { !elements(ofPage: $0).isEmpty } }

  /// Whether a page has a size of its own, or had one.
  package var hasPageSizes: Bool {
    operations.contains { operation in
      if case .page(let change) = operation.operation { change.givesSize } else { false }
    }
  }

  /// Whether a page grows with what is drawn on it.
  ///
  /// - Parameter page: an index, also of one that is not there.
  package func isEndless(page: Int) -> Bool { page < pages.count && pages.paper(of: page).isEndless }

  /// The numbers of the pages, from first to last.
  package var pageIDs: [PageID] { pages.ids }

  /// The same with images under other names.
  package func renamingImages(_ names: [ImageID: ImageID]) -> Drawing {
    guard !names.isEmpty else { return self }
    var renamed = Drawing(size: boardSize, background: background.renamingImage(names))
    for var operation in operations {
      switch operation.operation {
      case .background(let background): operation.operation = .background(background.renamingImage(names))
      case .page(let change):
        operation.operation = .page(change.replacingBackgrounds { $0.renamingImage(names) })
      default: break
      }
      // What was done once can be done again.
      try? renamed.append(operation)
    }
    return renamed
  }

  /// The same with files of images under other names.
  package func renamingFiles(_ names: [ImageID: ImageID]) -> Drawing {
    let renamed = allBackgrounds.compactMap(\.imageID).compactMap { id -> (ImageID, ImageID)? in
      names[id.file].map { new in (id, id.page.map { ImageID(new, page: $0.index) } ?? new) }
    }
    return renamingImages(Dictionary(renamed) { $1 })
  }

  /// The backgrounds that any page has or had.
  package var allBackgrounds: [Background] {
    [background]
      + operations.flatMap { operation in
        switch operation.operation {
        case .background(let background): [background]
        case .page(let change): change.papers.map(\.background)
        default: [Background]()
        }
      }
  }
}

extension Background {
  /// Whether it is a page of a PDF.
  package var isPageOfPDF: Bool { imageID?.page != nil }

  /// The name of its image, if it has one.
  package var imageID: ImageID? {
    if case .image(let id, _, on: _) = self { id } else { nil }
  }

  fileprivate func renamingImage(_ names: [ImageID: ImageID]) -> Background {
    guard case .image(let id, let mode, on: let color) = self, let name = names[id] else { return self }
    return .image(name, mode, on: color)
  }
}
