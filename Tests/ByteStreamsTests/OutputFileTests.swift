import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import TouchReelByteStreams

/// Files that appear whole or not at all. One after another, since a signal takes away every file that is not whole.
@Suite(.serialized) final class OutputFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> FilePath { FilePath(folder.path(name)) }
  private func content(_ name: String) throws -> String { try folder.text(name) }
  private func put(_ text: String, at name: String, mode: Int = 0o644) throws {
    try folder.write(text, to: name)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name).string)
  }
  private func mode(_ name: String) throws -> Int? { try folder.mode(name) }
  private var names: [String] { folder.names }

  private static let kinds: [StagedFile.Kind] = [.unnamed, .named]

  @Test(arguments: kinds)
  func `A file has its name only once it is whole`(kind: StagedFile.Kind) throws {
    let file = try OutputFile(path: path("a"), existing: .refused, staging: kind)
    try file.write("whole")
    try file.flush()
    #expect(!names.contains("a"))
    try file.commit()
    #expect(try names == ["a"] && content("a") == "whole")
  }

  @Test func `A recording in progress is not replaced, which would go on without a name`() throws {
    let recorder = try RecorderFile(path: path("a"))
    try recorder.write("recorded")
    let refusal = FileError(file: path("a").string, message: "is being recorded, and would be lost; name another file")
    #expect(throws: refusal) { try OutputFile(path: path("a"), existing: .replaced) }
    try recorder.close()
    #expect(try content("a") == "recorded")
  }

  @Test(arguments: kinds)
  func `What is not committed leaves nothing, and what was there stays`(kind: StagedFile.Kind)
    throws
  {
    try put("old", at: "a")
    do {
      let file = try OutputFile(path: path("a"), existing: .replaced, staging: kind)
      try file.write("half")
      try file.flush()
    }
    #expect(try names == ["a"] && content("a") == "old")
  }

  @Test(arguments: kinds)
  func `A file that comes meanwhile is not replaced`(kind: StagedFile.Kind) throws {
    let file = try OutputFile(path: path("a"), existing: .refused, staging: kind)
    try put("other", at: "a")
    #expect(throws: FileError(file: path("a").string, message: "exists already", advice: .replace)) {
      try file.commit()
    }
    #expect(try content("a") == "other")
  }

  @Test(arguments: kinds)
  func `A file that is replaced gives its mode to the new one`(kind: StagedFile.Kind) throws {
    try put("old", at: "a", mode: 0o750)
    let file = try OutputFile(path: path("a"), existing: .replaced, staging: kind)
    try file.write("new")
    try file.commit()
    #expect(try names == ["a"] && content("a") == "new" && mode("a") == 0o750)
  }

  @Test(arguments: kinds)
  func `A name may have 255 bytes, and one more is reported at once`(kind: StagedFile.Kind)
    throws
  {
    let name = String(repeating: "n", count: 255)
    let file = try OutputFile(path: path(name), existing: .refused, staging: kind)
    try file.commit()
    #expect(names == [name])
    let error = #expect(throws: FileError.self) { try OutputFile(path: self.path(name + "n")) }
    #expect(error?.message.contains("longer than file names may be") == true, "\(String(describing: error))")
  }

  @Test(arguments: kinds)
  func `A link is followed to its file and stays`(kind: StagedFile.Kind) throws {
    try put("old", at: "target")
    try FileManager.default.createSymbolicLink(atPath: path("link").string, withDestinationPath: "target")
    let file = try OutputFile(path: path("link"), existing: .replaced, staging: kind)
    try file.write("new")
    try file.commit()
    #expect(try content("target") == "new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path("link").string) == "target")
  }

  @Test func `A link to nothing, or to itself, is refused`() throws {
    try FileManager.default.createSymbolicLink(atPath: path("link").string, withDestinationPath: "nothing")
    try FileManager.default.createSymbolicLink(atPath: path("ring").string, withDestinationPath: "ring")
    for (name, words) in [("link", "which does not exist"), ("ring", "leads back to itself")] {
      let error = #expect(throws: FileError.self) { try OutputFile(path: self.path(name), existing: .replaced) }
      #expect(error?.message.contains(words) == true, "\(String(describing: error))")
    }
    #expect(names == ["link", "ring"])
  }

  @Test func `A name that is not UTF-8 is written as it is`() throws {
    let bytes: [CChar] = Array("\(folder.url.path)/".utf8CString.dropLast()) + [CChar(bitPattern: 0xff), 0x61, 0]
    let file = try OutputFile(path: FilePath(platformString: bytes))
    try file.commit()
    #expect(bytes.withUnsafeBufferPointer { access($0.baseAddress!, F_OK) } == 0)
  }

  @Test func `A signal takes away the name of what is not whole`() throws {
    let file = try OutputFile(path: path("a"), existing: .refused, staging: .named)
    #expect(names.count == 1)
    UnfinishedFiles.removeAll()
    #expect(names == [])
    withExtendedLifetime(file) {}
  }

  @Test func `A pipe is written in place, and closed with its file`() throws {
    let pipe = Pipe()
    let file = try OutputFile(path: FilePath("/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)"))
    try file.write("through")
    try file.commit()
    #expect(pipe.fileHandleForReading.availableData == Data("through".utf8))
  }
}
