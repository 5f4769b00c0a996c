import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelCanvas

@testable import TouchReelBoardWindow

/// Files that are offered where GTK's dialog does not fit.
@MainActor
final class FolderListingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ name: String, minutesAgo minutes: Double) throws {
    try Data().write(to: folder.url.appendingPathComponent(name))
    let date = Date(timeIntervalSinceNow: -60 * minutes)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: folder.path(name))
  }

  @Test func `The latest files of a kind come first, then the folders, and nothing hidden`() throws {
    try write("old.PNG", minutesAgo: 9)
    try write("new.png", minutesAgo: 1)
    try write("page.touchreel.json", minutesAgo: 2)
    try write(".hidden.png", minutesAgo: 3)
    for name in ["b", "a", ".c"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
    }
    let pictures = FolderListing(FilePath(folder.url.path), of: SavedFile.png.kind)
    #expect(pictures.files.map(\.fileName) == ["new.png", "old.PNG"])
    #expect(pictures.folders.map(\.fileName) == ["a", "b"])
    let all = FolderListing(FilePath(folder.url.path), of: FileKind(name: "", pattern: "*"))
    #expect(all.files.map(\.fileName) == ["new.png", "page.touchreel.json", "old.PNG"])
    #expect(FolderListing(FilePath(folder.path("none")), of: SavedFile.png.kind).files == [])
  }

  @Test func `A file's picture shows what it has, within its size and in its proportions`() throws {
    let size = PixelSize(width: 72, height: 48)
    let recording = FilePath(Fixture.path("ten-fingers.mcap"))
    let drawn = try #require(try FilePicture.picture(of: recording, within: size, TaskProgress()))
    #expect(drawn.size.width <= 72 && drawn.size.height <= 48 && drawn.pixels.contains { $0 != 0xffff_ffff })
    let image = PixelBuffer(size: PixelSize(width: 20, height: 10), filledWith: 0xff12_3456)
    try Data(image.png()).write(to: folder.url.appendingPathComponent("image.png"))
    let path = FilePath(folder.path("image.png"))
    let picture = try #require(try FilePicture.picture(of: path, within: size, TaskProgress()))
    #expect(picture.size == PixelSize(width: 72, height: 36) && picture.pixels[72 * 18 + 36] == 0xff12_3456)
  }
}
