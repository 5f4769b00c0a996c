import TouchReelByteStreams
import TouchReelInputEvents

/// Bytes gathered on their way to an output, with numbers written as digits without a string or an allocation each.
struct TextOutput {
  private static let blockSize = 64 << 10

  private let output: any ByteOutput
  private var bytes: [UInt8] = []

  init(_ output: any ByteOutput) {
    self.output = output
    bytes.reserveCapacity(Self.blockSize + 512)
  }

  /// What errors call the output.
  var name: String { output.name }

  mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

  @inline(__always)
  mutating func add(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inline(__always)
  mutating func add(_ part: [UInt8]) { bytes.append(contentsOf: part) }

  @inline(__always)
  mutating func add(byte: UInt8) { bytes.append(byte) }

  /// A decimal number, filled up on the left to a width.
  @inline(__always)
  mutating func add(decimal number: Int64, width: Int = 0, fill: UInt8 = UInt8(ascii: " ")) {
    var digits: InlineArray<20, UInt8> = .init(repeating: 0)
    var count = 0
    var rest = number.magnitude
    repeat {
      let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 10)
      digits[count] = UInt8(truncatingIfNeeded: remainder) + UInt8(ascii: "0")
      rest = quotient
      count += 1
    } while rest > 0
    let sign = number < 0 ? 1 : 0
    if fill != UInt8(ascii: " "), sign == 1 { bytes.append(UInt8(ascii: "-")) }
    var missing = width - count - sign
    while missing > 0 {
      bytes.append(fill)
      missing -= 1
    }
    if fill == UInt8(ascii: " "), sign == 1 { bytes.append(UInt8(ascii: "-")) }
    while count > 0 {
      count -= 1
      bytes.append(digits[count])
    }
  }

  /// A hexadecimal number of exactly so many digits.
  @inline(__always)
  mutating func add(hexadecimal number: UInt32, digits: Int) {
    var shift = digits * 4
    while shift > 0 {
      shift -= 4
      let digit = UInt8(truncatingIfNeeded: number >> UInt32(shift)) & 15
      bytes.append(digit < 10 ? digit + UInt8(ascii: "0") : digit + UInt8(ascii: "a") - 10)
    }
  }

  /// Hands on whatever was gathered.
  mutating func handOn() throws(FileError) {
    guard !bytes.isEmpty else { return }
    try output.write(bytes)
    bytes.removeAll(keepingCapacity: true)
    try output.flush()
  }

  /// Hands on what was gathered where it fills a block.
  @inline(__always)
  mutating func passOn() throws(FileError) {
    if bytes.count >= Self.blockSize { try send() }
  }

  /// Hands on everything, to the system.
  mutating func finish() throws(FileError) {
    try send()
    try output.flush()
  }

  private mutating func send() throws(FileError) {
    guard !bytes.isEmpty else { return }
    defer { bytes.removeAll(keepingCapacity: true) }
    try output.write(bytes)
  }
}
