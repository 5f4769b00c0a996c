import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
public import TouchReelReplaying
import TouchReelTouchTracking

/// A drawing as outlines and colours, on its way into a file of vectors.
public struct VectorPicture: Sendable {
  /// What a file of vectors may leave to the program that shows it.
  public enum Texts: Sendable {
    /// Texts stay texts: in an SVG in the fonts that the program finds, in a PDF in those that it brings.
    case asText
    /// Texts become the outlines of their letters.
    case asPaths
  }

  /// An element with all that is needed to draw it.
  struct Item: Sendable {
    var inks: [VectorInk]
    var transform: ShapeTransform
    var origin: TouchOrigin?
    /// The path of a freehand stroke along which it appears.
    var course: VectorCourse?
    /// When it came; `nil` if it was there from the beginning.
    var time: TimeSpan?
  }

  /// Neighbours from which the same is erased.
  struct Group: Sendable {
    /// Empty if nothing is erased from them.
    var holes: [Hole]
    var items: [Item]
  }

  /// A layer of the drawing.
  struct Layer: Sendable {
    /// `nil` where the drawing has a single one, all of which is seen.
    var look: LayerLook?
    /// Bottom to top.
    var groups: [Group] = []
  }

  /// What is erased from ink.
  struct Hole: Hashable, Sendable {
    var part: VectorInk.Part
    var transform: ShapeTransform
    var origin: TouchOrigin?
    var course: VectorCourse?
  }

  /// The part of the board that the picture shows, in board points.
  private(set) var width: Double
  private(set) var height: Double
  /// Whether an SVG has its size in millimetres, where that is known.
  private(set) var isTrueSize = false
  let pixels: PixelSize
  /// The whole board, of whose size the picture's differs by the rounding of its pixels.
  let board: BoardSize
  /// `nil` if it is not known.
  let pointsPerMillimetre: Double?
  let background: Background
  /// What the background shows that it names.
  let paper: BackgroundPicture?
  /// Bottom to top.
  private(set) var layers: [Layer] = []
  let texts: Texts
  /// Whether the ink appears when the touches drew it.
  let isAnimated: Bool

  /// - Parameters:
  ///   - rendered: the drawing, with the origins of its elements.
  ///   - texts: whether they stay texts or become outlines.
  ///   - isAnimated: needs the samples of the touches.
  public init(_ rendered: RenderedDrawing, texts: Texts = .asText, isAnimated: Bool = false) {
    let drawing = rendered.drawing
    (pixels, board) = (rendered.pixels, drawing.size)
    let scale = Double(pixels.width) / drawing.size.width
    (width, height) = (Double(pixels.width) / scale, Double(pixels.height) / scale)
    pointsPerMillimetre = rendered.pointsPerMillimetre
    (background, paper) = (drawing.finalBackground, rendered.picture)
    self.texts = texts
    self.isAnimated = isAnimated
    for (index, look) in drawing.layers.enumerated() {
      layers.append(Layer(look: drawing.isOneLayer ? nil : look.named(index)))
      add(drawing.onlyLayer(index), of: rendered)
    }
    let marks = rendered.marks.flatMap(\.vectors)
    guard !rendered.cancelled.isEmpty || !marks.isEmpty else { return }
    if !drawing.isOneLayer { layers.append(Layer()) }
    add(rendered.cancelled)
    if !marks.isEmpty { add(Group(holes: [], items: [Item(inks: marks, transform: .identity)])) }
  }

  /// The same in the size of the board, which pixels round.
  var inExactSize: VectorPicture {
    var picture = self
    (picture.width, picture.height) = (board.width, board.height)
    return picture
  }

  /// The same as an SVG that has the size of the board in millimetres, if that is known.
  package var inTrueSize: VectorPicture {
    guard pointsPerMillimetre != nil else { return self }
    var picture = inExactSize
    picture.isTrueSize = true
    return picture
  }

  private mutating func add(_ group: Group) { layers[layers.count - 1].groups.append(group) }

  private mutating func add(_ drawing: Drawing, of rendered: RenderedDrawing) {
    var erasures = ErasuresAbove(drawing, rendered.origins)
    var groups: [Group] = []
    for element in drawing.elementsAsStacked {
      guard let shape = element.shape else { continue }
      let own = shape.masks.compactMap { mask in mask.path.outline.map { Hole(part: $0, transform: mask.transform) } }
      let holes = own + erasures.holes(in: element)
      let item = Item(
        inks: shape.vectors, transform: shape.transform, origin: rendered.origins[element.id],
        course: isAnimated ? shape.path.flatMap { VectorCourse($0) } : nil, time: rendered.times[element.id])
      if groups.last?.holes == holes {
        groups[groups.count - 1].items.append(item)
      } else {
        groups.append(Group(holes: holes, items: [item]))
      }
    }
    layers[layers.count - 1].groups += groups
  }

  /// Their ink is one grey layer, as in a picture of pixels: overlaps are not darker.
  private mutating func add(_ cancelled: [Shape]) {
    let parts = cancelled.flatMap(\.vectors).flatMap(\.parts)
    guard !parts.isEmpty else { return }
    let ink = VectorInk(CancelledInk.color, parts)
    add(Group(holes: [], items: [Item(inks: [ink], transform: .identity)]))
  }
}

extension PDFDocument {
  /// A page as pixels, twice as many as the picture has: crisp where that is enlarged a little or printed.
  func picture(
    ofPage page: Int, for picture: VectorPicture, _ mode: BackgroundImageMode, on color: PixelColor
  ) -> PixelBuffer {
    let side = max(picture.pixels.width, picture.pixels.height, 1)
    let factor = min(2, max(1, PixelSize.maximumSide / side))
    let size = PixelSize(width: picture.pixels.width * factor, height: picture.pixels.height * factor)
    let scale = Double(size.width) / picture.width
    let area = PaperArea(width: Double(size.width), height: Double(size.height), scale: scale, part: size.bounds)
    return self.picture(ofPage: page, in: area, mode, on: color)
  }
}

extension LayerLook {
  /// With a name, which other programs show: its number from the lowest, where people gave it none.
  fileprivate func named(_ index: Int) -> LayerLook {
    var look = self
    if name.isEmpty { look.name = "Layer \(index + 1)" }
    return look
  }
}

extension PlacedShape {
  fileprivate var path: StrokePath? {
    if case .pen(let pen) = shape { pen.path } else { nil }
  }
}

/// The erasures of a drawing, found by what lies below them.
private struct ErasuresAbove {
  private var drawing: Drawing
  private var outlines: [ElementID: VectorPicture.Hole] = [:]

  init(_ drawing: Drawing, _ origins: [ElementID: TouchOrigin]) {
    self.drawing = drawing
    for element in drawing.elements {
      guard case .erasure(let erasure) = element.content, let outline = erasure.outline else { continue }
      outlines[element.id] = VectorPicture.Hole(
        part: outline, transform: .identity, origin: origins[element.id], course: VectorCourse(erasure.path))
    }
  }

  mutating func holes(in element: Element) -> [VectorPicture.Hole] {
    guard !outlines.isEmpty else { return [] }
    return drawing.erasures(over: element).sorted().compactMap { outlines[$0] }
  }
}
