import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import TouchReelBoardWindow

/// Files whose names are not UTF-8, as those of older systems.
@MainActor
struct FileNameTests {
  private let folder: TemporaryFolder
  private let file: FilePath

  init() throws {
    folder = try TemporaryFolder()
    // "café.mcap" in Latin-1.
    let name: [CChar] = [0x63, 0x61, 0x66, CChar(bitPattern: 0xe9)] + Array(".mcap".utf8CString)
    file = FilePath(folder.url.path).appending(FilePath(platformString: name).components)
    let descriptor = try FileDescriptor.open(
      file, .writeOnly, options: [.create], permissions: [.ownerReadWrite])
    try descriptor.close()
  }

  @Test func `They are found, listed, and the same as items of a menu`() throws {
    #expect(file.exists && !file.isFolder)
    #expect(FolderListing(FilePath(folder.url.path), of: SavedFile.recording.kind).files == [file])
    #expect(try FilePath(uri: #require(file.uri)) == file)
    #expect(file.fileName == "caf\u{fffd}.mcap")
  }

  @Test func `A folder with such a name is listed`() throws {
    let inner = file.removingLastComponent().appending(
      FilePath(platformString: [CChar(bitPattern: 0xe9), 0]).components)
    #expect(inner.withPlatformString { mkdir($0, 0o700) } == 0)
    let path = inner.appending("a.mcap")
    try FileDescriptor.open(path, .writeOnly, options: [.create], permissions: [.ownerReadWrite]).close()
    #expect(inner.isFolder)
    #expect(FolderListing(inner, of: SavedFile.recording.kind).files == [path])
  }

  @Test func `Another kind changes the end of the name alone`() {
    #expect(SavedFile.recording.named(file) == file)
    let picture = SavedFile.png.named(file)
    #expect(picture != file && SavedFile.recording.named(picture) == file)
  }
}
