import Glibc
import TouchReelInputEvents

/// A line of `events:` as libinput prints nearly all of them.
enum LibinputLine {
  /// `  - evdev:`, a frame for libinput.
  case frame
  /// `    - [  0,      0,   3,  57,      12] # EV_ABS / ABS_MT_TRACKING_ID   12`
  case event(InputEvent)

  /// So many bytes hold any such line.
  static let longest = 192

  /// The line at the front of some lines, and its length with the line feed.
  ///
  /// - Parameter text: ``longest`` bytes at least.
  /// - Returns: `nil` for any other line, which may be an event all the same.
  @inline(__always)
  static func read(_ text: UnsafeRawBufferPointer) -> (value: LibinputLine, length: Int)? {
    guard text.count >= longest, let start = text.baseAddress else { return nil }
    var cursor = LineCursor(start)
    cursor.skipBlanks()
    guard cursor.accept(UInt8(ascii: "-")), cursor.accept(0x20) else { return nil }
    if cursor.accept(UInt8(ascii: "[")) { return event(&cursor, in: start) }
    return cursor.acceptEvdev() ? (.frame, cursor.count(from: start)) : nil
  }

  @inline(__always)
  private static func event(
    _ cursor: inout LineCursor, in start: UnsafeRawPointer
  ) -> (value: LibinputLine, length: Int)? {
    guard let seconds = cursor.number(upTo: 10), seconds <= ByteScanner.lastSecond, cursor.accept(UInt8(ascii: ",")),
      let part = cursor.number(upTo: 6), cursor.accept(UInt8(ascii: ",")),
      let type = cursor.number(upTo: 4), cursor.accept(UInt8(ascii: ",")),
      let code = cursor.number(upTo: 4), cursor.accept(UInt8(ascii: ",")),
      let value = cursor.signedNumber(), cursor.accept(UInt8(ascii: "]")), cursor.skipComment(of: start),
      let time = timestamp(seconds: seconds, microseconds: part)
    else { return nil }
    let event = InputEvent(
      time: time, type: EventType(rawValue: UInt16(truncatingIfNeeded: type)),
      code: EventCode(rawValue: UInt16(truncatingIfNeeded: code)), value: value)
    return (.event(event), cursor.count(from: start))
  }
}

/// A position in a line of ``LibinputLine/longest`` bytes at most. Nothing that is read there takes it further, since
/// the numbers and the blanks before them are bounded.
private struct LineCursor {
  private var text: UnsafeRawPointer

  @inline(__always)
  init(_ text: UnsafeRawPointer) { self.text = text }

  @inline(__always)
  private var byte: UInt8 { text.load(as: UInt8.self) }

  @inline(__always)
  func count(from start: UnsafeRawPointer) -> Int { text - start }

  @inline(__always)
  mutating func accept(_ wanted: UInt8) -> Bool {
    guard byte == wanted else { return false }
    text += 1
    return true
  }

  /// `evdev:` and the line feed.
  @inline(__always)
  mutating func acceptEvdev() -> Bool {
    // The bytes of "evdev:\n", the first being the lowest.
    guard text.loadUnaligned(as: UInt64.self) & 0x00ff_ffff_ffff_ffff == 0x0a_3a76_6564_7665 else { return false }
    text += 7
    return true
  }

  /// At most 8 blanks.
  @inline(__always)
  mutating func skipBlanks() {
    let last = text + 8
    while byte == 0x20, text < last { text += 1 }
  }

  /// A decimal number of so many digits at most, and blanks before it.
  @inline(__always)
  mutating func number(upTo digits: Int) -> UInt64? {
    skipBlanks()
    let start = text
    var number: UInt64 = 0
    while text - start < digits {
      let digit = byte &- 0x30
      guard digit < 10 else { break }
      number = number &* 10 &+ UInt64(digit)
      text += 1
    }
    return text > start ? number : nil
  }

  /// A decimal number of up to nine digits, with or without a sign.
  @inline(__always)
  mutating func signedNumber() -> Int32? {
    skipBlanks()
    let isNegative = accept(UInt8(ascii: "-"))
    let start = text
    guard let magnitude = number(upTo: 9), !isNegative || start.load(as: UInt8.self) != 0x20 else { return nil }
    return isNegative ? 0 &- Int32(truncatingIfNeeded: magnitude) : Int32(truncatingIfNeeded: magnitude)
  }

  /// Moves behind the line feed; false if something but a comment comes first, or the line is too long.
  @inline(__always)
  mutating func skipComment(of start: UnsafeRawPointer) -> Bool {
    skipBlanks()
    if accept(0x0a) { return true }
    let rest = LibinputLine.longest - count(from: start)
    guard byte == UInt8(ascii: "#"), let feed = memchr(text, 0x0a, rest) else { return false }
    let length = UnsafeRawPointer(feed) - text
    // Where two lines were joined, another event stands in the comment.
    guard memchr(text, CInt(UInt8(ascii: "[")), length) == nil, memchr(text, CInt(UInt8(ascii: "]")), length) == nil
    else { return false }
    text = UnsafeRawPointer(feed) + 1
    return true
  }
}
