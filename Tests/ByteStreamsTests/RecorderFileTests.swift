import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams

struct RecorderFileTests {
  private let folder: TemporaryFolder
  private let path: FilePath

  init() throws {
    folder = try TemporaryFolder()
    path = FilePath(folder.path("recorded.mcap"))
  }

  private func content() throws -> String { try folder.text("recorded.mcap") }

  @Test func `Parts reach the file in their order, and all of them by its closing`() throws {
    let file = try RecorderFile(path: path)
    for number in 0..<1000 { try file.write("\(number) ") }
    try file.close()
    #expect(try content() == (0..<1000).map { "\($0) " }.joined())
  }

  @Test func `A file that is there is kept unless it is to be replaced`() throws {
    try "kept".write(toFile: path.string, atomically: true, encoding: .utf8)
    #expect(throws: FileError(file: path.string, message: "exists already", advice: .replace)) {
      try RecorderFile(path: path)
    }
    #expect(try content() == "kept")
    let file = try RecorderFile(path: path, existing: .replaced)
    try file.write("new")
    try file.close()
    #expect(try content() == "new")
  }

  @Test func `Only its owner may read it, also where it replaces one that others could`() throws {
    try "old".write(toFile: path.string, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path.string)
    let file = try RecorderFile(path: path, existing: .replaced)
    try file.write("new")
    try file.close()
    #expect(try folder.mode("recorded.mcap") == 0o600)
  }

  @Test func `A file to be replaced stays as it is until there is something to write`() throws {
    try "old".write(toFile: path.string, atomically: true, encoding: .utf8)
    try RecorderFile(path: path, existing: .replaced).close()
    #expect(try content() == "old")
  }

  @Test func `A second recorder on the same file is refused until the first has closed it`() throws {
    let first = try RecorderFile(path: path)
    try first.write("first")
    let refusal = FileError(
      file: path.string, message: "is being written by another recorder; name another file")
    #expect(throws: refusal) { try RecorderFile(path: path, existing: .replaced) }
    try first.close()
    #expect(try content() == "first")
  }

  @Test func `A file that is removed or replaced meanwhile is missed at the end, and what replaced it stays`() throws {
    for isReplaced in [false, true] {
      let file = try RecorderFile(path: path)
      try file.write("first")
      if isReplaced { try folder.write("other", to: "other") }
      try FileManager.default.removeItem(atPath: path.string)
      if isReplaced { try FileManager.default.moveItem(atPath: folder.path("other"), toPath: path.string) }
      #expect(!file.isInPlace)
      let error = #expect(throws: FileError.self) { try file.close() }
      #expect(error?.message.hasPrefix("was removed or replaced by another program") == true, "\(error as Any)")
      if isReplaced { #expect(try content() == "other") }
      try? FileManager.default.removeItem(atPath: path.string)
    }
  }

  @Test func `A file that is moved meanwhile is written where it is`() throws {
    let file = try RecorderFile(path: path)
    #expect(file.isInPlace)
    try FileManager.default.moveItem(atPath: path.string, toPath: folder.path("moved.mcap"))
    try file.write("first")
    try file.close()
    #expect(!file.isInPlace)
    #expect(try folder.text("moved.mcap") == "first")
  }

  @Test func `Who writes into the file ends it, since nothing more would be read of it`() throws {
    let file = try RecorderFile(path: path)
    // Before there is a part, none can be on its way.
    try folder.write("of another program", to: "recorded.mcap")
    try file.write("second")
    let error = #expect(throws: FileError.self) { try file.close() }
    #expect(error?.message.hasPrefix("was changed by another program") == true, "\(error as Any)")
    #expect(try content() == "of another program")
  }

  @Test func `A lock ends with its file, even if a process that is being started has the descriptor too`() throws {
    try folder.write("recorded", to: "recorded.mcap")
    let file = try FileDescriptor.open(path, .writeOnly)
    #expect(flock(file.rawValue, LOCK_EX) == 0)
    let copy = try file.duplicate()
    let other = try FileDescriptor.open(path, .readOnly)
    #expect(other.isLockedByRecorder)
    file.closeUnlocked()
    #expect(!other.isLockedByRecorder)
    for file in [copy, other] { try file.close() }
  }
}
