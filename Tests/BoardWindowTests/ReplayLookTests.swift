import ArgumentParser
import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking
import TouchReelWindowArguments

@testable import TouchReelBoardWindow

struct ReplayLookTests {
  private func replay(_ change: (inout ReplayLook) -> Void) throws -> SeekableReplay {
    let bytes = try FileBytes.open(FilePath(Fixture.path("ten-fingers.mcap")))
    var look = ReplayLook()
    change(&look)
    return try look.replay(of: bytes, RecordingFacts(Recording.open(bytes), rules: look.rules))
  }

  /// The player shows what `render` draws with the same options.
  @Test func `A player lays devices as it is asked to`() throws {
    let own = try replay { _ in }.board.raster.board
    let turned = try replay { $0.mapping.rotation = .quarter }.board.raster.board
    // The board keeps its width and takes the rotated proportions.
    #expect(own.width == 1920 && turned.width == 1920)
    #expect(abs(turned.height - 1920 * 1920 / own.height) <= 2)
  }

  @Test func `Ink of its own takes the place of the recording's`() throws {
    let ink = try InkOptions.parse(["--width", "12", "--color", "teal", "--show-cancelled"])
    let settings = try replay { $0.ink = ink }.board.settings
    #expect(settings.width == 12 && settings.color == PixelColor(word: "teal") && settings.coloring == .chosen)
    // The window's switch has the last word.
    #expect(settings.cancelledInk == .hidden)
  }
}
