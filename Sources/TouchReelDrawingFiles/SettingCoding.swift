import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings

/// How the values of settings stand in messages, by their kind.
struct SettingText: Encodable {
  let value: BoardSetting.Value

  init(_ value: BoardSetting.Value) { self.value = value }

  func encode(to encoder: any Encoder) throws {
    switch value {
    case .word(let word): try word.encode(to: encoder)
    case .number(let number): try number.encode(to: encoder)
    case .optionalNumber(let number): try number.encode(to: encoder)
    case .count(let count): try count.encode(to: encoder)
    case .color(let color): try color.map(ColorText.init).encode(to: encoder)
    case .font(let font): try FontValue(font).encode(to: encoder)
    case .pressure(let curve): try PressureValue(curve).encode(to: encoder)
    case .guide(let guide): try guide.map(GuideValue.init).encode(to: encoder)
    }
  }
}

extension BoardSetting.Declaration {
  /// The setting that a word names, in any spelling of the word.
  static func named(_ word: String) -> BoardSetting.Declaration? {
    guard let name = BoardSetting.all.map(\.name).word(spelled: word) else { return nil }
    return BoardSetting.all.first { $0.name == name }
  }

  func decode(from message: KeyedDecodingContainer<MessageKey>) throws -> BoardSetting {
    guard let setting = BoardSetting(self, checking: try value(in: message)) else {
      throw BrokenValue("\(name) is not usable")
    }
    return setting
  }

  private func value(in message: KeyedDecodingContainer<MessageKey>) throws -> BoardSetting.Value {
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try message.decode(type, forKey: .value) }
    switch kind {
    case .words(let words): return .word(try word(decode(String.self), of: words))
    case .number: return .number(try decode(Double.self))
    case .optionalNumber: return .optionalNumber(try message.decodeIfPresent(Double.self, forKey: .value))
    case .count: return .count(try wholeNumber(decode(Double.self)))
    case .color: return .color(try decode(ColorText.self).color)
    case .optionalColor: return .color(try message.decodeIfPresent(ColorText.self, forKey: .value)?.color)
    case .font: return .font(try decode(FontValue.self).font())
    case .pressure: return .pressure(try decode(PressureValue.self).curve)
    case .guide: return .guide(try message.decodeIfPresent(GuideValue.self, forKey: .value)?.guide())
    }
  }

  private func word(_ text: String, of words: [String]) throws -> String {
    guard let word = words.word(spelled: text) else { throw BrokenValue(unknown: name, text, known: words) }
    return word
  }

  private func wholeNumber(_ number: Double) throws -> Int {
    guard let count = Int(exactly: number) else { throw BrokenValue("value is not a whole number") }
    return count
  }
}

extension BoardSetting.Declaration {
  /// The rule of its messages.
  var schema: String {
    let required = kind.isOptional ? "" : #", "required": ["value"]"#
    return ##"{"properties": {"command": {"const": "\##(name)"}, "value": \##(kind.schema)}\##(required)}"##
  }
}

extension BoardSetting.Kind {
  fileprivate var isOptional: Bool {
    switch self {
    case .optionalNumber, .optionalColor, .guide: true
    case .words, .number, .count, .color, .font, .pressure: false
    }
  }

  fileprivate var schema: String {
    let color = ##"{"$ref": "#/$defs/color"}"##
    return switch self {
    case .words(let words): BoardMessage.schema(words: words)
    case .number(let range, let unit): BoardMessage.schema(clampedTo: range, unit)
    case .optionalNumber(let range, let unit):
      #"{"oneOf": [\#(BoardMessage.schema(clampedTo: range, unit)), {"type": "null"}]}"#
    case .count(let range):
      #"{"type": "integer", "minimum": \#(range.lowerBound), "maximum": \#(range.upperBound)}"#
    case .color: color
    case .optionalColor: #"{"oneOf": [\#(color), {"type": "null"}]}"#
    case .font: ##"{"$ref": "#/$defs/font"}"##
    case .pressure: ##"{"$ref": "#/$defs/pressure"}"##
    case .guide: ##"{"oneOf": [{"$ref": "#/$defs/guide"}, {"type": "null"}]}"##
    }
  }
}
