import Foundation
import SeededCases
import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelLiveDrawing

struct SessionNameTests {
  private let kept: KeptSessions

  init() throws { kept = try KeptSessions() }

  @Test func `A name is one line without what cannot be seen`() {
    #expect(SessionName("  A\tplan \n of\u{202E} it\0 ")?.text == "A plan of it")
    #expect(SessionName(" \n\u{200B}\t") == nil)
    #expect(SessionName("")?.text == nil)
    #expect(SessionName(String(repeating: "ä", count: 1000))?.text.count == SessionName.lengthLimit)
  }

  @Test func `A name that was made a name is the same name`() {
    for name in ["Plan", "Ein längerer Name", "日本語 の 名前", "a/b..c", "👩‍👩‍👧 family"] {
      #expect(SessionName(name)?.text == name)
    }
    for shift in 0..<4 {
      let once = SessionName(String("x yz ".dropFirst(shift)) + String(repeating: "x yz ", count: 80))
      #expect(once != nil && SessionName(once?.text ?? "") == once)
    }
  }

  @Test func `A name is kept beside the recording, which is unchanged`() throws {
    let bytes = try KeptSessions.recording()
    let session = try kept.session(bytes, as: "a.mcap")
    #expect(session.name == nil)
    try StoredSession.rename(session.path, to: SessionName("Plan of the house"))
    #expect(session.name?.text == "Plan of the house")
    try StoredSession.rename(session.path, to: SessionName("Garden"))
    #expect(session.name?.text == "Garden")
    #expect(try Data(contentsOf: URL(fileURLWithPath: session.path.string)) == bytes)
    #expect(kept.folder.sessions().map(\.path) == [session.path])
    try StoredSession.rename(session.path, to: nil)
    #expect(session.name == nil)
    #expect(kept.files(in: kept.folder.path) == ["a.mcap"])
  }

  @Test func `A session takes its name along when it is removed`() throws {
    let session = try kept.session(try KeptSessions.recording(), as: "a.mcap")
    try StoredSession.rename(session.path, to: SessionName("Plan"))
    try session.remove()
    #expect(kept.files(in: kept.folder.path) == [])
  }

  @Test func `Whatever lies where a name should is no more than a name`() throws {
    let session = try kept.session(try KeptSessions.recording(), as: "a.mcap")
    let file = "a.mcap.name"
    try kept.put(Data([0xFF, 0xFE, 0x00, 0x41]), as: file)
    #expect(session.name?.text.unicodeScalars.contains("A") == true)
    try kept.put(Data(repeating: 0x41, count: 1 << 20), as: file)
    #expect(session.name?.text.count == SessionName.lengthLimit)
    try kept.put(Data(), as: file)
    #expect(session.name == nil)
    try FileManager.default.removeItem(atPath: kept.folder.path.appending(file).string)
    try FileManager.default.createDirectory(
      atPath: kept.folder.path.appending(file).string, withIntermediateDirectories: false)
    #expect(session.name == nil)
    #expect(throws: FileError.self) { try StoredSession.rename(session.path, to: SessionName("Plan")) }
  }
}
