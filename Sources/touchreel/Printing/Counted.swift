/// A count with its noun: `1 touch`, `2 touches`.
///
/// - Parameter plural: by default the singular with an `s`.
func counted(_ count: Int, _ singular: String, _ plural: String? = nil) -> String {
  "\(count) \(count == 1 ? singular : plural ?? singular + "s")"
}

extension String {
  /// The words of a case's name: `deviceRemoved` becomes `device removed`.
  var spaced: String {
    reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : String($1) }
  }
}
