extension [String] {
  /// The words as a sentence has them: `mcap, evemu or raw24`.
  ///
  /// - Parameter conjunction: what stands before the last of several.
  package func listed(_ conjunction: String) -> String {
    guard count > 1, let last else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}
