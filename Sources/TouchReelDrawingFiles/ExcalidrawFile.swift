import FoundationEssentials
import TouchReelCanvas
import TouchReelDrawings
import TouchReelInkFiles
import TouchReelTouchTracking

/// A scene of Excalidraw (`{"type":"excalidraw","version":2,"elements":[…]}`) as a drawing, or what Excalidraw copies
/// (`excalidraw/clipboard`).
///
/// Its canvas has no edges: a board holds its elements with a margin, made smaller if it would be too large. Hand-drawn
/// roughness is not imitated, and strokes get the widths that perfect-freehand, which Excalidraw draws with, would give
/// them.
struct ExcalidrawFile {
  private(set) var drawing = Drawing(size: BoardSize(width: 1, height: 1), background: .color(.white))
  private(set) var unread: [UnreadElement] = []
  /// What is wrong with the file outside of elements.
  private(set) var damage: InkDamage
  /// What is not drawn of its elements, one line for each kind.
  private(set) var notes: [String] = []
  /// What no drawing holds of it, one line for each kind.
  private(set) var leftOut: [String] = []
  /// What it takes to write it again.
  private(set) var scene = ExcalidrawScene(members: [], carried: [])

  /// Around the elements, in its units.
  private static let margin = 20.0

  /// - Parameter text: read as far as it goes, and past its damage.
  /// - Throws: if it is not a scene. What is wrong with single elements is in ``unread``, and with the rest in
  ///   ``damage``.
  init(_ text: JSONText, _ limits: InkLimits) throws(DrawingFileError) {
    let members = text.members ?? []
    let values = Dictionary(members.map { ($0.name, $0.value) }) { $1 }
    damage = text.damage
    if values["libraryItems"] ?? values["library"] != nil {
      throw .malformed("it is a library of Excalidraw; put an item of it into a scene, and save that")
    }
    try checkType(values["type"].flatMap { try? text.decode(String.self, $0) }, text)
    let elements = try DrawingMembers(text).elements("elements")
    let background = background(of: values["appState"], text)
    let images = ExcalidrawImages(text)
    var read = try ReadElements(text, elements, images, limits)
    read.members.add(scene: text, showing: read.shownFiles)
    leftOut = read.members.lines
    let (placed, isScaled) = Self.fitting(read)
    let extent = Self.extent(of: placed)
    drawing = Drawing(size: extent.size, background: .color(background))
    scene = ExcalidrawScene(
      members: try members.map { member throws(DrawingFileError) in
        (member.name, try Self.sceneText(of: member, text, images))
      },
      carried: read.unread + read.deleted)
    unread = read.unread
    notes += Self.notes(read) + (isScaled ? ["it is larger than a board, and so was made smaller"] : [])
    if !isScaled { scene.origin = extent.origin } else { scene.origin = nil }
    for (element, shapes) in zip(read.elements, placed) { add(element, shapes, movedBy: extent.origin) }
    let isScene = values["type"].map { text.text($0).elementsEqual("\"excalidraw\"".utf8) } ?? true
    if !isScene || !damage.isEmpty || unread.contains(where: \.isDamaged) {
      try scene.repair(with: elements.filter { !$0.isDamaged }.map { text.slice($0.range) })
    }
  }

  /// A member as it stood in the file, without what is damaged; that of the elements is written anew.
  private static func sceneText(
    of member: (name: String, value: Range<Int>), _ text: JSONText, _ images: ExcalidrawImages
  ) throws(DrawingFileError) -> [UInt8] {
    switch member.name {
    case "elements": []
    case "files" where !text.damage.isEmpty: try images.json()
    default: text.text(member.value)
    }
  }

  private mutating func checkType(_ type: String?, _ text: JSONText) throws(DrawingFileError) {
    let known = ["excalidraw", "excalidraw/clipboard"]
    guard let type, !known.contains(type) else { return }
    if text.hasContent, !text.damage.isEmpty || known.contains(where: type.isNearly) {
      return damage.add("its type is damaged: \(quoted(type))", line: nil)
    }
    throw .malformed("its type is \(quoted(type)), and that of a scene of Excalidraw is \"excalidraw\"")
  }

  /// White where nothing is said.
  private mutating func background(of state: Range<Int>?, _ text: JSONText) -> PixelColor {
    guard let state else { return .white }
    guard let decoded = try? text.decode(AppState.self, state) else {
      damage.add("appState is damaged: the background is white", line: nil)
      return .white
    }
    guard let name = decoded.viewBackgroundColor, !name.isEmpty else { return .white }
    if let color = CSSColor(name)?.color { return color }
    notes.append("the background's colour \(quoted(name)) is none: it is white")
    return .white
  }

  private struct AppState: Decodable {
    var viewBackgroundColor: String?
  }

  private typealias Placed = [(shape: Shape, transform: ShapeTransform)]

  /// Where its elements lie in the scene, or what fits on a board of that.
  private static func fitting(_ read: ReadElements) -> (placed: [Placed], isScaled: Bool) {
    let placed = read.placed()
    let size = extent(of: placed).size
    let (side, most) = (max(size.width, size.height) - 2 * margin, Double(Raster.maximumSide) - 2 * margin)
    guard side > most else { return (placed, false) }
    // A little less, so that rounding makes it no larger.
    return (read.placed(scaledBy: most / side * 0.999), true)
  }

  private static func extent(of placed: [Placed]) -> (origin: BoardPoint, size: BoardSize) {
    // The points of one shape at a time take room.
    let corners = placed.joined().flatMap { shape, transform in
      BoardRect(around: shape.extremes.map(transform.applied))?.corners ?? []
    }
    guard let bounds = BoardRect(around: corners) else {
      return (BoardPoint(x: 0, y: 0), BoardSize(width: 1920, height: 1080))
    }
    return (
      BoardPoint(x: margin - bounds.minX, y: margin - bounds.minY),
      BoardSize(width: bounds.width + 2 * margin, height: bounds.height + 2 * margin)
    )
  }

  private mutating func add(_ element: ReadElements.Read, _ shapes: Placed, movedBy origin: BoardPoint) {
    var ids: [ElementID] = []
    for (shape, transform) in shapes {
      guard let id: ElementID = try? drawing.append(.add(shape.moved(byX: origin.x, y: origin.y))) else { continue }
      ids.append(id)
      guard transform != .identity else { continue }
      let back = ShapeTransform.move(byX: -origin.x, y: -origin.y)
      let moved = ShapeTransform.move(byX: origin.x, y: origin.y).after(transform).after(back)
      _ = try? drawing.append(.transform([id], by: moved))
    }
    scene.keep(element.text, at: element.offset, as: ids.compactMap { drawing.element($0) })
  }

  private static func notes(_ read: ReadElements) -> [String] {
    let losses = Dictionary(grouping: read.elements.flatMap { $0.element.losses(read.frames) }) { $0 }
    return losses.sorted { $0.key < $1.key }.map { "\($0.value.count) × \($0.key)" }
  }
}

/// The elements of a scene.
private struct ReadElements {
  struct Read {
    let offset: Int
    let element: ExcalidrawElement
    /// The content of an image.
    let image: EmbeddedImage?
    let text: ArraySlice<UInt8>
  }

  private(set) var elements: [Read] = []
  /// What is not understood, or not drawn.
  private(set) var unread: [UnreadElement] = []
  /// What was deleted in Excalidraw, which keeps it.
  private(set) var deleted: [UnreadElement] = []
  /// The ids of image files that elements show, drawn or not.
  private(set) var shownFiles: Set<String> = []
  /// Members of which nothing is made.
  var members = ExcalidrawUnread()
  /// The boxes of frames by their ids.
  private(set) var frames: [String: BoardRect] = [:]

  init(
    _ text: JSONText, _ listed: [JSONElement], _ images: ExcalidrawImages, _ limits: InkLimits
  ) throws(DrawingFileError) {
    var budget = InkBudget(limits)
    for (offset, listed) in listed.enumerated() {
      let range = listed.range
      guard !listed.isDamaged else {
        unread.append(.damaged(at: offset))
        continue
      }
      do {
        guard budget.takesStroke(points: 0) else { throw DrawingFileError.tooLarge(budget.excess) }
        let element = try text.decode(ExcalidrawElement.self, range, allowsMore: true, &budget)
        if let file = element.fileId { shownFiles.insert(file) }
        if element.isDeleted == true {
          deleted.append(UnreadElement(index: offset, text: text.text(range), reason: "it was deleted"))
          members.addDeleted()
          continue
        }
        noteFrame(element)
        let restored = try element.restored()
        let image = element.type == "image" ? try images.image(of: element) : nil
        elements.append(Read(offset: offset, element: restored, image: image, text: text.slice(range)))
        members.add(element: range, of: text)
        members.add(restored)
      } catch let error as DrawingFileError {
        throw error
      } catch {
        unread.append(UnreadElement(index: offset, text: text.text(range), reason: BoardMessage.describe(error)))
      }
    }
  }

  private mutating func noteFrame(_ element: ExcalidrawElement) {
    guard element.type == "frame" || element.type == "magicframe", let id = element.id else { return }
    frames[id] = BoardRect(from: element.corners[0], to: element.corners[1])
  }

  func placed(scaledBy scale: Double = 1) -> [[(shape: Shape, transform: ShapeTransform)]] {
    let all = scale == 1 ? elements.map(\.element) : elements.map { $0.element.scaled(by: scale) }
    let named = Dictionary(all.compactMap { element in element.id.map { ($0, element) } }) { first, _ in first }
    return zip(all, elements).map { element, read in
      element.placed(in: element.containerId.flatMap { named[$0] }, showing: read.image)
    }
  }
}

extension ExcalidrawElement {
  fileprivate func scaled(by scale: Double) -> ExcalidrawElement {
    var scaled = self
    (scaled.x, scaled.y) = ((x ?? 0) * scale, (y ?? 0) * scale)
    (scaled.width, scaled.height) = (width.map { $0 * scale }, height.map { $0 * scale })
    scaled.points = points.map { PointList($0.points.map { BoardPoint(x: $0.x * scale, y: $0.y * scale) }) }
    (scaled.strokeWidth, scaled.fontSize) = (lineWidth * scale, (fontSize ?? 20) * scale)
    scaled.customData = nil
    return scaled
  }
}
