import Foundation
import SystemPackage
import TestSupport
import TouchReelByteStreams
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// A folder of sessions for a test.
struct KeptSessions {
  let temporary: TemporaryFolder
  let folder: SessionFolder

  init() throws {
    temporary = try TemporaryFolder()
    folder = SessionFolder(FilePath(temporary.path("sessions")))
    try FileManager.default.createDirectory(atPath: folder.path.string, withIntermediateDirectories: true)
  }

  /// The recording of a session with a stroke and texts.
  static func recording(texts: [String] = [], isFinished: Bool = true) throws -> Data {
    let output = MemorySession()
    let drawing = try LiveDrawing(SessionSetup(size: BoardSize(width: 300, height: 200)), to: output, at: Hand.start)
    drawing.handle(Hand.stroke(1, from: (10, 10), to: (290, 190), at: 0))
    for (number, text) in zip(UInt(0)..., texts) {
      let place = (150.0, 40 + 40 * Double(number))
      drawing.perform(.set(\.tool, .text), at: Hand.time(200))
      drawing.handle(Hand.stroke(number + 2, from: place, to: place, at: 200))
      drawing.perform(.text(text), at: Hand.time(200))
      drawing.perform(.endText, at: Hand.time(200))
    }
    drawing.tick(Hand.time(900))
    if isFinished { drawing.finish() }
    return Data(output.bytes)
  }

  @discardableResult
  func put(_ bytes: Data, as name: String) throws -> FilePath {
    let path = folder.path.appending(name)
    try bytes.write(to: URL(fileURLWithPath: path.string))
    return path
  }

  func session(_ bytes: Data, as name: String) throws -> StoredSession {
    let path = try put(bytes, as: name)
    guard let session = StoredSession(path) else { throw Failure(description: "\(name) is not a session") }
    return session
  }

  func files(in folder: FilePath) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []).sorted()
  }
}
