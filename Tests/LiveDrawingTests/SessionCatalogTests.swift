import Foundation
import SeededCases
import SystemPackage
import TestSupport
import Testing
import TouchReelInputEvents
import TouchReelLiveDrawing

struct SessionCatalogTests {
  /// Sessions that were drawn on at these days, latest first.
  private func catalog(_ days: [Int], _ change: (inout SessionCatalog.Entry, Int) -> Void = { _, _ in }) throws
    -> SessionCatalog
  {
    let kept = try KeptSessions()
    let bytes = try KeptSessions.recording()
    let entries = try days.enumerated().map { index, day in
      var entry = SessionCatalog.Entry(
        session: try kept.session(bytes, as: "drawing-\(index).mcap"), name: SessionName("Number \(index)"), day: day)
      change(&entry, index)
      return entry
    }
    return SessionCatalog(entries)
  }

  @Test func `Sessions are grouped by days, in their order`() throws {
    let groups = try catalog([100, 100, 99, 98, 98, 3]).groups(matching: "", today: 100)
    #expect(groups.map(\.day) == [.today, .yesterday, .other(98), .other(3)])
    #expect(groups.map(\.entries.count) == [2, 1, 2, 1])
  }

  @Test func `Sessions without a name of one minute are numbered from the earliest on`() throws {
    let kept = try KeptSessions()
    let bytes = try KeptSessions.recording()
    // Seconds after a whole minute, latest first; one session has a name.
    let entries = try [70.0, 50, 40, 10, -1].enumerated().map { index, seconds in
      let path = try kept.session(bytes, as: "drawing-\(index).mcap").path
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_800_000_000 + seconds)], ofItemAtPath: path.string)
      let session = try #require(StoredSession(path))
      return SessionCatalog.Entry(session: session, name: index == 2 ? SessionName("Map") : nil, day: 9)
    }
    var catalog = SessionCatalog(entries)
    #expect(catalog.entries.map(\.number) == [1, 2, 1, 1, 1])
    catalog.remove(entries[3].session.path)
    #expect(catalog.entries.map(\.number) == [1, 1, 1, 1])
    catalog.update(entries[2].session.path) { $0.name = nil }
    #expect(catalog.entries.map(\.number) == [1, 2, 1, 1])
    catalog.insert(entries[3])
    #expect(catalog.entries.map(\.number) == [1, 3, 2, 1, 1])
  }

  @Test func `Every word that is searched for is in the name, the file's name or a text`() throws {
    let catalog = try catalog([9, 9, 9]) { entry, index in
      if index == 1 { entry.texts = ["Grüße aus Köln", "second line"] }
    }
    func found(_ query: String) -> [String] {
      let found = catalog.groups(matching: query, today: 9).flatMap(\.entries)
      #expect(catalog.entries.filter { $0.matches(query) } == found)
      return found.compactMap(\.name?.text)
    }
    #expect(found("number") == ["Number 0", "Number 1", "Number 2"])
    #expect(found(" NUMBER  2 ") == ["Number 2"])
    #expect(found("köln SECOND") == ["Number 1"])
    #expect(found("drawing-0") == ["Number 0"])
    #expect(found("köln drawing-0") == [])
    #expect(found("") == found("n"))
  }

  @Test(arguments: PropertySeeds.from(0x5E55, count: 30))
  func `Whatever is searched for, groups hold each match once and in order`(seed: UInt64) throws {
    var numbers = SplitMix64(seed: seed)
    let days = (0..<Int.random(in: 0...12, using: &numbers)).map { _ in Int.random(in: 0...4, using: &numbers) }.sorted(
      by: >)
    let words = ["tree", "house", "Sea", "Ähre"]
    let catalog = try catalog(days) { entry, _ in
      entry.texts = (0..<Int.random(in: 0...2, using: &numbers)).map { _ in words.randomElement(using: &numbers) ?? "" }
    }
    let query = words.randomElement(using: &numbers) ?? ""
    let expected = catalog.entries.filter { $0.texts?.contains(query) == true }
    let groups = catalog.groups(matching: query.uppercased().lowercased(), today: 4)
    #expect(groups.flatMap(\.entries) == expected)
    #expect(zip(groups, groups.dropFirst()).allSatisfy { $0.day != $1.day })
    #expect(groups.allSatisfy { group in group.entries.allSatisfy { .init($0.day, today: 4) == group.day } })
  }

  @Test func `What is removed comes back where it was`() throws {
    var catalog = try catalog([5, 5, 4])
    let before = catalog.entries.map(\.session.path)
    let entry = catalog.entries[1]
    catalog.remove(entry.session.path)
    #expect(catalog.entries.count == 2 && catalog[entry.session.path] == nil)
    catalog.insert(entry)
    catalog.insert(entry)
    #expect(Set(catalog.entries.map(\.session.path)) == Set(before) && catalog.entries.count == 3)
    #expect(catalog.byteCount == catalog.entries.reduce(0) { $0 + $1.session.byteCount })
  }

  @Test func `The latest is none that is being drawn or cannot be read`() throws {
    let kept = try KeptSessions()
    try kept.put(Data("hello".utf8), as: "broken.mcap")
    #expect(SessionCatalog(kept.folder.contents().map { .init(session: $0, name: nil, day: 0) }).latest == nil)
    let session = try kept.session(try KeptSessions.recording(isFinished: false), as: "a.mcap")
    let catalog = SessionCatalog(kept.folder.contents().map { .init(session: $0, name: nil, day: 0) })
    #expect(catalog.latest?.session == session && catalog.entries.count == 2)
  }

  @Test func `A day ends at the user's midnight, also before the epoch`() {
    #expect(SessionCatalog.day(ofSecond: 0, offset: 0) == 0)
    #expect(SessionCatalog.day(ofSecond: -1, offset: 0) == -1)
    #expect(SessionCatalog.day(ofSecond: -86400, offset: 0) == -1)
    #expect(SessionCatalog.day(ofSecond: 86400 - 3600, offset: 3600) == 1)
    #expect(SessionCatalog.day(ofSecond: 86400 - 3601, offset: 3600) == 0)
    #expect(SessionCatalog.day(ofSecond: 100, offset: -3600) == -1)
    _ = SessionCatalog.day(ofSecond: .max, offset: .max)
    _ = SessionCatalog.day(ofSecond: .min, offset: .min)
  }
}
