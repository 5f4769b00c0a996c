import TouchReelCanvas
import TouchReelDrawingBoard
package import TouchReelDrawings
import TouchReelInputEvents
import TouchReelTouchTracking

struct PressureValue: Codable {
  enum Reach: String, CaseIterable {
    case off, pens, all
  }

  private var reach: Word<Reach>
  private var gamma: Double?

  private enum CodingKeys: String, CodingKey {
    case reach = "law"
    case gamma
  }

  init(_ curve: PressureCurve) {
    switch curve {
    case .off: (reach, gamma) = (Word(.off), nil)
    case .pens(let gamma): (reach, self.gamma) = (Word(.pens), gamma)
    case .all(let gamma): (reach, self.gamma) = (Word(.all), gamma)
    }
  }

  var curve: PressureCurve {
    switch reach.choice {
    case .off: .off
    case .pens: .pens(gamma: clampedGamma)
    case .all: .all(gamma: clampedGamma)
    }
  }
}

extension PressureValue {
  private var clampedGamma: Double {
    min(max(gamma ?? 1, PressureCurve.gammas.lowerBound), PressureCurve.gammas.upperBound)
  }
}

struct CancelValue: Codable {
  /// The number of the device's opening in the recording.
  private var channel: Int
  private var trackingId: Int32
  private var reason: Word<CancelReason>

  init(_ device: DeviceChannel, _ id: TrackingID, _ reason: CancelReason) {
    channel = device.rawValue
    trackingId = id.rawValue
    self.reason = Word(reason)
  }

  var command: BoardCommand {
    .cancel(DeviceChannel(rawValue: channel), TrackingID(rawValue: trackingId), reason.choice)
  }
}

struct RulesValue: Codable {
  var rules: TouchRules

  private enum Key: String, CodingKey {
    case palms, penOverTouch, palmSize
  }

  init(_ rules: TouchRules) { self.rules = rules }

  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    rules = TouchRules(
      palms: try object.choice(forKey: .palms), penOverTouch: try object.choice(forKey: .penOverTouch),
      palmSize: try object.decodeIfPresent(Double.self, forKey: .palmSize))
  }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(rules.palms.rawValue, forKey: .palms)
    try object.encode(rules.penOverTouch.rawValue, forKey: .penOverTouch)
    try object.encodeIfPresent(rules.palmSize, forKey: .palmSize)
  }
}

struct BackgroundValue: Codable {
  var background: Background

  private enum Key: String, CodingKey {
    case type, color, from, to, angle, image, mode, ruling
  }

  enum Kind: String, CaseIterable {
    case color, gradient, image, ruled
  }

  init(_ background: Background) { self.background = background }

  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    func color(_ key: Key) throws -> PixelColor { try object.decode(ColorText.self, forKey: key).color }
    background =
      switch try object.choice(forKey: .type) as Kind {
      case .color: .color(try color(.color))
      case .gradient:
        .gradient(
          from: try color(.from), to: try color(.to),
          angle: try object.decodeIfPresent(Double.self, forKey: .angle) ?? 270)
      case .image:
        .image(
          ImageID(rawValue: try object.decode(String.self, forKey: .image)), try object.choice(forKey: .mode),
          on: try color(.color))
      case .ruled:
        .ruled(try object.decode(RulingValue.self, forKey: .ruling).ruling(), on: try color(.color))
      }
  }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    switch background {
    case .color(let color):
      try object.encode(Kind.color.rawValue, forKey: .type)
      try object.encode(ColorText(color), forKey: .color)
    case .gradient(let from, let to, let angle):
      try object.encode(Kind.gradient.rawValue, forKey: .type)
      try object.encode(ColorText(from), forKey: .from)
      try object.encode(ColorText(to), forKey: .to)
      try object.encode(angle, forKey: .angle)
    case .image(let id, let mode, on: let color):
      try object.encode(Kind.image.rawValue, forKey: .type)
      try object.encode(id.rawValue, forKey: .image)
      try object.encode(mode.rawValue, forKey: .mode)
      try object.encode(ColorText(color), forKey: .color)
    case .ruled(let ruling, on: let color):
      try object.encode(Kind.ruled.rawValue, forKey: .type)
      try object.encode(RulingValue(ruling), forKey: .ruling)
      try object.encode(ColorText(color), forKey: .color)
    }
  }
}

/// How devices lie on the board. A range is the least and the greatest x, then y. Where the rotation or the calibration
/// is missing, each device has its own, as recorded.
struct MappingValue: Codable {
  var options: SurfaceMapping.Options

  private enum Key: String, CodingKey {
    case fit, rotation, calibration, range
  }

  init(_ options: SurfaceMapping.Options) { self.options = options }

  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    func check<Value>(_ value: Value?, _ key: Key) throws -> Value {
      guard let value else { throw BrokenValue("\(key.rawValue) is not one that can be") }
      return value
    }
    options = SurfaceMapping.Options(fit: try object.choice(forKey: .fit))
    if let numbers = try object.decodeIfPresent([Double].self, forKey: .calibration) {
      options.calibration = try check(CalibrationMatrix(numbers: numbers), .calibration)
    }
    if let degrees = try object.decodeIfPresent(Int.self, forKey: .rotation) {
      options.rotation = try check(QuarterTurn(rawValue: degrees), .rotation)
    }
    if let bounds = try object.decodeIfPresent([Int32].self, forKey: .range) {
      options.range = try check(DeviceRange(bounds: bounds), .range)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(options.fit.rawValue, forKey: .fit)
    try object.encodeIfPresent(options.rotation?.rawValue, forKey: .rotation)
    try object.encodeIfPresent(options.calibration?.numbers, forKey: .calibration)
    try object.encodeIfPresent(options.range?.bounds, forKey: .range)
  }
}

extension CalibrationMatrix {
  fileprivate init?(numbers: [Double]) {
    guard numbers.count == 6 else { return nil }
    self.init(a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], e: numbers[4], f: numbers[5])
  }
}

extension DeviceRange {
  fileprivate var bounds: [Int32] { [x.lowerBound, x.upperBound, y.lowerBound, y.upperBound] }

  fileprivate init?(bounds: [Int32]) {
    guard bounds.count == 4, bounds[0] <= bounds[1], bounds[2] <= bounds[3] else { return nil }
    self.init(x: bounds[0]...bounds[1], y: bounds[2]...bounds[3])
  }
}

extension ImageID {
  /// The name of an image file: the SHA-256 of its bytes.
  package init(of file: [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    let text = SHA256.digest(of: file).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    self.init(rawValue: String(decoding: text, as: UTF8.self))
  }
}
