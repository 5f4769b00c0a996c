internal import Canvas
internal import DrawingBoard
internal import TouchTracking

struct PressureValue: Codable {
  private enum Reach: String, Codable {
    case off, pens, all
  }

  private var reach: Reach
  private var gamma: Double?

  private enum CodingKeys: String, CodingKey {
    case reach = "law"
    case gamma
  }

  init(_ law: PressureLaw) {
    switch law {
    case .off: (reach, gamma) = (.off, nil)
    case .pens(let gamma): (reach, self.gamma) = (.pens, gamma)
    case .all(let gamma): (reach, self.gamma) = (.all, gamma)
    }
  }

  var law: PressureLaw {
    switch reach {
    case .off: .off
    case .pens: .pens(gamma: gamma ?? 1)
    case .all: .all(gamma: gamma ?? 1)
    }
  }
}

struct CancelValue: Codable {
  /// The number of the device's opening in the recording.
  private var channel: Int
  private var trackingId: Int32
  private var reason: String

  init(_ device: DeviceIndex, _ id: TrackingID, _ reason: CancelReason) {
    channel = device.rawValue
    trackingId = id.rawValue
    self.reason = reason.rawValue
  }

  /// A reason that is not known counts as the window's.
  var command: BoardCommand {
    .cancel(
      DeviceIndex(rawValue: channel), TrackingID(rawValue: trackingId), CancelReason(rawValue: reason) ?? .window)
  }
}

struct RulesValue: Codable {
  var rules: TouchRules

  private enum Key: String, CodingKey {
    case palms, penOverTouch
  }

  init(_ rules: TouchRules) { self.rules = rules }

  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    rules = TouchRules(
      palms: try object.choice(forKey: .palms), penOverTouch: try object.choice(forKey: .penOverTouch))
  }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(rules.palms.rawValue, forKey: .palms)
    try object.encode(rules.penOverTouch.rawValue, forKey: .penOverTouch)
  }
}

struct BackgroundValue: Codable {
  var background: Background

  private enum Key: String, CodingKey {
    case type, color, from, to, angle, image, mode
  }

  private enum Kind: String {
    case color, gradient, image
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
    }
  }
}
