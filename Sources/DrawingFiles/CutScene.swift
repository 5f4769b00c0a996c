/// The beginning of a scene of Excalidraw whose file was cut off: what of it is whole, as a file of its own.
struct CutScene {
  /// JSON that ends after the last element that is whole.
  private(set) var bytes: [UInt8] = []
  private(set) var elementCount = 0

  /// `nil` if the bytes are not the beginning of an object with an array `elements`, or all of it.
  init?(_ bytes: [UInt8]) {
    guard let start = Self.startOfElements(bytes) else { return nil }
    var (index, end, depth) = (start, start, 0)
    reading: while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        guard let next = Self.endOfString(bytes, from: index) else { break reading }
        index = next
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        // The array has its end: what is cut off lies behind it.
        if depth == 0 { break reading }
        depth -= 1
        if depth == 0 { (end, elementCount) = (index + 1, elementCount + 1) }
      default: break
      }
      index += 1
    }
    self.bytes = bytes[..<end] + Array("]}".utf8)
  }

  /// Behind the bracket of the array.
  private static func startOfElements(_ bytes: [UInt8]) -> Int? {
    let name = Array("\"elements\"".utf8)
    var (index, depth) = (0, 0)
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        guard let end = endOfString(bytes, from: index) else { return nil }
        if depth == 1, bytes[index..<end].elementsEqual(name) { return bracket(bytes, from: end) }
        index = end
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      index += 1
    }
    return nil
  }

  private static func bracket(_ bytes: [UInt8], from start: Int) -> Int? {
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ":")]
    guard let index = bytes[start...].firstIndex(where: { !blanks.contains($0) }) else { return nil }
    return bytes[index] == UInt8(ascii: "[") ? index + 1 : nil
  }

  /// Behind the closing quote; `nil` if there is none.
  private static func endOfString(_ bytes: [UInt8], from start: Int) -> Int? {
    var index = start + 1
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\"") { return index + 1 }
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }
}
