import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInkFiles
import TouchReelTouchTracking

/// The way from a page's units to board points.
struct PagePlacing {
  /// A page without a size becomes a board so long, on whose longer side its ink takes nine tenths.
  private static let longerSide = 1920.0
  /// The width of strokes that have none, as on a new board.
  static let usualWidth = 4.0

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
      scale = kind == .inkml ? Self.longerSide / side : min(1, Double(Raster.maximumSide) / side)
      origin = (0, 0)
      self.size = BoardSize(width: size.width * scale, height: size.height * scale)
      return
    }
    let extent = page.extent ?? (0...1, 0...1)
    let (width, height) = (
      extent.x.upperBound - extent.x.lowerBound, extent.y.upperBound - extent.y.lowerBound
    )
    let side = max(width, height)
    scale = side > 0 ? 0.9 * Self.longerSide / side : 1
    let margin = side > 0 ? side / 18 : Self.longerSide / 2
    origin = (extent.x.lowerBound - margin, extent.y.lowerBound - margin)
    size = BoardSize(width: (width + 2 * margin) * scale, height: (height + 2 * margin) * scale)
  }

  /// Everything on each layer of the page, bottom to top, and how many highlighters come to lie on a lower one. The
  /// page loses what lies on it, as strokes may have millions of samples.
  ///
  /// - Parameter comparisonsLeft: of shapes with highlighters.
  func takeShapes(
    of page: inout InkPage, _ kind: DrawingKind, _ images: inout EmbeddedImages, _ comparisonsLeft: inout Int
  ) -> (layers: [[Shape]], moved: Int) {
    var stack = MarkedStack(comparisons: comparisonsLeft)
    defer { comparisonsLeft = stack.comparisonsLeft }
    var layers = page.takeLayers()
    for number in layers.indices {
      for item in layers[number].items {
        switch item {
        case .stroke(let index):
          let stroke = layers[number].strokes[index]
          layers[number].strokes[index].samples = []
          let marked = kind == .xournal ? stroke.asMarked : stroke
          for shape in shapes(of: marked, kind) {
            stack.add(shape, isHighlighter: marked.isHighlighter, onLayer: number)
          }
        case .image(let index):
          let image = layers[number].images[index]
          if let content = images.content(of: image) {
            stack.add(shape(of: image, content), isHighlighter: false, onLayer: number)
          }
        case .text(let index):
          stack.add(shape(of: layers[number].texts[index]), isHighlighter: false, onLayer: number)
        }
      }
    }
    let (shapes, moved) = stack.shapes(onLayers: layers.count)
    return (shapes, moved)
  }

  private func shape(of image: InkImage, _ content: EmbeddedImage) -> Shape {
    .image(
      ImageShape(content, from: point(image.left, image.top), to: point(image.right, image.bottom)))
  }

  func background(of page: InkPage) -> Background {
    let color = page.background.map(PixelColor.init) ?? .white
    if let file = page.backgroundFile { return .image(file.imageID, file.page == nil ? .fill : .tile, on: color) }
    guard var ruling = page.ruling.map(Ruling.init) else { return .color(color) }
    ruling.scale = min(max(scale, Ruling.scales.lowerBound), Ruling.scales.upperBound)
    return .ruled(ruling, on: color)
  }

  /// Whether a stroke is thinner or wider somewhere than a board draws.
  func clampsWidth(of stroke: InkStroke) -> Bool {
    func isClamped(_ width: Double?) -> Bool {
      guard let width, width > 0, stroke.fill == nil || width > InkStroke.leastWidth else { return false }
      return !StrokeStyle.widths.contains(width * scale)
    }
    return isClamped(stroke.width) || stroke.samples.contains { isClamped($0.width) }
  }

  /// Whether a text is smaller or larger than a board sets it.
  func clampsSize(of text: InkText) -> Bool { !TextFont.sizes.contains(text.size * scale) }

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
      let width = (sample.width ?? stroke.width).map { $0 * scale } ?? Self.usualWidth
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

extension InkPage {
  /// The range of pressures, where there is more than one: a device that does not measure it reports the same always.
  fileprivate var varyingPressures: ClosedRange<Double>? {
    let values = strokes.lazy.flatMap(\.samples).compactMap(\.pressure)
    guard let least = values.min(), let greatest = values.max(), least < greatest else { return nil }
    let range = pressures ?? min(least, 0)...max(greatest, 1)
    return range.lowerBound < range.upperBound ? range : nil
  }
}

extension InkBackgroundFile {
  /// The name by which a background has it.
  var imageID: ImageID {
    let file = ImageID(rawValue: name)
    return page.map { ImageID(file, page: $0 - 1) } ?? file
  }
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
