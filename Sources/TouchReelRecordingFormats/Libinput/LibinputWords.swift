/// What can be a line of a `libinput record` file, and what only stands between such lines: a prompt of the shell, a
/// sentence, the reply to a mail.
enum LibinputWords {
  static let foreignLine = "is not part of the recording: skipped"

  /// The keys at the left margin that have their values below them.
  private static let sections: [StaticString] = ["libinput:", "system:", "devices:"]
  private static let numbered: [StaticString] = ["version:", "ndevices:"]
  private static let ofDevice: [StaticString] = ["node:", "evdev:", "hid:", "udev:", "quirks:", "events:"]
  private static let ofEvents: [StaticString] = ["evdev:", "libinput:", "hid:", "udev:"]

  /// `version: 1`, `ndevices: 2`, `libinput:`, `system:`, `devices:`.
  static func isTopKey(_ text: UnsafeRawBufferPointer) -> Bool {
    for key in numbered where text.starts(with: key) {
      var scanner = ByteScanner(text)
      _ = scanner.accept(key)
      scanner.skipBlanks()
      return scanner.decimal(upTo: 1 << 32) != nil && endsValue(scanner)
    }
    for key in sections where text.starts(with: key) {
      var scanner = ByteScanner(text)
      _ = scanner.accept(key)
      return endsValue(scanner) || scanner.accept(" [") || scanner.accept(" {")
    }
    return false
  }

  private static func endsValue(_ scanner: ByteScanner) -> Bool {
    var rest = scanner
    rest.skipBlanks()
    return rest.isAtEnd || rest.byte == UInt8(ascii: "#")
  }

  /// What YAML puts around documents.
  static func isMarker(_ text: UnsafeRawBufferPointer) -> Bool {
    text.count == 3 && (text.starts(with: "---") || text.starts(with: "...")) || text.starts(with: "%YAML")
  }

  /// `evdev:`, `quirks: null` and their like.
  static func isDeviceKey(_ text: UnsafeRawBufferPointer) -> Bool { begins(text, withOneOf: ofDevice) }

  /// Whether a key, without its colon, is one that libinput has for a list of other things than events.
  static func isListKey(_ key: UnsafeRawBufferPointer) -> Bool {
    (ofEvents + ofDevice).contains { name in
      guard name.utf8CodeUnitCount == key.count + 1 else { return false }
      return (0..<key.count).allSatisfy { key[$0] == name.utf8Start[$0] }
    }
  }

  /// How far libinput indents a line of a device's description.
  static func indentation(of text: UnsafeRawBufferPointer) -> Int {
    if isDeviceKey(text) { return 2 }
    guard let first = text.first, first &- 0x30 < 10 else { return 4 }
    return 6
  }

  /// `- node: /dev/input/event5`, or another of a device's keys.
  static func isDevice(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let item = item(text) else { return false }
    return begins(item, withOneOf: ofDevice)
  }

  /// What follows the dash of an item; `nil` if the line is none.
  static func item(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    var scanner = ByteScanner(text)
    guard scanner.accept(UInt8(ascii: "-")), scanner.isAtEnd || scanner.byte == 0x20 else { return nil }
    scanner.skipBlanks()
    return scanner.rest
  }

  private static func begins(_ text: UnsafeRawBufferPointer, withOneOf keys: [StaticString]) -> Bool {
    for key in keys where text.starts(with: key) {
      let count = key.utf8CodeUnitCount
      return text.count == count || text[count] == 0x20
    }
    return false
  }

  /// Whether a line can be a part of a device's description, whose keys are words in small letters, or numbers.
  static func isDescription(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let first = text.first else { return false }
    if let item = item(text) { return isFact(item) }
    if opens.contains(first) || quotes.contains(first) { return true }
    return isKey(text) || isNumbers(text)
  }

  /// `ID_INPUT=1`, or another value without blanks.
  private static func isFact(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let first = text.first else { return true }
    if opens.contains(first) || quotes.contains(first) || isKey(text) || isNumbers(text) { return true }
    return !text.contains(0x20) || text.contains(UInt8(ascii: "="))
  }

  /// Whether a line can be a part of a device's events: lists of numbers, and keys.
  ///
  /// - Parameter isInFrame: whether it would be a part of a frame, which has no keys of its own.
  static func isEvents(_ text: UnsafeRawBufferPointer, isInFrame: Bool) -> Bool {
    guard let first = text.first else { return true }
    if let item = item(text) { return item.isEmpty || isEvents(item, isInFrame: isInFrame) }
    if begins(text, withOneOf: ofEvents) || isDeviceKey(text) || isNumbers(text) { return true }
    if first == UInt8(ascii: "{") || quotes.contains(first) { return true }
    return !isInFrame && (opens.contains(first) || isKey(text))
  }

  /// Whether a line is one event in brackets, wherever it begins.
  static func isEvent(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let item = item(text), item.first == UInt8(ascii: "[") else { return false }
    return isNumbers(item)
  }

  /// A word in small letters or a number, perhaps quoted, and a colon with nothing or a blank behind it.
  private static func isKey(_ text: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index < text.count, isKeyByte(text[index]) { index += 1 }
    guard index > 0, index < text.count, text[index] == UInt8(ascii: ":") else { return false }
    return index + 1 == text.count || text[index + 1] == 0x20
  }

  private static func isKeyByte(_ byte: UInt8) -> Bool {
    byte &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  /// Numbers and the marks between them, up to a comment.
  private static func isNumbers(_ text: UnsafeRawBufferPointer) -> Bool {
    for byte in text {
      if byte == UInt8(ascii: "#") { return true }
      guard hexDigit(byte) != nil || numberMarks.contains(byte) else { return false }
    }
    return hasDigit(text)
  }

  private static func hasDigit(_ text: UnsafeRawBufferPointer) -> Bool {
    text.contains { $0 &- 0x30 < 10 } || text.allSatisfy { opens.contains($0) || $0 == 0x20 || $0 == 0x2c }
  }

  private static let numberMarks = Array("[]{}, \t-+xX".utf8)
  private static let opens = Array("[]{}".utf8)
  private static let quotes = Array("\"'".utf8)
}
