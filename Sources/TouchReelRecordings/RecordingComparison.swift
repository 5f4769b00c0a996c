package import TouchReelByteStreams
package import TouchReelInputEvents

/// Finds the first difference of two recordings in what a replay heeds: devices, frames, messages of `/board`,
/// removals, files within.
///
/// Each device's frames are compared with those of the device that was opened at the same position in the other
/// recording, so that files may interleave devices in their own ways: ``isReordered`` says whether they do. Entries
/// that one file has before the other wait in memory.
package struct RecordingComparison {
  package enum Times: Hashable, Sendable {
    /// To the nanosecond.
    case exact
    /// Counted from each recording's first event: for formats that move the start.
    case fromFirstEvent
    case ignored
  }

  package enum Devices: Hashable, Sendable {
    case compared
    /// Descriptions are not compared, as of formats that have none.
    case ignored
  }

  /// Which removals of devices count.
  package enum Removals: Hashable, Sendable {
    /// Those of a device that is touched or has a key down: they cancel something. A virtual device, such as one that a
    /// recording was injected into, always goes away at the end.
    case ofHeldDevices
    case all
  }

  /// Whether the two have the same entries in another order, by which touches and pictures may differ. Of use after
  /// ``difference(between:and:)`` returned `nil`.
  package private(set) var isReordered = false

  /// What was noticed in reading each, as far as it was read.
  package private(set) var warnings: (left: [String], right: [String]) = ([], [])

  /// What the first recording's devices are called.
  package var deviceNumbers: DeviceNumbers { sides[0].deviceNumbers }

  private let times: Times
  private let tolerance: TimeSpan
  private let devices: Devices
  private let removals: Removals
  private var streams: [Stream: Queue] = [:]
  private var sides = [Side(), Side()]

  /// What is compared with what.
  private enum Stream: Hashable {
    case opening(DeviceChannel)
    case frames(DeviceChannel)
    case syncs(DeviceChannel)
    case board
    case removals
    case attachments
  }

  /// The entries of the side that is ahead.
  private struct Queue {
    var waiting: [RecordingEntry] = []
    var next = 0
    var ahead = 0
    /// Pairs that were compared.
    var count = 0

    var waitingCount: Int { waiting.count - next }
  }

  private struct Side {
    var openingCount = 0
    var deviceNumbers = DeviceNumbers()
    var firstTime: Timestamp?
    var isAtEnd = false
    /// The channel of each device's first opening, by its number in the file, which need not be the other file's.
    var firstChannels: [Int: DeviceChannel] = [:]
    /// What each device holds; followed only where that decides which removals count.
    var states: [DeviceChannel: DeviceState] = [:]
  }

  /// - Parameters:
  ///   - times: how times are compared.
  ///   - tolerance: how far two times may be apart and count as the same; not negative.
  ///   - devices: whether descriptions are compared.
  ///   - removals: which of them are compared.
  package init(
    times: Times = .exact, tolerance: TimeSpan = .zero, devices: Devices = .compared,
    removals: Removals = .ofHeldDevices
  ) {
    self.times = times
    self.tolerance = tolerance
    self.devices = devices
    self.removals = removals
  }

  /// Reads both, as far as the first difference.
  /// - Returns: `nil` if there is none.
  package mutating func difference(
    between left: some RecordingSource, and right: some RecordingSource
  ) throws(FileError) -> RecordingDifference? {
    var left = left
    var right = right
    var entry = RecordingEntry()
    defer { warnings = (left.warnings.lines, right.warnings.lines) }
    while !sides[0].isAtEnd || !sides[1].isAtEnd {
      if let found = try take(from: &left, of: 0, by: &entry) { return found }
      if let found = try take(from: &right, of: 1, by: &entry) { return found }
      isReordered = isReordered || streams.values.contains { $0.waitingCount > 0 && $0.waiting[$0.next].isPlayed }
    }
    return remainder()
  }

  /// Takes the side's next entry that counts.
  private mutating func take(
    from source: inout some RecordingSource, of side: Int, by entry: inout RecordingEntry
  ) throws(FileError) -> RecordingDifference? {
    while !sides[side].isAtEnd {
      guard try source.next(into: &entry) else {
        sides[side].isAtEnd = true
        return nil
      }
      guard let stream = stream(of: entry, from: side) else { continue }
      note(entry, of: side)
      let found = pair(entry, in: stream, from: side)
      if found != nil || entry.isPlayed { return found }
    }
    return nil
  }

  private func stream(of entry: RecordingEntry, from side: Int) -> Stream? {
    switch entry {
    case .opening(_, let channel): .opening(channel)
    case .frame(_, let channel): .frames(channel)
    case .sync(_, let channel): .syncs(channel)
    case .board: .board
    case .note(let text, _): RecordingNote.removedChannel(in: text).flatMap { counts($0, from: side) ? .removals : nil }
    case .attachment: .attachments
    case .foreignMessage, .foreignMetadata: nil
    }
  }

  /// Whether the removal of a device is compared.
  private func counts(_ channel: DeviceChannel, from side: Int) -> Bool {
    removals == .all || sides[side].states[channel]?.isHolding == true
  }

  private mutating func note(_ entry: RecordingEntry, of side: Int) {
    switch entry {
    case .frame(let frame, let channel):
      if sides[side].firstTime == nil { sides[side].firstTime = frame.events.first?.time }
      sides[side].states[channel]?.apply(frame)
    case .sync(let frame, let channel): sides[side].states[channel]?.applySync(frame)
    case .opening(let opening, let channel):
      if removals == .ofHeldDevices { sides[side].states[channel] = DeviceState(opening.description) }
      sides[side].openingCount += 1
      sides[side].deviceNumbers.open(opening, as: channel)
      if sides[side].firstChannels[opening.number] == nil { sides[side].firstChannels[opening.number] = channel }
    case .board, .note, .attachment, .foreignMessage, .foreignMetadata: return
    }
  }

  private mutating func pair(
    _ entry: RecordingEntry, in stream: Stream, from side: Int
  ) -> RecordingDifference? {
    var queue = streams[stream, default: Queue()]
    streams[stream] = nil
    defer { streams[stream] = queue }
    guard queue.waitingCount > 0, queue.ahead != side else {
      queue.ahead = side
      queue.waiting.append(entry)
      return nil
    }
    let other = queue.waiting[queue.next]
    queue.next += 1
    if queue.next == queue.waiting.count {
      queue.waiting.removeAll(keepingCapacity: true)
      queue.next = 0
    }
    queue.count += 1
    return side == 0
      ? difference(entry, other, number: queue.count - 1) : difference(other, entry, number: queue.count - 1)
  }

  private func difference(
    _ left: RecordingEntry, _ right: RecordingEntry, number: Int
  ) -> RecordingDifference? {
    switch (left, right) {
    case (.opening(let one, let device), .opening(let other, _)): return difference(one, other, of: device)
    case (.frame(let one, let device), .frame(let other, _)):
      guard let index = firstDifference(one, other) else { return nil }
      return .event(
        device: device, frame: number, index: index, one.events.element(at: index), other.events.element(at: index))
    case (.sync(let one, let device), .sync(let other, _)):
      return firstDifference(one, other) == nil ? nil : .sync(device: device, number)
    case (.board(let one, let time), .board(let other, let otherTime)):
      return one == other && same(time, otherTime) ? nil : .board(number)
    case (.note(let one, let time), .note(let other, let otherTime)):
      let channels = [one, other].map { RecordingNote.removedChannel(in: $0) }
      return channels[0] == channels[1] && same(time, otherTime) ? nil : .removal(number)
    case (.attachment(let one), .attachment(let other)): return one.isSameFile(as: other) ? nil : .attachment(number)
    // A stream has entries of one kind.
    default: return nil
    }
  }

  private func difference(
    _ left: DeviceOpening, _ right: DeviceOpening, of device: DeviceChannel
  ) -> RecordingDifference? {
    let (first, second) = (sides[0].firstChannels[left.number], sides[1].firstChannels[right.number])
    if first != second {
      return .device(device, DeviceDifference("identity", text(left, first == device), text(right, second == device)))
    }
    guard devices == .compared else { return nil }
    return DeviceDifference(between: left.description, and: right.description).map { .device(device, $0) }
  }

  private func text(_ opening: DeviceOpening, _ isFirst: Bool) -> String {
    isFirst ? "a device of its own" : "device \(opening.number) again"
  }

  private func firstDifference(_ left: Frame, _ right: Frame) -> Int? {
    let shorter = min(left.events.count, right.events.count)
    for index in 0..<shorter {
      let (first, second) = (left.events[index], right.events[index])
      let isSame = first.type == second.type && first.code == second.code && first.value == second.value
      guard isSame, same(first.time, second.time) else { return index }
    }
    return left.events.count == right.events.count ? nil : shorter
  }

  private func same(_ left: Timestamp, _ right: Timestamp) -> Bool {
    switch times {
    case .exact: isWithinTolerance(left.since(right))
    case .ignored: true
    case .fromFirstEvent:
      isWithinTolerance(
        Timestamp(nanoseconds: left.since(sides[0].firstTime ?? left).nanoseconds)
          .since(Timestamp(nanoseconds: right.since(sides[1].firstTime ?? right).nanoseconds)))
    }
  }

  private func isWithinTolerance(_ span: TimeSpan) -> Bool {
    span.nanoseconds.magnitude <= tolerance.nanoseconds.magnitude
  }

  /// What one side has more than the other.
  private func remainder() -> RecordingDifference? {
    guard sides[0].openingCount == sides[1].openingCount else {
      return .openings(sides[0].openingCount, sides[1].openingCount)
    }
    let left = streams.filter { $0.value.waitingCount > 0 }.map { difference(of: $0.value, in: $0.key) }
    return left.min { $0.order < $1.order }
  }

  private func difference(of queue: Queue, in stream: Stream) -> RecordingDifference {
    let longer = queue.count + queue.waitingCount
    switch stream {
    case .opening: return .openings(sides[0].openingCount, sides[1].openingCount)
    case .frames(let device):
      return queue.ahead == 0
        ? .frames(device: device, longer, queue.count) : .frames(device: device, queue.count, longer)
    case .syncs(let device): return .sync(device: device, queue.count)
    case .board: return .board(queue.count)
    case .removals: return .removal(queue.count)
    case .attachments: return .attachment(queue.count)
    }
  }
}

extension RecordingDifference {
  /// Frames before syncs before the board, so that the same two files give the same answer.
  fileprivate var order: Int {
    switch self {
    case .openings, .device: -1
    case .event(let device, _, _, _, _), .frames(let device, _, _): device.rawValue
    case .sync(let device, _): RecordingLayout.openingLimit + device.rawValue
    case .board: .max - 2
    case .removal: .max - 1
    case .attachment: .max
    }
  }
}

extension RecordingEntry {
  /// Whether its order among the others can matter to a replay. Files within may lie anywhere.
  fileprivate var isPlayed: Bool {
    if case .attachment = self { false } else { true }
  }
}

extension RecordingAttachment {
  fileprivate func isSameFile(as other: RecordingAttachment) -> Bool {
    name == other.name && mediaType == other.mediaType && bytes == other.bytes
  }
}

extension [InputEvent] {
  fileprivate func element(at index: Int) -> InputEvent? { indices.contains(index) ? self[index] : nil }
}

/// Where two recordings first differ.
package enum RecordingDifference: Hashable, Sendable {
  /// The numbers of openings of devices.
  case openings(Int, Int)
  /// The devices' descriptions.
  case device(DeviceChannel, DeviceDifference)
  /// The events at an index, as each has them; `nil` if a frame has ended.
  case event(device: DeviceChannel, frame: Int, index: Int, InputEvent?, InputEvent?)
  /// One recording has frames of the device that the other lacks: the first's number of frames, and the second's.
  case frames(device: DeviceChannel, Int, Int)
  /// Synced states, by their number.
  case sync(device: DeviceChannel, Int)
  /// Messages of `/board`, by their number.
  case board(Int)
  /// The removals of devices that `/notes` holds, by their number.
  case removal(Int)
  /// The files within, by their number.
  case attachment(Int)
}

extension RecordingDifference: CustomStringConvertible {
  package var description: String { text(DeviceNumbers()) }

  /// The difference in words.
  ///
  /// - Parameter numbers: of the first recording's devices.
  package func text(_ numbers: DeviceNumbers) -> String {
    switch self {
    case .openings(let left, let right): "\(left) \(left == 1 ? "device" : "devices") opened, not \(right)"
    case .device(let device, let difference): "device \(numbers[device]): \(difference.words)"
    case .event(let device, let frame, let index, let left, let right):
      "device \(numbers[device]), frame \(frame), event \(index): \(words(of: left)), not \(words(of: right))"
    case .frames(let device, let left, let right):
      "device \(numbers[device]): \(left) \(left == 1 ? "frame" : "frames"), not \(right)"
    case .sync(let device, let number): "device \(numbers[device]): synced state \(number) differs"
    case .board(let number): "message \(number) of /board differs"
    case .removal(let number): "removal \(number) of a device differs"
    case .attachment(let number): "attachment \(number) differs"
    }
  }

  private func words(of event: InputEvent?) -> String {
    guard let event else { return "nothing" }
    let type = EventNames.name(of: event.type) ?? "type \(event.type.rawValue)"
    let code = EventNames.name(of: event.code, in: event.type) ?? "code \(event.code.rawValue)"
    return "\(type) \(code) \(event.value) at \(event.time.microseconds) µs"
  }
}
