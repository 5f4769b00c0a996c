import TouchTracking

/// Why an operation cannot be carried out.
public enum OperationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No shape of this number is on the board.
  case unknownShape(ElementID)
  /// A number of the transform is NaN or infinite, or a shape would be scaled beyond ``ShapeTransform/scales`` all in
  /// all.
  case unusableTransform
  /// The shape is not a text.
  case notText(ElementID)
  /// A width is NaN.
  case unusableWidth
  /// The number was given before, or is not within ``NumberedOperation/ids``.
  case unusableNumber(ElementID)

  public var description: String {
    switch self {
    case .unknownShape(let id): "there is no shape \(id.rawValue)"
    case .notText(let id): "shape \(id.rawValue) is not a text"
    case .unusableTransform: "the transform is not usable"
    case .unusableWidth: "the width is not a number"
    case .unusableNumber(let id): "the number \(id.rawValue) is taken or not usable"
    }
  }
}

extension NumberedOperation {
  /// The numbers that operations may have: those that JSON holds exactly.
  public static let ids = 1...(1 << 53 - 1)
}

extension ElementList {
  package func check(_ operation: BoardOperation) throws(OperationError) {
    let shapes = try shapes(operation.targets)
    switch operation {
    case .transform(_, by: let change):
      let results = shapes.map { $0.transformed(by: change).transform }
      guard change.isUsable, results.allSatisfy(\.isUsable) else { throw .unusableTransform }
    case .restyle(_, .width(let width)):
      guard !width.isNaN else { throw .unusableWidth }
    case .editText(let id, _), .textWidth(let id, _):
      guard case .text? = shapes.first?.shape else { throw .notText(id) }
    case .add, .erase, .remove, .restyle, .clear, .background: break
    }
  }

  private func shapes(_ ids: Set<ElementID>) throws(OperationError) -> [PlacedShape] {
    var found: [PlacedShape] = []
    for id in ids.sorted() {
      guard let shape = self[id]?.shape else { throw .unknownShape(id) }
      found.append(shape)
    }
    return found
  }
}
