import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelTouchTracking

enum MessageKey: String, CodingKey {
  case version, command, value
}

/// The names of commands besides settings, which no later version may change.
enum CommandName: String, CaseIterable {
  case text, textArea, endText, delete, restyle, deselect, select, selectAll, paste, duplicate, order
  case flip, align, distribute, replaceStroke, drawing, background, clear, page, addPage, addPages, removePage
  case movePage, pageSize, layer, addLayer, removeLayer, moveLayer, changeLayer
  case undo, redo, cancel, size, rules, mapping, touches
}

struct EncodedMessage: Encodable {
  let command: BoardCommand

  func encode(to encoder: any Encoder) throws {
    var message = encoder.container(keyedBy: MessageKey.self)
    try message.encode(BoardMessage.version, forKey: .version)
    let (name, value) = content
    try message.encode(name, forKey: .command)
    if let value { try message.encode(value, forKey: .value) }
  }

  private var content: (name: String, value: (any Encodable)?) {
    func content(_ name: CommandName, _ value: (any Encodable)? = nil) -> (String, (any Encodable)?) {
      (name.rawValue, value)
    }
    return switch command {
    case .set(let setting): (setting.name, setting.value == .color(nil) ? nil : SettingText(setting.value))
    case .text(let text): content(.text, text)
    case .textArea(let area): content(.textArea, [area.left, area.top, area.right, area.bottom])
    case .endText: content(.endText)
    case .delete: content(.delete)
    case .restyle(let change): content(.restyle, RestylingValue(change))
    case .deselect: content(.deselect)
    case .select(let shapes): content(.select, shapes.map(\.rawValue).sorted())
    case .selectAll: content(.selectAll)
    case .paste(let shapes): content(.paste, shapes.map(PlacedShapeValue.init))
    case .duplicate(let offset): content(.duplicate, PointValue(offset))
    case .order(let end): content(.order, end.rawValue)
    case .flip(let axis): content(.flip, axis.rawValue)
    case .align(let alignment): content(.align, alignment.rawValue)
    case .distribute(let axis): content(.distribute, axis.rawValue)
    case .replaceStroke(let shape): content(.replaceStroke, ShapeValue(shape))
    case .drawing(let drawing): content(.drawing, DrawingValue(drawing))
    case .background(let background): content(.background, BackgroundValue(background))
    case .clear: content(.clear)
    case .page(.turn(to: let page)): content(.page, OrdinalNumber(page))
    case .page(.add(let page)): content(.addPage, page == NewPage() ? nil : NewPageValue(page))
    case .page(.addAll(let papers, at: let position)): content(.addPages, NewPagesValue(papers, at: position))
    case .page(.remove(let page)): content(.removePage, page.map(OrdinalNumber.init))
    case .page(.move(let page, to: let position)): content(.movePage, [page, position].map(OrdinalNumber.init))
    case .page(.resize(let size)): content(.pageSize, size.map { PageSizeValue.fixed($0) })
    case .page(.endless(let step)): content(.pageSize, PageSizeValue.endless(step))
    case .layer(.choose(let layer)): content(.layer, OrdinalNumber(layer))
    case .layer(.add(let layer)): content(.addLayer, layer == NewLayer() ? nil : NewLayerValue(layer))
    case .layer(.remove(let layer)): content(.removeLayer, layer.map(OrdinalNumber.init))
    case .layer(.move(let layer, to: let position)): content(.moveLayer, [layer, position].map(OrdinalNumber.init))
    case .layer(.change(let layer, let change)): content(.changeLayer, LayerChangeValue(layer, change))
    case .undo: content(.undo)
    case .redo: content(.redo)
    case .cancel(let device, let id, let reason): content(.cancel, CancelValue(device, id, reason))
    case .size(let size): content(.size, [size.width, size.height])
    case .rules(let rules): content(.rules, RulesValue(rules))
    case .mapping(let options): content(.mapping, MappingValue(options))
    case .touches(let change): content(.touches, TouchesValue(change))
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
    if let setting = BoardSetting.Declaration.named(text) {
      command = .set(try setting.decode(from: message))
    } else if let name = CommandName(word: text) {
      command = try message.command(name)
    } else {
      throw BoardMessageError.unknownCommand(text)
    }
  }
}

extension KeyedDecodingContainer<MessageKey> {
  fileprivate func command(_ name: CommandName) throws -> BoardCommand {
    switch name {
    case .text: .text(try value(String.self))
    case .textArea: .textArea(try textArea())
    case .endText: .endText
    case .delete: .delete
    case .restyle: .restyle(try value(RestylingValue.self).restyling())
    case .deselect: .deselect
    case .select: .select(Set(try value([Int].self).map(ElementID.init(rawValue:))))
    case .selectAll: .selectAll
    case .paste: .paste(try value([PlacedShapeValue].self).map { try $0.placedShape() })
    case .duplicate: .duplicate(try value(PointValue.self).point)
    case .order: .order(try value(Word<StackEnd>.self).choice)
    case .flip: .flip(try value(Word<BoardAxis>.self).choice)
    case .align: .align(try value(Word<ShapeAlignment>.self).choice)
    case .distribute: .distribute(try value(Word<BoardAxis>.self).choice)
    case .replaceStroke: .replaceStroke(try value(ShapeValue.self).shape())
    case .drawing: .drawing(try value(DrawingValue.self).drawing)
    case .background: .background(try value(BackgroundValue.self).background)
    case .clear: .clear
    case .page: .page(.turn(to: try value(OrdinalNumber.self).index))
    case .addPage: .page(.add(try decodeIfPresent(NewPageValue.self, forKey: .value)?.page ?? NewPage()))
    case .addPages: .page(try value(NewPagesValue.self).command())
    case .removePage: .page(.remove(try decodeIfPresent(OrdinalNumber.self, forKey: .value)?.index))
    case .movePage: .page(try moved("page") { .move($0, to: $1) })
    case .pageSize: .page(try decodeIfPresent(PageSizeValue.self, forKey: .value)?.command ?? .resize(nil))
    case .layer: .layer(.choose(try value(OrdinalNumber.self).index))
    case .addLayer: .layer(.add(try decodeIfPresent(NewLayerValue.self, forKey: .value)?.layer ?? NewLayer()))
    case .removeLayer: .layer(.remove(try decodeIfPresent(OrdinalNumber.self, forKey: .value)?.index))
    case .moveLayer: .layer(try moved("layer") { .move($0, to: $1) })
    case .changeLayer: .layer(try value(LayerChangeValue.self).command)
    case .undo: .undo
    case .redo: .redo
    case .cancel: try value(CancelValue.self).command
    case .size: .size(try size())
    case .rules: .rules(try value(RulesValue.self).rules)
    case .mapping: .mapping(try value(MappingValue.self).options)
    case .touches: .touches(try value(TouchesValue.self).change)
    }
  }

  private func value<Value: Decodable>(_ type: Value.Type) throws -> Value { try decode(type, forKey: .value) }

  private func moved<Command>(_ what: String, _ command: (Int, Int) -> Command) throws -> Command {
    let numbers = try value([OrdinalNumber].self)
    guard numbers.count == 2 else { throw BrokenValue("a \(what) is moved from one number to another") }
    return command(numbers[0].index, numbers[1].index)
  }

  private func textArea() throws -> TextArea {
    let sides = try value([Double].self)
    guard sides.count == 4, let area = TextArea(left: sides[0], top: sides[1], right: sides[2], bottom: sides[3])
    else { throw BrokenValue("an area is left, top, right, bottom") }
    return area
  }

  private func size() throws -> BoardSize {
    let sides = try value([Double].self)
    guard sides.count == 2 else { throw BrokenValue("a size has two sides") }
    return BoardSize(width: sides[0], height: sides[1])
  }
}
