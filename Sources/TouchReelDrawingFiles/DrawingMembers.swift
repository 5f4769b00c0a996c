import FoundationEssentials
import TouchReelCanvas
import TouchReelDrawings
import TouchReelInkFiles
import TouchReelTouchTracking

/// The members of a drawing's object. Those that a damaged file does not have any more may be missing.
struct DrawingMembers {
  let all: [(name: String, value: Range<Int>)]
  /// What is wrong with the file outside of elements.
  private(set) var damage: InkDamage
  private let text: JSONText
  private let values: [String: Range<Int>]

  init(_ text: JSONText) {
    self.text = text
    damage = text.damage
    all = text.members ?? []
    values = Dictionary(all.map { ($0.name, $0.value) }) { $1 }
  }

  /// - Returns: `nil` if a damaged file does not have the member.
  func value<Value: Decodable>(_ name: String, as type: Value.Type) throws(DrawingFileError) -> Value? {
    guard let range = values[name] else {
      if !text.damage.isEmpty { return nil }
      throw .malformed("\(name) is missing")
    }
    do {
      return try text.decode(type, range)
    } catch {
      throw .malformed("\(name): \(BoardMessage.describe(error))")
    }
  }

  /// The value of a member without which the elements still can be drawn: if any is whole, one that is wrong or missing
  /// is damage.
  ///
  /// - Parameter isEmptyAllowed: whether that is so of a drawing without elements, too.
  mutating func optionalValue<Value: Decodable>(
    _ name: String, as type: Value.Type, isEmptyAllowed: Bool = false
  ) throws(DrawingFileError) -> Value? {
    do throws(DrawingFileError) {
      return try value(name, as: type)
    } catch {
      guard case .malformed(let reason) = error, isEmptyAllowed || text.hasContent else { throw error }
      damage.add(reason, line: nil)
      return nil
    }
  }

  /// The drawing's size. What is said where it is missing is how large the drawing is without.
  mutating func size() throws(DrawingFileError) -> BoardSize? {
    if values["size"] == nil, text.hasContent { return nil }
    return try optionalValue("size", as: SizeValue.self)?.size
  }

  /// The version that a file is of.
  ///
  /// - Parameter acceptsLater: whether what is understood of a later version is read.
  mutating func checkVersion(_ own: Int, acceptsLater: Bool) throws(DrawingFileError) {
    guard let version = try optionalValue("version", as: Int.self), version != own else { return }
    if version > own && !acceptsLater { throw .unknownVersion(version) }
    guard text.hasContent else { throw .malformed("there is no version \(version)") }
    damage.add(
      version > own
        ? "it is of version \(version), later than \(own): what is understood is read"
        : "there is no version \(version)", line: nil)
  }

  /// The elements of the array that lists what is drawn.
  ///
  /// - Throws: if there is none, or nothing of a damaged one could be read.
  func elements(_ name: String) throws(DrawingFileError) -> [JSONElement] {
    try text.requireContent()
    guard let elements = values[name].flatMap(text.elements) else { throw .malformed("\(name) is not an array") }
    return elements
  }
}

extension DrawingMembers {
  /// The member that lists what was done to pages and on others than the first.
  static let pages = "pages"

  /// Its elements; `nil` if it is not there, or is no list.
  var elementsOfPages: [JSONElement]? {
    mutating get {
      guard let value = values[Self.pages] else { return nil }
      let elements = text.elements(of: value)
      if elements == nil { damage.add("\(Self.pages) is not an array: what is on other pages is lost", line: nil) }
      return elements
    }
  }
}

extension Drawing {
  /// Makes the board of a file that has lost its size as large as what lies on it, and says so.
  mutating func fit(_ damage: inout InkDamage) {
    guard let reach = inkReach else {
      damage.add("the drawing's size is lost; it is \(Int(size.width))x\(Int(size.height))", line: nil)
      return
    }
    damage.add("the drawing's size is lost; it is as large as what lies on it", line: nil)
    let limit = Double(Raster.maximumSide)
    size = BoardSize(
      width: min(max(reach.maxX.rounded(.up), 1), limit), height: min(max(reach.maxY.rounded(.up), 1), limit))
  }
}
