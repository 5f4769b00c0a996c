import InputEvents
import MCAP

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
