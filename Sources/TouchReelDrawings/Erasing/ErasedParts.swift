import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelTouchTracking

/// What erasers have left of a shape, for files that have no erasers: nothing that was erased comes back.
package struct ErasedParts: Hashable, Sendable {
  /// Bottom to top, where they lie on the board.
  package var shapes: [PlacedShape] = []
  /// How many insides were left out, as no areas are filled.
  package var lostInsides = 0
  /// Whether a text has become an area.
  package var isTextLost = false
}

extension Drawing {
  /// What is left of each shape from which something was erased.
  package func erasedParts(_ rules: CutRules) -> [ElementID: ErasedParts] {
    var (drawing, parts) = (self, [ElementID: ErasedParts]())
    guard elements.contains(where: { $0.erasure != nil || $0.shape?.hasHoles == true }) else { return [:] }
    for element in elements {
      guard let shape = element.shape, let area = drawing.erasedArea(over: element) else { continue }
      parts[element.id] = ErasureCutting(area.pieces, area.masked, rules, size).parts(of: shape)
    }
    return parts
  }

  /// The area that was erased where the shape's ink may lie; `nil` if nothing was.
  private mutating func erasedArea(over element: Element) -> (pieces: ErasedArea, masked: PlacedShape)? {
    guard let shape = element.shape else { return nil }
    let erasures = erasures(over: element).sorted().compactMap { self.element($0)?.erasure }
    let area = ErasedArea(shape.masks, under: erasures).near(shape.inkBounds)
    return area.isEmpty ? nil : (area, erasures.reduce(into: shape) { $0.mask(by: $1) })
  }

  /// What is left of a brush's run on the board, which the shape of an element was drawn with; `nil` if that is all.
  package mutating func rest(of run: [BrushNode], under element: Element, _ rules: CutRules) -> [[BrushNode]]? {
    guard let area = erasedArea(over: element) else { return nil }
    return BrushCutter.rest(of: run, without: area.pieces, rules)
  }
}

/// Cuts one area out of shapes.
private struct ErasureCutting {
  private let area: ErasedArea
  /// The shape with all erasures as its own.
  private let masked: PlacedShape
  private let rules: CutRules
  private let size: BoardSize
  private let raster: Raster

  init(_ area: ErasedArea, _ masked: PlacedShape, _ rules: CutRules, _ size: BoardSize) {
    (self.area, self.masked, self.rules, self.size) = (area, masked, rules, size)
    let pixels = PixelRect(x: 0, y: 0, width: Int(clamping: size.width), height: Int(clamping: size.height))
    raster = Raster(part: pixels, of: size, scale: 1)
  }

  /// `nil` if it is all there.
  func parts(of placed: PlacedShape) -> ErasedParts? {
    switch placed.shape {
    case .image(let image): return self.image(image)
    case .pen(let pen) where pen.color.alpha == 255 || !rules.hasInsides:
      let course: StrokePath.Interpolation = rules.radiusStep.isFinite ? .straight : pen.path.course
      let pieces = pen.path.pieces(on: Placement(on: raster, placed.transform))
      return strokes(pieces, pen.color, course).map { ErasedParts(shapes: $0.map(PlacedShape.init)) }
    default: return hasOnlyLines ? lines : areas
    }
  }

  private var hasOnlyLines: Bool {
    guard rules.hasInsides else { return true }
    return masked.vectors.allSatisfy { ink in
      ink.color.alpha == 255
        && ink.parts.allSatisfy { if case .stroked(_, let style) = $0 { style.cap == .round } else { false } }
    }
  }

  /// `nil` if nothing of it was erased.
  private func strokes(
    _ pieces: [InkSegment], _ color: PixelColor, _ course: StrokePath.Interpolation
  ) -> [Shape]? {
    let runs = [[BrushNode]](pieces)
    let rests = runs.map { BrushCutter.rest(of: $0, without: area, rules) }
    guard rests.contains(where: { $0 != nil }) else { return nil }
    let left = zip(runs, rests).flatMap { $1 ?? [$0.simplified(step: rules.radiusStep)] }.filter { !$0.isEmpty }
    guard !left.isEmpty else { return [] }
    let path = StrokePath(course: course, runs: left.map { $0.vertices(isStepped: rules.radiusStep.isFinite) })
    return [.pen(PenShape(path: path, color: color))]
  }

  /// The lines of a shape as strokes.
  private var lines: ErasedParts? {
    var (parts, isCut) = (ErasedParts(), false)
    for ink in masked.vectors {
      for part in ink.parts {
        switch part {
        case .stroked(let outline, let style):
          let pieces = outline.pieces(style, on: Placement(on: raster, masked.transform))
          let rest = strokes(pieces, style.color, .straight)
          isCut = isCut || rest != nil
          parts.shapes += (rest ?? strokesOfAll(pieces, style.color)).map(PlacedShape.init)
        case .filled: parts.lostInsides += 1
        case .text(let text): parts.shapes.append(PlacedShape(.text(text)).transformed(by: masked.transform))
        case .image: continue
        }
      }
    }
    return isCut ? parts : nil
  }

  private func strokesOfAll(_ pieces: [InkSegment], _ color: PixelColor) -> [Shape] {
    let runs = [[BrushNode]](pieces).map { $0.simplified(step: rules.radiusStep) }
    guard !runs.isEmpty else { return [] }
    let path = StrokePath(course: .straight, runs: runs.map { $0.vertices(isStepped: false) })
    return [.pen(PenShape(path: path, color: color))]
  }

  // MARK: Areas

  /// A shape's ink as areas.
  private var areas: ErasedParts? {
    guard let (window, corner) = window else { return ErasedParts() }
    let moved = ShapeTransform.move(byX: -corner.x, y: -corner.y)
    let whole = masked.masked(only: []).transformed(by: moved).layers(on: window).map(\.coverage)
    let left = masked.transformed(by: moved).layers(on: window)
    // The eraser has come near the shape, and not upon it.
    guard zip(whole, left).contains(where: { !$0.isSame(as: $1.coverage) }) else { return nil }
    var parts = ErasedParts()
    for case .ink(let coverage, let color) in left {
      let points = CoverageOutline.line(around: coverage).map { point in
        BoardPoint(x: point.x / window.scale + corner.x, y: point.y / window.scale + corner.y)
      }
      guard points.count > 2 else { continue }
      var line = StrokeStyle(color: color, width: StrokeStyle.widths.lowerBound)
      line.color.alpha = 0
      var path = PathShape(points, style: line, fill: color)
      path.isClosed = true
      parts.shapes.append(PlacedShape(.path(path)))
    }
    if case .text = masked.shape { parts.isTextLost = true }
    return parts
  }

  private static let pixelLimit = 4_000_000.0

  /// Pixels for the part of the board on which the shape lies, at twice the board's scale where they are not too many.
  private var window: (Raster, corner: BoardPoint)? {
    let bounds = masked.inkBounds.outset(by: 2)
    let (minX, maxX) = (max(bounds.minX, -2).rounded(.down), min(bounds.maxX, size.width + 2))
    let (minY, maxY) = (max(bounds.minY, -2).rounded(.down), min(bounds.maxY, size.height + 2))
    let (width, height) = (maxX - minX, maxY - minY)
    guard width > 0, height > 0 else { return nil }
    let scale = min(2, (Self.pixelLimit / (width * height)).squareRoot())
    let pixels = PixelSize(
      width: Int(clamping: (width * scale).rounded(.up)), height: Int(clamping: (height * scale).rounded(.up)))
    return (Raster(window: pixels, scale: scale), BoardPoint(x: minX, y: minY))
  }

  // MARK: Images

  /// An image that is clear where something was erased.
  private func image(_ whole: ImageShape) -> ErasedParts? {
    let image = whole.plain
    var pixels = image.image.pixels
    guard let isLeft = erase(&pixels, image) else { return nil }
    guard isLeft, let content = try? EmbeddedImage(pixels.png()) else { return ErasedParts() }
    var parts = ErasedParts()
    let shape = Shape.image(ImageShape(content, from: image.start, to: image.end))
    parts.shapes = [PlacedShape(shape).transformed(by: masked.transform)]
    return parts
  }

  /// - Returns: whether anything is left; `nil` if nothing was erased.
  private func erase(_ pixels: inout PixelBuffer, _ image: ImageShape) -> Bool? {
    let size = pixels.size
    var (isLeft, isErased) = (false, false)
    func point(_ x: Double, _ y: Double) -> BoardPoint {
      masked.transform.applied(
        to: BoardPoint(
          x: image.corner.x + x / Double(size.width) * image.width,
          y: image.corner.y + y / Double(size.height) * image.height))
    }
    pixels.withTarget { target in
      for y in 0..<size.height {
        let edge = Double(y) + 0.5
        let row = area.near(BoardRect(from: point(0, edge), to: point(Double(size.width), edge)))
        for x in 0..<size.width {
          guard let pixel = target.pixels(x: x, y: y) else { continue }
          if !row.isEmpty, row.clearance(at: point(Double(x) + 0.5, edge)) <= 0 {
            if pixel.pointee != 0 { isErased = true }
            pixel.pointee = 0
          }
          if pixel.pointee != 0 { isLeft = true }
        }
      }
    }
    return isErased ? isLeft : nil
  }
}

extension [BrushNode] {
  /// - Parameter isStepped: whether each piece is as wide as where it begins.
  fileprivate func vertices(isStepped: Bool) -> [StrokePath.Vertex] {
    indices.map { index in
      let next = isStepped && index + 1 < count ? self[index + 1].radius : .infinity
      let radius = Swift.min(self[index].radius, next)
      return StrokePath.Vertex(self[index].point, width: 2 * radius)
    }
  }
}

extension VectorOutline {
  /// The pieces of round ink along it, dash by dash.
  fileprivate func pieces(_ style: StrokeStyle, on placement: Placement) -> [InkSegment] {
    var round = style
    (round.cap, round.join) = (.round, .round)
    return polylines(on: placement).flatMap { round.ink(along: $0, on: placement).pieces }
  }

  private func polylines(on placement: Placement) -> [Polyline] {
    switch self {
    case .rectangle(let start, let end):
      [Polyline(BoardRect(from: start, to: end).corners, on: placement, isClosed: true)].compactMap(\.self)
    case .ellipse(let start, let end):
      [
        Polyline(
          EllipseShape(from: start, to: end, style: StrokeStyle(color: .black, width: 1))
            .corners(scale: placement.scale), on: placement, isClosed: true)
      ].compactMap(\.self)
    case .path(let path): path.straightLines.compactMap { Polyline($0.points, on: placement, isClosed: $0.isClosed) }
    }
  }
}

extension VectorPath {
  /// Its lines from corner to corner: outlines of shapes are straight.
  fileprivate var straightLines: [(points: [BoardPoint], isClosed: Bool)] {
    var lines: [(points: [BoardPoint], isClosed: Bool)] = []
    for step in steps {
      if case .move(let start) = step {
        lines.append(([start], false))
      } else if !lines.isEmpty {
        if case .close = step { lines[lines.count - 1].isClosed = true }
        if let end = step.points.last { lines[lines.count - 1].points.append(end) }
      }
    }
    return lines
  }
}

extension CoverageLayer {
  fileprivate func isSame(as other: CoverageLayer) -> Bool {
    (0..<size.height).allSatisfy { y in
      (0..<size.width).allSatisfy { x in coverage(x: x, y: y) == other.coverage(x: x, y: y) }
    }
  }
}
