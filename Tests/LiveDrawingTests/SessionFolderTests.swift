import DrawingBoard
import Foundation
import InputEvents
import LiveDrawing
import Recordings
import Replaying
import SystemPackage
import Testing
import TouchTracking

/// A folder that is gone with its owner.
private final class TemporaryFolder {
  let path: FilePath

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("touchreel-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = FilePath(url.path)
  }

  deinit { try? FileManager.default.removeItem(atPath: path.string) }
}

@Suite struct SessionFolderTests {
  private let temporary: TemporaryFolder
  private let folder: SessionFolder

  init() throws {
    temporary = try TemporaryFolder()
    folder = SessionFolder(temporary.path.appending("data/touchreel/sessions"))
  }

  private func mode(_ path: FilePath) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path.string)[.posixPermissions] as? Int
  }

  /// Draws a stroke into a session that is then left, ended or not.
  private func draw(at stamp: String, finished: Bool) throws -> FilePath {
    let file = try folder.create(at: stamp)
    let drawing = try LiveDrawing(SessionSetup(size: BoardSize(width: 100, height: 100)), to: file, at: Hand.start)
    drawing.handle(Hand.stroke(1, from: (10, 10), to: (90, 90), at: 0))
    drawing.finish()
    if !finished { try cut(file.path, by: 200) }
    return file.path
  }

  /// Leaves off the end of a file, as a crash does.
  private func cut(_ path: FilePath, by count: Int) throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path.string))
    try bytes.dropLast(count).write(to: URL(fileURLWithPath: path.string))
  }

  @Test func `It is where the XDG specification says`() {
    #expect(
      SessionFolder(environment: ["XDG_DATA_HOME": "/data", "HOME": "/home/ann"])?.path == "/data/touchreel/sessions")
    let home: FilePath = "/home/ann/.local/share/touchreel/sessions"
    #expect(SessionFolder(environment: ["HOME": "/home/ann"])?.path == home)
    #expect(SessionFolder(environment: ["XDG_DATA_HOME": "data", "HOME": "/home/ann"])?.path == home)
    #expect(SessionFolder(environment: ["XDG_DATA_HOME": "", "HOME": "/home/ann"])?.path == home)
    #expect(SessionFolder(environment: ["HOME": "somewhere"]) == nil)
  }

  @Test func `A session's file is new, and its owner's alone`() throws {
    let first = try folder.create(at: "2026-11-21-090533")
    let second = try folder.create(at: "2026-11-21-090533")
    #expect(first.path.lastComponent?.string == "drawing-2026-11-21-090533.mcap")
    #expect(second.path.lastComponent?.string == "drawing-2026-11-21-090533-2.mcap")
    #expect(try mode(first.path) == 0o600)
    #expect(try mode(folder.path) == 0o700)
    try first.close()
    try second.close()
  }

  @Test func `A folder that cannot be made is told in words`() throws {
    let blocked = temporary.path.appending("file")
    try Data().write(to: URL(fileURLWithPath: blocked.string))
    let error = #expect(throws: RecordingError.self) {
      try SessionFolder(blocked.appending("sessions")).create(at: "x")
    }
    #expect(error?.message.hasPrefix("the folder cannot be made") == true)
  }

  @Test func `Sessions are listed, what else lies there is not`() throws {
    #expect(folder.sessions() == [])
    let old = try draw(at: "1", finished: true)
    let new = try draw(at: "2", finished: false)
    try setDate(of: old, to: 1000)
    try setDate(of: new, to: 2000.5)
    try Data("hello".utf8).write(to: URL(fileURLWithPath: folder.path.appending("note.mcap").string))
    try Data("hello".utf8).write(to: URL(fileURLWithPath: folder.path.appending("note.txt").string))
    try FileManager.default.createDirectory(
      atPath: folder.path.appending("f.mcap").string, withIntermediateDirectories: false)
    let sessions = folder.sessions()
    #expect(sessions.map(\.path) == [new, old])
    #expect(sessions.map(\.state) == [.unfinished, .finished])
    #expect(sessions.map(\.modified.nanoseconds) == [2_000_500_000_000, 1_000_000_000_000])
    #expect(folder.unfinished() == [sessions[0]])
  }

  private func setDate(of path: FilePath, to seconds: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: path.string)
  }

  @Test func `A session in progress is in use, and nobody's to recover`() throws {
    let file = try folder.create(at: "1")
    let drawing = try LiveDrawing(SessionSetup(size: BoardSize(width: 100, height: 100)), to: file, at: Hand.start)
    drawing.tick(Hand.time(200))
    // The writing thread has the header by the time that the file is closed.
    drawing.handle(Hand.stroke(1, from: (10, 10), to: (90, 90), at: 300))
    while StoredSession(file.path) == nil {}
    #expect(folder.sessions().map(\.state) == [.inUse])
    #expect(folder.unfinished() == [])
    drawing.finish()
    #expect(folder.sessions().map(\.state) == [.finished])
  }

  @Test func `What a crash left is recovered whole, in its place`() throws {
    let path = try draw(at: "1", finished: false)
    let session = try #require(folder.unfinished().first)
    #expect(session.hasEvents)
    let before = try replayed(Array(Data(contentsOf: URL(fileURLWithPath: path.string))))
    let report = try session.recover()
    #expect(report.losses == [])
    #expect(report.frameCount == 4)
    #expect(folder.sessions().map(\.state) == [.finished])
    #expect(try mode(path) == 0o600)
    #expect(try replayed(Array(Data(contentsOf: URL(fileURLWithPath: path.string)))) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path.string).count == 1)
  }

  @Test func `A damaged session is kept beside what was saved of it`() throws {
    let path = try draw(at: "1", finished: false)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path.string))
    for offset in stride(from: bytes.count / 2, to: bytes.count / 2 + 40, by: 1) { bytes[offset] ^= 0x5A }
    try bytes.write(to: URL(fileURLWithPath: path.string))
    let session = try #require(StoredSession(path))
    let report = try session.recover()
    #expect(!report.isWhole)
    #expect(try Data(contentsOf: URL(fileURLWithPath: "\(path).damaged")) == bytes)
    #expect(StoredSession(path)?.state == .finished)
  }

  @Test func `A session without events is not worth to be offered, and can be removed`() throws {
    let file = try folder.create(at: "1")
    let drawing = try LiveDrawing(SessionSetup(size: BoardSize(width: 100, height: 100)), to: file, at: Hand.start)
    drawing.finish()
    try cut(file.path, by: 100)
    let session = try #require(folder.unfinished().first)
    #expect(!session.hasEvents)
    try session.remove()
    #expect(folder.sessions() == [])
    #expect(throws: RecordingError.self) { try session.remove() }
  }
}
