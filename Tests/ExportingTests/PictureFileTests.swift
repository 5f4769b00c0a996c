import Foundation
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelExporting
import TouchReelRecordingFormats
import TouchReelReplaying

/// Pictures that are written in one call.
struct PictureFileTests {
  @Test func `A picture and its pixels give the same file, which is not overwritten unasked`() throws {
    let folder = try TemporaryFolder()
    let picture = try Recording.open(Fixture.path("ten-fingers.mcap")).rendered().picture
    try picture.write(to: folder.path("a.png"))
    try picture.composed().write(to: folder.path("b.png"))
    let written = try ["a.png", "b.png"].map { name in
      try PixelBuffer(png: [UInt8](Data(contentsOf: folder.url(name))))
    }
    #expect(written == [picture.composed(), picture.composed()])
    #expect(throws: FileError.self) { try picture.write(to: folder.path("a.png")) }
    try picture.write(to: folder.path("a.png"), existing: .replaced)
  }
}
