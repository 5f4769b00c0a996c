import TouchTracking

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
