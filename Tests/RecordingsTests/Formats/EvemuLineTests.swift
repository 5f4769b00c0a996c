import SeededCases
import Testing
import TouchReelInputEvents

@testable import TouchReelRecordingFormats

/// The short way to read evemu's lines gives what the long way gives.
struct EvemuLineTests {
  /// The line with an end, and with more lines behind it.
  private func short(_ line: [UInt8]) -> InputEvent? {
    let text = line + "\n".utf8 + [UInt8](repeating: UInt8(ascii: "7"), count: EvemuLine.longest)
    guard let (event, length) = text.withUnsafeBytes({ EvemuLine.event($0) }) else { return nil }
    return length == line.count + 1 ? event : nil
  }

  private func long(_ line: [UInt8]) -> InputEvent? {
    line.withUnsafeBytes { bytes in
      var scanner = ByteScanner(bytes)
      guard case .event(let event, channel: 0, let isWhole) = EvemuGrammar.event(&scanner) else { return nil }
      // Nothing follows the value in a line that is read the short way.
      return isWhole == event.isReport ? event : nil
    }
  }

  private func line(_ random: inout SplitMix64) -> [UInt8] {
    func hexadecimal(_ number: UInt64) -> String {
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: 4 - digits.count) + digits
    }
    let seconds = random.next() >> [63, 58, 40, 31, 30][Int(random.next() % 5)]
    let microseconds = String(random.next() % 1_000_000 + 1_000_000).dropFirst()
    let value = Int32(truncatingIfNeeded: random.next() >> (random.next() % 32))
    let columns = "\(hexadecimal(random.next() % 0x20)) \(hexadecimal(random.next() % 0x10000))"
    return Array("E: \(seconds).\(microseconds) \(columns) \(value < 0 ? "\(value)" : "000\(value)")".utf8)
  }

  @Test(arguments: PropertySeeds.from(0xE3E3, count: 40))
  func `Any line that is read the short way means the same the long way`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<200 {
      var line = line(&random)
      // Every other line has one byte changed, left out or added.
      if random.next() % 2 == 0 {
        let place = Int(random.next() % UInt64(line.count))
        let byte = UInt8(ascii: [" ", "0", "9", "a", "F", "g", "-", ".", ":", "\t"][Int(random.next() % 10)])
        switch random.next() % 3 {
        case 0: line[place] = byte
        case 1: line.remove(at: place)
        default: line.insert(byte, at: place)
        }
      }
      let event = short(line)
      if event != nil { #expect(event == long(line), "seed \(seed): \(String(decoding: line, as: UTF8.self))") }
    }
  }

  @Test(arguments: [
    "E: 0.000001 0003 0039 0012", "E: 1353330426.135240 0003 0036 -123", "E: 12.000000 0000 0000 0000",
    "E: 9223372036.000000 0001 014A 1",
  ])
  func `Lines as evemu and our own writer print them are read the short way`(text: String) {
    #expect(short(Array(text.utf8)) == long(Array(text.utf8)) && short(Array(text.utf8)) != nil)
  }

  @Test(arguments: [
    "", "E: ", "E: 1.5 0003 0039 0012", "E: 0.000001 0003 0039 ", "E: 0.000001 0003 0039 -",
    "E: .000001 0003 0039 0012",
    "E: 0.000001 0003 0039 12345678901", "E: 9223372037.000000 0003 0039 0012", "N: 0.000001 0003 0039 0012",
    "E: 0.000001  003 0039 0012", "E: 0.000001 0003 0039 0012 ",
  ])
  func `Other lines are left to the long way`(text: String) { #expect(short(Array(text.utf8)) == nil) }
}
