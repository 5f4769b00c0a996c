import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelDrawingBoard
import TouchReelExporting
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelReplaying

@testable import TouchReelBoardWindow

struct SavedPartTests {
  private func part(_ change: (inout ReplayLook) -> Void = { _ in }) throws -> SavedPart {
    let bytes = try FileBytes.open(FilePath(Fixture.path("palm-mid-stroke.mcap")))
    var look = ReplayLook()
    // A display of two pixels to a point does not make the film larger.
    look.scale = 2
    change(&look)
    let facts = try RecordingFacts(Recording.open(bytes))
    return SavedPart(
      bytes: bytes, facts: facts, look: look, first: facts.start.advanced(by: TimeSpan(seconds: 0.25)),
      last: facts.start.advanced(by: TimeSpan(seconds: 0.75)))
  }

  @Test(arguments: [CancelledInk.hidden, .shown], [PictureFormat.png, .html, .svg])
  func `What is saved of a part is what render makes of it`(ink: CancelledInk, format: PictureFormat) throws {
    let folder = try TemporaryFolder()
    let (saved, rendered) = (folder.path("saved.\(format.suffix)"), folder.path("rendered.\(format.suffix)"))
    let part = try part { $0.cancelledInk = ink }
    _ = try part.write(as: format, to: FilePath(saved), TaskProgress())
    let arguments = ["render", Fixture.path("palm-mid-stroke.mcap"), "-o", rendered, "--from", "0.25", "--to", "0.75"]
    try Touchreel.succeed(arguments + (ink == .shown ? ["--show-cancelled"] : []))
    let same = try Data(contentsOf: URL(fileURLWithPath: saved)) == Data(contentsOf: URL(fileURLWithPath: rendered))
    #expect(same)
  }

  @Test(arguments: [nil, PictureFormat.png, .pdf, .html, .gif])
  func `A part that is cancelled leaves no file`(format: PictureFormat?) throws {
    let folder = try TemporaryFolder()
    let progress = TaskProgress()
    progress.cancel()
    #expect(throws: FileError.self) {
      _ = try part().write(as: format, to: FilePath(folder.path("part")), progress)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }
}
