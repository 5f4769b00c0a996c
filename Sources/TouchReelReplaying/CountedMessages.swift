/// Messages without repetition: identical ones are counted, and of those that differ only in their numbers the first
/// three stand for the rest.
package struct CountedMessages {
  fileprivate struct Kind {
    var texts: [(text: String, count: Int)] = []
    var others = 0
  }

  private static let shownOfAKind = 3
  private static let shownKinds = 30

  private var kinds: [String: Kind] = [:]
  private var order: [String] = []

  package init(_ messages: some Sequence<String>) {
    for message in messages { add(message) }
  }

  private mutating func add(_ message: String) {
    let key = Self.kind(of: message)
    if kinds[key] == nil { order.append(key) }
    kinds[key, default: Kind()].add(message, limit: Self.shownOfAKind)
  }

  /// Every message that differs from all before it, with its count.
  package static func all(_ messages: some Sequence<String>) -> [String] {
    var (counts, order) = ([String: Int](), [String]())
    for message in messages {
      if counts[message] == nil { order.append(message) }
      counts[message, default: 0] += 1
    }
    return order.map { Self.line($0, counts[$0, default: 1]) }
  }

  fileprivate static func line(_ text: String, _ count: Int) -> String {
    count == 1 ? text : "\(text) (\(count) times)"
  }

  /// A line for each kind, for as many kinds as a person reads.
  package var lines: [String] {
    let lines = order.prefix(Self.shownKinds).flatMap { kinds[$0]?.lines ?? [] }
    let rest = order.count - Self.shownKinds
    return rest > 0 ? lines + ["and \(rest) others"] : lines
  }

  /// What messages have in common that differ only in their numbers.
  package static func kind(of text: String) -> String {
    var key: [UInt8] = []
    for byte in text.utf8 {
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      if !isDigit { key.append(byte) } else if key.last != 0 { key.append(0) }
    }
    return String(decoding: key, as: UTF8.self)
  }
}

extension CountedMessages.Kind {
  fileprivate mutating func add(_ text: String, limit: Int) {
    if let index = texts.firstIndex(where: { $0.text == text }) {
      texts[index].count += 1
    } else if texts.count < limit {
      texts.append((text, 1))
    } else {
      others += 1
    }
  }

  fileprivate var lines: [String] {
    let lines = texts.map { CountedMessages.line($0.text, $0.count) }
    return others == 0 ? lines : lines + ["and \(others) more of this kind"]
  }
}
