import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelMCAP

/// What was lost becomes a gap: a SYN_DROPPED, by which the touches of the device break off, and a note that names it.
extension ReadingState {
  @inline(never)
  mutating func report(_ gap: ChannelContinuity.Gap, _ route: ChannelRoutes.Route, at time: Timestamp) -> Bool {
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
    // A list lies in the chunk of its frames, and is lost with them.
    case (.foreign, _), (.times, _), (.ignored, _), (_, nil): return false
    }
    return true
  }

  /// Gives what is missing at the end, as far as the summary counts messages.
  mutating func findGapsAtEnd() {
    guard damage != .stop, continuity.isNumbered, container.damageCount > 0 || !container.losses.isEmpty else { return }
    guard let statistics = readSummary().statistics else { return }
    countsMessages = true
    for (channel, count) in statistics.channelMessageCounts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      declareIfLost(channel)
      guard let route = routes[channel], let gap = continuity.gapAtEnd(of: channel, messageCount: count) else {
        continue
      }
      if case .foreign = route { gaps.addForeignMessages(gap.count) }
      _ = report(gap, route, at: gap.since ?? lastTime)
    }
  }

  /// Whether all that was lost is in the gaps.
  private var knowsLosses: Bool { continuity.isNumbered && (container.damageCount == 0 || countsMessages) }

  private var lost: String {
    if knowsLosses { return "\(gaps)" }
    if gaps.isEmpty { return "how much is lost is not known" }
    return continuity.isNumbered ? "at least \(gaps)" : "\(gaps)"
  }

  /// The frame in place of lost ones: the held part of a frame, and SYN_DROPPED.
  mutating func giveDrop(of channel: DeviceChannel, at time: Timestamp, into entry: inout RecordingEntry) {
    var frame = joiner.takePart(of: channel)
    marks.frames += frame.events.isEmpty ? 1 : 0
    marks.events += 2
    frame.events.append(InputEvent(time: time, type: .synchronization, code: .dropped, value: 0))
    frame.events.append(.report(at: time))
    entry = .frame(frame, of: channel)
  }

  /// - Throws: the first damage of a file of which nothing was read, unless it is known that it held nothing.
  mutating func refuseIfLost() throws(FileError) {
    guard !hasGivenContent, damage != .stop else { return }
    if let loss = container.losses.first, !knowsLosses || !gaps.isEmpty {
      throw FileError(.format(loss.reason), file: name)
    }
    guard case .truncated(let offset)? = container.ending else { return }
    throw FileError(
      file: name, location: .offset(offset),
      message: "the file is truncated inside a record, and nothing comes before it")
  }

  /// One line on all damage that was skipped; `nil` if there was none.
  var damageWarning: (kind: String, location: String)? {
    guard damage != .salvage, !losses.isEmpty || !gaps.isEmpty else { return nil }
    let advice = "touchreel salvage FILE -o OUT writes what can be read"
    guard let first = losses.first else {
      return ("\(lost); \(advice)", firstGapOffset.map { "before offset \($0)" } ?? "")
    }
    let parts = losses.count == 1 ? "" : " (the first of \(losses.count) damaged parts)"
    return ("\(first.reason)\(parts): \(lost); \(advice)", "offset \(first.range.lowerBound)")
  }
}
