import InputEvents

/// Finds the first difference of two recordings, by their events.
///
/// Each device's frames are compared with those of the device that was opened at the same place in the other recording, so it
/// does not matter how the files interleave devices. Frames that one file has before the other wait in memory.
public struct RecordingComparison {
  public enum Times: Hashable, Sendable {
    /// To the nanosecond.
    case exact
    /// Counted from each recording's first event: for formats that move the start.
    case fromFirstEvent
    case ignored
  }

  private let times: Times
  private var streams: [Stream: Queue] = [:]
  private var sides = [Side(), Side()]

  /// What is compared with what.
  private enum Stream: Hashable {
    case frames(DeviceChannel)
    case syncs(DeviceChannel)
    case board
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
    var firstTime: Timestamp?
  }

  public init(times: Times = .exact) { self.times = times }

  /// Reads both, as far as the first difference; nothing where there is none.
  public mutating func difference(
    between left: some RecordingSource, and right: some RecordingSource
  ) throws(RecordingError) -> RecordingDifference? {
    var left = left
    var right = right
    var entry = RecordingEntry()
    var hasLeft = true
    var hasRight = true
    while hasLeft || hasRight {
      if hasLeft { hasLeft = try left.next(into: &entry) }
      if hasLeft, let found = take(entry, from: 0) { return found }
      if hasRight { hasRight = try right.next(into: &entry) }
      if hasRight, let found = take(entry, from: 1) { return found }
    }
    return remainder()
  }

  private mutating func take(_ entry: RecordingEntry, from side: Int) -> RecordingDifference? {
    switch entry.kind {
    case .opening:
      sides[side].openingCount += 1
      return nil
    case .frame: return pair(entry, in: .frames(entry.channel), from: side)
    case .sync: return pair(entry, in: .syncs(entry.channel), from: side)
    case .board: return pair(entry, in: .board, from: side)
    case .note, .attachment: return nil
    }
  }

  private mutating func pair(
    _ entry: RecordingEntry, in stream: Stream, from side: Int
  ) -> RecordingDifference? {
    if entry.kind == .frame, sides[side].firstTime == nil { sides[side].firstTime = entry.frame.events.first?.time }
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
      ? difference(entry, other, in: stream, number: queue.count - 1)
      : difference(other, entry, in: stream, number: queue.count - 1)
  }

  private func difference(
    _ left: RecordingEntry, _ right: RecordingEntry, in stream: Stream, number: Int
  ) -> RecordingDifference? {
    switch stream {
    case .frames(let device):
      guard let index = firstDifference(left.frame, right.frame) else { return nil }
      return .event(
        device: device, frame: number, index: index, left.frame.events.element(at: index),
        right.frame.events.element(at: index))
    case .syncs(let device):
      return firstDifference(left.frame, right.frame) == nil ? nil : .sync(device: device, number)
    case .board:
      let isSame = left.payload == right.payload && same(left.time, right.time)
      return isSame ? nil : .board(number)
    }
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
    case .exact: left == right
    case .ignored: true
    case .fromFirstEvent:
      left.since(sides[0].firstTime ?? left) == right.since(sides[1].firstTime ?? right)
    }
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
    case .frames(let device):
      return queue.ahead == 0
        ? .frames(device: device, longer, queue.count) : .frames(device: device, queue.count, longer)
    case .syncs(let device): return .sync(device: device, queue.count)
    case .board: return .board(queue.count)
    }
  }
}

extension RecordingDifference {
  /// Frames before syncs before the board, so that the same two files give the same answer.
  fileprivate var order: Int {
    switch self {
    case .openings: -1
    case .event(let device, _, _, _, _), .frames(let device, _, _): device.rawValue
    case .sync(let device, _): RecordingLayout.openingLimit + device.rawValue
    case .board: .max
    }
  }
}

extension [InputEvent] {
  fileprivate func element(at index: Int) -> InputEvent? { indices.contains(index) ? self[index] : nil }
}
