import TouchReelInputEvents
import TouchReelMCAP

/// Writes the times of a device's events into one list for all of its messages in a chunk, where events of one message
/// differ in time.
///
/// A list has an entry for each message of the device that follows it, in their order: LEB128 numbers without padding.
/// The first is 0 where all events have the message's time, and otherwise twice the number of events, plus 1 if the
/// entry counts nanoseconds instead of microseconds. So many numbers less one follow: how much later each event is than
/// the one before, as zigzag. The last event has the message's time.
struct EventTimesBuilder {
  private(set) var bytes: [UInt8] = []
  /// Messages without times of their own since the last entry.
  private var skipped = 0

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    skipped = 0
  }

  /// Notes a message whose events all have its time. Behind the last entry that takes no bytes.
  mutating func skip() { skipped += 1 }

  /// - Parameter events: not empty; times before zero count as zero, as those of messages do.
  /// - Returns: how many bytes longer the list is.
  mutating func append(_ events: [InputEvent]) -> Int {
    let before = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: skipped))
    skipped = 0
    let unit: Int64 = events.allSatisfy { $0.time.nanoseconds.isMultiple(of: 1000) } ? 1000 : 1
    append(UInt64(events.count) << 1 | (unit == 1 ? 1 : 0))
    var last = max(events[0].time.nanoseconds, 0)
    for event in events.dropFirst() {
      let time = max(event.time.nanoseconds, 0)
      append(zigzag: (time - last) / unit)
      last = time
    }
    return bytes.count - before
  }

  private mutating func append(zigzag number: Int64) { append(UInt64(bitPattern: number << 1 ^ number >> 63)) }

  private mutating func append(_ number: UInt64) {
    var rest = number
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

/// A list that `EventTimesBuilder` or another writer made, read along with the messages that it is of.
///
/// The list and the first of these messages have the same publish time, and the messages are numbered one after the
/// other. So nothing is taken for an event's time after another program has left out or renumbered messages.
struct EventTimesList {
  enum Outcome {
    case taken
    /// The list has nothing for this message, nor for the ones after it.
    case ended
    case unreadable
  }

  private let bytes: [UInt8]
  /// When the first message was published.
  private let start: UInt64
  private var position = 0
  /// The number of the message of which the next entry is; `nil` before the first one.
  private var sequence: UInt32?
  /// How much later than the first event each one is, in nanoseconds.
  private var offsets: [Int64] = []

  /// - Parameter start: the publish time of the list's message.
  init(_ bytes: [UInt8], start: UInt64) {
    self.bytes = bytes
    self.start = start
  }

  /// Gives events the times of their own.
  ///
  /// - Parameters:
  ///   - events: from an index on those of the message, with its time.
  ///   - message: of the device, after the list.
  mutating func apply(to events: inout [InputEvent], from first: Int, of message: MCAPMessage) -> Outcome {
    guard let skipped = entries(before: message) else { return .ended }
    sequence = message.sequence &+ 1
    for _ in 0..<skipped {
      if position == bytes.count { return .ended }
      guard skipEntry() else { return .unreadable }
    }
    if position == bytes.count { return .ended }
    guard let head = number() else { return .unreadable }
    if head == 0 { return .taken }
    guard head >> 1 == events.count - first, let last = events.last?.time.nanoseconds,
      readOffsets(events.count - first, unit: head & 1 == 1 ? 1 : 1000), let start = beginning(endingAt: last)
    else { return .unreadable }
    for (index, offset) in offsets.enumerated() { events[first + index].time.nanoseconds = start + offset }
    return .taken
  }

  /// How many entries come before that of the message; `nil` if the list is not of it.
  private func entries(before message: MCAPMessage) -> Int? {
    guard let sequence else { return message.publishTime == start ? 0 : nil }
    let count = Int32(truncatingIfNeeded: message.sequence &- sequence)
    return count < 0 ? nil : Int(count)
  }

  private mutating func readOffsets(_ count: Int, unit: Int64) -> Bool {
    offsets.removeAll(keepingCapacity: true)
    offsets.append(0)
    var offset: Int64 = 0
    for _ in 1..<count {
      guard let number = number() else { return false }
      let (span, isTooLong) = (Int64(number >> 1) ^ -Int64(number & 1)).multipliedReportingOverflow(by: unit)
      let (sum, isTooLate) = offset.addingReportingOverflow(span)
      if isTooLong || isTooLate { return false }
      offset = sum
      offsets.append(offset)
    }
    return true
  }

  /// The time of the first event, if every event then has one from zero on that fits.
  private func beginning(endingAt last: Int64) -> Int64? {
    let (start, overflow) = last.subtractingReportingOverflow(offsets[offsets.count - 1])
    let fits = offsets.allSatisfy { offset in
      let (time, overflow) = start.addingReportingOverflow(offset)
      return !overflow && time >= 0
    }
    return overflow || !fits ? nil : start
  }

  private mutating func skipEntry() -> Bool {
    guard let head = number() else { return false }
    var rest = head >> 1
    while rest > 1 {
      if number() == nil { return false }
      rest -= 1
    }
    return true
  }

  /// `nil` where the bytes end within a number, or it does not fit.
  private mutating func number() -> UInt64? {
    var number: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      guard position < bytes.count else { return nil }
      let byte = bytes[position]
      position += 1
      if shift == 63 && byte > 1 { return nil }
      number |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return number }
    }
    return nil
  }
}

/// The lists whose messages are being read, one for each device at most.
struct PendingEventTimes {
  private var lists: [DeviceChannel: EventTimesList] = [:]

  var isEmpty: Bool { lists.isEmpty }

  /// What was left of the device's list before is given up.
  mutating func begin(_ list: EventTimesList, of device: DeviceChannel) { lists[device] = list }

  mutating func apply(
    to events: inout [InputEvent], from first: Int, of device: DeviceChannel, _ message: MCAPMessage
  ) -> EventTimesList.Outcome {
    guard let outcome = lists[device]?.apply(to: &events, from: first, of: message) else { return .ended }
    if outcome != .taken { lists[device] = nil }
    return outcome
  }
}
