internal import Canvas
internal import DrawingBoard

struct FontValue: Codable {
  private var family: String
  private var size: Double

  init(_ font: TextFont) { (family, size) = (font.family, font.size) }

  var font: TextFont { TextFont(family: family, size: size) }
}

/// An object of one key, which says what is changed.
struct RestylingValue: Codable {
  var change: Restyling

  private enum Key: String, CodingKey {
    case color, fill, width, cap, join, pattern
  }

  init(_ change: Restyling) { self.change = change }

  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    guard let key = object.allKeys.first, object.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: object.codingPath, debugDescription: "one thing is restyled at a time"))
    }
    change =
      switch key {
      case .color: .color(try object.decode(ColorText.self, forKey: key).color)
      case .fill: .fill(try object.decode(ColorText?.self, forKey: key)?.color)
      case .width: .width(try object.decode(Double.self, forKey: key))
      case .cap: .cap(try object.choice(forKey: key))
      case .join: .join(try object.choice(forKey: key))
      case .pattern: .pattern(try object.choice(forKey: key))
      }
  }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    switch change {
    case .color(let color): try object.encode(ColorText(color), forKey: .color)
    case .fill(let color): try object.encode(color.map(ColorText.init), forKey: .fill)
    case .width(let width): try object.encode(width, forKey: .width)
    case .cap(let cap): try object.encode(cap.rawValue, forKey: .cap)
    case .join(let join): try object.encode(join.rawValue, forKey: .join)
    case .pattern(let pattern): try object.encode(pattern.rawValue, forKey: .pattern)
    }
  }
}
