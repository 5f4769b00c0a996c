import Glibc
import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelDrawingBoard
package import TouchReelDrawings
package import TouchReelInkFiles
import TouchReelTouchTracking

/// A drawing as a page of strokes and texts, for files of other programs, and what such a page cannot hold.
package struct DrawnPage {
  package var page = InkPage()
  /// The samples of elements whose touches are known, in board points: they take the place of the ink's own points.
  /// Each part is a stroke: between two of them events were lost.
  private let samples: [ElementID: [[InkSample]]]
  /// Whether it is for Xournal++, which draws straight lines from point to point and has dashes and filled insides.
  private let isOfXournal: Bool
  private let kind: DrawingKind
  private var left: [String: Int] = [:]
  /// What is filled and not yet on the page: the line around it may be one stroke with it.
  private var inside: FilledInside?
  /// What takes what lies on the page as soon as it is there, for Xournal++.
  private let writer: XournalWriter?
  /// The PDF whose pages may lie under those of a file of Xournal++, which has one.
  private let paper: ImageID?
  /// The points and the things that were written so, and are no longer on the page.
  private var writtenCount = (points: 0, things: 0)

  /// - Parameters:
  ///   - drawing: of which the page that is shown is meant.
  ///   - samples: of elements that touches drew, before they were moved.
  ///   - kind: of the file that it is for.
  ///   - writer: takes what lies on the page.
  ///   - paper: the PDF whose pages are named in the file.
  package init(
    _ drawing: Drawing, samples: [ElementID: [[InkSample]]] = [:], for kind: DrawingKind,
    to writer: XournalWriter? = nil, paper: ImageID? = nil
  ) {
    self.samples = samples
    self.paper = paper
    isOfXournal = kind == .xournal
    (self.kind, self.writer) = (kind, writer)
    page.size = (drawing.size.width, drawing.size.height)
    setBackground(drawing.finalBackground, hasOwnSize: drawing.pages.paper.size != nil)
    writer?.begin(page)
    guard isOfXournal else {
      add(drawing.flattened)
      return
    }
    if drawing.pages.paper.isEndless { left["an endless page ends where it is", default: 0] += 1 }
    for (layer, look) in drawing.layers.enumerated() {
      countLosses(of: look)
      writer?.beginLayer(look.name.isEmpty ? nil : look.name)
      add(drawing.onlyLayer(layer))
    }
  }

  /// Adds all that lies on one layer, on top of what came before.
  private mutating func add(_ layer: Drawing) {
    var erased = layer
    let parts = layer.erasedParts(CutRules(kind))
    for element in layer.elementsAsStacked {
      add(element, parts[element.id], of: &erased)
      write()
    }
    addInside()
    write()
  }

  private mutating func countLosses(of look: LayerLook) {
    if look.isHidden { left["a hidden layer is seen there", default: 0] += 1 }
    if look.opacity < 1 { left["a layer that ink shines through is opaque there", default: 0] += 1 }
    if look.isLocked { left["a locked layer is not locked there", default: 0] += 1 }
  }

  /// A file of Xournal++ with all pages of a drawing, and what it does not hold.
  ///
  /// - Parameter samples: of elements that touches drew on any page.
  static func xournal(
    of drawing: Drawing, samples: [ElementID: [[InkSample]]]
  ) -> (bytes: [UInt8], losses: [String]) {
    let writer = XournalWriter()
    var (remarks, points, things) = (PageRemarks(), 0, 0)
    for page in 0..<drawing.pageCount {
      let drawn = DrawnPage(
        drawing.showing(page), samples: samples, for: .xournal, to: writer, paper: drawing.paperOfXournal)
      for (text, count) in drawn.left { remarks.add(text, count: count, page: page + 1) }
      (points, things) = (points + drawn.pointCount, things + drawn.thingCount)
    }
    let losses = remarks.sortedLines(namesPages: drawing.pageCount > 1)
    return (writer.finish(), losses + InkPage.notes(points: points, strokes: things, beyond: .standard))
  }

  /// What the page does not hold, in words.
  package var losses: [String] { left.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" } }

  private mutating func write() {
    guard let writer else { return }
    writer.add(page)
    (writtenCount.points, writtenCount.things) = (pointCount, thingCount)
    (page.strokes, page.images, page.texts) = ([], [], [])
  }

  private var pointCount: Int { writtenCount.points + page.pointCount }
  private var thingCount: Int { writtenCount.things + page.topLevel + page.texts.count }

  /// What is said of a file that is read again with higher limits only.
  package var lossesOfLimits: [String] { InkPage.notes(points: pointCount, strokes: thingCount, beyond: .standard) }

  private mutating func setBackground(_ background: Background, hasOwnSize: Bool) {
    switch background {
    case .color(let color): setPaper(color)
    case .ruled(let ruling, on: let color):
      setPaper(color)
      page.ruling = InkRuling(ruling)
    case .gradient: left["the background is left out, which is no colour", default: 0] += 1
    case .image(let id, let mode, on: _): setPaper(id, isAsWide: mode == .tile || mode == .fit && hasOwnSize)
    }
  }

  /// Xournal++ draws a page of a PDF in its own size from the top left.
  ///
  /// - Parameter isAsWide: whether it is drawn so here.
  private mutating func setPaper(_ id: ImageID, isAsWide: Bool) {
    guard let (file, index) = id.page else {
      left["the background image is left out", default: 0] += 1
      return
    }
    guard file == paper else {
      left["the page of a PDF below the ink is left out", default: 0] += 1
      return
    }
    if !isAsWide { left["the page of a PDF below the ink has its own size there", default: 0] += 1 }
    let isAttached = file.isDigest
    page.backgroundFile = InkBackgroundFile(
      isAttached ? DrawingKind.attachedPaper : file.rawValue, isAttached: isAttached)
    page.backgroundFile?.page = index + 1
  }

  /// Files of nothing but ink have white paper.
  private mutating func setPaper(_ color: PixelColor) {
    page.background = InkColor(color)
    if !isOfXournal, color != .white { left["the background's colour is left out", default: 0] += 1 }
  }

  /// - Parameters:
  ///   - parts: what an eraser has left of it.
  ///   - drawing: in which erasures are looked for.
  private mutating func add(_ element: Element, _ parts: ErasedParts?, of drawing: inout Drawing) {
    guard let placed = element.shape else { return }
    guard let parts else { return add(placed, element.id) }
    if let strokes = samples[element.id], case .pen(let pen) = placed.shape {
      return add(strokes, of: pen, element, &drawing)
    }
    for _ in 0..<parts.lostInsides { left[Self.lossOfFill(placed.shape), default: 0] += 1 }
    if parts.isTextLost { left["a text of which something was erased is drawn as areas", default: 0] += 1 }
    for part in parts.shapes { add(part, nil) }
  }

  /// - Parameter id: if it is as touches drew it.
  private mutating func add(_ placed: PlacedShape, _ id: ElementID?) {
    switch placed.shape {
    case .pen(let pen): add(pen, placed.transform, id)
    case .text(let text): add(text, placed.transform)
    case .image(let image): add(image, placed.transform)
    default: addOutlines(of: placed)
    }
  }

  /// What an eraser has left of samples, each piece as a stroke.
  private mutating func add(_ strokes: [[InkSample]], of pen: PenShape, _ element: Element, _ drawing: inout Drawing) {
    let transform = element.shape?.transform ?? .identity
    let width = Self.width(of: Array(pen.path.runs.joined()), Array(strokes.joined())) * transform.scale
    var rules = CutRules(kind)
    rules.sampleWeight = 0.2
    for stroke in strokes {
      let samples = stroke.map { $0.moved(by: transform) }
      let run = samples.enumerated().map { number, sample in
        BrushNode(BoardPoint(x: sample.x, y: sample.y), radius: width / 2, position: Double(number))
      }
      let rest = drawing.rest(of: run, under: element, rules)
      guard let rest else {
        add(InkStroke(samples, color: InkColor(pen.color), width: width), of: pen)
        continue
      }
      for piece in rest where !piece.isEmpty {
        add(InkStroke(piece.map { InkSample($0, of: samples) }, color: InkColor(pen.color), width: width), of: pen)
      }
    }
  }

  private mutating func add(_ pen: PenShape, _ transform: ShapeTransform, _ id: ElementID?) {
    if let parts = id.flatMap({ samples[$0] }) {
      let width = Self.width(of: Array(pen.path.runs.joined()), Array(parts.joined())) * transform.scale
      for part in parts {
        add(InkStroke(part.map { $0.moved(by: transform) }, color: InkColor(pen.color), width: width), of: pen)
      }
      return
    }
    for run in pen.path.runs {
      let vertices = isOfXournal && pen.path.course == .throughMidpoints ? run.flattened : run
      var samples = vertices.map { vertex in
        let point = transform.applied(to: vertex.point)
        var sample = InkSample(x: point.x, y: point.y)
        sample.width = vertex.width * transform.scale
        return sample
      }
      if !isOfXournal, pen.path.course == .straight { samples = samples.withSharpCorners }
      add(InkStroke(samples, color: InkColor(pen.color), width: samples.compactMap(\.width).max()), of: pen)
    }
  }

  private mutating func add(_ stroke: InkStroke, of pen: PenShape) {
    var stroke = stroke
    stroke.isHighlighter = pen.stacking == .underInk
    add(stroke)
  }

  /// The width of the brush: that of the widest sample, where it is not as wide as the brush only because it was
  /// pressed lightly.
  private static func width(of vertices: [StrokePath.Vertex], _ samples: [InkSample]) -> Double {
    let widths = vertices.map(\.width)
    guard let widest = widths.indices.max(by: { widths[$0] < widths[$1] }) else { return 0 }
    // A touch that was lifted later than it moved has one more.
    guard widths.count <= samples.count, widths.contains(where: { $0 < widths[widest] }),
      let pressure = samples[widest].pressure
    else { return widths[widest] }
    return widths[widest] / PressureCurve.share(ofWidthAt: pressure)
  }

  private mutating func add(_ text: TextShape, _ transform: ShapeTransform) {
    guard let layout = text.layout else {
      left["a text is left out, for which there is no font", default: 0] += 1
      return
    }
    // Other files have no texts at all.
    if isOfXournal {
      if transform.rotation != 0 { left["a text is turned upright", default: 0] += 1 }
      countLosses(of: text, layout)
    }
    let center = transform.applied(to: text.center)
    var written = InkText(
      text.text, x: center.x - layout.width * transform.scale / 2, y: center.y - layout.height * transform.scale / 2,
      font: text.font.styledName, size: text.font.size * transform.scale, color: InkColor(text.color))
    addInside()
    written.level = page.topLevel
    page.texts.append(written)
  }

  /// A text of Xournal++'s has lines that meet on the left, in the font's distance, which no width breaks.
  private mutating func countLosses(of text: TextShape, _ layout: TextLayout) {
    guard layout.lines.count > 1 else { return }
    if text.paragraph.alignment != .start { left["the alignment of a text is left out", default: 0] += 1 }
    if text.paragraph.lineHeight != nil { left["the distance of a text's lines is left out", default: 0] += 1 }
    if layout.lines.count > text.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count {
      left["a text is not broken into lines by its width", default: 0] += 1
    }
  }

  private mutating func add(_ image: ImageShape, _ transform: ShapeTransform) {
    let shape = image.plain
    // Other files have no images either.
    if isOfXournal, transform.rotation != 0 { left["an image is turned upright", default: 0] += 1 }
    let middle = BoardPoint(x: (shape.start.x + shape.end.x) / 2, y: (shape.start.y + shape.end.y) / 2)
    let center = transform.applied(to: middle)
    let (width, height) = (shape.width * transform.scale, shape.height * transform.scale)
    addInside()
    page.images.append(
      InkImage(
        shape.image.bytes, left: center.x - width / 2, top: center.y - height / 2, right: center.x + width / 2,
        bottom: center.y + height / 2, level: page.strokes.count))
  }

  private mutating func addOutlines(of placed: PlacedShape) {
    for ink in placed.vectors {
      for part in ink.parts {
        switch part {
        case .stroked(let outline, let style): add(outline, style, placed.transform)
        case .filled(let outline) where isOfXournal: fill(outline, ink.color, placed.transform)
        case .filled: left[Self.lossOfFill(placed.shape), default: 0] += 1
        // Degrees of an angle.
        case .text(let text): add(text, placed.transform)
        case .image: continue
        }
      }
    }
  }

  private static func lossOfFill(_ shape: Shape) -> String {
    if case .line = shape { "an arrow's head is left out" } else { "what a shape is filled with is left out" }
  }

  private mutating func add(_ outline: VectorOutline, _ style: StrokeStyle, _ transform: ShapeTransform) {
    let dashes = style.visibleDashes
    if !dashes.isEmpty, !isOfXournal { left["a dashed line is drawn without gaps", default: 0] += 1 }
    if !dashes.isEmpty, isOfXournal, style.dashPhase != 0 { left["dashes begin elsewhere", default: 0] += 1 }
    for line in outline.samples(transform) {
      let isOpen = line.withoutClosing.count == line.count
      if style.cap != .round, isOpen, !isOfXournal { left["the flat ends of a line are drawn round", default: 0] += 1 }
      if style.join != .round, !outline.isRound, line.count > 2, style.color.alpha > 0 {
        left["the corners of a line are drawn round", default: 0] += 1
      }
      let points = isOfXournal || outline.isRound ? line : line.withSharpCorners
      var stroke = InkStroke(points, color: InkColor(style.color), width: style.width * transform.scale)
      if isOfXournal { (stroke.dashes, stroke.cap) = (dashes.map { $0 * transform.scale }, InkCap(style.cap)) }
      add(stroke)
    }
  }

  // MARK: Strokes of Xournal++

  private mutating func add(_ stroke: InkStroke) {
    guard isOfXournal else { return page.strokes.append(stroke) }
    let alpha = stroke.color?.alpha ?? 255
    // What is not seen is there for its inside, or for nothing.
    guard alpha > 0 else { return }
    var stroke = stroke
    defer { page.strokes.append(stroke) }
    if let inside, inside.isWithin(stroke) {
      stroke.fill = inside.color.alpha
      self.inside = nil
    } else {
      addInside()
    }
    guard alpha < 255 else {
      if stroke.endsInOtherWidth { left["the width at the end of a stroke is that of its last piece", default: 0] += 1 }
      return
    }
    stroke.isHighlighter = true
    if stroke.color?.isNearWhite ?? false {
      left["translucent white ink is not seen, as a highlighter only darkens", default: 0] += 1
    }
    if Set(stroke.samples.dropLast().map(\.width)).count > 1 {
      left["translucent ink of several widths has one", default: 0] += 1
    }
    if stroke.fill == nil, !InkStroke.highlighterAlphas.contains(alpha) {
      left["translucent ink is as opaque as a highlighter", default: 0] += 1
    }
  }

  private mutating func fill(_ outline: VectorOutline, _ color: PixelColor, _ transform: ShapeTransform) {
    for line in outline.samples(transform) {
      addInside()
      inside = FilledInside(outline: line.withoutClosing, color: InkColor(color))
    }
  }

  /// What is filled without a line of the same colour around it has one that is not seen.
  private mutating func addInside() {
    guard let inside else { return }
    self.inside = nil
    var stroke = InkStroke(
      inside.outline, color: InkColor(red: inside.color.red, green: inside.color.green, blue: inside.color.blue),
      width: InkStroke.leastWidth)
    stroke.fill = inside.color.alpha
    page.strokes.append(stroke)
  }
}

extension CutRules {
  fileprivate init(_ kind: DrawingKind) {
    self.init()
    // Each piece of a stroke of Xournal++'s has one width.
    if kind == .xournal { (radiusStep, hasInsides) = (0.25, true) }
    if kind == .quickdraw { evenRadius = PagePlacing.usualWidth / 2 }
  }
}

extension InkSample {
  /// A sample where an eraser has left something between others, or beside them.
  fileprivate init(_ node: BrushNode, of samples: [InkSample]) {
    let index = min(max(Int(clamping: node.position), 0), samples.count - 1)
    let (before, after) = (samples[index], samples[min(index + 1, samples.count - 1)])
    let share = node.position - Double(index)
    func between(_ value: KeyPath<InkSample, Double?>) -> Double? {
      guard let start = before[keyPath: value], let end = after[keyPath: value] else { return before[keyPath: value] }
      return start + (end - start) * share
    }
    self.init(x: node.point.x, y: node.point.y, time: between(\.time), pressure: between(\.pressure))
    (tiltX, tiltY) = (between(\.tiltX), between(\.tiltY))
    width = node.radius * 2
  }
}

extension InkColor {
  /// Whether nothing that is multiplied by it becomes visibly darker.
  fileprivate var isNearWhite: Bool { min(red, green, blue) >= 240 }
}

extension InkStroke {
  /// Widths that change bit by bit end so near the last one, in points.
  private static let unseenStep = 2.0

  /// Whether its last point is of another width than the one before, whose width Xournal++'s last piece has, by so much
  /// that it is seen.
  fileprivate var endsInOtherWidth: Bool {
    let widths = samples.suffix(2).compactMap(\.width)
    return widths.count == 2 && abs(widths[1] - widths[0]) > Self.unseenStep
  }
}

extension InkSample {
  fileprivate func moved(by transform: ShapeTransform) -> InkSample {
    let point = transform.applied(to: BoardPoint(x: x, y: y))
    var moved = self
    (moved.x, moved.y) = (point.x, point.y)
    return moved
  }
}

extension DrawingKind {
  /// What Xournal++ adds to the name of its file for that of a PDF which comes along with it (`SaveHandler.cpp`).
  package static let attachedPaper = "bg.pdf"
}

extension Drawing {
  /// The first PDF that lies under any page: a file of Xournal++ has one.
  package var paperOfXournal: ImageID? {
    (0..<pageCount).lazy.compactMap { background(ofPage: $0).imageID?.page?.file }.first
  }
}
