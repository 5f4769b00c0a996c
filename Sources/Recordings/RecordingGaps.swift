public import InputEvents

/// What is missing of a recording, in sum.
public struct RecordingGaps: Hashable, Sendable {
  /// Gaps in the frames of a device.
  public private(set) var count = 0
  /// Lost frames, or parts of frames whose events differ in time.
  public private(set) var frameCount = 0
  /// Whether there are gaps of which it is not known how many frames they had.
  public private(set) var hasUncounted = false
  /// Lost synced states, messages of `/board` and notes.
  public private(set) var syncCount = 0
  public private(set) var boardMessageCount = 0
  public private(set) var noteCount = 0
  /// The time without frames, from the last one before a gap to the first one after it. What two devices have in common
  /// counts once.
  public private(set) var duration = TimeSpan.zero
  private var end: Timestamp?

  public var isEmpty: Bool { count + syncCount + boardMessageCount + noteCount == 0 }

  mutating func addFrames(_ lost: Int?, from start: Timestamp?, to time: Timestamp) {
    count += 1
    if let lost { frameCount += lost } else { hasUncounted = true }
    guard let start, start < time else { return }
    let from = max(start, end ?? start)
    if from < time { duration = TimeSpan(nanoseconds: duration.nanoseconds &+ time.since(from).nanoseconds) }
    end = max(end ?? time, time)
  }

  mutating func addSyncs(_ lost: Int) { syncCount += lost }
  mutating func addBoardMessages(_ lost: Int) { boardMessageCount += lost }
  mutating func addNotes(_ lost: Int) { noteCount += lost }
}

extension RecordingGaps: CustomStringConvertible {
  /// `120 frames and 1 message of /board lost, 1.008 s`.
  public var description: String {
    guard !isEmpty else { return "no frames or messages lost" }
    let parts =
      [frames] + [
        Self.counted(syncCount, "synced state"), Self.counted(boardMessageCount, "message", of: " of /board"),
        Self.counted(noteCount, "note"),
      ]
    let named = parts.compactMap { $0 }
    let list = named.count == 1 ? named[0] : "\(named.dropLast().joined(separator: ", ")) and \(named.last ?? "")"
    let milliseconds = Int(duration.nanoseconds / 1_000_000)
    return "\(list) lost" + (milliseconds > 0 ? ", \(Double(milliseconds) / 1000) s" : "")
  }

  private var frames: String? {
    guard hasUncounted else { return Self.counted(frameCount, "frame") }
    return frameCount == 0 ? "an unknown number of frames" : "more than \(frameCount) frames"
  }

  private static func counted(_ count: Int, _ noun: String, of owner: String = "") -> String? {
    count == 0 ? nil : "\(count) \(noun)\(count == 1 ? "" : "s")\(owner)"
  }
}
