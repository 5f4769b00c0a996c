import SystemPackage
package import TouchReelByteStreams
import TouchReelCanvas
import TouchReelClampedNumbers

/// A kind of film.
public enum FilmKind: String, Hashable, Sendable, CaseIterable {
  case mp4, webm, gif, apng

  /// Those that ffmpeg writes.
  package static let encodedByOthers: [FilmKind] = [.mp4, .webm, .apng]

  /// - Parameters:
  ///   - input: what the frames are made of.
  ///   - loss: of quality, 0…1.
  ///   - isSeekable: whether the output is a file; else it can be written from front to back alone.
  func arguments(
    rate: Double, size: PixelSize, _ input: FilmInput, loss: Double = 0, isSeekable: Bool
  ) -> [String] {
    let source = [
      "-hide_banner", "-loglevel", "error", "-xerror", "-nostdin", "-y", "-f", "rawvideo", "-pixel_format",
      input == .planes ? "yuv420p" : "bgra",
      "-video_size", "\(size.width)x\(size.height)", "-framerate", "\(rate)", "-i", "pipe:0",
    ]
    // No version, time or name of the program, so that the same film has the same bytes.
    let plain = ["-an", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-map_metadata", "-1"]
    // The path opens the file itself, which has no name yet, so that the encoder can go back in it.
    let target = [isSeekable ? "/proc/self/fd/3" : "pipe:3"]
    return source + plain + encoder(input, loss: loss, isSeekable: isSeekable) + target
  }

  /// Has ffmpeg write a film of one small frame, which is thrown away.
  ///
  /// - Parameters:
  ///   - ffmpeg: its name or path.
  ///   - environment: its variables, as `NAME=VALUE`.
  /// - Throws: if ffmpeg is not installed, does not start, or lacks what this kind needs.
  package func tryEncoder(of ffmpeg: String, environment: [String]) throws(FileError) {
    let size = PixelSize(width: 16, height: 16)
    let nowhere = try OutputFile(path: "/dev/null")
    let input = input(isOpaque: true)
    var encoder = try ChildProgram.starting(
      ffmpeg, arguments(rate: 25, size: size, input, isSeekable: false), environment: environment,
      output: nowhere.writtenByOthers)
    let pixels = size.width * size.height
    let frame = [UInt8](repeating: 0, count: input == .planes ? pixels * 3 / 2 : pixels * 4)
    try frame.withRawBytes { (bytes) throws(FileError) in try encoder.write(bytes) }
    try encoder.finish()
  }

  private func encoder(_ input: FilmInput, loss: Double, isSeekable: Bool) -> [String] {
    switch self {
    case .mp4:
      let layout = isSeekable ? "+faststart" : "frag_keyframe+empty_moov+default_base_moof"
      let quality = ["-c:v", "libx264", "-crf", "\(rateFactor(losing: loss))"]
      return Self.color + quality + ["-tune", "animation", "-movflags", layout, "-f", "mp4"]
    case .webm:
      let quality = ["-c:v", "libvpx-vp9", "-crf", "\(rateFactor(losing: loss))", "-b:v", "0", "-row-mt", "1"]
      guard input == .filledPixels else { return Self.color + quality + ["-f", "webm"] }
      // Alpha is a stream of its own, which frames that are shown later than they are coded do not have.
      let filter = "scale=out_color_matrix=bt709:out_range=tv,format=yuva420p"
      return ["-vf", filter] + Self.meaning + quality + ["-auto-alt-ref", "0", "-f", "webm"]
    case .gif:
      // It is written here.
      return ["-f", "gif"]
    case .apng:
      // With alpha even where all is opaque: a frame then holds what has changed, and is a tenth as large.
      return ["-pix_fmt", "rgba", "-c:v", "apng", "-plays", "0", "-f", "apng"]
    }
  }

  /// Whether ffmpeg counts the frames at the end, and writes the number at the beginning.
  var isWrittenInPlace: Bool { self == .apng }

  /// What an encoder gives up, in its own unit: of 0 to 51 by x264, and of 0 to 63 by libvpx.
  private func rateFactor(losing loss: Double) -> Int {
    Int(clamping: (self == .webm ? 28 + 27 * loss : 18 + 20 * loss).rounded())
  }

  /// The most colours that a GIF has: 255 to 15.
  static func colors(losing loss: Double) -> Int {
    Int(clamping: (255 * (1 - loss) * (1 - loss) + 15 * loss).rounded())
  }

  /// The quality as it is said; `nil` if there is one only.
  func quality(losing loss: Double) -> String? {
    switch self {
    case .mp4, .webm: "CRF \(rateFactor(losing: loss))"
    case .gif: "at most \(Self.colors(losing: loss)) colours"
    case .apng: nil
    }
  }

  /// What the user should know of a film whose first frame is translucent; `nil` if the file can hold that.
  var translucencyWarning: String? {
    switch self {
    case .mp4: "an MP4 has no transparency: what is transparent becomes white"
    case .gif: "a GIF has no translucent pixels: edges and translucent ink are mixed with white"
    case .webm, .apng: nil
    }
  }

  /// What its encoder takes.
  ///
  /// - Parameter isOpaque: whether the film's first frame is.
  func input(isOpaque: Bool) -> FilmInput {
    switch self {
    case .mp4: .planes
    case .webm: isOpaque ? .planes : .filledPixels
    case .gif, .apng: .pixels
    }
  }

  /// The planes of a ``VideoFrame``, in ffmpeg's words.
  private static let color = ["-pix_fmt", "yuv420p"] + meaning

  /// What the values of the planes mean.
  private static let meaning = [
    "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "iec61966-2-1",
    "-color_range", "tv", "-chroma_sample_location", "center",
  ]
}

/// What an encoder is given of each frame.
enum FilmInput: Hashable {
  /// Planes of brightness and colour, on white (``VideoFrame``).
  case planes
  /// Pixels of a ``StraightFrame``.
  case pixels
  /// Pixels of a ``FilledFrame``, for encoders that lose detail.
  case filledPixels
}
