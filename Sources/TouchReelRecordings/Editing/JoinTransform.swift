package import TouchReelByteStreams
package import TouchReelInputEvents

/// Puts recordings one after another. Call `beginPart` before the entries of each.
///
/// Devices of equal description keep one number. A part *continues* the one before where its devices begin in the state
/// in which they ended: the same tracking ids in the same slots, with the same values of every axis, and the same keys.
/// That is what `TimeCut` leaves on both sides of a cut. Then each device goes on as if it had not been cut, its
/// touches too, and the part keeps its own clock; what only repeats what is already known, a start state written as
/// events or the settings of the board, is left out. Anonymous contacts (protocol A), which have no state, go on where
/// the clock does, within a second.
///
/// Otherwise, and if a pause is requested, what is down is lifted at the end of a part, and the next part opens its
/// devices anew. So touches with equal ids in recordings that have nothing to do with each other stay two touches, and
/// no line leads from one to the other.
///
/// What other programs put into a part moves in time as the part does, and has no say in how it follows. What a part
/// repeats of those before it, of files within and metadata, is left out.
package struct Join: EntryTransform {
  private let pause: TimeSpan?
  private let carriesOver: @Sendable (RecordingEntry) -> Bool
  private var devices = JoinedDevices()
  private var part = JoinedPart()
  /// Messages of `/board` so far that a cut repeats.
  private var settings: [[UInt8]] = []
  /// The files of the parts before, and of this one.
  private var earlierFiles: Set<FileIdentity> = []
  private var files: Set<FileIdentity> = []
  private var end: Timestamp?
  /// What was lifted at the end of each part, by the parts' numbers.
  private var liftCounts: [Int: Int] = [:]
  private var partNumber = -1

  /// What the user should know about the joint behind a part.
  ///
  /// - Parameter part: its number, from 0 in the order of ``beginPart(emit:)``.
  package func warnings(ofPart part: Int) -> [String] {
    guard let count = liftCounts[part] else { return [] }
    return ["what was down at the end of a recording was lifted there\(count > 1 ? " (\(count) times)" : "")"]
  }

  /// Between two recordings that have nothing to do with each other, in nanoseconds.
  static let usualPause = TimeSpan(nanoseconds: 1_000_000_000)

  /// - Parameters:
  ///   - pause: the time between the last entry of a part and the first of the next; a part that continues the one
  ///     before begins right after it if it is 0, and opens its devices again if it is longer. `nil` for the parts' own
  ///     clock if a part continues, else a second.
  ///   - carriesOver: whether a cut repeats a message of `/board`.
  package init(
    pause: TimeSpan? = nil, carriesOver: @escaping @Sendable (RecordingEntry) -> Bool = { _ in true }
  ) {
    self.pause = pause
    self.carriesOver = carriesOver
  }

  /// The entries that follow are those of the next recording.
  package mutating func beginPart(emit: Emit) throws(FileError) {
    try finish(emit: emit)
    earlierFiles.formUnion(files)
    partNumber += 1
    part = JoinedPart(after: part, isFirst: devices.isEmpty && end == nil)
    devices.beginPart()
  }

  package mutating func apply(_ entry: RecordingEntry, emit: Emit) throws(FileError) {
    if case .foreignMetadata = entry { return try take(entry, emit: emit) }
    if part.shift == nil {
      guard entry.occurrence != nil else { return try part.wait(entry) }
      try begin(with: entry, emit: emit)
    }
    try take(entry, emit: emit)
  }

  package mutating func finish(emit: Emit) throws(FileError) {
    try release(part.keepRepeated(), emit: emit)
    guard part.shift == nil else { return }
    // A part without any time only describes devices.
    part.shift = .zero
    devices.placeOpenings(in: part.waiting)
    for entry in part.takeWaiting() { try take(entry, emit: emit) }
    try part.held.drain { entry throws(FileError) in try take(entry, emit: emit) }
  }

  // MARK: The joint

  /// Decides how the part follows the one before, by its openings and its first entry that has a time.
  private mutating func begin(with first: RecordingEntry, emit: Emit) throws(FileError) {
    let start = first.occurrence ?? Timestamp(nanoseconds: 0)
    let goesOn = (pause ?? .zero) == .zero && continues(with: first, at: start)
    if !goesOn { devices.forgetTargets() }
    part.shift = shift(to: start, continuing: goesOn)
    part.expectRepeated(goesOn ? settings : [])
    if let end {
      for lift in devices.lifts(at: end) {
        liftCounts[partNumber - 1, default: 0] += 1
        try pass(lift, emit: emit)
      }
    }
    for entry in part.takeWaiting() { try take(entry, emit: emit) }
    try part.held.drain { entry throws(FileError) in try take(entry, emit: emit) }
    for change in devices.changes(at: part.moved(start)) { try pass(change, emit: emit) }
  }

  private mutating func continues(with first: RecordingEntry, at start: Timestamp) -> Bool {
    guard end != nil else { return false }
    devices.placeOpenings(in: part.waiting)
    let hasClock = part.lastEnd.map { start >= $0 && start.since($0) <= Self.usualPause } ?? false
    return devices.continues(with: first, onOneClock: hasClock)
  }

  private func shift(to start: Timestamp, continuing goesOn: Bool) -> TimeSpan {
    guard let end else { return .zero }
    if goesOn, pause == nil, let last = part.lastEnd, start >= last { return part.lastShift }
    return end.advanced(by: pause ?? (goesOn ? .zero : Self.usualPause)).since(start)
  }

  // MARK: The entries of a part

  private mutating func take(_ entry: RecordingEntry, emit: Emit) throws(FileError) {
    var entry = entry
    switch entry {
    case .opening(let opening, let channel):
      guard let opened = devices.open(opening, as: channel) else { return }
      entry = opened
    case .frame(var frame, var channel):
      let time = frame.time.map(part.moved)
      for before in devices.take(&frame, of: &channel, at: time) { try pass(before, emit: emit) }
      if frame.events.isEmpty { return }
      entry = .frame(frame, of: channel)
    case .sync(let frame, let channel):
      let written = devices.channel(ofSync: channel)
      if frame.events.isEmpty { return }
      entry = .sync(frame, of: written)
    case .board:
      entry.renumberChannel(by: devices)
      if part.holdsRepeated(entry) { return }
    case .note: entry.renumberChannel(by: devices)
    case .attachment(let attachment): if isRepeated(FileIdentity(attachment)) { return }
    case .foreignMetadata(let metadata): if isRepeated(FileIdentity(metadata)) { return }
    case .foreignMessage: break
    }
    try release(part.keepRepeated() + [entry], emit: emit)
  }

  private mutating func isRepeated(_ file: FileIdentity) -> Bool {
    files.insert(file)
    return earlierFiles.contains(file)
  }

  /// - Parameter entries: on the channels of what is written, and the part's clock.
  private mutating func release(_ entries: [RecordingEntry], emit: Emit) throws(FileError) {
    for var entry in entries {
      if case .board(let text, _) = entry, carriesOver(entry) { settings.append(text) }
      entry.advance(by: part.shift ?? .zero)
      try pass(entry, emit: emit)
    }
  }

  /// - Parameter entry: on the channels and the clock of what is written.
  private mutating func pass(_ entry: RecordingEntry, emit: Emit) throws(FileError) {
    devices.follow(entry)
    if let time = entry.occurrence {
      end = max(end ?? time, time)
      part.note(time)
    }
    try emit(entry)
  }
}

/// What is known of the current part.
private struct JoinedPart {
  /// The openings that came before the first entry that has a time, and what else did.
  private(set) var waiting: [RecordingEntry] = []
  let held = HeldEntries()
  /// The shift from the part's clock to the one of what is written; `nil` before it is known.
  var shift: TimeSpan?
  /// The part before that has times: its end on its own clock, and its shift.
  let lastEnd: Timestamp?
  let lastShift: TimeSpan
  /// On the clock of what is written.
  private var end: Timestamp?
  /// The settings with which a part begins that was cut out of a recording.
  private var expected: ArraySlice<[UInt8]> = []
  private var repeated: [RecordingEntry] = []

  init() { (lastEnd, lastShift) = (nil, .zero) }

  init(after last: JoinedPart, isFirst: Bool) {
    if let end = last.end, let shift = last.shift {
      lastShift = shift
      lastEnd = end.advanced(by: TimeSpan(nanoseconds: 0 &- shift.nanoseconds))
    } else {
      (lastEnd, lastShift) = (last.lastEnd, last.lastShift)
    }
    if isFirst { self.shift = .zero }
  }

  mutating func wait(_ entry: RecordingEntry) throws(FileError) {
    switch entry {
    case .attachment, .foreignMessage: try held.append(entry)
    case .opening, .frame, .sync, .board, .note, .foreignMetadata: waiting.append(entry)
    }
  }

  mutating func note(_ time: Timestamp) { end = max(end ?? time, time) }

  func moved(_ time: Timestamp) -> Timestamp { time.advanced(by: shift ?? .zero) }

  mutating func takeWaiting() -> [RecordingEntry] {
    defer { waiting = [] }
    return waiting
  }

  mutating func expectRepeated(_ settings: [[UInt8]]) { expected = settings[...] }

  /// Whether a message of `/board` is one of those that are repeated. Once all were, they are forgotten.
  mutating func holdsRepeated(_ entry: RecordingEntry) -> Bool {
    guard case .board(let text, _) = entry, expected.first == text else { return false }
    expected.removeFirst()
    repeated.append(entry)
    if expected.isEmpty { repeated = [] }
    return true
  }

  /// Something else followed: what seemed to be repeated was not.
  mutating func keepRepeated() -> [RecordingEntry] {
    expected = []
    defer { repeated = [] }
    return repeated
  }
}

/// Identifies attachments, which are named after their contents or a file, and metadata.
private struct FileIdentity: Hashable {
  let name: String
  let mediaType: String
  let size: Int
  let digest: Int

  init(_ attachment: RecordingAttachment) {
    name = attachment.name
    mediaType = attachment.mediaType
    size = attachment.bytes.count
    digest = attachment.bytes.hashValue
  }

  init(_ metadata: ForeignMetadata) {
    name = metadata.name
    mediaType = ""
    size = -1
    digest = metadata.values.hashValue
  }
}

extension RecordingEntry {
  /// A message that names a channel without a device still names none.
  fileprivate mutating func renumberChannel(by devices: JoinedDevices) {
    _ = renumberChannel { devices.channel(of: $0) ?? DeviceChannel(rawValue: RecordingLayout.openingLimit) }
  }
}
