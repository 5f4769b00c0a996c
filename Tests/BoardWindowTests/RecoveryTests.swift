import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelLiveDrawing

@testable import TouchReelBoardWindow

/// Drawings that a crash left unfinished.
@MainActor
struct RecoveryTests {
  @Test func `Only the latest of several unfinished drawings is completed, and the others are offered again`() throws {
    let folder = try TemporaryFolder()
    let whole = try Data(contentsOf: URL(fileURLWithPath: Fixture.path("ten-fingers.mcap")))
    for (name, seconds) in [("old.mcap", 1000.0), ("new.mcap", 2000.0)] {
      let file = folder.path(name)
      try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: file))
      let date = Date(timeIntervalSince1970: seconds)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
    }
    let sessions = SessionFolder(FilePath(folder.path("old.mcap")).removingLastComponent())
    let recovery = try #require(Recovery(in: sessions))
    #expect(recovery.sessions.count == 2)
    #expect(recovery.latest.path.lastComponent?.string == "new.mcap")
    let old = recovery.sessions[1]
    try recovery.finish()
    #expect(StoredSession(old.path) == old)
    #expect(StoredSession(recovery.latest.path)?.state == .finished)
    #expect(Recovery(in: sessions)?.sessions == [old])
  }
}
