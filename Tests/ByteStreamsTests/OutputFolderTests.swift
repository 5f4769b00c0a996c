import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import ByteStreams

/// Folders that many small files are written into.
struct OutputFolderTests {
  private let folder: TemporaryFolder
  private let output: OutputFolder

  init() throws {
    folder = try TemporaryFolder()
    output = try #require(OutputFolder(FilePath(folder.path(""))))
  }

  private func write(_ text: String, _ name: String) -> Bool {
    guard let name = FilePath.Component(name) else { return false }
    return Array(text.utf8).withUnsafeBytes { output.writeNew(name, $0) }
  }

  @Test func `A file is there whole, with the mode of any other output`() throws {
    #expect(write("whole", "a") && write("", "empty"))
    #expect(try folder.text("a") == "whole" && folder.text("empty").isEmpty)
    let other = try OutputFile(path: FilePath(folder.path("b")))
    try other.commit()
    #expect(try folder.mode("a") == folder.mode("b"))
  }

  @Test func `What is there stays, whatever it is, and nothing is left behind`() throws {
    try folder.write("old", to: "a")
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "nowhere")
    #expect(!write("new", "a") && !write("new", "link") && !write("new", String(repeating: "n", count: 300)))
    #expect(try folder.text("a") == "old" && Set(folder.names) == ["a", "link"])
  }

  @Test func `A folder that is not there is none`() {
    #expect(OutputFolder(FilePath(folder.path("none"))) == nil)
  }
}
