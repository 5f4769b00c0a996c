extension FixedWidthInteger {
  /// The whole part of a number, held to what the type holds; NaN counts as 0.
  ///
  /// `Int(_:)` ends the program where a number does not fit, and a file may hold any number. `ConversionTests` finds
  /// conversions that do not go through here.
  @inlinable
  package init(clamping value: Double) {
    if let exact = Self(exactly: value.rounded(.towardZero)) {
      self = exact
    } else {
      self = value > 0 ? .max : value < 0 ? .min : 0
    }
  }

  /// A `Float`, clamped as a `Double` is.
  @inlinable
  package init(clamping value: Float) { self.init(clamping: Double(value)) }
}
