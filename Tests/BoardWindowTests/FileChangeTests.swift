import SystemPackage
import TestSupport
import Testing
import TouchReelInputEvents

@testable import TouchReelBoardWindow

/// Files that another program or window changes while they are open.
@MainActor
struct FileChangeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func stamp(_ seconds: Int64, _ byteCount: Int64) -> FileStamp {
    FileStamp(modified: Timestamp(nanoseconds: seconds * 1_000_000_000), byteCount: byteCount)
  }

  @Test func `A file has changed if its time or its size has, and not if it is gone`() {
    let seen = stamp(100, 5)
    #expect(FileChange(from: seen, to: seen) == nil && FileChange(from: seen, to: nil) == nil)
    #expect(FileChange(from: seen, to: stamp(101, 5))?.now == stamp(101, 5))
    #expect(FileChange(from: seen, to: stamp(100, 6))?.seen == seen)
  }

  @Test func `The stamp of a file is its length and when it was written`() throws {
    let path = FilePath(try folder.write("12345", to: "a.txt"))
    #expect(FileStamp(path)?.byteCount == 5 && FileStamp(FilePath(folder.path("none"))) == nil)
  }

  private func opened() throws -> (Document, ReplacedFiles) {
    let json = ##"{"version":1,"size":[30,20],"background":{"type":"color","color":"#ffffff"},"operations":[]}"##
    let path = FilePath(try folder.write(json, to: "a.touchreel.json"))
    let reading = try InitialContent.file(path).read(TaskProgress())
    return (try #require(Document(opened: path, reading)), ReplacedFiles(opened: path, reading))
  }

  @Test func `What others do to the file that was opened is asked about, until it is written over with a backup`()
    throws
  {
    var (document, replaced) = try opened()
    let own = try #require(FileStamp(document.path))
    #expect(replaced.change(of: document, now: own) == nil && replaced.backup(for: document) == .none)
    let changed = stamp(2_000_000_000, 7)
    let change = try #require(replaced.change(of: document, now: changed))
    #expect(change.seen == own && change.now == changed)
    replaced.overwrite(document, change)
    #expect(replaced.change(of: document, now: changed) == nil && replaced.backup(for: document) == .kept)
    replaced.wrote(document, stamp(2_000_000_001, 9))
    #expect(replaced.change(of: document, now: stamp(2_000_000_001, 9)) == nil)
    #expect(replaced.change(of: document, now: changed) != nil && replaced.backup(for: document) == .none)
  }

  @Test func `A file that was never seen here is not asked about`() throws {
    let (_, replaced) = try opened()
    let other = Document(path: FilePath(folder.path("other.svg")), kind: .svg)
    #expect(replaced.change(of: other, now: stamp(1, 1)) == nil)
  }

  @Test func `The question names both, and another file of the kind is proposed beside it`() throws {
    let change = try #require(FileChange(from: stamp(0, 1000), to: stamp(86_400 * 365, 2000)))
    let text = ChangeQuestion.text(change)
    #expect(text.contains("kB") && text.contains("70") && text.contains("71"))
    let (document, _) = try opened()
    #expect(document.beside.path.lastComponent?.string == "a-2.touchreel.json" && document.beside.kind == document.kind)
  }
}
