import Canvas
import DrawingBoard
public import Drawings
public import InkFiles
import TouchTracking

/// A file of another program's, as a drawing: ink without times, or a scene of Excalidraw.
public struct ForeignDrawing: Sendable {
  public let kind: DrawingKind
  public private(set) var drawing: Drawing
  /// Parts that were not understood and are not drawn.
  public let unread: [UnreadElement]
  /// What was not read of the file since it is damaged.
  public let damage: InkDamage
  /// What the file has besides, in words, and what is wrong with it.
  public let notes: [String]
  /// The pages of the file, of which this is one.
  public let pageCount: Int
  /// What no drawing shows and a file of the same kind keeps, in words.
  let leftOut: [String]
  /// The file itself, where it can be written again as it is.
  private(set) var original: [UInt8]?
  /// What a scene of Excalidraw holds besides.
  let scene: ExcalidrawScene?
  /// The end of the name of its background's image, whose beginning is the name of the drawing's own file.
  private var attachment: String?

  /// A page without a size becomes a board so long, on whose longer side its ink takes nine tenths.
  private static let longerSide = 1920.0
  /// The width of strokes that have none, as on a new board.
  private static let usualWidth = 4.0

  static let noteOfMirrors = "a mirrored image is drawn as it is"

  /// - Parameters:
  ///   - bytes: the file.
  ///   - page: the number of the page that is read, from 1.
  /// - Throws: if the file is damaged.
  init(
    _ bytes: [UInt8], of ink: InkKind, page number: Int = 1, _ limits: InkLimits = .standard
  ) throws(DrawingFileError) {
    do throws(InkFileError) {
      var page = try ink.read(bytes, page: number, limits: limits)
      if ink == .quickdraw { page.leftOut += QuickDrawLine.leftOut(ofFile: bytes) }
      self.init(page, kind: DrawingKind(ink))
      if ink != .xournal && !page.damage.isTruncated { original = bytes }
    } catch {
      if error.isOfLimit { throw .tooLarge(error.message) }
      if error.isOfPage { throw .noPage(error.message) }
      throw .malformed(error.description)
    }
  }

  init(_ file: ExcalidrawFile) {
    (kind, drawing, unread, scene) = (.excalidraw, file.drawing, file.unread, file.scene)
    (damage, notes) = (file.damage, file.damage.lines + file.notes)
    (leftOut, pageCount) = (file.leftOut, 1)
  }

  /// A file of ink, and what it does not hold.
  ///
  /// - Parameters:
  ///   - samples: of elements that touches drew, in board points: where and when the touch was, in parts between which
  ///     events were lost.
  ///   - unitsPerMillimetre: board points in one, where that is known.
  ///   - device: of what the touches came from.
  ///   - kind: Xournal's, InkML or “Quick, Draw!”.
  /// - Throws: ``DrawingFileError/noStrokes``
  package static func ink(
    of drawing: Drawing, samples: [ElementID: [[InkSample]]] = [:], unitsPerMillimetre: Double? = nil,
    device: String = "", as kind: DrawingKind
  ) throws(DrawingFileError) -> (bytes: [UInt8], losses: [String]) {
    var drawn = DrawnPage(drawing, samples: samples, for: kind)
    drawn.page.unitsPerMillimetre = unitsPerMillimetre
    drawn.page.device = device
    // What has no stroke could not be read back.
    if kind == .quickdraw && drawn.page.strokes.isEmpty { throw .noStrokes }
    let (bytes, losses) =
      switch kind {
      case .xournal: (XournalFile.file(of: drawn.page), [String]())
      case .quickdraw: QuickDrawLine.text(of: drawn.page, word: "", key: "")
      default: InkMLFile.text(of: drawn.page)
      }
    return (bytes, drawn.losses + (kind == .xournal ? [] : drawn.page.lossesOfPaper) + losses)
  }

  package init(_ page: InkPage, kind: DrawingKind) {
    self.kind = kind
    scene = nil
    let place = Placing(page, kind)
    let background = place.background(of: page)
    var drawing = Drawing(size: place.size, background: background)
    var left = 0
    var images = EmbeddedImages()
    for shape in place.shapes(of: page, kind, &images) {
      do throws(OperationError) { try drawing.append(.add(shape)) } catch { left += 1 }
    }
    self.drawing = drawing
    attachment = page.backgroundFile.flatMap { $0.isAttached ? $0.name : nil }
    unread = []
    (leftOut, damage) = (page.leftOut, page.damage)
    let ofInk = left == 0 ? [] : ["\(left) × ink lies too far away to be drawn"]
    let ofScale = kind == .xournal && place.isSmaller ? ["it is larger than a board, and so was made smaller"] : []
    let mirrored = page.images.count { $0.left > $0.right || $0.top > $0.bottom }
    let ofImages = images.notes + (mirrored == 0 ? [] : ["\(mirrored) × \(Self.noteOfMirrors)"])
    let ofPaper = (page.ruling?.losses ?? []) + background.notes(on: place.size) + ofImages
    notes = damage.lines + page.notes + page.notesOfDashes + ofPaper + ofInk + ofScale
    pageCount = page.pageCount
  }

  /// The same without the file that it was read of.
  var rewritten: ForeignDrawing {
    var drawing = self
    drawing.original = nil
    return drawing
  }

  /// Names the image that is attached to its file.
  ///
  /// - Parameter fileName: of the drawing's file, without its folder.
  mutating func attach(to fileName: String) {
    guard let attachment, case .image(_, let mode, on: let color) = drawing.background else { return }
    drawing.background = .image(ImageID(rawValue: "\(fileName).\(attachment)"), mode, on: color)
  }

  /// From a page's units to board points.
  private struct Placing {
    let size: BoardSize
    var isSmaller: Bool { scale < 1 }
    private let scale: Double
    private let origin: (x: Double, y: Double)
    /// The range of what widths depend on; `nil` if they do not.
    private let pressures: ClosedRange<Double>?

    init(_ page: InkPage, _ kind: DrawingKind) {
      pressures = kind == .inkml ? page.varyingPressures : nil
      if let size = page.size {
        // The range of a tablet may be any; pages of Xournal++ are in points, and may be larger than a board.
        let side = max(size.width, size.height)
        scale = kind == .inkml ? longerSide / side : min(1, Double(Raster.maximumSide) / side)
        origin = (0, 0)
        self.size = BoardSize(width: size.width * scale, height: size.height * scale)
        return
      }
      let extent = page.extent ?? (0...1, 0...1)
      let (width, height) = (
        extent.x.upperBound - extent.x.lowerBound, extent.y.upperBound - extent.y.lowerBound
      )
      let side = max(width, height)
      scale = side > 0 ? 0.9 * longerSide / side : 1
      let margin = side > 0 ? side / 18 : longerSide / 2
      origin = (extent.x.lowerBound - margin, extent.y.lowerBound - margin)
      size = BoardSize(width: (width + 2 * margin) * scale, height: (height + 2 * margin) * scale)
    }

    /// Everything on the page, bottom to top.
    func shapes(of page: InkPage, _ kind: DrawingKind, _ images: inout EmbeddedImages) -> [Shape] {
      var stack = MarkedStack()
      for item in page.items {
        switch item {
        case .stroke(let index):
          let stroke = page.strokes[index]
          for shape in shapes(of: stroke, kind) { stack.add(shape, isHighlighter: stroke.isHighlighter) }
        case .image(let index):
          if let content = images.content(of: page.images[index]) {
            stack.add(shape(of: page.images[index], content), isHighlighter: false)
          }
        case .text(let index): stack.add(shape(of: page.texts[index]), isHighlighter: false)
        }
      }
      return stack.shapes
    }

    private func shape(of image: InkImage, _ content: EmbeddedImage) -> Shape {
      .image(
        ImageShape(content, from: point(image.left, image.top), to: point(image.right, image.bottom)))
    }

    func background(of page: InkPage) -> Background {
      let color = page.background.map(PixelColor.init) ?? .white
      if let file = page.backgroundFile { return .image(ImageID(rawValue: file.name), .fill, on: color) }
      guard var ruling = page.ruling.map(Ruling.init) else { return .color(color) }
      ruling.scale = min(max(scale, Ruling.scales.lowerBound), Ruling.scales.upperBound)
      return .ruled(ruling, on: color)
    }

    /// A freehand stroke, or a line where it has what these have not: dashes, a filled inside, ends that are not
    /// round. One that is filled and of several widths is both.
    func shapes(of stroke: InkStroke, _ kind: DrawingKind) -> [Shape] {
      guard stroke.fill != nil || !stroke.dashes.isEmpty || stroke.cap != .round else {
        return [shape(of: stroke, kind)]
      }
      let widths = stroke.samples.dropLast().compactMap(\.width)
      let isVaried = widths.contains { $0 != widths[0] }
      let mean = widths.isEmpty ? stroke.width : widths.reduce(0, +) / Double(widths.count)
      var line = line(along: stroke, width: mean ?? 1)
      guard isVaried, stroke.dashes.isEmpty, stroke.fill != nil else { return [.path(line)] }
      line.style.color.alpha = 0
      return [.path(line), shape(of: stroke, kind)]
    }

    private func line(along stroke: InkStroke, width: Double) -> PathShape {
      var color = stroke.color.map(PixelColor.init) ?? .black
      // A highlighter that is filled has one opacity.
      if stroke.isHighlighter, let fill = stroke.fill { color.alpha = fill }
      var style = StrokeStyle(color: color, width: StrokeStyle.clampedWidth(width * scale))
      // What is filled and has no line, as it is written.
      if stroke.fill != nil, width <= InkStroke.leastWidth { style.color.alpha = 0 }
      style.dashes = stroke.dashes.map { $0 * scale }
      style.cap = StrokeStyle.Cap(stroke.cap)
      var line = PathShape(stroke.samples.map { point($0.x, $0.y) }, style: style)
      if let fill = stroke.fill {
        line.fill = PixelColor(red: color.red, green: color.green, blue: color.blue, alpha: fill)
      }
      return line
    }

    func shape(of stroke: InkStroke, _ kind: DrawingKind) -> Shape {
      let vertices = stroke.samples.map { sample in
        let width = (sample.width ?? stroke.width).map { $0 * scale } ?? usualWidth
        return StrokePath.Vertex(
          point(sample.x, sample.y),
          width: StrokeStyle.clampedWidth(width * (stroke.ignoresPressure ? 1 : share(of: sample))))
      }
      // Xournal++ draws straight lines between points, of which it has many.
      let path = StrokePath(course: kind == .xournal ? .straight : .throughMidpoints, run: vertices)
      return .pen(PenShape(path: path, color: stroke.color.map(PixelColor.init) ?? .black))
    }

    /// The share of its width that a pen draws with, as it would on a board.
    private func share(of sample: InkSample) -> Double {
      guard let pressures, let pressure = sample.pressure, sample.width == nil else { return 1 }
      return PressureCurve.share(
        ofWidthAt: (pressure - pressures.lowerBound) / (pressures.upperBound - pressures.lowerBound))
    }

    /// A text's box is known only when it is set.
    func shape(of text: InkText) -> Shape {
      let font = TextFont(
        family: text.font, size: min(max(text.size * scale, TextFont.sizes.lowerBound), TextFont.sizes.upperBound))
      let layout = TextLayout(text.text, font: font, width: .fitting(limit: TextWidth.range.upperBound))
      let corner = point(text.x, text.y)
      let center = BoardPoint(x: corner.x + (layout?.width ?? 0) / 2, y: corner.y + (layout?.height ?? 0) / 2)
      return .text(
        TextShape(
          text.text, font: font, color: PixelColor(text.color), at: center,
          width: .fitting(limit: TextWidth.range.upperBound)))
    }

    private func point(_ x: Double, _ y: Double) -> BoardPoint {
      BoardPoint(x: (x - origin.x) * scale, y: (y - origin.y) * scale)
    }
  }
}

extension InkPage {
  /// What is not drawn of dashes, in words.
  fileprivate var notesOfDashes: [String] {
    let count = strokes.count { !$0.dashes.isEmpty && Set($0.samples.dropLast().map(\.width)).count > 1 }
    return count == 0 ? [] : ["\(count) × a dashed <stroke> of several widths is drawn with one"]
  }

  /// What files have to leave out that hold nothing but ink, in words.
  fileprivate var lossesOfPaper: [String] {
    (ruling == nil ? [] : ["the ruling of the paper is left out"])
      + (images.isEmpty ? [] : ["\(images.count) × an image is left out"])
  }
}

extension Background {
  /// What of it is not drawn, in words.
  fileprivate func notes(on size: BoardSize) -> [String] {
    guard case .ruled(let ruling, on: _) = self, ruling.isTooFine(on: size) else { return [] }
    return ["the ruling of the paper is too fine, and is not drawn"]
  }
}

extension DrawingKind {
  fileprivate init(_ kind: InkKind) {
    self =
      switch kind {
      case .inkml: .inkml
      case .quickdraw: .quickdraw
      case .xournal: .xournal
      }
  }
}

extension InkPage {
  /// The range of pressures, where there is more than one: a device that does not measure it reports the same always.
  fileprivate var varyingPressures: ClosedRange<Double>? {
    let values = strokes.lazy.flatMap(\.samples).compactMap(\.pressure)
    guard let least = values.min(), let greatest = values.max(), least < greatest else { return nil }
    let range = pressures ?? min(least, 0)...max(greatest, 1)
    return range.lowerBound < range.upperBound ? range : nil
  }
}

extension InkStroke {
  /// The width of a stroke that is there for what it is filled with, in points of Xournal++.
  static let leastWidth = 0.01
}

extension StrokeStyle.Cap {
  fileprivate init(_ cap: InkCap) {
    self =
      switch cap {
      case .round: .round
      case .butt: .butt
      case .square: .square
      }
  }
}

extension InkCap {
  init(_ cap: StrokeStyle.Cap) {
    self =
      switch cap {
      case .round: .round
      case .butt: .butt
      case .square: .square
      }
  }
}

extension PixelColor {
  init(_ color: InkColor) { self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha) }
}

extension InkColor {
  init(_ color: PixelColor) { self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha) }
}
