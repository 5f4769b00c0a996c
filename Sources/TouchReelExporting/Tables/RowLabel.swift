/// A column that has one value in all rows of a recording, such as whose it is. Labels come behind the other columns.
package struct RowLabel: Hashable, Sendable {
  package var name: String
  /// `nil` where it is not known.
  package var value: String?

  package init(_ name: String, _ value: String?) { (self.name, self.value) = (name, value) }

  /// What is added to a row in a format of text.
  func text(in format: TableFormat) -> [UInt8] {
    switch format {
    case .csv: [UInt8(ascii: ",")] + (value.map(format.encoded) ?? [])
    case .jsonl: member(in: format)
    case .npz: []
    }
  }

  private func member(in format: TableFormat) -> [UInt8] {
    guard let value else { return [] }
    return [UInt8(ascii: ",")] + format.encoded(name) + [UInt8(ascii: ":")] + format.encoded(value)
  }
}
