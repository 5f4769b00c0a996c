import TouchReelClampedNumbers
import TouchReelInkFiles
import TouchReelInputEvents

/// The device that strokes of an ink file could have come from: a pen where they come one after another with pressure
/// or tilt, and otherwise a touchscreen of as many slots as there are strokes at once. Positions are whole numbers of
/// the kernel's, so fine that what the file says is kept.
struct InkDevice {
  let description: DeviceDescription
  let isPen: Bool
  /// The most strokes at once.
  let slotCount: Int
  /// Device units in a unit of the page.
  private let fineness: Double
  private let pressure: Scale?
  private let tilt: Scale?

  /// A number of the file as one of the kernel's.
  private struct Scale {
    var axis: AbsoluteAxis
    var origin = 0.0
    var factor = 1.0

    func callAsFunction(_ value: Double) -> Int32 { InkDevice.whole((value - origin) * factor) }
  }

  init(_ page: InkPage, slotCount: Int) {
    let samples = page.strokes.lazy.flatMap(\.samples)
    pressure = Self.pressure(of: page)
    tilt = samples.contains { $0.tiltX != nil && $0.tiltY != nil } ? Self.tilt : nil
    isPen = slotCount == 1 && (pressure != nil || tilt != nil)
    self.slotCount = slotCount
    let length = Self.length(page)
    (fineness, description) = (
      length.fineness, Self.description(page, length, isPen: isPen, slotCount: slotCount, pressure?.axis, tilt?.axis)
    )
  }

  /// The width of a stroke in board points, on a board that is as wide as boards are made for a device.
  func boardWidth(_ width: Double) -> Double {
    min(max((unlimited(width) * 1e6).rounded() / 1e6, Self.boardWidths.lowerBound), Self.boardWidths.upperBound)
  }

  /// Whether a board draws strokes so wide and so thin.
  func canDraw(width: Double) -> Bool { Self.boardWidths.contains(unlimited(width)) }

  private static let boardWidths = 0.1...500.0

  private func unlimited(_ width: Double) -> Double {
    width * fineness * 1920 / Double(description.axes[isPen ? .x : .positionX]?.span ?? 1)
  }

  func x(_ sample: InkSample) -> Int32 { Self.whole(sample.x * fineness) }
  func y(_ sample: InkSample) -> Int32 { Self.whole(sample.y * fineness) }
  func pressure(_ sample: InkSample) -> Int32? { sample.pressure.flatMap { value in pressure.map { $0(value) } } }

  func tilt(_ sample: InkSample) -> (x: Int32, y: Int32)? {
    guard let tilt, let x = sample.tiltX, let y = sample.tiltY else { return nil }
    return (tilt(x), tilt(y))
  }

  fileprivate static func whole(_ value: Double) -> Int32 { Int32(clamping: value.rounded()) }
}

extension InkDevice {
  private typealias Length = (fineness: Double, resolution: Int32)

  /// How finely positions are kept: to the last of up to three decimals that the file has, with a whole number of units
  /// a millimetre where its lengths are known; coarser where the positions would not fit.
  private static func length(_ page: InkPage) -> Length {
    let numbers = page.strokes.lazy.flatMap(\.samples).flatMap { [$0.x, $0.y] }
    var fineness = [1.0, 10, 100].first { power in numbers.allSatisfy { isWhole($0 * power) } } ?? 1000
    let largest = numbers.reduce(1) { max($0, abs($1)) }
    while fineness > 1e-3, largest * fineness > 1e8 { fineness /= 10 }
    guard let units = page.unitsPerMillimetre, units > 0 else { return (fineness, 0) }
    let resolution = units * fineness
    if isWhole(resolution), (1...1e6).contains(resolution) { return (fineness, Int32(resolution)) }
    // A thousandth of a millimetre.
    return largest / units * 1000 < 1e8 ? (1000 / units, 1000) : (fineness, 0)
  }

  private static func isWhole(_ value: Double) -> Bool { abs(value - value.rounded()) < 1e-6 }

  private static let tilt = Scale(
    axis: AbsoluteAxis(minimum: -5156, maximum: 5156, resolution: 3283), factor: 3283 * Double.pi / 180)

  private static func pressure(of page: InkPage) -> Scale? {
    let values = page.strokes.lazy.flatMap(\.samples).compactMap(\.pressure)
    guard let least = values.min(), let greatest = values.max() else { return nil }
    let range = page.pressures ?? min(least, 0)...(greatest > 1 || greatest <= 0 ? max(greatest, 1) : 1)
    let isFine = range.lowerBound > -1e6 && range.upperBound < 1e6 && range.upperBound - range.lowerBound > 16
    if isFine, isWhole(range.lowerBound), isWhole(range.upperBound), values.allSatisfy(isWhole) {
      return Scale(axis: AbsoluteAxis(minimum: Int32(range.lowerBound), maximum: Int32(range.upperBound)))
    }
    let span = max(range.upperBound - range.lowerBound, 1e-12)
    return Scale(axis: AbsoluteAxis(minimum: 0, maximum: 65_535), origin: range.lowerBound, factor: 65_535 / span)
  }

  private static func description(
    _ page: InkPage, _ length: Length, isPen: Bool, slotCount: Int, _ pressure: AbsoluteAxis?, _ tilt: AbsoluteAxis?
  ) -> DeviceDescription {
    var device = DeviceDescription()
    device.name = page.device.isEmpty ? "Ink" : page.device
    device.properties = [.direct]
    device.codes = [.synchronization: [.report, .dropped], .key: isPen ? [.touch, .toolPen] : [.touch]]
    let (x, y) = positions(page, length)
    if isPen {
      device.axes = [.x: x, .y: y]
      device.axes[.pressure] = pressure
      if let tilt { (device.axes[.tiltX], device.axes[.tiltY]) = (tilt, tilt) }
    } else {
      device.axes = [
        .slot: AbsoluteAxis(minimum: 0, maximum: Int32(slotCount - 1)), .positionX: x, .positionY: y,
        .trackingID: AbsoluteAxis(minimum: 0, maximum: 65_535),
      ]
      device.axes[.contactPressure] = pressure
    }
    device.codes[.absolute] = Set(device.axes.keys)
    return device
  }

  /// The page, or its ink with a margin of a twentieth of its longer side.
  private static func positions(_ page: InkPage, _ length: Length) -> (x: AbsoluteAxis, y: AbsoluteAxis) {
    func axis(_ range: ClosedRange<Double>, margin: Double) -> AbsoluteAxis {
      let minimum = whole((range.lowerBound - margin) * length.fineness)
      let maximum = whole((range.upperBound + margin) * length.fineness)
      return AbsoluteAxis(minimum: minimum, maximum: max(maximum, minimum + 1), resolution: length.resolution)
    }
    if let size = page.size { return (axis(0...size.width, margin: 0), axis(0...size.height, margin: 0)) }
    guard let extent = page.extent else { return (axis(0...1, margin: 0), axis(0...1, margin: 0)) }
    let side = max(extent.x.upperBound - extent.x.lowerBound, extent.y.upperBound - extent.y.lowerBound)
    let margin = side > 0 ? side / 20 : 1 / length.fineness
    return (axis(extent.x, margin: margin), axis(extent.y, margin: margin))
  }
}
