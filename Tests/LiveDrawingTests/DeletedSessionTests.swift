import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelLiveDrawing

struct DeletedSessionTests {
  private let kept: KeptSessions

  init() throws { kept = try KeptSessions() }

  private var deletedFolder: FilePath { kept.folder.path.appending("deleted") }

  private func named() throws -> StoredSession {
    let session = try kept.session(try KeptSessions.recording(), as: "a.mcap")
    try StoredSession.rename(session.path, to: SessionName("Plan"))
    return session
  }

  @Test func `A deleted session is listed no more, and comes back as it was`() throws {
    let session = try named()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: session.path.string))
    let deleted = try kept.folder.delete(session)
    #expect(kept.folder.contents() == [])
    try deleted.restore()
    #expect(kept.folder.sessions() == [session])
    #expect(session.name?.text == "Plan")
    #expect(try Data(contentsOf: URL(fileURLWithPath: session.path.string)) == bytes)
    #expect(kept.files(in: deletedFolder) == [])
  }

  @Test func `What is removed for good leaves nothing`() throws {
    try kept.folder.delete(try named()).remove()
    #expect(kept.files(in: deletedFolder) == [])
    #expect(kept.files(in: kept.folder.path) == ["deleted"])
  }

  @Test func `A session does not come back over another one`() throws {
    let deleted = try kept.folder.delete(try named())
    let other = Data("other".utf8)
    let path = try kept.put(other, as: "a.mcap")
    #expect(throws: FileError.self) { try deleted.restore() }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path.string)) == other)
    #expect(kept.files(in: deletedFolder).contains("a.mcap"))
  }

  @Test func `A session that is being recorded is not deleted`() throws {
    let session = try named()
    let recorder = open(session.path.string, O_WRONLY)
    #expect(flock(recorder, LOCK_EX | LOCK_NB) == 0)
    #expect(throws: FileError.self) { _ = try kept.folder.delete(session) }
    close(recorder)
    #expect(kept.folder.sessions() == [session])
  }

  @Test func `What a program left that was killed is removed, and what can come back is not`() throws {
    do {
      let deleted = try kept.folder.delete(try named())
      withExtendedLifetime(deleted) {
        kept.folder.removeDeleted()
        #expect(kept.files(in: deletedFolder) == ["a.mcap", "a.mcap.name"])
      }
    }
    kept.folder.removeDeleted()
    #expect(kept.files(in: deletedFolder) == [])
  }

  @Test func `The damaged file beside a session counts, goes and comes back with it`() throws {
    _ = try named()
    let damaged = try kept.put(Data("damaged".utf8), as: "a.mcap.damaged")
    let session = try #require(StoredSession(kept.folder.path.appending("a.mcap")))
    #expect(session.damagedByteCount == 7)
    let catalog = SessionCatalog([SessionCatalog.Entry(session: session, name: nil, day: 0)])
    #expect(catalog.byteCount == session.byteCount + 7)
    let deleted = try kept.folder.delete(session)
    #expect(kept.files(in: kept.folder.path) == ["deleted"])
    try deleted.restore()
    #expect(try Data(contentsOf: URL(fileURLWithPath: damaged.string)) == Data("damaged".utf8))
    try kept.folder.delete(session).remove()
    #expect(kept.files(in: deletedFolder) == [])
  }

  @Test func `Files that cannot be read as sessions are among the contents alone`() throws {
    let session = try kept.session(try KeptSessions.recording(), as: "a.mcap")
    try kept.put(Data("hello".utf8), as: "note.mcap")
    try kept.put(Data(), as: "empty.mcap")
    #expect(kept.folder.sessions() == [session])
    #expect(Set(kept.folder.contents().map(\.state)) == [.finished, .unreadable])
    #expect(kept.folder.contents().count == 3)
  }

  @Test func `A session whose name is no text is listed, named and deleted`() throws {
    let text = try kept.session(try KeptSessions.recording(), as: "a.mcap")
    let bytes: [CChar] = [CChar(bitPattern: 0xFF)] + Array(".mcap".utf8CString)
    let name = try #require(FilePath.Component(platformString: bytes))
    let path = kept.folder.path.appending(name)
    let moved = text.path.withPlatformString { from in path.withPlatformString { rename(from, $0) } }
    #expect(moved == 0)
    let session = try #require(kept.folder.sessions().first)
    #expect(session.path == path)
    try StoredSession.rename(path, to: SessionName("Plan"))
    #expect(session.name?.text == "Plan")
    let deleted = try kept.folder.delete(session)
    #expect(kept.folder.contents() == [])
    try deleted.restore()
    #expect(kept.folder.sessions() == [session])
  }
}
