import Foundation
import SeededCases
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelRecordingFormats
import TouchReelRecordings

@testable import TouchReelReplaying

/// Real files, cut and with flipped bytes: the result is always a picture or an error message.
struct DamagedFileTests {
  /// One of each format, all short enough for a debug build to read them in some milliseconds.
  static let files =
    [Fixture.path("ten-fingers.mcap")]
    + [
      "evemu/wetab.event", "KobraKid/evtest.txt", "KobraKid/input_dump.txt",
      "MonkeyHelper/Phone/phone-two-finger-drag.txt",
      "NSGameScriptor/getevent.txt", "Cartucho/recorded_touch_events.txt",
      "unplug/wacom-intuos-pro-l-wheel-pos.yml", "evemu-devices/touchscreens/EP0430M09.4-finger-drag-down.events",
    ].compactMap { name in Corpus.folder.map { "\($0)/\(name)" } }

  private func play(_ bytes: [UInt8]) -> String {
    do {
      let recording = try Recording.open(MemoryBytes(bytes, name: "damaged"))
      var options = RenderOptions()
      options.size = PixelSize(width: 64, height: 64)
      let picture = try Renderer(recording, facts: RecordingFacts(recording), options: options).picture().picture
      return "drawn \(picture.composed().size.width) wide"
    } catch {
      return error.description
    }
  }

  @Test(arguments: files)
  func `Files cut anywhere are drawn as far as they go, or refused with a message`(file: String)
    throws
  {
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)).prefix(200_000))
    var random = SplitMix64(seed: 0xC07)
    for _ in 0..<25 {
      let cut = random.next(below: whole.count)
      #expect(!play(Array(whole.prefix(cut))).isEmpty, "\(file) cut at \(cut)")
    }
  }

  @Test(arguments: files)
  func `Files with a flipped byte are drawn, or refused with a message`(file: String) throws {
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)).prefix(200_000))
    var random = SplitMix64(seed: 0xF11B)
    for _ in 0..<25 {
      var damaged = whole
      let place = random.next(below: whole.count)
      damaged[place] ^= UInt8(1 + random.next(below: 255))
      #expect(!play(damaged).isEmpty, "\(file) flipped at \(place)")
    }
  }
}
