import TouchReelDrawings
import TouchReelInkFiles
import TouchReelTouchTracking

/// A drawing that grows by the pages of another program's file, each as it is read.
struct ForeignPages {
  private let kind: DrawingKind
  private(set) var drawing: Drawing?
  /// The ends of the names of backgrounds' images, by the index of the page; they begin with that of the file.
  private(set) var attachments: [Int: String] = [:]
  private var pageCount = 0
  private var images = EmbeddedImages()
  /// How many layers under highlighters are still looked at, on all pages.
  private var comparisonsLeft = MarkedStack.comparisonLimit
  private var remarks = PageRemarks()

  init(_ kind: DrawingKind) { self.kind = kind }

  /// What is not drawn of the pages as it was there.
  var notes: [String] { remarks.lines(namesPages: pageCount > 1) }

  /// Adds a page behind all others. The strokes lose their samples as they are converted.
  mutating func add(_ content: consuming InkPage) {
    var page = content
    pageCount += 1
    addLookNotes(of: page)
    let placing = PagePlacing(page, kind)
    let background = placing.background(of: page)
    addNotes(of: page, placing, background)
    if let file = page.backgroundFile, file.isAttached { attachments[pageCount - 1] = file.imageID.rawValue }
    begin(placing.size, background)
    var left = 0
    let mirrored = page.images.count { $0.left > $0.right || $0.top > $0.bottom }
    let names = page.layers.map(\.name)
    let (layers, moved) = placing.takeShapes(of: &page, kind, &images, &comparisonsLeft)
    for (number, shapes) in layers.enumerated() {
      beginLayer(number, name: number < names.count ? names[number] : nil)
      for shape in shapes {
        do throws(OperationError) { try drawing?.append(.add(shape)) } catch { left += 1 }
      }
    }
    remarks.add(
      "a highlighter is drawn on a lower layer, below its dark ink", count: moved, .lines, page: pageCount)
    for (problem, count) in images.takeProblems() { remarks.add(problem, count: count, .images, page: pageCount) }
    remarks.add(ForeignDrawing.noteOfMirrors, count: mirrored, .images, page: pageCount)
    remarks.add("ink lies too far away to be drawn", count: left, .ink, page: pageCount)
  }

  /// Shows the first page, once all were added.
  mutating func showFirst() {
    if pageCount > 1 { _ = try? drawing?.append(.page(.turn(to: 0))) }
  }

  /// - Parameter size: of the page that is put behind all others.
  private mutating func begin(_ size: BoardSize, _ background: Background) {
    guard let count = drawing?.pageCount else {
      drawing = Drawing(size: size, background: background)
      return
    }
    // Among others, the first page is paper as they are.
    if count == 1, let first = drawing?.boardSize { _ = try? drawing?.append(.page(.resize(first))) }
    let usable = BoardSize(width: max(size.width, 1), height: max(size.height, 1))
    if usable != size { remarks.add("a page is less than a point wide or high, and gets that", .size, page: pageCount) }
    _ = try? drawing?.append(.page(.insert(Paper(size: usable, background: background), at: count)))
  }

  /// The first layer is there already.
  private mutating func beginLayer(_ number: Int, name: String?) {
    let look = LayerLook(name: name ?? "")
    if number > 0 {
      _ = try? drawing?.append(.layer(.insert(look, at: number)))
    } else if name != nil {
      _ = try? drawing?.append(.layer(.change(0, look)))
    }
  }

  private mutating func addLookNotes(of page: InkPage) {
    for (text, count) in page.notesOfLook { remarks.add(text, count: count, .lines, page: pageCount) }
  }

  private mutating func addNotes(of page: InkPage, _ placing: PagePlacing, _ background: Background) {
    let clamped = page.strokes.count { placing.clampsWidth(of: $0) }
    remarks.add("a stroke is thinner or wider than a board draws", count: clamped, .limits, page: pageCount)
    let texts = page.texts.count { placing.clampsSize(of: $0) }
    remarks.add(
      "a text is smaller or larger than a board sets, and gets another size", count: texts, .limits, page: pageCount)
    for text in (page.ruling?.losses ?? []) + background.notes(on: placing.size) {
      remarks.add(text, .paper, page: pageCount)
    }
    if kind == .xournal, placing.isSmaller {
      remarks.add("it is larger than a board, and so was made smaller", .size, page: pageCount)
    }
  }
}

extension Drawing {
  /// The same with other backgrounds of its pages, of which each was put in behind those before it.
  func replacingBackgrounds(_ change: (_ page: Int, Background) -> Background) -> Drawing {
    var changed = Drawing(size: boardSize, background: change(0, background))
    var page = 0
    for operation in operations {
      var operation = operation
      if case .page(let pages) = operation.operation {
        operation.operation = .page(
          pages.replacingBackgrounds { background in
            page += 1
            return change(page, background)
          })
      }
      // What could be done before can be done now.
      _ = try? changed.append(operation)
    }
    return changed
  }
}

extension Background {
  /// What of it is not drawn, in words.
  fileprivate func notes(on size: BoardSize) -> [String] {
    guard case .ruled(let ruling, on: _) = self, ruling.isTooFine(on: size) else { return [] }
    return ["the ruling of the paper is too fine, and is not drawn"]
  }
}

extension InkPage {
  /// What is not drawn of dashes, and of lines that end flat and are not as wide everywhere, with how often it occurs.
  fileprivate var notesOfLook: [(text: String, count: Int)] {
    let flat = strokes.filter { $0.cap != .round && $0.dashes.isEmpty && $0.isVaried }
    let filled = flat.count { $0.fill != nil }
    return [
      ("a dashed <stroke> of several widths is drawn with one", strokes.count { !$0.dashes.isEmpty && $0.isVaried }),
      ("a <stroke> of several widths that ends flat is drawn with one", flat.count - filled),
      ("a filled <stroke> of several widths that ends flat is drawn with round ends", filled),
    ]
  }
}

extension InkStroke {
  /// Whether its pieces are of several widths.
  fileprivate var isVaried: Bool { samples.dropLast().contains { $0.width != samples[0].width } }
}
