import TouchReelCanvas
import TouchReelDrawings
import TouchReelTouchTracking

/// An operation in a drawing file.
struct OperationValue: Codable {
  enum Name: String, CaseIterable {
    case add, insert, erase, remove, transform, stretch, arrange, order, restyle, editText, textWidth, crop
    case replace, clear, background
    case turn, addPage, addPages, removePage, movePage, pageSize
    case layer, addLayer, removeLayer, moveLayer, changeLayer
  }

  private var id: Int
  private var name: Word<Name>
  private var shape: ShapeValue?
  private var path: PathValue?
  /// Shapes that are put on top, each where it lies.
  private var placed: [PlacedShapeValue]?
  private var shapes: [Int]?
  private var transform: TransformValue?
  private var stretch: StretchValue?
  /// A transform for each of the shapes.
  private var transforms: [TransformValue]?
  private var end: Word<StackEnd>?
  private var style: RestylingValue?
  private var text: String?
  private var width: TextWidthValue?
  private var crop: CropValue?
  private var background: BackgroundValue?
  private var page: OrdinalNumber?
  /// Where a page or a layer goes.
  private var to: OrdinalNumber?
  /// The size of a page; none for the board's.
  private var size: SizeValue?
  /// Whether that is the size of the steps in which the page grows.
  private var endless: Bool?
  private var papers: [PaperValue]?
  private var layer: OrdinalNumber?
  private var look: LayerLookValue?

  private enum CodingKeys: String, CodingKey {
    case id, shape, placed, path, shapes, transform, stretch, transforms, end, style, text, width, crop, background
    case page, to, size, endless, papers, layer, look
    case name = "operation"
  }

  init(_ numbered: NumberedOperation) {
    id = numbered.id.rawValue
    let targets = numbered.operation.targets.map(\.rawValue).sorted()
    if !targets.isEmpty { shapes = targets }
    let operation: Name
    switch numbered.operation {
    case .add(let added): (operation, shape) = (.add, ShapeValue(added))
    case .insert(let added): (operation, placed) = (.insert, added.map(PlacedShapeValue.init))
    case .arrange(let changes):
      (operation, shapes) = (.arrange, targets)
      transforms = targets.map { TransformValue(changes[ElementID(rawValue: $0)] ?? .identity) }
    case .order(_, let side): (operation, shapes, end) = (.order, targets, Word(side))
    case .erase(let erasure): (operation, path) = (.erase, PathValue(erasure.path))
    case .remove: (operation, shapes) = (.remove, targets)
    case .transform(_, by: let change): (operation, shapes, transform) = (.transform, targets, TransformValue(change))
    case .stretch(_, by: let change): (operation, shapes, stretch) = (.stretch, targets, StretchValue(change))
    case .restyle(_, let change): (operation, shapes, style) = (.restyle, targets, RestylingValue(change))
    case .editText(_, let new): (operation, text) = (.editText, new)
    case .textWidth(_, let new): (operation, width) = (.textWidth, TextWidthValue(new))
    case .crop(_, to: let new): (operation, crop) = (.crop, CropValue(new))
    case .replace(_, by: let new): (operation, shape) = (.replace, ShapeValue(new))
    case .clear: operation = .clear
    case .background(let new): (operation, background) = (.background, BackgroundValue(new))
    case .page(.turn(to: let new)): (operation, page) = (.turn, OrdinalNumber(new))
    case .page(.insert(let paper, at: let position)):
      (operation, page, size) = (.addPage, OrdinalNumber(position), paper.size.map(SizeValue.init))
      (background, endless) = (BackgroundValue(paper.background), paper.isEndless ? true : nil)
    case .page(.insertAll(let new, at: let position)):
      (operation, page, papers) = (.addPages, OrdinalNumber(position), new.map(PaperValue.init))
    case .page(.remove(let old)): (operation, page) = (.removePage, OrdinalNumber(old))
    case .page(.move(let old, to: let new)): (operation, page, to) = (.movePage, OrdinalNumber(old), OrdinalNumber(new))
    case .page(.resize(let new)): (operation, size) = (.pageSize, new.map(SizeValue.init))
    case .page(.endless(let step)): (operation, size, endless) = (.pageSize, SizeValue(step), true)
    case .layer(.choose(let new)): (operation, layer) = (.layer, OrdinalNumber(new))
    case .layer(.insert(let new, at: let position)):
      (operation, layer, look) = (.addLayer, OrdinalNumber(position), LayerLookValue(new))
    case .layer(.remove(let old)): (operation, layer) = (.removeLayer, OrdinalNumber(old))
    case .layer(.move(let old, to: let new)):
      (operation, layer, to) = (.moveLayer, OrdinalNumber(old), OrdinalNumber(new))
    case .layer(.change(let changed, let new)):
      (operation, layer, look) = (.changeLayer, OrdinalNumber(changed), LayerLookValue(new))
    }
    name = Word(operation)
  }

  /// This with the number and the runs of another stroke; `nil` if it is none.
  func stroke(_ id: Int, runs: [[Double]]) -> OperationValue? {
    guard name.choice == .add, shape?.runs != nil else { return nil }
    var other = self
    other.id = id
    other.shape?.runs = runs
    return other
  }

  func numbered() throws -> NumberedOperation { NumberedOperation(ElementID(rawValue: id), try content()) }

  private func content() throws -> BoardOperation {
    switch name.choice {
    case .add: .add(try shape.required("shape").shape())
    case .insert: .insert(try placed.required("placed").map { try $0.placedShape() })
    case .arrange: .arrange(try arrangement())
    case .order: .order(try targets(), try end.required("end").choice)
    case .erase: .erase(Erasure(path: try path.required("path").path()))
    case .remove: .remove(try targets())
    case .transform: .transform(try targets(), by: try transform.required("transform").transform())
    case .stretch: .stretch(try targets(), by: try stretch.required("stretch").stretch())
    case .restyle: .restyle(try targets(), try style.required("style").restyling())
    case .editText: .editText(try target(), try text.required("text"))
    case .textWidth: .textWidth(try target(), try width.required("width").width())
    case .crop: .crop(try target(), to: try crop.required("crop").crop())
    case .replace: .replace(try target(), by: try shape.required("shape").shape())
    case .clear: .clear
    case .background: .background(try background.required("background").background)
    case .turn: .page(.turn(to: try pageIndex()))
    case .addPage: .page(.insert(try paper(), at: try pageIndex()))
    case .addPages: .page(.insertAll(try newPapers(), at: try pageIndex()))
    case .removePage: .page(.remove(try pageIndex()))
    case .movePage: .page(.move(try pageIndex(), to: try to.required("to").index))
    case .pageSize: .page(endless == true ? .endless(try size.required("size").size) : .resize(size?.size))
    case .layer: .layer(.choose(try layerIndex()))
    case .addLayer: .layer(.insert(look?.look ?? LayerLook(), at: try layerIndex()))
    case .removeLayer: .layer(.remove(try layerIndex()))
    case .moveLayer: .layer(.move(try layerIndex(), to: try to.required("to").index))
    case .changeLayer: .layer(.change(try layerIndex(), try look.required("look").look))
    }
  }

  private func layerIndex() throws -> Int { try layer.required("layer").index }

  private func paper() throws -> Paper {
    let background = try background.required("background").background
    return Paper(size: size?.size, background: background, isEndless: endless ?? false)
  }

  private func newPapers() throws -> [Paper] {
    let papers = try papers.required("papers")
    guard !papers.isEmpty else { throw BrokenValue("papers is empty") }
    return papers.map(\.paper)
  }

  private func pageIndex() throws -> Int { try page.required("page").index }

  private func targets() throws -> Set<ElementID> {
    Set(try shapes.required("shapes").map(ElementID.init(rawValue:)))
  }

  private func arrangement() throws -> [ElementID: ShapeTransform] {
    let (shapes, changes) = (try shapes.required("shapes"), try transforms.required("transforms"))
    guard shapes.count == changes.count else { throw BrokenValue("transforms is not one for each of shapes") }
    let pairs = try zip(shapes, changes).map { (ElementID(rawValue: $0), try $1.transform()) }
    return Dictionary(pairs) { $1 }
  }

  private func target() throws -> ElementID {
    let shapes = try shapes.required("shapes")
    guard shapes.count == 1 else { throw BrokenValue("shapes is to name one") }
    return ElementID(rawValue: shapes[0])
  }
}

struct SizeValue: Codable {
  let size: BoardSize

  init(_ size: BoardSize) { self.size = size }

  init(from decoder: any Decoder) throws {
    let sides = try decoder.singleValueContainer().decode([Double].self)
    guard sides.count == 2, sides.allSatisfy({ $0 > 0 && $0 <= Double(Raster.maximumSide) }) else {
      throw BrokenValue("size is not two numbers of more than 0 up to \(Raster.maximumSide)")
    }
    size = BoardSize(width: sides[0], height: sides[1])
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode([size.width, size.height])
  }
}

struct TransformValue: Codable, Hashable {
  private var translation: PointValue
  private var rotation: Double
  private var scale: Double

  init(_ transform: ShapeTransform) {
    translation = PointValue(transform.translation)
    rotation = transform.rotation
    scale = transform.scale
  }

  func transform() throws -> ShapeTransform {
    let transform = ShapeTransform(translation: translation.point, rotation: rotation, scale: scale)
    guard transform.isUsable else { throw BrokenValue("the transform is not usable") }
    return transform
  }
}

/// The left, top, right and bottom of a part of an image, as shares of its width and height.
struct CropValue: Codable, Hashable {
  private let shares: [Double]

  init(_ crop: ImageCrop) { shares = [crop.left, crop.top, crop.right, crop.bottom] }

  init(from decoder: any Decoder) throws { shares = try decoder.singleValueContainer().decode([Double].self) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(shares)
  }

  func crop() throws -> ImageCrop {
    guard shares.count == 4 else { throw BrokenValue("a crop is left, top, right, bottom") }
    let crop = ImageCrop(left: shares[0], top: shares[1], right: shares[2], bottom: shares[3])
    guard crop.isUsable else { throw BrokenValue("the crop is not usable") }
    return crop
  }
}

struct StretchValue: Codable {
  private var about: PointValue
  private var x: Double
  private var y: Double
  /// Only where the axes are not upright.
  private var angle: Double?

  init(_ stretch: ShapeStretch) {
    (about, x, y) = (PointValue(stretch.center), stretch.x, stretch.y)
    angle = stretch.angle == 0 ? nil : stretch.angle
  }

  func stretch() throws -> ShapeStretch {
    let stretch = ShapeStretch(x: x, y: y, about: about.point, angle: angle ?? 0)
    guard stretch.isUsable else { throw BrokenValue("the stretch is not usable") }
    return stretch
  }
}

struct RestylingValue: Codable {
  private var color: ColorText?
  /// A colour, or `none` for no fill.
  private var fill: String?
  private var width: Double?
  private var cap: Word<StrokeStyle.Cap>?
  private var join: Word<StrokeStyle.Join>?
  private var pattern: Word<LinePattern>?
  private var family: String?
  private var textSize: Double?
  private var bold: Bool?
  private var italic: Bool?
  private var align: Word<TextParagraph.Alignment>?

  init(_ restyling: Restyling) {
    switch restyling {
    case .color(let new): color = ColorText(new)
    case .fill(let new): fill = new.map { ColorText($0).text } ?? "none"
    case .width(let new): width = new
    case .cap(let new): cap = Word(new)
    case .join(let new): join = Word(new)
    case .pattern(let new): pattern = Word(new)
    case .font(.family(let new)): family = new
    case .font(.size(let new)): textSize = new
    case .font(.bold(let new)): bold = new
    case .font(.italic(let new)): italic = new
    case .align(let new): align = Word(new)
    }
  }

  func restyling() throws -> Restyling {
    let changes: [Restyling?] = [
      color.map { .color($0.color) }, try fill.map { .fill(try Self.fill($0)) }, width.map { .width($0) },
      cap.map { .cap($0.choice) }, join.map { .join($0.choice) }, pattern.map { .pattern($0.choice) },
      family.map { .font(.family($0)) }, textSize.map { .font(.size($0)) }, bold.map { .font(.bold($0)) },
      italic.map { .font(.italic($0)) }, align.map { .align($0.choice) },
    ]
    let given = changes.compactMap(\.self)
    guard given.count == 1 else {
      throw BrokenValue(
        "a change is one of color, fill, width, cap, join, pattern, family, textSize, bold, italic and align")
    }
    return given[0]
  }

  private static func fill(_ text: String) throws -> PixelColor? {
    guard text != "none" else { return nil }
    guard let color = PixelColor(word: text) else { throw BrokenValue("\(quoted(text)) is not a colour") }
    return color
  }
}
