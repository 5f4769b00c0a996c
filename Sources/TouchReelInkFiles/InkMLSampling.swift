/// How the values of a trace become samples of a page: a format, with what its context says of the canvas.
struct InkMLSampling: Sendable {
  /// A position's coordinate.
  private struct Axis: Sendable {
    var channel: Int
    var isReversed = false
    /// Where reversed values count from.
    var origin = 0.0
    /// The page's units in one of the channel's.
    var scale = 1.0

    func position(_ value: Double) -> Double {
      let directed = isReversed ? origin - value : value
      return scale == 1 ? directed : directed * scale
    }
  }

  let format: InkMLFormat
  private let x: Axis
  private let y: Axis
  private let transform: InkMLTransform?
  private let pressures: ClosedRange<Double>?
  /// The page's, where they differ from the format's.
  private let pagePressures: ClosedRange<Double>?
  /// The page's units in one of X's, for widths without a unit.
  var scale: Double { x.scale }

  /// Returns `nil` if the format has no X or no Y.
  ///
  /// - Parameters:
  ///   - canvas: what positions are in after the transform, if that is known.
  ///   - page: is given the units, size and pressures of the format if it has none yet.
  init?(_ format: InkMLFormat, canvas: InkMLFormat?, _ transform: InkMLTransform?, page: inout InkPage) {
    guard let x = format.index(of: "X"), let y = format.index(of: "Y") else { return nil }
    self.format = format
    self.transform = transform.flatMap { $0.isIdentity ? nil : $0 }
    let canvas = canvas.flatMap { $0.index(of: "X") != nil && $0.index(of: "Y") != nil ? $0 : nil }
    let sides = canvas ?? format
    let horizontal = sides.channels[sides.index(of: "X") ?? x]
    let vertical = sides.channels[sides.index(of: "Y") ?? y]
    // On a canvas that is not described, positions have the directions of every canvas.
    let isDirected = canvas != nil || self.transform == nil
    page.unitsPerMillimetre = page.unitsPerMillimetre ?? horizontal.unitsPerMillimetre
    self.x = Self.axis(x, horizontal, isDirected: isDirected, page)
    self.y = Self.axis(y, vertical, isDirected: isDirected, page)
    pressures = Self.pressures(of: format)
    let isFirst = page.pressures == nil
    page.pressures = page.pressures ?? pressures
    pagePressures = isFirst || page.pressures == pressures ? nil : page.pressures
    guard page.size == nil, isDirected, let width = Self.length(horizontal), let height = Self.length(vertical) else {
      return
    }
    let size = (width * self.x.scale, height * self.y.scale)
    // A thinner one could not be seen.
    if min(size.0, size.1) * 1920 >= max(size.0, size.1) { page.size = size }
  }

  private static func axis(
    _ index: Int, _ channel: InkMLFormat.Channel, isDirected: Bool, _ page: InkPage
  ) -> Axis {
    var axis = Axis(channel: index, isReversed: channel.isReversed && isDirected, origin: length(channel) ?? 0)
    if let page = page.unitsPerMillimetre, let own = channel.unitsPerMillimetre { axis.scale = page / own }
    return axis
  }

  /// The extent of a page that begins at 0. Office states the range of its numbers, which is none of a page.
  private static func length(_ channel: InkMLFormat.Channel) -> Double? {
    guard channel.minimum == 0, let maximum = channel.maximum, maximum > 0, maximum < 2e9 else { return nil }
    return maximum
  }

  private static func pressures(of format: InkMLFormat) -> ClosedRange<Double>? {
    guard let channel = format.index(of: "F").map({ format.channels[$0] }), let maximum = channel.maximum else {
      return nil
    }
    let minimum = channel.minimum ?? 0
    return maximum - minimum > 1e-9 && maximum < 1e12 ? minimum...maximum : nil
  }

  /// A sample, with a time that counts from whatever the channel's does.
  ///
  /// - Returns: `nil` if its position is open.
  func sample(_ values: [Double?]) throws(InkMLPointError) -> InkSample? {
    var values = values
    transform?.apply(to: &values)
    guard let x = values[x.channel], let y = values[y.channel] else { return nil }
    var sample = InkSample(x: self.x.position(x), y: self.y.position(y))
    guard abs(sample.x) < 1e12, abs(sample.y) < 1e12 else { throw .tooFar }
    var (azimuth, elevation): (Double?, Double?) = (nil, nil)
    for (value, channel) in zip(values, format.channels) {
      guard let value else { continue }
      switch channel.name {
      case "T": sample.time = value / channel.divisor
      case _ where abs(value) >= 1e12: continue
      case "F": sample.pressure = pressure(value)
      case "W": sample.width = width(value, channel)
      case "OTx": sample.tiltX = value / channel.divisor
      case "OTy": sample.tiltY = value / channel.divisor
      case "OA": azimuth = value / channel.divisor
      case "OE": elevation = value / channel.divisor
      default: continue
      }
    }
    if let azimuth, let elevation, sample.tiltX == nil { sample.lean(to: azimuth, elevation: elevation) }
    return sample
  }

  static let channels: Set<String> = ["X", "Y", "T", "F", "W", "OTx", "OTy", "OA", "OE"]

  /// The pressure in the page's range.
  private func pressure(_ value: Double) -> Double {
    guard let page = pagePressures, let own = pressures else { return value }
    let share = (value - own.lowerBound) / (own.upperBound - own.lowerBound)
    return page.lowerBound + share * (page.upperBound - page.lowerBound)
  }

  private func width(_ value: Double, _ channel: InkMLFormat.Channel) -> Double? {
    guard value > 0, value < 1e12 else { return nil }
    guard let own = channel.unitsPerMillimetre, let axis = format.channels[x.channel].unitsPerMillimetre else {
      return value * scale
    }
    return value / own * axis * scale
  }
}
