import Glibc
package import SystemPackage
import TouchReelByteStreams
package import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelEvdevDevices
import TouchReelInputEvents
package import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking

/// What a recording shows, in small, and what is written in it.
package struct SessionPreview: Sendable {
  package var picture: PixelBuffer
  /// The texts that are on the board at its end.
  package var texts: [String]
  /// What could not be read of it, one line each.
  package var warnings: [String]

  package init(picture: PixelBuffer, texts: [String], warnings: [String]) {
    (self.picture, self.texts, self.warnings) = (picture, texts, warnings)
  }

  /// Draws a recording.
  ///
  /// - Parameter size: the picture is no larger, and has the shape of the board.
  /// - Throws: `FileError` if the recording cannot be read; `BoardError` if it has no board that can be drawn.
  package init(of recording: Recording, within size: PixelSize) throws {
    let facts = try RecordingFacts(recording)
    if facts.eventCount == 0 { try recording.requireContent() }
    let rendered = try Renderer(recording, facts: facts, options: RenderOptions()).renderedDrawing()
    let drawing = rendered.drawing.shownPage
    let scale = min(Double(size.width) / drawing.size.width, Double(size.height) / drawing.size.height)
    var board = Board(raster: try Raster(board: drawing.size, scale: scale))
    if let picture = rendered.picture, let id = drawing.finalBackground.imageID { board.provide(picture, as: id) }
    try board.handle(.drawing(drawing))
    picture = board.picture.composed()
    texts = rendered.drawing.elementsOfAllPages.compactMap { element in
      if case .text(let text) = element.shape?.shape { text.text } else { nil }
    }
    warnings = facts.readingWarnings
  }
}

/// Previews of sessions that were drawn before, in the user's cache: `$XDG_CACHE_HOME/touchreel/sessions`. What is lost
/// there is drawn again.
package struct PreviewCache: Hashable, Sendable {
  package let folder: FilePath

  package init(_ folder: FilePath) { self.folder = folder }

  /// - Returns: `nil` if neither `XDG_CACHE_HOME` nor `HOME` is an absolute path.
  package init?(environment: [String: String]) {
    func folder(_ variable: String) -> FilePath? {
      environment[variable].map { FilePath($0) }.flatMap { $0.isAbsolute ? $0 : nil }
    }
    guard let cache = folder("XDG_CACHE_HOME") ?? folder("HOME")?.appending(".cache") else { return nil }
    self.folder = cache.appending("touchreel/sessions")
  }

  /// What is kept of a session as it is now; `nil` if there is nothing, or it cannot be read.
  package func preview(of session: StoredSession, within size: PixelSize) -> SessionPreview? {
    let key = key(session, size)
    guard let png = bytes(key, "png"), let lines = bytes(key, "txt"),
      let picture = try? PixelBuffer(png: png, pixelLimit: size.width * size.height)
    else { return nil }
    let parts = String(decoding: lines, as: UTF8.self).split(separator: "\0", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    return SessionPreview(
      picture: picture, texts: Self.lines(parts[1]), warnings: Self.lines(parts[0]))
  }

  /// Keeps a preview, if the folder can be written.
  package func keep(_ preview: SessionPreview, of session: StoredSession, within size: PixelSize) {
    let key = key(session, size)
    try? SessionFolder(folder).makeFolder(folder)
    var text = preview.warnings.joined(separator: "\n") + "\0"
    text += preview.texts.map { $0.replacing("\0", with: " ") }.joined(separator: "\n")
    guard text.utf8.count <= Self.textLimit else { return }
    write(preview.picture.png(), key, "png")
    write(Array(text.utf8), key, "txt")
  }

  /// Removes what is kept of other sessions, and of these as they were before.
  package func remove(allBut sessions: [StoredSession], within size: PixelSize) {
    let kept = Set(sessions.map { key($0, size) })
    for entry in folder.entries() where !kept.contains(entry.stem) {
      _ = folder.appending(entry).withPlatformString { unlink($0) }
    }
  }

  private func key(_ session: StoredSession, _ size: PixelSize) -> String {
    let name = session.path.lastComponent?.stem ?? ""
    return "\(name)-\(session.modified.nanoseconds)-\(session.byteCount)-\(size.width)x\(size.height)"
  }

  private func bytes(_ key: String, _ suffix: String) -> [UInt8]? {
    let path = folder.appending("\(key).\(suffix)")
    guard path.exists, let file = try? FileBytes.open(path) else { return nil }
    return try? file.everything(limit: Self.byteLimit)
  }

  private func write(_ bytes: [UInt8], _ key: String, _ suffix: String) {
    do throws(FileError) {
      let file = try OutputFile(path: folder.appending("\(key).\(suffix)"), existing: .replaced)
      try file.write(bytes)
      try file.commit()
    } catch { return }
  }

  private static func lines(_ text: Substring) -> [String] { text.split(separator: "\n").map(String.init) }

  private static let textLimit = 256 << 10
  private static let byteLimit = 4 << 20
}
