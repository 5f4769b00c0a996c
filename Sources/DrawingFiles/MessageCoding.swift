import DrawingBoard
import Drawings
import TouchTracking

enum MessageKey: String, CodingKey {
  case version, command, value
}

/// The names of commands, which no later version may change.
enum CommandName: String, CaseIterable {
  case tool, color, width, fill, cap, join, pattern, sides, font, smoothing, pressure, speed, coloring, theme,
    cancelledInk, marks
  case text, endText, delete, restyle, deselect
  case drawing, background, clear, undo, redo, cancel, size, rules, mapping
}

struct EncodedMessage: Encodable {
  let command: BoardCommand

  func encode(to encoder: any Encoder) throws {
    var message = encoder.container(keyedBy: MessageKey.self)
    try message.encode(BoardMessage.version, forKey: .version)
    try message.encode(name.rawValue, forKey: .command)
    if let value { try message.encode(value, forKey: .value) }
  }

  private var name: CommandName {
    switch command {
    case .tool: .tool
    case .color: .color
    case .width: .width
    case .fill: .fill
    case .cap: .cap
    case .join: .join
    case .pattern: .pattern
    case .sides: .sides
    case .font: .font
    case .smoothing: .smoothing
    case .pressure: .pressure
    case .speed: .speed
    case .coloring: .coloring
    case .theme: .theme
    case .cancelledInk: .cancelledInk
    case .marks: .marks
    case .text: .text
    case .endText: .endText
    case .delete: .delete
    case .restyle: .restyle
    case .deselect: .deselect
    case .drawing: .drawing
    case .background: .background
    case .clear: .clear
    case .undo: .undo
    case .redo: .redo
    case .cancel: .cancel
    case .size: .size
    case .rules: .rules
    case .mapping: .mapping
    }
  }

  private var value: (any Encodable)? {
    switch command {
    case .tool(let tool): tool.rawValue
    case .color(let color): ColorText(color)
    case .width(let width): width
    case .fill(let color): color.map(ColorText.init)
    case .cap(let cap): cap.rawValue
    case .join(let join): join.rawValue
    case .pattern(let pattern): pattern.rawValue
    case .sides(let count): count
    case .font(let font): FontValue(font)
    case .smoothing(let smoothing): smoothing.rawValue
    case .pressure(let law): PressureValue(law)
    case .speed(let law): law.rawValue
    case .coloring(let coloring): coloring.rawValue
    case .theme(let theme): theme.rawValue
    case .cancelledInk(let ink): ink.rawValue
    case .marks(let marks): marks.rawValue
    case .text(let text): text
    case .restyle(let change): RestylingValue(change)
    case .drawing(let drawing): DrawingValue(drawing)
    case .background(let background): BackgroundValue(background)
    case .clear, .undo, .redo, .endText, .delete, .deselect: nil
    case .cancel(let device, let id, let reason): CancelValue(device, id, reason)
    case .size(let size): [size.width, size.height]
    case .rules(let rules): RulesValue(rules)
    case .mapping(let options): MappingValue(options)
    }
  }
}

struct DecodedMessage: Decodable {
  let command: BoardCommand

  init(from decoder: any Decoder) throws {
    let message = try decoder.container(keyedBy: MessageKey.self)
    let version = try message.decode(Int.self, forKey: .version)
    guard version == BoardMessage.version else { throw BoardMessageError.unknownVersion(version) }
    let text = try message.decode(String.self, forKey: .command)
    guard let name = CommandName(word: text) else { throw BoardMessageError.unknownCommand(text) }
    command = try message.command(name)
  }
}

extension KeyedDecodingContainer<MessageKey> {
  fileprivate func command(_ name: CommandName) throws -> BoardCommand {
    switch name {
    case .tool: .tool(try choice(name))
    case .color: .color(try value(ColorText.self).color)
    case .width: .width(try value(Double.self))
    case .fill: .fill(try decodeIfPresent(ColorText.self, forKey: .value)?.color)
    case .cap: .cap(try choice(name))
    case .join: .join(try choice(name))
    case .pattern: .pattern(try choice(name))
    case .sides: .sides(try wholeNumber())
    case .font: .font(try value(FontValue.self).font())
    case .smoothing: .smoothing(try choice(name))
    case .pressure: .pressure(try value(PressureValue.self).law)
    case .speed: .speed(try choice(name))
    case .coloring: .coloring(try choice(name))
    case .theme: .theme(try choice(name))
    case .cancelledInk: .cancelledInk(try choice(name))
    case .marks: .marks(try choice(name))
    case .text: .text(try value(String.self))
    case .endText: .endText
    case .delete: .delete
    case .restyle: .restyle(try value(RestylingValue.self).restyling())
    case .deselect: .deselect
    case .drawing: .drawing(try value(DrawingValue.self).drawing)
    case .background: .background(try value(BackgroundValue.self).background)
    case .clear: .clear
    case .undo: .undo
    case .redo: .redo
    case .cancel: try value(CancelValue.self).command
    case .size: .size(try size())
    case .rules: .rules(try value(RulesValue.self).rules)
    case .mapping: .mapping(try value(MappingValue.self).options)
    }
  }

  private func value<Value: Decodable>(_ type: Value.Type) throws -> Value { try decode(type, forKey: .value) }

  private func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: CommandName) throws -> Choice {
    try Choice(named: try value(String.self), of: name.rawValue)
  }

  private func wholeNumber() throws -> Int {
    guard let number = Int(exactly: try value(Double.self)) else { throw BrokenValue("value is not a whole number") }
    return number
  }

  private func size() throws -> BoardSize {
    let sides = try value([Double].self)
    guard sides.count == 2 else { throw BrokenValue("a size has two sides") }
    return BoardSize(width: sides[0], height: sides[1])
  }
}

extension KeyedDecodingContainer {
  /// One of the words of an enumeration.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(forKey key: Key) throws -> Choice {
    try Choice(named: try decode(String.self, forKey: key), of: key.stringValue)
  }
}
