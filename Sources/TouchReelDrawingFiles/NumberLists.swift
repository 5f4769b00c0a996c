import TouchReelTouchTracking

/// Points as `[[x,y],…]`.
struct PointList: Codable, Hashable {
  var points: [BoardPoint]

  init(_ points: [BoardPoint]) { self.points = points }

  init(from decoder: any Decoder) throws {
    if case .points(let read) = NumberArrays.content(for: decoder) {
      points = read
    } else {
      points = try decoder.singleValueContainer().decode([PointValue].self).map(\.point)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(points.map(PointValue.init))
  }
}

/// Numbers as `[…]`.
struct NumberList: Codable, Hashable {
  var numbers: [Double]

  init(_ numbers: [Double]) { self.numbers = numbers }

  init(from decoder: any Decoder) throws {
    if case .numbers(let read) = NumberArrays.content(for: decoder) {
      numbers = read
    } else {
      numbers = try decoder.singleValueContainer().decode([Double].self)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(numbers)
  }
}

/// Runs of numbers as `[[…],…]`.
struct RunList: Codable {
  var runs: [[Double]]

  init(_ runs: [[Double]]) { self.runs = runs }

  init(from decoder: any Decoder) throws {
    if case .runs(let read) = NumberArrays.content(for: decoder) {
      runs = read
    } else {
      runs = try decoder.singleValueContainer().decode([[Double]].self)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(runs)
  }
}

/// A piece of a stroke of Drawsana's.
struct DrawsanaSegment: Codable, Hashable {
  var a: PointValue
  var b: PointValue
  var width: Double
}

/// The pieces of a stroke of Drawsana's.
struct SegmentList: Codable, Hashable {
  var segments: [DrawsanaSegment]

  init(_ segments: [DrawsanaSegment]) { self.segments = segments }

  init(from decoder: any Decoder) throws {
    if case .segments(let read) = NumberArrays.content(for: decoder) {
      segments = read
    } else {
      segments = try decoder.singleValueContainer().decode([DrawsanaSegment].self)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(segments)
  }
}
