/// What `render` can write.
package enum PictureFormat: String, Hashable, Sendable, CaseIterable {
  case png, svg, pdf, mp4, webm, gif, apng
  /// Frames of a film, one after another, without a header.
  case raw
  /// Frames of a film, a PNG for each.
  case frames
  /// A page that plays.
  case html

  /// The format of a file by the end of its name; `nil` if that is not known.
  package init?(fileName: String) {
    if FrameNames(fileName) != nil {
      self = .frames
      return
    }
    guard let dot = fileName.lastIndex(of: "."), !fileName[dot...].contains("/") else { return nil }
    self.init(suffix: fileName[fileName.index(after: dot)...].lowercased())
  }

  private init?(suffix: String) {
    guard let format = Self.allCases.first(where: { $0.suffix == suffix && $0 != .frames }) else { return nil }
    self = format
  }

  /// The kind of film that another program encodes.
  package var film: FilmKind? { FilmKind(rawValue: rawValue) }

  /// Whether it shows more than one instant.
  package var isFilm: Bool { film != nil || self == .raw || self == .frames }

  /// Whether it needs times.
  package var isTimed: Bool { isFilm || self == .html }

  /// What names of its files end in, without the dot.
  package var suffix: String { self == .frames ? "png" : rawValue }
}
