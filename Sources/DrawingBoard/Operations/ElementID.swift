/// The number of an operation on its board, counted from 1 and never given twice. A shape or an erasure goes by that of the
/// operation that added it.
public struct ElementID: RawRepresentable, Hashable, Comparable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static func < (left: ElementID, right: ElementID) -> Bool { left.rawValue < right.rawValue }
}

/// An operation of a drawing under its number.
public struct NumberedOperation: Hashable, Sendable {
  public let id: ElementID
  public var operation: BoardOperation

  public init(_ id: ElementID, _ operation: BoardOperation) {
    self.id = id
    self.operation = operation
  }
}
