import Glibc

/// Ends the program where something does not hold that has to: the fuzzer keeps the input.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { fail(message()) }
}

func fail(_ message: String) -> Never {
  let line = Array("fuzz: \(message)\n".utf8)
  _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  abort()
}

/// Two lists that have to be the same; the message names the first place where they differ.
func requireSame<Element: Equatable>(_ left: [Element], _ right: [Element], _ what: @autoclosure () -> String) {
  guard left != right else { return }
  let shorter = min(left.count, right.count)
  guard let index = (0..<shorter).first(where: { left[$0] != right[$0] }) else {
    let extra = left.count > shorter ? left[shorter] : right[shorter]
    fail("\(what()): \(left.count) are not \(right.count); one side has besides: \(extra)")
  }
  fail("\(what()): at \(index) of \(left.count) and \(right.count):\n  \(left[index])\nis not\n  \(right[index])")
}

/// Choices that depend on the input alone: an input is the bytes of a file, which any command of touchreel reads as
/// well, and has no part that controls the harness.
struct Choices: RandomNumberGenerator {
  private var state: UInt64

  /// Seeded by FNV-1a of the bytes.
  init(_ bytes: [UInt8]) {
    state = bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
    return bits ^ bits >> 31
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
}

/// The bytes of an input taken one value after another; zeros beyond the end.
struct ByteFeed {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }
  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }
  mutating func int16() -> Int16 { Int16(truncatingIfNeeded: Int(byte()) | Int(byte()) << 8) }
  mutating func int32() -> Int32 { Int32(truncatingIfNeeded: Int(int16()) & 0xffff | Int(int16()) << 16) }

  mutating func text(_ count: Int) -> String {
    defer { rest = rest.dropFirst(count) }
    return String(decoding: rest.prefix(count), as: UTF8.self)
  }

  mutating func double() -> Double {
    let (high, low) = (UInt64(UInt32(bitPattern: int32())), UInt64(UInt32(bitPattern: int32())))
    return Double(bitPattern: high << 32 | low)
  }
}
