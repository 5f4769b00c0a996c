package import SystemPackage
package import TouchReelByteStreams
import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelDrawings
package import TouchReelReplaying

/// A film of a recording that has to fit into so many bytes, for which its size, rate and quality are chosen.
package struct FilmFit {
  private let renderer: Renderer
  private let name: String
  private let kind: FilmKind
  private let limit: Int
  private let pace: FilmClock.Pace
  private let ladder: FitLadder

  /// What was chosen, in a sentence, and what the user should know.
  package struct Outcome {
    package let choice: String
    package let warnings: [String]
  }

  /// What is not chosen because it was asked for.
  package struct Kept: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let size = Kept(rawValue: 1)
    package static let rate = Kept(rawValue: 2)
  }

  /// - Parameters:
  ///   - renderer: its options say which part of the recording is shown, and how.
  ///   - name: the recording's, for messages.
  ///   - kind: the film's.
  ///   - pace: the film's, if its rate need not be lowered.
  ///   - limit: the most bytes that it may have.
  ///   - kept: what is not chosen.
  /// - Throws: if the recording cannot be drawn.
  package init(
    _ renderer: Renderer, name: String, as kind: FilmKind, _ pace: FilmClock.Pace, limit: Int, keeping kept: Kept
  ) throws(FileError) {
    (self.renderer, self.name, self.kind, self.pace, self.limit) = (renderer, name, kind, pace, limit)
    let size = try renderer.makeRaster().pixels
    ladder = FitLadder(
      side: kept.contains(.size) ? nil : Double(max(size.width, size.height)), rate: pace.rate,
      keepsRate: kept.contains(.rate))
  }

  /// Writes the best film that fits, whole, or throws and leaves nothing.
  ///
  /// - Parameters:
  ///   - path: `-` is standard output.
  ///   - existing: what becomes of a file that is there already.
  ///   - progress: called with the share done so far, 0…1; what it throws ends the writing.
  /// - Throws: if even the smallest film does not fit.
  package func write(
    to path: FilePath, existing: OutputFile.Existing, progress: (Double) throws(FileError) -> Void = { _ in }
  ) throws(FileError) -> Outcome {
    var out = try OutputFile(path: path, existing: existing)
    let isNamed = out.isSeekable
    var search = FitSearch(limit: limit)
    var (best, smallest): (Draft?, Int) = (nil, .max)
    var done = 0.0
    while let rung = search.next {
      // What is left is halved, as it is not known how many there will be.
      let draft = try draft(on: rung, at: isNamed ? path : .temporary(kind), existing) { (share) throws(FileError) in
        try progress(done + share * (1 - done) / 2)
      }
      done += (1 - done) / 2
      smallest = min(smallest, draft.bytes)
      if search.record(rung, bytes: draft.bytes) { best = draft }
    }
    guard let best else { throw failure(smallest, of: out) }
    if isNamed { out = best.file } else { try best.file.copyWritten(to: out) }
    try progress(1)
    try out.commit()
    return Outcome(choice: best.choice, warnings: best.warnings)
  }

  private func failure(_ smallest: Int, of out: OutputFile) -> FileError {
    FileError(
      file: out.name, message: "the smallest film of it has \(smallest) bytes, more than \(limit)",
      advice: .smallerFilm)
  }

  /// A film that does not have its name yet.
  private struct Draft {
    let file: OutputFile
    let bytes: Int
    let choice: String
    let warnings: [String]
  }

  private func draft(
    on number: Int, at path: FilePath, _ existing: OutputFile.Existing,
    progress: (Double) throws(FileError) -> Void
  ) throws(FileError) -> Draft {
    let rung = ladder[number]
    var pace = pace
    pace.rate = rung.rate
    var film = try Film(renderer.scaled(by: rung.scale), name: name, pace)
    let out = try OutputFile(path: path, existing: existing)
    let size = film.encodedSize(as: kind)
    let warnings = try film.draft(as: kind, loss: rung.loss, to: out, progress: progress)
    let bytes = Int(clamping: try out.written.length())
    return Draft(file: out, bytes: bytes, choice: choice(rung, size, bytes), warnings: warnings)
  }

  private func choice(_ rung: FitLadder.Rung, _ size: PixelSize, _ bytes: Int) -> String {
    let rate = rung.rate == rung.rate.rounded() ? "\(Int(clamping: rung.rate))" : "\(rung.rate)"
    let quality = kind.quality(losing: rung.loss).map { ", \($0)" } ?? ""
    return "\(size.width)x\(size.height), \(rate) frames a second\(quality): \(bytes) bytes of \(limit)"
  }
}
