package import SystemPackage
import TouchReelByteStreams
import TouchReelInputEvents

/// The sessions that are kept, as a person looks for them: latest first, by days, and by what is written in them.
package struct SessionCatalog: Sendable {
  /// A kept session.
  package struct Entry: Hashable, Sendable {
    package var session: StoredSession
    package var name: SessionName?
    /// The day on which it was last drawn on, counted from the Unix epoch, in the user's time zone.
    package var day: Int
    /// What is written in it; `nil` until it was read.
    package var texts: [String]?
    /// Which of the sessions without a name it is that were last drawn on in the same minute: they are called by that.
    package fileprivate(set) var number = 1

    package init(session: StoredSession, name: SessionName?, day: Int) {
      (self.session, self.name, self.day) = (session, name, day)
    }
  }

  /// Entries of one day.
  package struct Group: Hashable, Sendable {
    package var day: Day
    package var entries: [Entry]
  }

  package enum Day: Hashable, Sendable {
    case today, yesterday
    /// Counted from the Unix epoch.
    case other(Int)

    /// - Parameter today: counted as the day is.
    package init(_ day: Int, today: Int) {
      self = day == today ? .today : day == today - 1 ? .yesterday : .other(day)
    }
  }

  /// Latest first.
  package private(set) var entries: [Entry]

  /// - Parameter entries: latest first.
  package init(_ entries: [Entry]) {
    self.entries = entries
    number()
  }

  /// The earliest of a minute is the first, so that a later one does not change what others are called.
  private mutating func number() {
    var counts: [Int64: Int] = [:]
    for index in entries.indices.reversed() {
      guard entries[index].name == nil else {
        entries[index].number = 1
        continue
      }
      counts[entries[index].session.minute, default: 0] += 1
      entries[index].number = counts[entries[index].session.minute] ?? 1
    }
  }

  /// How much room all of them take, with the damaged files that are kept beside them.
  package var byteCount: Int64 {
    entries.reduce(0) { $0 + max($1.session.byteCount, 0) + max($1.session.damagedByteCount, 0) }
  }

  /// The one to go on with: the latest that nobody else draws on.
  package var latest: Entry? {
    entries.first { $0.session.state == .finished || $0.session.state == .unfinished }
  }

  /// The entries by days.
  ///
  /// - Parameters:
  ///   - query: every word of it is in the name, in the file's name or in a text of an entry, whatever the case.
  ///   - today: counted from the Unix epoch, in the user's time zone.
  package func groups(matching query: String, today: Int) -> [Group] {
    let words = Entry.words(of: query)
    var groups: [Group] = []
    for entry in entries where entry.contains(words) {
      let day = Day(entry.day, today: today)
      if groups.last?.day == day {
        groups[groups.count - 1].entries.append(entry)
      } else {
        groups.append(Group(day: day, entries: [entry]))
      }
    }
    return groups
  }

  package subscript(_ path: FilePath) -> Entry? { entries.first { $0.session.path == path } }

  /// Changes the entry of a session, if it is there.
  package mutating func update(_ path: FilePath, _ change: (inout Entry) -> Void) {
    guard let index = entries.firstIndex(where: { $0.session.path == path }) else { return }
    let name = entries[index].name
    change(&entries[index])
    if entries[index].name != name { number() }
  }

  package mutating func remove(_ path: FilePath) {
    entries.removeAll { $0.session.path == path }
    number()
  }

  /// Puts an entry where it belongs by its time.
  package mutating func insert(_ entry: Entry) {
    remove(entry.session.path)
    let index = entries.firstIndex { $0.session.modified < entry.session.modified } ?? entries.count
    entries.insert(entry, at: index)
    number()
  }

  /// The day of a time, counted from the Unix epoch.
  ///
  /// - Parameters:
  ///   - seconds: from the Unix epoch.
  ///   - offset: that of the user's time zone then, in seconds.
  package static func day(ofSecond seconds: Int64, offset: Int64) -> Int {
    let local = seconds.addingReportingOverflow(offset).partialValue
    return Int(local / 86400) - (local % 86400 < 0 ? 1 : 0)
  }
}

extension StoredSession {
  /// The minute of its last modification, since the Unix epoch.
  fileprivate var minute: Int64 {
    let (minute, rest) = modified.nanoseconds.quotientAndRemainder(dividingBy: 60_000_000_000)
    return rest < 0 ? minute - 1 : minute
  }
}

extension SessionCatalog.Entry {
  /// Whether ``SessionCatalog/groups(matching:today:)`` would have it.
  package func matches(_ query: String) -> Bool { contains(Self.words(of: query)) }

  fileprivate static func words(of query: String) -> [Substring] {
    query.lowercased().split(whereSeparator: \.isWhitespace)
  }

  fileprivate func contains(_ words: [Substring]) -> Bool {
    guard !words.isEmpty else { return true }
    let text = ([name?.text ?? "", session.path.lastComponent?.string ?? ""] + (texts ?? [])).joined(separator: "\n")
      .lowercased()
    return words.allSatisfy { text.contains($0) }
  }
}
