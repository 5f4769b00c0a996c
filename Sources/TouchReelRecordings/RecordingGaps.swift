package import TouchReelInputEvents
import TouchReelMCAP

/// What is missing of a recording, in sum.
package struct RecordingGaps: Hashable, Sendable {
  /// Gaps in the frames of a device.
  package private(set) var count = 0
  /// Lost messages of frames. In files of earlier versions, a frame whose events differ in time has several.
  package private(set) var frameCount = 0
  /// Whether there are gaps of which it is not known how many frames they had.
  package private(set) var hasUncounted = false
  /// Lost synced states, messages of `/board` and notes.
  package private(set) var syncCount = 0
  package private(set) var boardMessageCount = 0
  package private(set) var noteCount = 0
  /// Lost messages of other programs, as far as the file says at its end how many it has.
  package private(set) var foreignMessageCount = 0
  /// The time without frames, from the last one before a gap to the first one after it. What two devices have in common
  /// counts once.
  package private(set) var duration = TimeSpan.zero
  private var end: Timestamp?

  package var isEmpty: Bool { count + syncCount + boardMessageCount + noteCount + foreignMessageCount == 0 }

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
  mutating func addForeignMessages(_ lost: Int?) { foreignMessageCount += lost ?? 0 }
}

extension RecordingGaps: CustomStringConvertible {
  /// `120 frames and 1 message of /board lost, 1.008 s`.
  package var description: String {
    guard !isEmpty else { return "no frames or messages lost" }
    let parts =
      [frames] + [
        Self.counted(syncCount, "synced state"), Self.counted(boardMessageCount, "message", of: " of /board"),
        Self.counted(noteCount, "note"),
        Self.counted(foreignMessageCount, "message", of: " of other programs"),
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

/// What a reader puts where something is missing.
struct GapMarks {
  var frames = 0
  var events = 0
  var notes = 0
}

/// Finds what is missing between the messages of each channel.
///
/// The channels of a file that we wrote number their messages from 0, each for itself, so that a hole in the numbers is
/// a loss and no hole is none. Other writers number as they like: there, damage that was skipped between two messages
/// may have held others.
struct ChannelContinuity {
  struct Gap {
    /// How many messages are missing; `nil` if that is not known.
    var count: Int?
    /// The time of the message before; `nil` for the first.
    var since: Timestamp?
  }

  private struct State {
    var next: UInt32 = 0
    var damageCount: Int
    var time: Timestamp?
  }

  /// Whether the numbers of messages show what is missing.
  var isNumbered = false
  private var states: [State?] = []

  /// A channel was declared, after so much damage.
  mutating func begin(_ channel: ChannelID, damageCount: Int) {
    let index = Int(channel.rawValue)
    if index >= states.count { states += repeatElement(nil, count: index + 1 - states.count) }
    states[index] = State(damageCount: damageCount)
  }

  /// Notes a message. A message of an undeclared channel shows no gap.
  /// - Returns: what is missing before it.
  @inline(__always)
  mutating func note(_ message: MCAPMessage, at time: Timestamp, damageCount: Int) -> Gap? {
    let index = Int(message.channel.rawValue)
    guard index < states.count, let before = states[index] else { return nil }
    states[index] = State(next: message.sequence &+ 1, damageCount: damageCount, time: time)
    let isNext = isNumbered ? before.next == message.sequence : before.damageCount == damageCount
    return isNext ? nil : gap(from: before, to: message.sequence)
  }

  /// Counts a message of another program, whose number says nothing.
  mutating func count(_ message: MCAPMessage) {
    let index = Int(message.channel.rawValue)
    if index < states.count { states[index]?.next &+= 1 }
  }

  /// A lower number than the last is not a loss.
  @inline(never)
  private func gap(from before: State, to sequence: UInt32) -> Gap? {
    guard isNumbered else { return Gap(since: before.time) }
    let count = Int(Int32(truncatingIfNeeded: sequence &- before.next))
    return count > 0 ? Gap(count: count, since: before.time) : nil
  }

  /// What is missing at the end of a channel that is known to have so many messages.
  func gapAtEnd(of channel: ChannelID, messageCount: UInt64) -> Gap? {
    let index = Int(channel.rawValue)
    guard isNumbered, index < states.count, let state = states[index], messageCount > state.next,
      let count = Int(exactly: messageCount)
    else { return nil }
    return Gap(count: count - Int(state.next), since: state.time)
  }
}

/// A part of a recording that could not be read.
package struct RecordingLoss: Hashable, Sendable, CustomStringConvertible {
  /// The bytes of the file.
  package var range: Range<UInt64>
  package var reason: String
  /// Messages that were read from the part all the same.
  package var recoveredMessageCount: Int

  package var description: String {
    let saved = recoveredMessageCount == 0 ? "" : ", \(recoveredMessageCount) messages of it saved"
    return "offset \(range.lowerBound): \(range.count) bytes lost\(saved): \(reason)"
  }
}

extension RecordingLoss {
  init(_ loss: MCAPLoss) {
    let record = loss.reason.location.opcode.map { "\($0): " } ?? ""
    let advice =
      switch loss.reason.problem {
      case .tooLarge: "; --limits chunk=N raises the limit"
      case .expandsTooFar: "; --limits expansion=N raises the limit"
      default: ""
      }
    self.init(
      range: loss.range, reason: "\(record)\(loss.reason.problem)\(advice)",
      recoveredMessageCount: loss.recoveredMessageCount)
  }
}
