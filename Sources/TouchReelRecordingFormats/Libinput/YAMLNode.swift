import CTouchReelYaml

/// A part of a YAML document: what libyaml makes of the text that describes a device.
///
/// Aliases are refused, and depth is limited, so that a hostile text costs no more than its length.
indirect enum YAMLNode {
  case scalar(String)
  case sequence([YAMLNode])
  case mapping([(key: String, value: YAMLNode)])

  /// The value of a key; `nil` if this is not a mapping or lacks the key.
  subscript(key: String) -> YAMLNode? {
    guard case .mapping(let pairs) = self else { return nil }
    return pairs.first { $0.key == key }?.value
  }

  var items: [YAMLNode] {
    guard case .sequence(let items) = self else { return [] }
    return items
  }

  var pairs: [(key: String, value: YAMLNode)] {
    guard case .mapping(let pairs) = self else { return [] }
    return pairs
  }

  var text: String? {
    guard case .scalar(let text) = self else { return nil }
    return text
  }

  /// A whole number in decimal, or in hexadecimal after `0x`.
  var number: Int64? { text.flatMap(YAMLNode.number) }

  static func number(_ text: String) -> Int64? {
    text.hasPrefix("0x") ? Int64(text.dropFirst(2), radix: 16) : Int64(text)
  }
}

/// A document and what was wrong with it: a broken text is read up to the break.
struct YAMLDocument {
  private(set) var root: YAMLNode?
  private(set) var problem: String?

  private static let depthLimit = 16

  init(_ text: [UInt8]) {
    // libyaml takes neither broken UTF-8 nor control characters.
    var clean = String(decoding: text, as: UTF8.self)
    clean.unicodeScalars.removeAll { $0.value < 0x20 && $0 != "\n" && $0 != "\t" || $0.value == 0x7f }
    var utf8 = Array(clean.utf8)
    utf8.withUnsafeMutableBufferPointer { bytes in
      var parser = YAMLEvents(bytes)
      root = node(after: &parser)
      problem = parser.problem
    }
  }

  /// The first node of the stream.
  private func node(after parser: inout YAMLEvents) -> YAMLNode? {
    while let event = parser.next() {
      switch event {
      case .start: continue
      default: return node(from: event, &parser, depth: 0)
      }
    }
    return nil
  }

  private func node(from event: YAMLEvents.Event, _ parser: inout YAMLEvents, depth: Int) -> YAMLNode? {
    guard depth < Self.depthLimit else {
      parser.fail("it is nested too deeply")
      return nil
    }
    switch event {
    case .scalar(let text): return .scalar(text)
    case .sequence: return .sequence(items(&parser, depth: depth))
    case .mapping: return .mapping(pairs(&parser, depth: depth))
    case .start, .end: return nil
    }
  }

  private func items(_ parser: inout YAMLEvents, depth: Int) -> [YAMLNode] {
    var items: [YAMLNode] = []
    while let event = parser.next(), let item = node(from: event, &parser, depth: depth + 1) { items.append(item) }
    return items
  }

  private func pairs(_ parser: inout YAMLEvents, depth: Int) -> [(key: String, value: YAMLNode)] {
    var pairs: [(key: String, value: YAMLNode)] = []
    while let event = parser.next(), let key = node(from: event, &parser, depth: depth + 1) {
      guard let next = parser.next(), let value = node(from: next, &parser, depth: depth + 1) else { break }
      pairs.append((key.text ?? "", value))
    }
    return pairs
  }
}

/// The events of libyaml's parser.
private struct YAMLEvents: ~Copyable {
  enum Event {
    /// The start of the stream or of the document.
    case start
    case scalar(String)
    case sequence
    case mapping
    /// The end of a sequence, a mapping, the document or the stream.
    case end
  }

  private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
  private(set) var problem: String?

  /// - Parameter bytes: must outlive this.
  init(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    parser.initialize(to: yaml_parser_t())
    yaml_parser_initialize(parser)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  mutating func fail(_ problem: String) { self.problem = self.problem ?? problem }

  /// The next event; `nil` at the end or after an error.
  mutating func next() -> Event? {
    guard problem == nil else { return nil }
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else {
      fail(parser.pointee.problem.map { String(cString: $0) } ?? "it is not YAML")
      return nil
    }
    defer { yaml_event_delete(&event) }
    switch event.type {
    case YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT: return .start
    case YAML_SCALAR_EVENT: return .scalar(text(of: event))
    case YAML_SEQUENCE_START_EVENT: return .sequence
    case YAML_MAPPING_START_EVENT: return .mapping
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT, YAML_DOCUMENT_END_EVENT: return .end
    case YAML_ALIAS_EVENT:
      fail("it has aliases, which no recording needs")
      return nil
    default: return nil
    }
  }

  private func text(of event: yaml_event_t) -> String {
    let scalar = event.data.scalar
    return String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
  }
}
