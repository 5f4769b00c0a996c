import Foundation
import SeededCases
import SystemPackage
import TestSupport
import TouchReelCanvas
import TouchReelConfinedDecoding

/// Files that libraries read.
enum SampleFiles {
  static let jpeg = TestImage.jpeg

  /// A translucent circle and a word, whose font has to be found.
  static let svg = Array(
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="160" height="90">
    <circle cx="50" cy="45" r="40" fill="#d55e00" fill-opacity="0.4"/><text x="20" y="60" font-size="40">Reel</text>
    </svg>
    """.utf8)

  /// A picture of random pixels.
  static func bmp(_ size: PixelSize, seed: UInt64) -> [UInt8] {
    var random = SplitMix64(seed: seed)
    let rowBytes = (size.width * 3 + 3) / 4 * 4
    let pixels = (0..<rowBytes * size.height).map { _ in UInt8.random(in: 0...255, using: &random) }
    func bytes(_ number: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(number >> (8 * $0) & 255) } }
    let file = Array("BM".utf8) + bytes(54 + pixels.count, 4) + bytes(0, 4) + bytes(54, 4)
    let picture = bytes(40, 4) + bytes(size.width, 4) + bytes(size.height, 4) + bytes(1, 2) + bytes(24, 2)
    return file + picture + bytes(0, 4) + bytes(pixels.count, 4) + bytes(0, 16) + pixels
  }
}

/// A decoder of the built program, whose processes are known by a variable of their own.
struct MarkedDecoder {
  let decoder: ConfinedDecoder
  private let mark = "DECODER_MARK=\(UUID().uuidString)"

  init(_ environment: [String] = [], patience: Duration = .seconds(60)) {
    let program = DecoderProgram(
      FilePath(Programs.built.appendingPathComponent("touchreel-window").path), ["decode"],
      environment: environment + [mark])
    decoder = ConfinedDecoder(program, patience: patience)
  }

  /// Whether so many run, at once or soon: what one of them tries to start is another for a moment.
  func settles(at count: Int) -> Bool {
    let deadline = ContinuousClock.now + .seconds(60)
    while .now < deadline {
      // Looked at once more, it might be another again.
      if processes.count == count { return true }
      sched_yield()
    }
    return false
  }

  /// Those that run. One that has ended without being waited for has no variables any more.
  var processes: [pid_t] {
    let numbers = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }
    return numbers.filter { number in
      guard let variables = try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(number)/environ")) else { return false }
      return variables.range(of: Data(mark.utf8)) != nil
    }
  }
}
