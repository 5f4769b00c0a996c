import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelDrawingFiles

@testable import TouchReelBoardWindow

/// Which files a window writes over.
@MainActor
struct ReplacedFilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func page(_ content: String) -> String {
    "<xournal><page width=\"300\" height=\"200\"><background type=\"solid\" color=\"#ffffffff\" style=\"plain\"/>"
      + "<layer>\(content)</layer></page></xournal>"
  }

  private func opened(_ text: String, _ name: String = "page.xopp") throws -> (Document, ReplacedFiles) {
    let path = FilePath(try folder.write(text, to: name))
    let reading = try InitialContent.file(path).read(TaskProgress())
    return (try #require(Document(opened: path, reading)), ReplacedFiles(opened: path, reading))
  }

  private static let stroke = ##"<stroke tool="pen" color="#0000ffff" width="2">1 2 30 40</stroke>"##

  @Test func `A file of which nothing is lost may be replaced, with a backup`() throws {
    var (document, replaced) = try opened(page(Self.stroke))
    #expect(replaced.original(of: document)?.losses() == [])
    #expect(replaced.backup(for: document) == .keptFirst)
    replaced.allow(losing: false)
    #expect(replaced.backup(for: document) == .keptFirst)
    replaced.wrote(document)
    #expect(replaced.original(of: document) == nil && replaced.backup(for: document) == .none)
  }

  @Test func `Of a file with more, what is lost is asked about once`() throws {
    var (document, replaced) = try opened(page(Self.stroke + "<future/><future/>"))
    let losses = try #require(replaced.original(of: document)).losses()
    #expect(losses.map(\.description) == ["2 × <future> is lost"])
    replaced.allow(losing: true)
    #expect(replaced.original(of: document) == nil && replaced.backup(for: document) == .kept)
  }

  @Test func `What another program has written meanwhile is asked about`() throws {
    let (document, replaced) = try opened(page(Self.stroke))
    _ = try folder.write(page(Self.stroke + Self.stroke.replacing("30 40", with: "5 6")), to: "page.xopp")
    #expect(replaced.original(of: document)?.losses().map(\.description) == ["1 × <stroke> is lost"])
    try FileManager.default.removeItem(atPath: folder.path("page.xopp"))
    #expect(replaced.original(of: document)?.losses() == [])
  }

  @Test func `Another name of the same file is the same`() throws {
    let (document, replaced) = try opened(page(Self.stroke))
    let link = folder.path("link.xopp")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: document.path.string)
    #expect(replaced.original(of: Document(path: FilePath(link), kind: document.kind)) != nil)
    #expect(replaced.original(of: Document(path: FilePath(folder.path("other.xopp")), kind: document.kind)) == nil)
  }

  @Test func `A drawing of ours needs no backup, and what is unknown in it is asked about`() throws {
    let text = ##"""
      {"version":1,"size":[30,20],"background":{"type":"color","color":"#ffffff"},"operations":[],"other":{"a":1}}
      """##
    let (document, replaced) = try opened(text, "page.touchreel.json")
    #expect(replaced.backup(for: document) == .none)
    #expect(replaced.original(of: document)?.losses().map(\.description) == ["1 × other is lost"])
    let reading = try InitialContent.file(document.path).read(TaskProgress())
    #expect(Document(replacing: document.path, reading)?.path == FilePath(folder.path("page-2.touchreel.json")))
  }

  @Test func `The question names the worst kinds in plain words, and how many more there are`() {
    let losses = [
      LostContent(change: .lostElement, name: "<link>", count: 2),
      LostContent(change: .lost, name: "<stroke fill>", count: 31),
      LostContent(change: .lost, name: "<stroke future>", count: 1),
      LostContent(change: .changed, name: "<stroke color>", count: 1),
      LostContent(change: .changed, name: "<stroke x>", count: 1),
    ]
    let lines = LossQuestion.text(of: losses, lines: 3).split(separator: "\n")
    #expect(lines[1...4] == ["• 2 × link", "• 31 × filled stroke", "• 1 × <stroke future>", "• and 2 more kinds"])
  }

  @Test func `Names of a file that are one thing for who draws are one kind`() {
    let losses = [
      LostContent(change: .lostElement, name: "<annotation>", count: 2),
      LostContent(change: .lostElement, name: "<trace>", count: 1),
      LostContent(change: .lostElement, name: "<annotationXML>", count: 1),
      LostContent(change: .changed, name: "text of <annotation>", count: 4),
    ]
    let lines = LossQuestion.text(of: losses, lines: 3).split(separator: "\n")
    #expect(lines[1..<lines.count - 1] == ["• 3 × remark", "• 1 × stroke", "• 4 × remark, changed"])
  }

  @Test func `The second drawing of a file is named first`() throws {
    let lines = ["cat", "dog"].enumerated().map { number, word in
      #"{"word":"\#(word)","key_id":"\#(number)","drawing":[[[1,2,\#(number)],[3,4,5]]]}"#
    }
    let (document, replaced) = try opened(lines.joined(separator: "\n") + "\n", "two.ndjson")
    let losses = try #require(replaced.original(of: document)).losses()
    let text = LossQuestion.text(of: losses, lines: 3).split(separator: "\n")
    #expect(text[1] == "• 1 × drawing", "\(text)")
  }
}
