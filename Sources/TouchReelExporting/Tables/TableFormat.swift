/// What a table is written as.
public enum TableFormat: String, Hashable, Sendable, CaseIterable {
  /// RFC 4180, with a heading; what is not known is empty.
  case csv
  /// An object of JSON on each line; what is not known is left out.
  case jsonl
  /// Columns for NumPy, in an archive that is written when all rows are known; what is not known is NaN.
  case npz

  /// The format by the end of a name.
  public init?(fileName: String) {
    guard let format = Self.allCases.first(where: { fileName.lowercased().hasSuffix(".\($0.rawValue)") }) else {
      return nil
    }
    self = format
  }
}
