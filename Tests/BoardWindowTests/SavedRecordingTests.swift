import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats

@testable import TouchReelBoardWindow

/// Recordings that a window saves.
@MainActor
struct SavedRecordingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `A saved recording keeps its date, be it finished or still being written`() throws {
    let file = Fixture.path("ten-fingers.mcap")
    let offset = try Recording.open(FileBytes.open(FilePath(file))).epochOffset()
    #expect(offset != .zero)
    let whole = try Data(contentsOf: URL(fileURLWithPath: file))
    let begun = folder.path("begun.mcap")
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: begun))
    for (source, state) in [(file, SavedContent.State.finished), (begun, .inProgress)] {
      let saved = FilePath(folder.path("saved.mcap"))
      _ = try SavedContent.recording(FileBytes.open(FilePath(source)), state).write(to: saved)
      #expect(try Recording.open(FileBytes.open(saved)).epochOffset() == offset)
    }
  }
}
