import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams

/// What is kept of a file that another one replaces.
struct BackupFileTests {
  private let folder: TemporaryFolder
  private var path: FilePath { FilePath(folder.path("page.xopp")) }

  init() throws { folder = try TemporaryFolder() }

  private func content(_ name: String) throws -> String {
    try String(contentsOfFile: folder.path(name), encoding: .utf8)
  }

  private func replace(by text: String) throws {
    let file = try OutputFile(path: path, existing: .replaced)
    try file.write(text)
    try file.commit()
  }

  @Test func `The backup has what the file had, and older backups stay`() throws {
    for (text, name) in [("one", "page.xopp~"), ("two", "page.xopp~2"), ("three", "page.xopp~3")] {
      _ = try folder.write(text, to: "page.xopp")
      try BackupFile.keep(of: path)
      try replace(by: "new")
      try BackupFile.keep(of: path, onlyFirst: true)
      #expect(try content("page.xopp") == "new" && content(name) == text)
    }
    #expect(try content("page.xopp~") == "one" && content("page.xopp~2") == "two")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == 4)
  }

  @Test func `Where it is not known whether there is a file to keep, none is replaced`() throws {
    // A link to itself.
    try FileManager.default.createSymbolicLink(atPath: folder.path("page.xopp"), withDestinationPath: "page.xopp")
    let error = #expect(throws: FileError.self) { try BackupFile.keep(of: path) }
    #expect(error?.message.contains("no backup of it can be kept") == true, "\(String(describing: error))")
  }

  @Test func `A backup that is the file already stays, and leaves nothing else`() throws {
    _ = try folder.write("one", to: "page.xopp")
    try BackupFile.keep(of: path)
    try BackupFile.keep(of: path)
    #expect(try content("page.xopp~") == "one")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == 2)
  }

  @Test func `Of a link, the file that it leads to is kept`() throws {
    _ = try folder.write("one", to: "real")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("page.xopp"), withDestinationPath: folder.path("real"))
    try BackupFile.keep(of: path)
    try replace(by: "new")
    #expect(try content("page.xopp~") == "one" && content("real") == "new")
  }

  @Test func `Where no backup can be kept, one line says so and the file stays`() throws {
    // The longest name that there may be.
    let name = String(repeating: "n", count: 255)
    let file = FilePath(try folder.write("one", to: name))
    let error = #expect(throws: FileError.self) { try BackupFile.keep(of: file) }
    #expect(error?.description.contains("was not replaced, as no backup of it can be kept") == true)
    #expect(try content(name) == "one")
  }

  @Test func `Nothing is kept of a file that is not there`() throws {
    try BackupFile.keep(of: path)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }
}
