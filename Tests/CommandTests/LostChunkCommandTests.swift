import Foundation
import SeededCases
import TestSupport
import Testing

@testable import TouchReelCanvas

/// Commands read past a damaged chunk, say so in a line, and draw no line across what was lost.
@Suite(.slow)
struct LostChunkCommandTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A fixture of which a chunk has a wrong bit.
  private func damaged(_ fixture: String, chunk: (Int) -> Int, as name: String = "damaged.mcap") throws -> String {
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Fixture.path(fixture))))
    var chunks: [Range<Int>] = []
    var offset = 8
    while offset + 9 <= bytes.count, bytes[offset] != 0x0f {
      let length = bytes[(offset + 1)..<(offset + 9)].reversed().reduce(0) { $0 << 8 | Int($1) }
      if bytes[offset] == 0x06 { chunks.append(offset..<(offset + 9 + length)) }
      offset += 9 + length
    }
    let range = chunks[chunk(chunks.count)]
    bytes[(range.lowerBound + range.upperBound) / 2] ^= 0x10
    try Data(bytes).write(to: folder.url.appendingPathComponent(name))
    return folder.path(name)
  }

  private let advice = "touchreel salvage FILE -o OUT writes what can be read"

  @Test func `Every reading command goes on and warns in one line`() throws {
    let file = try damaged("protocol-a.mcap") { $0 / 2 }
    for arguments in [
      ["dump", file], ["dump", "--touches", file], ["render", file, "-o", "a.png", "--size", "192x108"],
      ["convert", file, "a.mcap"], ["convert", file, "a.evemu"], ["cut", file, "b.mcap", "--from", "0.1"],
      ["join", file, file, "-o", "c.mcap"], ["compare", file, file],
    ] {
      let words = arguments.map { "'\($0)'" }.joined(separator: " ")
      let outcome = try Touchreel.run(shell: #""$@" \#(words)"#, in: folder.url)
      #expect(outcome.status == 0, "\(arguments): \(outcome)")
      let warnings = outcome.errors.split(separator: "\n").filter { $0.contains(advice) }
      #expect(warnings.count == (arguments[0] == "compare" ? 2 : 1), "\(arguments): \(outcome.errors)")
      #expect(warnings.allSatisfy { $0.hasPrefix("touchreel: warning: ") }, "\(arguments): \(outcome.errors)")
    }
    let info = try Touchreel.run("info", file)
    #expect(info.status == 0 && info.text.contains("frames lost, 0.1") && info.text.contains(advice), "\(info)")
    #expect(info.text.contains("events were lost once (SYN_DROPPED)"), "\(info)")
  }

  @Test func `salvage writes the gap into the file, which is then sound`() throws {
    let file = try damaged("protocol-a.mcap") { $0 / 2 }
    let saved = folder.path("saved.mcap")
    let outcome = try Touchreel.run("salvage", file, "-o", saved)
    #expect(
      outcome.status == 0 && outcome.text.contains("gaps: ") && outcome.text.contains("lost: offset"), "\(outcome)")
    let dump = try Touchreel.run("dump", saved)
    #expect(dump.errors.isEmpty, "\(dump.errors)")
    #expect(dump.text.split(separator: "\n").count { $0.hasSuffix("SYN_DROPPED 0") } == 1)
    #expect(dump.text.contains(#" - note {"kind":"gap","channel":0,"frames":"#))
    try Touchreel.run("render", file, "-o", folder.path("damaged.png"), "--size", "480x270")
    try Touchreel.run("render", saved, "-o", folder.path("saved.png"), "--size", "480x270")
    let (left, right) = (try DecodedPicture(folder.path("damaged.png")), try DecodedPicture(folder.path("saved.png")))
    #expect(left.buffer == right.buffer)
  }

  @Test(arguments: ["ten-fingers.mcap", "protocol-a.mcap", "overrun.mcap"])
  func `What was lost is drawn by nothing`(
    fixture: String
  ) throws {
    try Touchreel.run("render", Fixture.path(fixture), "-o", folder.path("whole.png"), "--size", "480x270")
    let whole = InkMap(try DecodedPicture(folder.path("whole.png")))
    for part in 1...2 {
      let file = try damaged(fixture) { $0 * part / 3 }
      let picture = folder.path("part\(part).png")
      let outcome = try Touchreel.run("render", file, "-o", picture, "--size", "480x270")
      #expect(outcome.status == 0, "\(outcome)")
      let ink = InkMap(try DecodedPicture(picture))
      // A stroke that breaks off or begins anew at a sample has its round end there; the whole one passes the sample by
      // as a curve between the midpoints beside it, which is nearer than a pixel and a half.
      let stray = ink.count(beyond: 2, of: whole)
      #expect(stray == 0, "\(fixture), part \(part): \(stray) pixels lie beside the ink of the sound file")
      #expect(ink.count < whole.count && ink.count > whole.count / 2, "\(ink.count) of \(whole.count) pixels")
    }
  }
}

/// Which pixels of a picture have ink.
private struct InkMap {
  let width: Int
  let height: Int
  private let isInked: [Bool]

  init(_ picture: DecodedPicture) {
    (width, height) = (picture.buffer.size.width, picture.buffer.size.height)
    isInked = picture.buffer.pixels.map { $0 != 0xffff_ffff }
  }

  var count: Int { isInked.count { $0 } }

  /// Pixels with ink that have no ink of another picture within this many pixels in both directions.
  func count(beyond reach: Int, of other: InkMap) -> Int {
    var count = 0
    for y in 0..<height {
      for x in 0..<width where isInked[y * width + x] && !other.hasInk(within: reach, x, y) { count += 1 }
    }
    return count
  }

  private func hasInk(within reach: Int, _ x: Int, _ y: Int) -> Bool {
    for row in max(y - reach, 0)...min(y + reach, height - 1) {
      for column in max(x - reach, 0)...min(x + reach, width - 1) where isInked[row * width + column] { return true }
    }
    return false
  }
}
