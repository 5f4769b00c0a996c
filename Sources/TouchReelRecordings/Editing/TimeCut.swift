package import TouchReelByteStreams
package import TouchReelInputEvents

/// Keeps a span of time. What was down where it begins is the start state of the devices, so nothing has to begin or to
/// be lifted.
///
/// What lies within it goes by the recording's time (``ReachedTime``), and its end is excluded. So a recording that is
/// cut at one time falls into two parts that have every entry once between them, whatever its clock does. Messages of
/// other programs, which need not be in order among ours, go by their own times; all metadata and attachments of others
/// are kept.
package struct TimeCut: EntryTransform {
  private let span: RecordingSpan
  private var reached = ReachedTime()
  private let carriesOver: @Sendable (RecordingEntry) -> Bool
  private var before = OpeningStates()
  private var carried: [RecordingEntry] = []
  private var phase = Phase.before

  private enum Phase { case before, within, after }

  /// - Parameters:
  ///   - start: the earliest time that is kept; the recording's own start if there is none.
  ///   - end: what happened at this time or later is left out; nothing is if there is none.
  ///   - carriesOver: whether a message of `/board` from before the start still counts after it, as settings do. It
  ///     then takes the time of the cut.
  package init(
    from start: Timestamp? = nil, before end: Timestamp? = nil,
    carriesOver: @escaping @Sendable (RecordingEntry) -> Bool = { _ in true }
  ) {
    span = RecordingSpan(from: start, to: end.map(RecordingSpan.End.before) ?? .file)
    self.carriesOver = carriesOver
  }

  package mutating func apply(_ entry: RecordingEntry, emit: Emit) throws(FileError) {
    guard goesByOrder(entry) else {
      if keeps(entry) { try emit(entry) }
      return
    }
    if phase == .after { return }
    let hasTime = entry.occurrence != nil
    reached.advance(to: entry.occurrence)
    if hasTime, let time = reached.latest, !span.isBeforeEnd(time) {
      if phase == .before { try begin(at: nil, emit: emit) }
      phase = .after
    } else if phase == .within {
      try emit(entry)
    } else if hasTime, let time = reached.latest, span.isAfterStart(time) {
      try begin(at: entry, emit: emit)
      try emit(entry)
    } else {
      note(entry)
    }
  }

  package mutating func finish(emit: Emit) throws(FileError) {
    if phase == .before { try begin(at: nil, emit: emit) }
  }

  private mutating func note(_ entry: RecordingEntry) {
    before.apply(entry)
    if case .board = entry, carriesOver(entry) { carried.append(entry) }
  }

  /// Whether it is kept or left out by its order in the file.
  private func goesByOrder(_ entry: RecordingEntry) -> Bool {
    switch entry {
    case .opening, .frame, .sync, .board, .note: true
    case .attachment, .foreignMessage, .foreignMetadata: false
    }
  }

  /// An image of the board is cited by what comes after it.
  private func keeps(_ entry: RecordingEntry) -> Bool {
    switch entry {
    case .foreignMessage(let message): span.contains(message.time)
    case .attachment(let attachment): attachment.isForeign || phase != .after
    default: true
    }
  }

  /// - Parameter first: what the span begins with; `nil` where nothing lies within it.
  private mutating func begin(at first: RecordingEntry?, emit: Emit) throws(FileError) {
    phase = .within
    for opening in before.openings {
      let description = opening.state.description
      try emit(.opening(DeviceOpening(number: opening.number, description: description), as: opening.channel))
    }
    for case .board(let text, let time) in carried {
      try emit(.board(text, at: span.start.map { max(time, first?.occurrence ?? $0) } ?? time))
    }
    if let time = first?.firstOccurrence { try repeatLosses(at: time, emit: emit) }
    before = OpeningStates()
    carried = []
  }

  /// If events were lost and the state was not read since, what was down may be gone: the loss is repeated.
  private func repeatLosses(at time: Timestamp, emit: Emit) throws(FileError) {
    for opening in before.openings where opening.state.isUncertain {
      try emit(.frame(.drop(at: time), of: opening.channel))
    }
  }
}

extension Frame {
  /// A loss of events, and nothing else.
  static func drop(at time: Timestamp) -> Frame {
    Frame(events: [
      InputEvent(time: time, type: .synchronization, code: .dropped, value: 0), .report(at: time),
    ])
  }

  var isBareDrop: Bool { events.count == 2 && events[0].isDropped && events[1].isReport }
}

extension RecordingEntry {
  /// When it began: the events of a frame may lie some time apart.
  var firstOccurrence: Timestamp? {
    if case .frame(let frame, _) = self { frame.events.first?.time } else { occurrence }
  }
}

/// The state of every opening of a device, after the entries of a recording so far.
struct OpeningStates {
  struct Opening {
    let channel: DeviceChannel
    /// That of the device.
    let number: Int
    var state: DeviceState
  }

  /// The openings in the order of their channels.
  private(set) var openings: [Opening] = []
  /// The last opening of each device, by its number.
  private var last: [Int: Int] = [:]

  subscript(channel: DeviceChannel) -> DeviceState? { index(of: channel).map { openings[$0].state } }

  mutating func apply(_ entry: RecordingEntry) {
    switch entry {
    case .opening(let opening, let channel): open(opening, as: channel)
    case .frame(let frame, let channel): if let index = index(of: channel) { openings[index].state.apply(frame) }
    case .sync(let frame, let channel): if let index = index(of: channel) { openings[index].state.applySync(frame) }
    case .note(let text, _): remove(RecordingNote.removedChannel(in: text))
    case .board, .attachment, .foreignMessage, .foreignMetadata: return
    }
  }

  /// An opening takes the place of an earlier one of the same device, whose contacts are gone with it.
  private mutating func open(_ opening: DeviceOpening, as channel: DeviceChannel) {
    let earlier = last.updateValue(openings.count, forKey: opening.number)
    if let earlier { openings[earlier].state.release() }
    openings.append(
      Opening(channel: channel, number: opening.number, state: DeviceState(opening.description)))
  }

  private mutating func remove(_ channel: DeviceChannel?) {
    guard let channel, let index = index(of: channel) else { return }
    openings[index].state.release()
  }

  @inline(__always)
  private func index(of channel: DeviceChannel) -> Int? {
    let index = channel.rawValue
    if openings.indices.contains(index), openings[index].channel == channel { return index }
    return openings.lastIndex { $0.channel == channel }
  }
}
