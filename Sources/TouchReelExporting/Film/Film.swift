import FoundationEssentials
import SystemPackage
public import TouchReelByteStreams
import TouchReelCanvas
import TouchReelInputEvents
public import TouchReelReplaying

/// A recording as a film: the picture at one instant after another.
///
/// Only what changes from one frame to the next is drawn and composed, in one picture that is kept: memory does not
/// grow with the film's length.
public struct Film {
  private(set) var picture: MovingPicture
  private let renderer: Renderer
  private var fade = FilmFade()
  /// Which instants of the recording are frames.
  public let clock: FilmClock

  /// - Parameters:
  ///   - renderer: its options say which part of the recording is shown, and how.
  ///   - name: of the recording, for messages.
  ///   - pace: which instants are frames.
  /// - Throws: if the recording cannot be read, or the film would have too many frames.
  public init(_ renderer: Renderer, name: String, _ pace: FilmClock.Pace) throws(FileError) {
    picture = try MovingPicture(renderer)
    self.renderer = renderer
    let pauses = try pace.longestPause.map { (longest) throws(FileError) in
      try RecordedPauses(in: renderer, longerThan: longest).spans
    }
    guard let clock = FilmClock(length: picture.length, pauses: pauses ?? [], pace) else {
      throw FileError(
        file: name,
        message: "the film would have more than \(FilmClock.frameLimit) frames", advice: .fewerFrames)
    }
    self.clock = clock
  }

  /// The film from its beginning.
  init(again film: Film) throws(FileError) {
    picture = try MovingPicture(film.renderer)
    (renderer, clock) = (film.renderer, film.clock)
  }

  /// The size of its frames in a file.
  func encodedSize(as kind: FilmKind) -> PixelSize {
    let size = picture.pixels.size
    return kind.input(isOpaque: picture.pixels.isOpaque) == .planes ? VideoFrame.size(of: size) : size
  }

  /// Plays the film.
  ///
  /// - Parameters:
  ///   - progress: called with the share played so far, 0…1; what it throws ends the film.
  ///   - show: takes each frame's number, from 0, and the frame.
  /// - Returns: what the user should know.
  package mutating func play(
    progress: (Double) throws(FileError) -> Void = { _ in },
    _ show: (_ number: Int, _ frame: FilmFrame) throws(FileError) -> Void
  ) throws(FileError) -> [String] {
    for number in 0..<clock.frameCount {
      try show(number, try frame(number))
      try progress(Double(number + 1) / Double(clock.frameCount))
    }
    return picture.warnings + renderer.facts.blankWarnings
  }

  private mutating func frame(_ number: Int) throws(FileError) -> FilmFrame {
    if let share = clock.fadedShare(ofFrame: number) { return fade.frame(from: picture.pixels, share: share) }
    let time = clock.time(ofFrame: number)
    try picture.advance(to: time)
    if time == picture.length { picture.finish() }
    let frame = FilmFrame(pixels: picture.pixels, content: picture.content, damage: picture.drainDamage())
    if clock.fadeCount > 0 { fade.record(frame) }
    return frame
  }

  /// Writes the film, all but a GIF with ffmpeg.
  ///
  /// - Throws: if ffmpeg is not installed, fails or leaves less than a whole film, or the recording cannot be read.
  public mutating func encode(
    as kind: FilmKind, to out: OutputFile, progress: (Double) throws(FileError) -> Void = { _ in }
  ) throws(FileError) -> [String] {
    let warnings = try draft(as: kind, to: out, progress: progress)
    try out.commit()
    return warnings
  }

  /// Writes the film to a file that does not get its name yet.
  ///
  /// - Parameter loss: of quality, 0…1.
  mutating func draft(
    as kind: FilmKind, loss: Double = 0, to out: OutputFile, progress: (Double) throws(FileError) -> Void
  ) throws(FileError) -> [String] {
    let isOpaque = picture.pixels.isOpaque
    var warnings: [String]
    do throws(FileError) {
      switch kind {
      case .gif: warnings = try writeGIF(colors: FilmKind.colors(losing: loss), to: out, progress: progress)
      case .mp4, .webm, .apng: warnings = try feed(kind, loss: loss, to: out, progress: progress)
      }
      try out.flush()
    } catch {
      throw out.failure(reportedBy: error)
    }
    if !isOpaque, let warning = kind.translucencyWarning { warnings.append(warning) }
    return warnings
  }

  /// Has ffmpeg write the film, and looks whether it has: some of its versions succeed on a full disk.
  private mutating func feed(
    _ kind: FilmKind, loss: Double, to out: OutputFile, progress: (Double) throws(FileError) -> Void
  ) throws(FileError) -> [String] {
    if kind.isWrittenInPlace, !out.isSeekable {
      let file = try OutputFile(path: .temporary(kind))
      let warnings = try feed(kind, loss: loss, to: file, progress: progress)
      try file.copyWritten(to: out)
      return warnings
    }
    let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }.sorted()
    let size = picture.pixels.size
    let input = kind.input(isOpaque: picture.pixels.isOpaque)
    var (video, filled, straight) = (VideoFrame(of: size), FilledFrame(of: size), StraightFrame())
    var encoder = try ChildProgram.starting(
      "ffmpeg",
      kind.arguments(
        rate: clock.rate, size: input == .planes ? video.size : size, input, loss: loss, isSeekable: out.isSeekable),
      environment: environment, output: out.writtenByOthers)
    let warnings = try play(progress: progress) { (_, frame) throws(FileError) in
      guard frame.pixels.size == size else { throw Self.changedSize }
      switch input {
      case .planes:
        // Only what has changed is converted: to convert whole frames takes ffmpeg a sixth of its time.
        video.update(from: frame.pixels, frame.damage)
        try video.bytes.withRawBytes { (bytes) throws(FileError) in try encoder.write(bytes) }
      case .filledPixels:
        filled.update(from: frame.pixels, frame.damage)
        try filled.pixels.withRawBytes { (bytes) throws(FileError) in try encoder.write(bytes) }
      case .pixels:
        straight.update(from: frame.pixels, frame.damage)
        try straight.pixels.withRawBytes { (bytes) throws(FileError) in try encoder.write(bytes) }
      }
    }
    let said = try encoder.finish()
    if out.isSeekable, try !kind.isWhole(out.written) {
      throw FileError(file: "ffmpeg", message: "has not written the whole film\(said)")
    }
    return warnings
  }

  /// Writes all frames one after another: 4 bytes a pixel, blue, green, red, and alpha, by which the colours are not
  /// multiplied.
  public mutating func writeFrames(
    to out: OutputFile, progress: (Double) throws(FileError) -> Void = { _ in }
  ) throws(FileError) -> [String] {
    var straight = StraightFrame()
    let warnings = try play(progress: progress) { (_, frame) throws(FileError) in
      straight.update(from: frame.pixels, frame.damage)
      try straight.pixels.withRawBytes { (bytes) throws(FileError) in try out.write(bytes) }
    }
    try out.commit()
    return warnings
  }

  /// Writes a PNG for each frame.
  ///
  /// - Throws: if one of the files is there already and is not to be replaced; those before it stay.
  package mutating func writePictures(
    _ names: FrameNames, existing: OutputFile.Existing, progress: (Double) throws(FileError) -> Void = { _ in }
  ) throws(FileError) -> [String] {
    try play(progress: progress) { (number, frame) throws(FileError) in
      let out = try OutputFile(path: FilePath(names.name(ofFrame: number)), existing: existing)
      try frame.pixels.writePNG(frame.content) { (bytes) throws(FileError) in try out.write(bytes) }
      try out.commit()
    }
  }

  static let changedSize = FileError(
    file: "film", message: "a film has one size, and the board's changes", advice: .size(.single))
}

extension OutputFile {
  /// Copies what another program has written.
  func copyWritten(to out: OutputFile) throws(FileError) {
    var offset: UInt64 = 0
    while case let block = try written.block(at: offset, size: 1 << 18), !block.isEmpty {
      try block.withRawBytes { (bytes) throws(FileError) in try out.write(bytes) }
      offset += UInt64(block.count)
    }
  }
}

extension FilePath {
  /// A name in the folder of temporary files that nothing ever has.
  static func temporary(_ kind: FilmKind) -> FilePath {
    temporaryFolder.appending("touchreel-film.\(kind.rawValue)")
  }
}

extension Array {
  func withRawBytes(_ body: (UnsafeRawBufferPointer) throws(FileError) -> Void) throws(FileError) {
    var failure: FileError?
    withUnsafeBytes { bytes in
      do throws(FileError) { try body(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}
