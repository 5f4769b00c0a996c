import TouchReelClampedNumbers
public import TouchReelInputEvents

/// Which instant of a recording each frame of a film shows.
public struct FilmClock: Hashable, Sendable {
  /// How fast a film goes.
  public struct Pace: Hashable, Sendable {
    /// Frames a second.
    public var rate = 30.0
    /// Seconds of the recording in a second of the film.
    public var speed = 1.0
    /// The length of the film without its last picture's hold, instead of a speed.
    public var duration: TimeSpan?
    /// Longer pauses are shortened to this.
    public var longestPause: TimeSpan?
    /// How long the last picture is held.
    public var hold = TimeSpan.zero
    /// How long the last picture fades to the first one after that.
    public var fade = TimeSpan.zero

    /// The speed of the recording.
    public init() {}
  }

  /// Films of more frames are refused: at 60 a second they would last two days.
  public static let frameLimit = 10_000_000

  /// The number of frames a second.
  public let rate: Double
  /// The number of frames in the film.
  public let frameCount: Int
  /// How many of the last frames fade to the first one.
  public let fadeCount: Int
  private let length: TimeSpan
  /// Seconds of the recording in a second of the film, pauses shortened.
  private let speed: Double
  /// Where pauses are cut, in shortened time, and how much has been left out up to there.
  private let cuts: [Cut]
  private let lastFrame: Int

  private struct Cut: Hashable {
    var time: Double
    var leftOut: Double
  }

  /// - Parameters:
  ///   - length: of the recording.
  ///   - pauses: where nothing happens for longer than the pace's longest pause, in order.
  ///   - pace: how long the film is, and how many frames it has a second.
  /// - Returns: `nil` if the film would have more than ``frameLimit`` frames.
  public init?(length: TimeSpan, pauses: [(start: TimeSpan, end: TimeSpan)] = [], _ pace: Pace) {
    var cuts: [Cut] = []
    var leftOut = 0.0
    if let longest = pace.longestPause?.seconds {
      for pause in pauses where pause.end <= length && pause.end.seconds - pause.start.seconds > longest {
        let time = pause.start.seconds + longest - leftOut
        leftOut += pause.end.seconds - pause.start.seconds - longest
        cuts.append(Cut(time: time, leftOut: leftOut))
      }
    }
    let shortened = max(0, length.seconds - leftOut)
    speed = pace.duration.map { max(shortened, 1e-9) / max($0.seconds, 1e-9) } ?? pace.speed
    let last = Self.lastFrame(playing: shortened, pace, speed: speed)
    let held = (pace.hold.seconds * pace.rate).rounded()
    let faded = pace.fade > .zero ? max(1, (pace.fade.seconds * pace.rate).rounded()) : 0
    guard last + held + faded < Double(Self.frameLimit) else { return nil }
    (rate, self.length, self.cuts) = (pace.rate, length, cuts)
    lastFrame = Int(clamping: last)
    fadeCount = Int(clamping: faded)
    frameCount = lastFrame + 1 + Int(clamping: held) + fadeCount
  }

  /// The first frame that shows the end: the one after the end, or the last one of the time that the film is to take.
  /// Each frame takes a frame's time, the last one as well.
  private static func lastFrame(playing seconds: Double, _ pace: Pace, speed: Double) -> Double {
    guard let duration = pace.duration else { return (seconds / speed * pace.rate).rounded(.up) }
    return max(seconds > 0 ? 1 : 0, (duration.seconds * pace.rate).rounded() - 1)
  }

  /// The share of the first picture in a frame that fades to it; `nil` before.
  func fadedShare(ofFrame frame: Int) -> Double? {
    let step = frame - (frameCount - fadeCount) + 1
    return step > 0 ? Double(step) / Double(fadeCount + 1) : nil
  }

  /// When a frame is shown, in hundredths of a second of the film.
  func hundredths(atFrame frame: Int) -> Int { Int(clamping: (Double(frame) / rate * 100).rounded()) }

  /// The time that a frame shows, from the recording's first frame. The last frames show its end.
  public func time(ofFrame frame: Int) -> TimeSpan {
    guard frame < lastFrame else { return length }
    let shortened = Double(frame) / rate * speed
    let leftOut = cuts.last { $0.time <= shortened }?.leftOut ?? 0
    return min(TimeSpan(seconds: shortened + leftOut), length)
  }
}
