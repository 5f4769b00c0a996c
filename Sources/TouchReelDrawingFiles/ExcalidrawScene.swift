import FoundationEssentials
import TouchReelDrawings
import TouchReelTouchTracking

/// What a scene of Excalidraw holds besides the drawing that was made of it, so that all of it that is not changed is
/// written as it stood in the file.
struct ExcalidrawScene: Sendable {
  /// The members of the file, as they stood there.
  let members: [(name: String, text: [UInt8])]
  /// Elements that are not drawn.
  private(set) var carried: [UnreadElement]
  /// The distance by which the elements were moved onto the board; `nil` if they were made smaller.
  var origin: BoardPoint?
  private var originals: [ElementID: Original] = [:]
  /// The file as a scene, without what is damaged of it; `nil` if it is one, and nothing is damaged.
  private(set) var repaired: [UInt8]?

  private struct Original: Sendable {
    /// A part of the file, which is not copied.
    let text: ArraySlice<UInt8>
    let offset: Int
    let elements: [Element]
  }

  init(members: [(name: String, text: [UInt8])], carried: [UnreadElement]) {
    (self.members, self.carried) = (members, carried)
  }

  /// - Parameters:
  ///   - text: of an element as it stands in the file.
  ///   - offset: in the file's elements, counted from 0.
  ///   - elements: what was made of it.
  mutating func keep(_ text: ArraySlice<UInt8>, at offset: Int, as elements: [Element]) {
    if elements.isEmpty { carried.append(UnreadElement(index: offset, text: Array(text), reason: "it shows nothing")) }
    let original = Original(text: text, offset: offset, elements: elements)
    for element in elements { originals[element.id] = original }
  }

  /// - Parameter elements: those that are well formed, as they stood in the file.
  mutating func repair(with elements: [ArraySlice<UInt8>]) throws(DrawingFileError) {
    let list = JSONText.array(elements)
    let type = Array("\"excalidraw\"".utf8)
    let replaced = ["elements": list, "type": type]
    repaired = try JSONText.object(members.map { ($0.name, replaced[$0.name] ?? $0.text) })
  }

  /// The element's text if nothing of it has changed, once for all that was made of it.
  ///
  /// - Parameter erased: the elements of which an eraser has taken something.
  func text(
    of element: Element, in drawing: Drawing, without erased: [ElementID: ErasedParts]
  ) -> UnchangedText {
    guard let original = originals[element.id] else { return .changed }
    let isUnchanged = original.elements.allSatisfy { element in
      drawing.element(element.id)?.content == element.content && erased[element.id] == nil
    }
    guard isUnchanged else { return .changed }
    return original.elements.first?.id == element.id ? .unchanged(Array(original.text)) : .written
  }

  enum UnchangedText {
    case unchanged([UInt8])
    /// With another element of the drawing.
    case written
    case changed
  }

  /// The bytes of an element as they stood in the file.
  func original(of id: ElementID) -> [UInt8]? { originals[id].map { Array($0.text) } }
}
