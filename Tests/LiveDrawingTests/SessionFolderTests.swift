import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking

struct SessionFolderTests {
  private let temporary: TemporaryFolder
  private let folder: SessionFolder

  init() throws {
    temporary = try TemporaryFolder()
    folder = SessionFolder(FilePath(temporary.path("data/touchreel/sessions")))
  }

  private func mode(_ path: FilePath) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path.string)[.posixPermissions] as? Int
  }

  /// A session with a stroke, completed or not.
  private static func session(finished: Bool) throws -> Data {
    let output = MemorySession()
    let drawing = try LiveDrawing(SessionSetup(size: BoardSize(width: 100, height: 100)), to: output, at: Hand.start)
    drawing.handle(Hand.stroke(1, from: (10, 10), to: (90, 90), at: 0))
    drawing.tick(Hand.time(500))
    drawing.handle(Hand.stroke(2, from: (10, 90), to: (90, 10), at: 600))
    drawing.tick(Hand.time(900))
    if finished { drawing.finish() }
    return Data(output.bytes)
  }

  @discardableResult
  private func put(_ bytes: Data, as name: String) throws -> FilePath {
    try FileManager.default.createDirectory(atPath: folder.path.string, withIntermediateDirectories: true)
    let path = folder.path.appending(name)
    try bytes.write(to: URL(fileURLWithPath: path.string))
    return path
  }

  private func content(_ path: FilePath) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path.string)))
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

  @Test func `A session's file is new, and accessible only to its owner`() throws {
    let first = try folder.create(at: "2026-11-21-090533")
    let second = try folder.create(at: "2026-11-21-090533")
    #expect(first.path.lastComponent?.string == "drawing-2026-11-21-090533.mcap")
    #expect(second.path.lastComponent?.string == "drawing-2026-11-21-090533-2.mcap")
    #expect(try mode(first.path) == 0o600)
    #expect(try mode(folder.path) == 0o700)
    try first.close()
    try second.close()
  }

  @Test func `A folder that cannot be created is reported`() throws {
    let blocked = FilePath(try temporary.write("", to: "file"))
    let error = #expect(throws: FileError.self) {
      try SessionFolder(blocked.appending("sessions")).create(at: "x")
    }
    #expect(error?.message.hasPrefix("cannot create the folder") == true)
  }

  @Test func `Sessions are listed, other files are not`() throws {
    #expect(folder.sessions() == [])
    let old = try put(try Self.session(finished: true), as: "old.mcap")
    let new = try put(try Self.session(finished: false), as: "new.mcap")
    try setDate(of: old, to: 1000)
    try setDate(of: new, to: 2000.5)
    try put(Data("hello".utf8), as: "note.mcap")
    try put(Data("hello".utf8), as: "note.txt")
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

  @Test func `A session that is being recorded is in use and not recovered`() throws {
    let path = try put(try Self.session(finished: false), as: "1.mcap")
    let recorder = open(path.string, O_WRONLY)
    #expect(flock(recorder, LOCK_EX | LOCK_NB) == 0)
    #expect(folder.sessions().map(\.state) == [.inUse])
    #expect(folder.unfinished() == [])
    close(recorder)
    #expect(folder.sessions().map(\.state) == [.unfinished])
  }

  @Test func `A session's file is complete when the session is finished`() throws {
    let file = try folder.create(at: "1")
    let drawing = try LiveDrawing(SessionSetup(size: BoardSize(width: 100, height: 100)), to: file, at: Hand.start)
    drawing.handle(Hand.stroke(1, from: (10, 10), to: (90, 90), at: 0))
    drawing.finish()
    #expect(drawing.drainFailure() == nil)
    #expect(folder.sessions().map(\.state) == [.finished])
    #expect(try replayed(try content(file.path)) == drawing.board.picture.composed())
  }

  @Test(arguments: [(0, 8), (20, 8), (200, 4)])
  func `What a crash left is recovered completely, in place`(
    rest: Int, frames: Int
  ) throws {
    // The last bytes are an index; before it is the chunk of the second stroke.
    let bytes = try Self.session(finished: false).dropLast(rest)
    let path = try put(bytes, as: "1.mcap")
    let session = try #require(folder.unfinished().first)
    #expect(session.hasEvents)
    let before = try replayed(Array(bytes))
    let report = try session.recover()
    #expect(report.frameCount == frames)
    #expect(folder.sessions().map(\.state) == [.finished])
    #expect(try mode(path) == 0o600)
    #expect(try replayed(try content(path)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path.string) == ["1.mcap"])
  }

  @Test(arguments: 0..<6)
  func `A damaged session is kept beside what was saved of it`(place: Int) throws {
    var bytes = try Self.session(finished: true)
    // Within the first half, which contains the chunks.
    let start = 150 + (bytes.count / 2 - 150) * place / 6
    for offset in start..<start + 40 { bytes[offset] ^= 0x5A }
    let path = try put(bytes, as: "1.mcap")
    let report = try #require(StoredSession(path)).recover()
    #expect(!report.isWhole)
    #expect(try Data(contentsOf: URL(fileURLWithPath: "\(path).damaged")) == bytes, "\(report)")
    #expect(StoredSession(path)?.state == .finished)
  }

  @Test func `A session in which something was only pasted is kept, with a preview`() throws {
    let output = MemorySession()
    let drawing = try LiveDrawing(SessionSetup(size: BoardSize(width: 96, height: 64)), to: output, at: Hand.start)
    let style = StrokeStyle(color: .black, width: 8)
    let line = LineShape(from: BoardPoint(x: 10, y: 10), to: BoardPoint(x: 80, y: 50), style: style)
    drawing.perform(.paste([PlacedShape(.line(line))]), at: Hand.time(200))
    drawing.tick(Hand.time(900))
    try put(Data(output.bytes), as: "1.mcap")
    let session = try #require(folder.unfinished().first)
    #expect(session.hasEvents)
    let preview = try SessionPreview(of: Recording.open(session.path), within: PixelSize(width: 96, height: 64))
    #expect(preview.picture == drawing.board.picture.composed())
  }

  @Test func `A session without events can be recognized and removed`() throws {
    let output = MemorySession()
    let drawing = try LiveDrawing(SessionSetup(size: BoardSize(width: 100, height: 100)), to: output, at: Hand.start)
    drawing.tick(Hand.time(900))
    try put(Data(output.bytes), as: "1.mcap")
    let session = try #require(folder.unfinished().first)
    #expect(!session.hasEvents)
    try session.remove()
    #expect(folder.sessions() == [])
    #expect(throws: FileError.self) { try session.remove() }
  }
}
