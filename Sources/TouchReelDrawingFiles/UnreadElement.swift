/// A part of a file that was not understood.
public struct UnreadElement: Hashable, Sendable, CustomStringConvertible {
  /// The offset in the array, from 0.
  package let index: Int
  /// The element as it stands in the file.
  public let text: [UInt8]
  /// The reason why it was not read, in words.
  public let reason: String
  /// Whether it is not even JSON, so that no file can keep it; then there is no text.
  package private(set) var isDamaged = false

  static func damaged(at index: Int) -> UnreadElement {
    UnreadElement(index: index, text: [], reason: "it is damaged", isDamaged: true)
  }

  public var description: String { "element \(index): \(warning(isKept: true))" }

  /// What is said of it, without its index.
  ///
  /// - Parameter isKept: whether a file of the same kind holds it.
  package func warning(isKept: Bool) -> String {
    if isDamaged { return "\(reason): skipped" }
    return reason + (isKept ? "; it is kept but not drawn" : "; it is not drawn")
  }
}
