/// The records of a chunk that are not all as the chunk says, since some bytes of them are damaged.
///
/// Damage in the content of a record does not show here; that of a header does, for the lengths, times and numbers of
/// records agree with those of their neighbours.
struct DamagedRecords {
  private let records: UnsafeRawBufferPointer
  private let times: (first: UInt64, last: UInt64)

  private typealias Numbers = [ChannelID: UInt32]

  init(_ records: UnsafeRawBufferPointer, of chunk: ChunkHeader) {
    self.records = records
    times = chunk.times
  }

  /// The bytes without which the others are sound records.
  ///
  /// - Complexity: linear, whatever the bytes.
  func lost() -> Range<Int> {
    let (damage, last) = soundFront()
    // A time within the chunk's own that is wrong may be that of any record.
    guard damage < records.count else { return 0..<records.count }
    if let alone = lostAlone(at: damage) { return alone }
    // The damage may begin in the content of the record before, or be its length.
    return last..<restStart(behind: last)
  }

  /// How far the records from the first on are as they should be, and where they end without the last if that is a
  /// message.
  private func soundFront() -> (end: Int, last: Int) {
    var last = 0
    let end = firstUnsound(from: 0, after: [:], most: 0) { place, end in
      last = message(at: place) == nil ? end : place
    }
    return (end, last)
  }

  /// The record at the damage, if its own times or number alone are wrong, so that it is plain that those before and
  /// after it are sound.
  private func lostAlone(at place: Int) -> Range<Int>? {
    guard let end = recordEnd(at: place), firstUnsound(from: end, after: numbers(to: place), most: 2) == records.count
    else { return nil }
    return place..<end
  }

  /// Where the records begin that are sound to the chunk's end, behind the record there.
  private func restStart(behind front: Int) -> Int {
    let before = numbers(to: front)
    let isChained = chains(from: front)
    var place = front + 1
    while let start = isChained[place...].firstIndex(of: true), start < records.count {
      let most = 1 + (start - front) / (Format.recordHeaderSize + Format.messageHeaderSize)
      let unsound = firstUnsound(from: start, after: before, most: UInt32(clamping: most))
      if unsound == records.count { return start }
      place = max(unsound, start + 1)
    }
    return records.count
  }

  /// Whether records that begin with a byte end where the chunk does: of each byte from there on.
  private func chains(from start: Int) -> [Bool] {
    var isChained = [Bool](repeating: false, count: records.count + 1)
    isChained[records.count] = true
    for place in (start..<records.count).reversed() {
      if let end = soundEnd(at: place) { isChained[place] = isChained[end] }
    }
    return isChained
  }

  /// The last number of each channel up to there.
  private func numbers(to end: Int) -> Numbers {
    var numbers: Numbers = [:]
    var place = 0
    while place < end, let next = recordEnd(at: place) {
      if let message = message(at: place) { numbers[message.channel] = message.sequence }
      place = next
    }
    return numbers
  }

  /// The first record from there on that is not as it should be; the chunk's end if all are. The first number of a
  /// channel may be up to `most` more than its last one before.
  private func firstUnsound(
    from start: Int, after front: Numbers, most: UInt32, passing pass: (_ place: Int, _ end: Int) -> Void = { _, _ in }
  ) -> Int {
    var numbers: Numbers = [:]
    var place = start
    while place < records.count, let end = soundEnd(at: place) {
      if let message = message(at: place) {
        let before = numbers[message.channel]
        let step = message.sequence &- (before ?? front[message.channel] ?? message.sequence)
        guard step <= (before == nil ? most : 1) else { return place }
        numbers[message.channel] = message.sequence
      }
      pass(place, end)
      place = end
    }
    return place
  }

  /// Where a record ends that fits the chunk, and for a message its times.
  private func soundEnd(at place: Int) -> Int? {
    guard let end = recordEnd(at: place) else { return nil }
    guard let message = message(at: place) else { return end }
    return message.logTime >= times.first && message.logTime <= times.last ? end : nil
  }

  /// Where a record ends whose kind belongs in a chunk and whose fields fit it.
  private func recordEnd(at place: Int) -> Int? {
    guard records.count - place >= Format.recordHeaderSize else { return nil }
    let header = RecordHeader(UnsafeRawBufferPointer(rebasing: records[place...]))
    let start = place + Format.recordHeaderSize
    guard [.schema, .channel, .message].contains(header.opcode), header.length <= UInt64(records.count - start) else {
      return nil
    }
    let end = start + Int(header.length)
    return header.fits(UnsafeRawBufferPointer(rebasing: records[start..<end])) ? end : nil
  }

  /// The message at a place where a record is whole.
  private func message(at place: Int) -> MCAPMessage? {
    guard records[place] == Opcode.message.rawValue, let base = records.baseAddress else { return nil }
    return MCAPMessage(unchecked: base + place + Format.recordHeaderSize)
  }
}
