package import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawings
import TouchReelInputEvents
package import TouchReelReplaying

/// A recording, or a part of one, as one file that shows it: a picture, a film or a page that plays.
///
/// `render` and the player write the same files by it.
package struct RecordingExport {
  private let renderer: Renderer
  private let name: String
  /// How fast a film goes; `nil` for the speed of the recording.
  package var pace: FilmClock.Pace?

  /// - Parameters:
  ///   - renderer: its options say which part of the recording is shown, and how.
  ///   - name: the recording's, for messages, and for the title of a page.
  package init(_ renderer: Renderer, name: String) { (self.renderer, self.name) = (renderer, name) }

  /// Writes the file whole, or throws and leaves nothing.
  ///
  /// - Parameters:
  ///   - format: of the file; ``PictureFormat/frames`` are many files, and not written here.
  ///   - out: the new file.
  ///   - progress: called with the share done so far, 0…1; what it throws ends the writing.
  /// - Returns: what the user should know.
  package func write(
    as format: PictureFormat, to out: OutputFile, progress: (Double) throws(FileError) -> Void = { _ in }
  ) throws(FileError) -> [String] {
    switch format {
    case .png: try writePicture(to: out, progress)
    case .svg, .pdf: try writeVectors(as: format, to: out, progress)
    case .html: try writePage(to: out, progress)
    case .mp4, .webm, .gif, .apng, .raw, .frames: try writeFilm(as: format, to: out, progress)
    }
  }

  private func writePicture(
    to out: OutputFile, _ progress: (Double) throws(FileError) -> Void
  ) throws(FileError) -> [String] {
    let drawn = try renderer.renderedPicture { try? progress($0) }
    try drawn.picture.writePNG { (bytes) throws(FileError) in try out.write(bytes) }
    try finish(out, progress)
    return drawn.warnings + blankWarnings
  }

  private func writeVectors(
    as format: PictureFormat, to out: OutputFile, _ progress: (Double) throws(FileError) -> Void
  ) throws(FileError) -> [String] {
    let pages = try renderer.renderedPages { try? progress($0) }
    if format == .pdf {
      var file = PDFFile()
      for page in 0..<pages.shown.count { file.add(VectorPicture(try pages.drawing(ofPage: page))) }
      try file.write { (bytes) throws(FileError) in try out.write(bytes) }
    } else {
      try VectorPicture(try pages.drawing()).writeSVG { (bytes) throws(FileError) in try out.write(bytes) }
    }
    try finish(out, progress)
    return pages.warnings + blankWarnings
  }

  private func writePage(
    to out: OutputFile, _ progress: (Double) throws(FileError) -> Void
  ) throws(FileError) -> [String] {
    let page = try PlayerPage(renderer, name: name) { try? progress($0) }
    try page.write { (bytes) throws(FileError) in try out.write(bytes) }
    try finish(out, progress)
    return page.warnings + blankWarnings
  }

  private func writeFilm(
    as format: PictureFormat, to out: OutputFile, _ progress: (Double) throws(FileError) -> Void
  ) throws(FileError) -> [String] {
    var film = try Film(renderer, name: name, pace ?? format.usualPace)
    guard let kind = format.film else { return try film.writeFrames(to: out, progress: progress) }
    return try film.encode(as: kind, to: out, progress: progress)
  }

  /// Asks a last time whether the file is still wanted.
  private func finish(
    _ out: OutputFile, _ progress: (Double) throws(FileError) -> Void
  ) throws(FileError) {
    try progress(1)
    try out.commit()
  }

  private var blankWarnings: [String] { renderer.facts.blankWarnings }
}

extension RecordingFacts {
  /// That a picture shows only the background, where nothing of a recording brings ink.
  package var blankWarnings: [String] {
    Self.blankWarnings(touches: touches.began, drawsWithoutTouches: drawsWithoutTouches, isOfWhole: isOfWhole)
  }

  /// - Parameters:
  ///   - touches: how many began in what was read.
  ///   - drawsWithoutTouches: whether commands brought shapes.
  ///   - isOfWhole: whether all of the recording was read.
  package static func blankWarnings(touches: Int, drawsWithoutTouches: Bool, isOfWhole: Bool) -> [String] {
    guard touches == 0, !drawsWithoutTouches else { return [] }
    return ["no touches\(isOfWhole ? "" : " by that time"): the picture shows only the background"]
  }
}

extension PictureFormat {
  /// The format of a film that another program encodes.
  package init(_ film: FilmKind) {
    switch film {
    case .mp4: self = .mp4
    case .webm: self = .webm
    case .gif: self = .gif
    case .apng: self = .apng
    }
  }

  /// The speed of the recording, in frames as films of this kind usually have them.
  package var usualPace: FilmClock.Pace {
    var pace = FilmClock.Pace()
    pace.rate = self == .gif || self == .apng ? 25 : 30
    return pace
  }
}
