import TouchReelInputEvents

/// The devices of recordings that are put one after another: which of a part's openings go on where the part before
/// left them.
struct JoinedDevices {
  /// What becomes of an opening of the part.
  private enum Target {
    case at(DeviceChannel)
    /// Its state at the start is known, if at all, from its first frame.
    case undecided(DeviceChannel, DeviceOpening)
  }

  private var known: [(device: DeviceDescription, number: Int)] = []
  /// The states of everything written.
  private var states = OpeningStates()
  /// The numbers of the part's devices, by the ones that the part gave them.
  private var numbers: [Int: Int] = [:]
  private var targets: [DeviceChannel: Target] = [:]
  /// Openings that go on and have not sent a frame.
  private var silent: Set<DeviceChannel> = []
  /// What differs at the joint, by the channels that are written.
  private var differences: [(channel: DeviceChannel, state: DeviceState)] = []

  var isEmpty: Bool { states.openings.isEmpty }

  mutating func beginPart() {
    numbers = [:]
    forgetTargets()
  }

  /// The part begins anew: its openings are new ones.
  mutating func forgetTargets() {
    targets = [:]
    silent = []
    differences = []
  }

  /// - Parameter entry: as it is written.
  @inline(__always)
  mutating func follow(_ entry: RecordingEntry) { states.apply(entry) }

  func channel(of channel: DeviceChannel) -> DeviceChannel? {
    switch targets[channel] {
    case .at(let index), .undecided(let index, _): index
    case nil: nil
    }
  }

  // MARK: The joint

  /// Finds the opening of the part before that each of these may continue. A recording that was cut has all openings of
  /// a device up to the cut on both sides of it; other formats have only the last.
  ///
  /// - Parameter entries: those that come before the part's first entry that has a time.
  mutating func placeOpenings(in entries: [RecordingEntry]) {
    var byNumber: [Int: [(opening: DeviceOpening, channel: DeviceChannel)]] = [:]
    for case .opening(let opening, let channel) in entries {
      byNumber[number(of: opening), default: []].append((opening, channel))
    }
    for (number, openings) in byNumber {
      let before = states.openings.filter { $0.number == number }
      guard !before.isEmpty, openings.count == before.count || openings.count == 1 else { continue }
      for (begun, ended) in zip(openings, before.suffix(openings.count)) {
        targets[begun.channel] = .undecided(ended.channel, begun.opening)
        silent.insert(begun.channel)
      }
    }
  }

  /// Whether the part begins in the state in which the one before ended.
  ///
  /// - Parameters:
  ///   - first: its first entry that has a time.
  ///   - isOnOneClock: whether that is what the clock of the part before would have shown.
  mutating func continues(with first: RecordingEntry, onOneClock isOnOneClock: Bool) -> Bool {
    var isProven = isOnOneClock && !targets.isEmpty
    for (channel, target) in targets.sorted(by: { $0.key < $1.key }) {
      guard case .undecided(let before, let opening) = target, let ended = states[before] else { continue }
      if ended.hasAnonymousContacts && !isOnOneClock { return false }
      let begun = DeviceState(opening.description)
      if ended.isSame(as: begun) {
        targets[channel] = .at(before)
        isProven = isProven || !ended.isBlank
      } else if ended.holdsTheSame(as: begun) {
        targets[channel] = .at(before)
        differences.append((before, begun))
        isProven = true
      } else if !begun.isBlank {
        return false
      } else if case .frame(let frame, channel) = first {
        guard Restatement(ended, after: begun, in: frame) != nil else { return false }
        isProven = true
      }
    }
    return isProven
  }

  /// What lifts everything that does not go on.
  func lifts(at time: Timestamp) -> [RecordingEntry] {
    let going = Set(targets.keys.compactMap(channel))
    return states.openings.compactMap { opening in
      guard opening.state.isHolding, !going.contains(opening.channel) else { return nil }
      return opening.state.releaseFrame(at: time).map { .frame($0, of: opening.channel) }
    }
  }

  /// What brings devices that go on into the state with which the part begins.
  func changes(at time: Timestamp) -> [RecordingEntry] {
    differences.compactMap { channel, begun in
      guard let events = states[channel].map({ begun.events(after: $0, at: time) }), !events.isEmpty else { return nil }
      return .frame(Frame(events: events + [.report(at: time)]), of: channel)
    }
  }

  // MARK: The entries of a part

  /// - Returns: the opening as it is written; `nil` where the device goes on.
  mutating func open(_ opening: DeviceOpening, as channel: DeviceChannel) -> RecordingEntry? {
    targets[channel] == nil ? opened(opening, as: channel) : nil
  }

  private mutating func opened(_ opening: DeviceOpening, as channel: DeviceChannel) -> RecordingEntry {
    let written = DeviceChannel(rawValue: states.openings.count)
    targets[channel] = .at(written)
    return .opening(DeviceOpening(number: number(of: opening), description: opening.description), as: written)
  }

  /// The channel that is written of a synced state.
  mutating func channel(ofSync channel: DeviceChannel) -> DeviceChannel {
    switch targets[channel] {
    case nil: return Self.unknown
    case .at(let written):
      silent.remove(channel)
      return written
    case .undecided(let written, _):
      targets[channel] = .at(written)
      return written
    }
  }

  /// Puts a frame on the channel that is written, without what only repeats what the part before said.
  ///
  /// - Parameter time: on the clock of what is written.
  /// - Returns: what comes before it.
  mutating func take(_ frame: inout Frame, of channel: inout DeviceChannel, at time: Timestamp?) -> [RecordingEntry] {
    switch targets[channel] {
    case nil: channel = Self.unknown
    case .at(let written):
      if !silent.isEmpty { dropRepeatedLoss(in: &frame, of: channel, writtenTo: written) }
      channel = written
    case .undecided(let written, let opening):
      guard let ended = states[written] else {
        targets[channel] = .at(written)
        channel = written
        return []
      }
      guard let restatement = Restatement(ended, after: DeviceState(opening.description), in: frame) else {
        return reopen(&channel, by: opening, after: ended, of: written, at: time)
      }
      targets[channel] = .at(written)
      frame.events.removeFirst(restatement.count)
      if !frame.events.isEmpty { silent.remove(channel) }
      channel = written
    }
    return []
  }

  /// No device has it.
  private static let unknown = DeviceChannel(rawValue: RecordingLayout.openingLimit)

  /// The device begins in another state than the one in which the part before ended.
  private mutating func reopen(
    _ channel: inout DeviceChannel, by opening: DeviceOpening, after ended: DeviceState, of written: DeviceChannel,
    at time: Timestamp?
  ) -> [RecordingEntry] {
    silent.remove(channel)
    let release = ended.isHolding ? time.flatMap(ended.releaseFrame) : nil
    let lift = release.map { RecordingEntry.frame($0, of: written) }
    let opened = opened(opening, as: channel)
    channel = self.channel(of: channel) ?? Self.unknown
    return [lift, opened].compactMap { $0 }
  }

  /// A cut repeats once that events were lost, before all else of a device.
  private mutating func dropRepeatedLoss(
    in frame: inout Frame, of channel: DeviceChannel, writtenTo written: DeviceChannel
  ) {
    guard silent.contains(channel) else { return }
    silent.remove(channel)
    if frame.isBareDrop, states[written]?.isUncertain == true { frame.events = [] }
  }

  /// Two devices of one part never share a number, but openings of one device do.
  private mutating func number(of opening: DeviceOpening) -> Int {
    if let number = numbers[opening.number] { return number }
    let facts = opening.description.withoutState
    let match = known.first { $0.device.isOfOneDevice(with: facts) && !numbers.values.contains($0.number) }
    let number = match?.number ?? known.count
    if match == nil { known.append((facts, number)) }
    numbers[opening.number] = number
    return number
  }
}

/// A state with which a frame begins, as in formats without a start state.
private struct Restatement {
  /// Events that only repeat the state; all of a frame that does nothing else.
  let count: Int

  /// `nil` if the frame does not begin with the whole state, or the state is that of a device that never did
  /// anything.
  ///
  /// - Parameter told: what the part's description tells: of a state that events repeat, lights and switches at most.
  init?(_ state: DeviceState, after told: DeviceState, in frame: Frame) {
    guard let time = frame.events.first?.time else { return nil }
    // Before a loss of events the state has a frame of its own, without what may be gone.
    let rest = state.withoutContacts
    let whole = rest.events(after: told, at: time) + rest.takingBackForLoss(at: time) + [.report(at: time)]
    if whole.count > 1, frame.events.count == whole.count, frame.events.begin(with: whole) {
      count = whole.count
      return
    }
    let events = state.withoutReleased(by: frame.events, selected: 0).events(after: told, at: time)
    guard !events.isEmpty, frame.events.count > events.count, frame.events.begin(with: events) else { return nil }
    count = events.count
  }
}

extension [InputEvent] {
  /// Whether it begins with these, at whatever time.
  fileprivate func begin(with others: [InputEvent]) -> Bool {
    count >= others.count
      && zip(self, others).allSatisfy { $0.type == $1.type && $0.code == $1.code && $0.value == $1.value }
  }
}

extension DeviceDescription {
  /// Whether these describe one device. What was inferred from the events of a part says nothing of the events of
  /// another, except for the protocol, which a device does not change.
  fileprivate func isOfOneDevice(with other: DeviceDescription) -> Bool {
    guard isComplete == other.isComplete else { return false }
    guard !isComplete else { return withoutNode == other.withoutNode }
    guard Set([contactProtocol, other.contactProtocol]) != [.anonymous, .slots] else { return false }
    return name == other.name && phys == other.phys && uniq == other.uniq && identity == other.identity
      && node == other.node
  }

  private var withoutNode: DeviceDescription {
    var facts = self
    facts.node = nil
    return facts
  }
}
