public import InputEvents

/// Keeps a span of time. What was down where it begins is the start state of the devices, so nothing has to begin or to be lifted.
///
/// The span begins with the first frame at or after `start`, in file order; what comes later in the file is in it up to `end`.
public struct TimeCut: EntryTransform {
  private let start: Timestamp?
  private let end: Timestamp?
  private let carriesOver: @Sendable (RecordingEntry) -> Bool
  private var openings: [Standing] = []
  private var carried: [RecordingEntry] = []
  private var hasStarted = false

  private struct Standing {
    let channel: DeviceChannel
    let number: Int
    var state: StateAccumulator
  }

  /// - Parameters:
  ///   - start: the earliest time that is kept; the recording's own start if there is none.
  ///   - end: the latest time that is kept.
  ///   - carriesOver: whether a message of `/board` from before the start still counts after it, as settings do. It then
  ///     takes the time of the cut.
  public init(
    from start: Timestamp? = nil, through end: Timestamp? = nil,
    carriesOver: @escaping @Sendable (RecordingEntry) -> Bool = { _ in true }
  ) {
    self.start = start
    self.end = end
    self.carriesOver = carriesOver
  }

  public mutating func apply(_ entry: RecordingEntry, emit: Emit) throws(RecordingError) {
    if hasStarted { return try keep(entry, emit: emit) }
    switch entry.kind {
    case .opening: return stand(entry)
    case .attachment: return carried.append(entry)
    case .frame, .sync, .board, .note: break
    }
    if let time = entry.occurrence, isBeforeStart(time) { return note(entry) }
    try begin(at: entry.occurrence, emit: emit)
    try keep(entry, emit: emit)
  }

  public mutating func finish(emit: Emit) throws(RecordingError) {
    if !hasStarted { try begin(at: start, emit: emit) }
  }

  private func isBeforeStart(_ time: Timestamp) -> Bool { start.map { time < $0 } ?? false }

  private func keep(_ entry: RecordingEntry, emit: Emit) throws(RecordingError) {
    if let end, let time = entry.occurrence, time > end { return }
    try emit(entry)
  }

  /// An opening takes the place of an earlier one of the same device, whose contacts are gone with it.
  private mutating func stand(_ entry: RecordingEntry) {
    for index in openings.indices where openings[index].number == entry.opening.number {
      var gone = openings[index].state.description
      gone.slots = []
      gone.active = [:]
      openings[index].state = StateAccumulator(gone)
    }
    openings.append(
      Standing(
        channel: entry.channel, number: entry.opening.number, state: StateAccumulator(entry.opening.description)))
  }

  private mutating func note(_ entry: RecordingEntry) {
    let index = openings.lastIndex { $0.channel == entry.channel }
    switch entry.kind {
    case .frame: if let index { openings[index].state.apply(entry.frame) }
    case .sync: if let index { openings[index].state.applySync(entry.frame) }
    case .board: if carriesOver(entry) { carried.append(entry) }
    case .opening, .note, .attachment: return
    }
  }

  private mutating func begin(at time: Timestamp?, emit: Emit) throws(RecordingError) {
    hasStarted = true
    for opening in openings {
      var entry = RecordingEntry()
      entry.kind = .opening
      entry.channel = opening.channel
      entry.opening = DeviceOpening(number: opening.number, description: opening.state.description)
      try emit(entry)
    }
    for var entry in carried {
      if let start, entry.kind == .board { entry.time = max(entry.time, time ?? start) }
      try emit(entry)
    }
    openings = []
    carried = []
  }
}

extension RecordingEntry {
  /// When it happened; nothing for an opening, an attachment and an empty frame.
  public var occurrence: Timestamp? {
    switch kind {
    case .frame, .sync: frame.time
    case .board, .note: time
    case .opening, .attachment: nil
    }
  }
}
