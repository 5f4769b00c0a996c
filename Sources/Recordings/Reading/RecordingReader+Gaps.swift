import InputEvents
import MCAP

/// What was lost becomes a gap: a SYN_DROPPED, by which the touches of the device break off, and a note that names it.
extension RecordingReader {
  /// Gives what is missing before a message, if anything is.
  /// - Returns: whether something is to be given before the message.
  @inline(__always)
  func findsGap(before message: MCAPMessage, _ route: ChannelRoutes.Route, at time: Timestamp) -> Bool {
    guard let gap = continuity.note(message, at: time, damageCount: container.damageCount) else { return false }
    return report(gap, route, at: time)
  }

  @inline(never)
  private func report(_ gap: ChannelContinuity.Gap, _ route: ChannelRoutes.Route, at time: Timestamp) -> Bool {
    if case .foreign = route { return false }
    if firstGapOffset == nil { firstGapOffset = container.chunkOffset }
    switch (route, gap.count) {
    case (.events(let channel), let count):
      gaps.addFrames(count, from: gap.since, to: time)
      deferred += [.note(RecordingNote.gap(of: channel, frames: count), time), .drop(channel, time)]
    case (.board, let count?):
      gaps.addBoardMessages(count)
      deferred.append(.note(RecordingNote.gap(of: .board, messages: count), time))
    case (.notes, let count?):
      gaps.addNotes(count)
      deferred.append(.note(RecordingNote.gap(of: .notes, messages: count), time))
    case (.sync, let count?):
      gaps.addSyncs(count)
      return false
    case (.foreign, _), (.ignored, _), (_, nil): return false
    }
    return true
  }

  /// Gives what is missing at the end, as far as the summary counts messages.
  func findGapsAtEnd() {
    guard damage != .stop, continuity.isNumbered, container.damageCount > 0 || !container.losses.isEmpty else { return }
    let statistics: MCAPStatistics?
    // A summary that cannot be read has nothing to tell, and the damage is reported where reading meets it.
    do { statistics = try container.readSummary()?.statistics } catch { return }
    let counts = (statistics?.channelMessageCounts ?? [:]).sorted { $0.key.rawValue < $1.key.rawValue }
    for (channel, count) in counts {
      guard let route = routes[channel], let gap = continuity.gapAtEnd(of: channel, messageCount: count) else {
        continue
      }
      _ = report(gap, route, at: gap.since ?? lastTime)
    }
  }

  /// The frame that stands for lost ones: what waits of a frame, and the mark of lost events.
  func giveDrop(of channel: DeviceChannel, at time: Timestamp, into entry: inout RecordingEntry) {
    var frame = joiner.takePart(of: channel)
    frame.events.append(InputEvent(time: time, type: .synchronization, code: .dropped, value: 0))
    frame.events.append(.report(at: time))
    entry = .frame(frame, of: channel)
  }

  /// One line on all damage that was skipped; `nil` if there was none.
  var damageWarning: (kind: String, place: String)? {
    guard damage != .salvage, !losses.isEmpty || !gaps.isEmpty else { return nil }
    let advice = "touchreel salvage FILE -o OUT writes what can be read"
    let lost = gaps.isEmpty && !continuity.isNumbered ? "how much is lost is not known" : "\(gaps)"
    guard let first = losses.first else {
      return ("\(lost); \(advice)", firstGapOffset.map { "before offset \($0)" } ?? "")
    }
    let parts = losses.count == 1 ? "" : " (the first of \(losses.count) damaged parts)"
    return ("\(first.reason)\(parts): \(lost); \(advice)", "offset \(first.range.lowerBound)")
  }
}
