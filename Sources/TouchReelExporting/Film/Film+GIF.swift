import TouchReelByteStreams
import TouchReelCanvas
import TouchReelReplaying

/// A film as a GIF, which needs no other program.
extension Film {
  /// Writes the film. It is played twice: the colours of all frames stand in the file before the first one, and frames
  /// are not kept.
  ///
  /// - Parameter colors: the most that it has.
  mutating func writeGIF(
    colors: Int, to out: OutputFile, progress: (Double) throws(FileError) -> Void
  ) throws(FileError) -> [String] {
    let (clock, size) = (clock, picture.pixels.size)
    let palette = try makePalette(of: colors) { (share) throws(FileError) in try progress(share / 2) }
    var file = GIFFilm(size: size, palette)
    func secondHalf(_ share: Double) throws(FileError) { try progress(0.5 + share / 2) }
    let warnings = try play(progress: secondHalf) { (number, frame) throws(FileError) in
      guard frame.pixels.size == size else { throw Self.changedSize }
      file.add(frame, at: clock.hundredths(atFrame: number), isLast: number == clock.frameCount - 1)
      try file.write(to: out)
    }
    file.finish(at: clock.hundredths(atFrame: clock.frameCount))
    try file.write(to: out)
    return warnings
  }

  private func makePalette(
    of colors: Int, progress: (Double) throws(FileError) -> Void
  ) throws(FileError) -> GIFPalette {
    let size = picture.pixels.size
    var (census, straight) = (ColorCensus(), StraightFrame(.opaqueOnWhite))
    var film = try Film(again: self)
    _ = try film.play(progress: progress) { (_, frame) throws(FileError) in
      guard frame.pixels.size == size else { throw Self.changedSize }
      straight.update(from: frame.pixels, frame.damage)
      census.add(straight.pixels, in: frame.damage.rects, width: size.width)
    }
    return census.makePalette(of: colors)
  }
}

/// The frames of a film that a GIF has time for.
private struct GIFFilm {
  private var frames: GIFFrames
  private var straight = StraightFrame(.opaqueOnWhite)
  /// What has changed since the last picture that the file has.
  private var late: Damage

  init(size: PixelSize, _ palette: GIFPalette) {
    frames = GIFFrames(size: size, palette)
    late = Damage(size: size)
  }

  /// Shows a frame, or leaves what it changes to the next one if it comes too early; the last one is never left out.
  mutating func add(_ frame: FilmFrame, at time: Int, isLast: Bool) {
    straight.update(from: frame.pixels, frame.damage)
    late.formUnion(frame.damage)
    guard isLast || time >= frames.earliestTime else { return }
    frames.add(straight.pixels, changedIn: late.rects, at: max(time, frames.earliestTime))
    late.reset()
  }

  mutating func finish(at time: Int) { frames.finish(at: max(time, frames.earliestTime)) }

  mutating func write(to out: OutputFile) throws(FileError) {
    try frames.bytes.withRawBytes { (bytes) throws(FileError) in try out.write(bytes) }
    frames.removeBytes()
  }
}
