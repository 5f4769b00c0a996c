public import ByteStreams
public import Canvas
import FoundationEssentials
import InputEvents
public import Replaying
import SystemPackage

/// A recording as a film: the picture at one instant after another.
///
/// Only what changes from one frame to the next is drawn and composed, in one picture that is kept: memory does not
/// grow with the film's length.
public struct Film {
  private var picture: MovingPicture
  public let clock: FilmClock

  /// - Parameters:
  ///   - renderer: its options say which part of the recording is shown, and how.
  ///   - pace: which instants are frames.
  /// - Throws: if the recording cannot be read, or the film would have too many frames.
  public init(_ renderer: Renderer, name: String, _ pace: FilmClock.Pace) throws(FileError) {
    picture = try MovingPicture(renderer)
    let pauses = try pace.longestPause.map { (longest) throws(FileError) in
      try RecordedPauses(in: renderer, longerThan: longest).spans
    }
    guard let clock = FilmClock(length: picture.length, pauses: pauses ?? [], pace) else {
      throw FileError(
        file: name,
        message: "the film would have more than \(FilmClock.frameLimit) frames; raise --speed or lower --fps")
    }
    self.clock = clock
  }

  /// Plays the film.
  ///
  /// - Parameters:
  ///   - progress: called with the share played so far, 0…1.
  ///   - show: takes each frame and its number, from 0.
  /// - Returns: what the user should know.
  public mutating func play(
    progress: (Double) -> Void = { _ in }, _ show: (_ frame: Int, _ pixels: PixelBuffer) throws(FileError) -> Void
  ) throws(FileError) -> [String] {
    for frame in 0..<clock.frameCount {
      let time = clock.time(ofFrame: frame)
      try picture.advance(to: time)
      if time == picture.length { picture.finish() }
      try show(frame, picture.pixels)
      progress(Double(frame + 1) / Double(clock.frameCount))
    }
    return picture.warnings
  }

  /// Writes the film with ffmpeg.
  ///
  /// - Throws: if ffmpeg is not installed or fails, or the recording cannot be read.
  public mutating func encode(
    as kind: FilmKind, to out: OutputFile, progress: (Double) -> Void = { _ in }
  ) throws(FileError) -> [String] {
    let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }.sorted()
    var encoder = try ChildProgram.starting(
      "ffmpeg", kind.arguments(rate: clock.rate, size: picture.pixels.size, isSeekable: out.isSeekable),
      environment: environment, output: out.writtenByOthers)
    let size = picture.pixels.size
    let warnings = try play(progress: progress) { (_, pixels) throws(FileError) in
      guard pixels.size == size else { throw Self.changedSize }
      try pixels.withBytes { (bytes) throws(FileError) in try encoder.write(bytes) }
    }
    try encoder.finish()
    try out.commit()
    return warnings
  }

  /// Writes all frames one after another: 4 bytes a pixel, blue, green, red, and alpha.
  public mutating func writeFrames(
    to out: OutputFile, progress: (Double) -> Void = { _ in }
  ) throws(FileError) -> [String] {
    let warnings = try play(progress: progress) { (_, pixels) throws(FileError) in
      try pixels.withBytes { (bytes) throws(FileError) in try out.write(bytes) }
    }
    try out.commit()
    return warnings
  }

  private static let changedSize = FileError(
    file: "ffmpeg", message: "a film has one size, and the board's changes; state it with --size")
}

extension PixelBuffer {
  fileprivate func withBytes(_ body: (UnsafeRawBufferPointer) throws(FileError) -> Void) throws(FileError) {
    var failure: FileError?
    pixels.withUnsafeBytes { bytes in
      do throws(FileError) { try body(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}
