import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelLiveDrawing
import TouchReelRecordingFormats

struct SessionPreviewTests {
  private static let size = PixelSize(width: 96, height: 64)
  private let kept: KeptSessions
  private let cache: PreviewCache

  init() throws {
    kept = try KeptSessions()
    cache = PreviewCache(FilePath(kept.temporary.path("cache/touchreel/sessions")))
  }

  private func preview(of session: StoredSession) throws -> SessionPreview {
    try SessionPreview(of: Recording.open(session.path), within: Self.size)
  }

  @Test func `A preview has the ink and the texts of a recording`() throws {
    let session = try kept.session(try KeptSessions.recording(texts: ["Hello", "you"]), as: "a.mcap")
    let preview = try preview(of: session)
    #expect(preview.texts == ["Hello", "you"])
    #expect(preview.picture.size == Self.size)
    #expect(preview.picture.pixels.contains { $0 != preview.picture.pixels[0] })
    #expect(preview.warnings == [])
  }

  @Test func `A preview of a truncated recording says what is missing`() throws {
    let session = try kept.session(try KeptSessions.recording(texts: ["Hello"], isFinished: false), as: "a.mcap")
    #expect(try preview(of: session).warnings != [])
  }

  @Test func `What is kept is found again, until the session changes`() throws {
    let session = try kept.session(try KeptSessions.recording(texts: ["two\nlines"]), as: "a.mcap")
    #expect(cache.preview(of: session, within: Self.size) == nil)
    let preview = try preview(of: session)
    cache.keep(preview, of: session, within: Self.size)
    let found = try #require(cache.preview(of: session, within: Self.size))
    #expect(found.picture == preview.picture)
    #expect(found.texts.joined(separator: "\n") == "two\nlines" && found.warnings == preview.warnings)
    #expect(cache.preview(of: session, within: PixelSize(width: 97, height: 64)) == nil)
    let changed = try kept.session(try KeptSessions.recording(), as: "a.mcap")
    #expect(cache.preview(of: changed, within: Self.size) == nil)
    cache.remove(allBut: [changed], within: Self.size)
    #expect(kept.files(in: cache.folder) == [])
  }

  @Test func `Whatever lies in the cache is drawn again at worst`() throws {
    let session = try kept.session(try KeptSessions.recording(), as: "a.mcap")
    cache.keep(try preview(of: session), of: session, within: Self.size)
    let names = kept.files(in: cache.folder)
    #expect(names.count == 2)
    for name in names {
      let file = URL(fileURLWithPath: cache.folder.appending(name).string)
      let whole = try Data(contentsOf: file)
      for bytes in [Data(), whole.prefix(whole.count / 2), Data(repeating: 0xFF, count: 100)] {
        try bytes.write(to: file)
        #expect(cache.preview(of: session, within: Self.size) == nil)
      }
      try whole.write(to: file)
      #expect(cache.preview(of: session, within: Self.size) != nil)
    }
    // A picture that is too large is not decoded.
    let large = PixelBuffer(size: PixelSize(width: 400, height: 400), filledWith: 0xFF00_00FF)
    let png = try #require(names.first { $0.hasSuffix("png") })
    try Data(large.png()).write(to: URL(fileURLWithPath: cache.folder.appending(png).string))
    #expect(cache.preview(of: session, within: Self.size) == nil)
  }

  @Test func `The cache is where the XDG specification says`() {
    #expect(PreviewCache(environment: ["XDG_CACHE_HOME": "/c", "HOME": "/h"])?.folder == "/c/touchreel/sessions")
    #expect(PreviewCache(environment: ["HOME": "/h"])?.folder == "/h/.cache/touchreel/sessions")
    #expect(PreviewCache(environment: ["XDG_CACHE_HOME": "c"]) == nil)
  }
}
