import Canvas
import DrawingBoard
import Drawings
import InputEvents
import TouchTracking

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

  enum Kind: String, CaseIterable {
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
