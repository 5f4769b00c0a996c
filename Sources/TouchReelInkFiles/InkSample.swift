/// A position of a stroke. All its numbers are finite.
///
/// It takes 56 bytes: a drawing may have millions.
package struct InkSample: Sendable {
  /// Units of the page; y grows downward.
  package var x: Double
  package var y: Double
  // NaN for what is not known.
  private var knownTime = Double.nan
  private var knownPressure = Double.nan
  private var knownTiltX = Double.nan
  private var knownTiltY = Double.nan
  private var knownWidth = Double.nan

  package init(x: Double, y: Double, time: Double? = nil, pressure: Double? = nil) {
    self.x = x
    self.y = y
    self.time = time
    self.pressure = pressure
  }

  /// Seconds, from whatever the file counts from.
  package var time: Double? {
    get { Self.known(knownTime) }
    set { knownTime = newValue ?? .nan }
  }
  /// Units of the device.
  package var pressure: Double? {
    get { Self.known(knownPressure) }
    set { knownPressure = newValue ?? .nan }
  }
  /// Degrees from upright, to the right.
  package var tiltX: Double? {
    get { Self.known(knownTiltX) }
    set { knownTiltX = newValue ?? .nan }
  }
  /// Degrees from upright, toward the user.
  package var tiltY: Double? {
    get { Self.known(knownTiltY) }
    set { knownTiltY = newValue ?? .nan }
  }
  /// The stroke's width here, in the page's units.
  package var width: Double? {
    get { Self.known(knownWidth) }
    set { knownWidth = newValue ?? .nan }
  }

  @inline(__always)
  private static func known(_ value: Double) -> Double? { value.isNaN ? nil : value }
}

extension InkSample: Hashable {
  private var numbers: [Double?] { [x, y, time, pressure, tiltX, tiltY, width] }

  package static func == (left: InkSample, right: InkSample) -> Bool {
    left.x == right.x && left.y == right.y && left.time == right.time && left.pressure == right.pressure
      && left.tiltX == right.tiltX && left.tiltY == right.tiltY && left.width == right.width
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(numbers) }
}
