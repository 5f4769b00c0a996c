import CTouchReelGtk
import SystemPackage
import TouchReelInputEvents
import TouchReelLiveDrawing

/// Times of sessions in the user's time zone.
nonisolated extension Timestamp {
  /// The current time, from the Unix epoch.
  static var sinceEpoch: Timestamp { Timestamp(nanoseconds: Int64(g_get_real_time()) &* 1000) }

  private var seconds: Int64 { nanoseconds / 1_000_000_000 }

  /// The day that it is of, counted from the Unix epoch.
  var localDay: Int {
    guard let time = g_date_time_new_from_unix_local(gint64(seconds)) else {
      return SessionCatalog.day(ofSecond: seconds, offset: 0)
    }
    defer { g_date_time_unref(time) }
    return SessionCatalog.day(ofSecond: seconds, offset: Int64(g_date_time_get_utc_offset(time)) / 1_000_000)
  }

  /// - Parameter format: as of `strftime`.
  func localText(_ format: String) -> String? {
    guard let time = g_date_time_new_from_unix_local(gint64(seconds)) else { return nil }
    defer { g_date_time_unref(time) }
    guard let text = g_date_time_format(time, format) else { return nil }
    defer { g_free(text) }
    return String(cString: text)
  }
}

extension SessionCatalog.Day {
  var title: String {
    switch self {
    case .today: return translated("Today")
    case .yesterday: return translated("Yesterday")
    case .other(let day):
      guard let date = g_date_time_new_from_unix_utc(gint64(clamping: day) &* 86400) else { return "" }
      defer { g_date_time_unref(date) }
      guard let text = g_date_time_format(date, "%A, %x") else { return "" }
      defer { g_free(text) }
      return String(cString: text)
    }
  }
}

nonisolated extension SessionCatalog {
  /// The sessions of a folder, with their names and days.
  ///
  /// - Parameter own: the one that the window records to, which is not listed.
  init(_ folder: SessionFolder, without own: FilePath?) {
    let sessions = folder.contents().filter { session in
      session.path != own && (session.state != .unfinished || session.hasEvents)
    }
    self.init(
      sessions.map { Entry(session: $0, name: $0.name, day: $0.modified.localDay) })
  }
}
