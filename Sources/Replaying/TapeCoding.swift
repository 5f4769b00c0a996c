import InputEvents
import Recordings

/// Entries as 64-bit words: a head of three (kind and count; channel; time), then their content.
///
/// What is of other programs is not played and has no place here.
///
/// An event takes a word, where the events of a frame differ in time two. Texts and attachments take a word for 8
/// bytes. Openings are kept apart.
enum TapeCoding {
  private static let headSize = 3
  private static let hasInstant: UInt64 = 1 << 4
  private static let isOfOneTime: UInt64 = 1 << 5

  static func append(_ entry: RecordingEntry, to words: inout [UInt64], apart: inout [RecordingEntry]) {
    switch entry.kind {
    case .frame, .sync: append(frame: entry, to: &words)
    case .board, .note: append(entry, bytes: entry.payload, number: 0, to: &words)
    case .opening:
      append(entry, bytes: [], number: apart.count, to: &words)
      apart.append(entry.alone)
    case .attachment:
      append(entry, bytes: entry.attachment.bytes, number: apart.count, to: &words)
      apart.append(entry.alone)
    case .foreignMessage, .foreignMetadata: break
    }
  }

  /// - Returns: where the next entry begins.
  static func decode(
    _ words: [UInt64], at place: Int, _ apart: [RecordingEntry], into entry: inout RecordingEntry
  ) -> Int {
    let head = words[place]
    let kind = kinds[Int(head & 0xF)]
    let next = place + length(words, at: place)
    entry.kind = kind
    switch kind {
    case .frame, .sync: decodeFrame(words, at: place, into: &entry)
    case .board, .note:
      entry.time = time(words[place + 2])
      entry.payload = bytes(words[(place + headSize)..<next], count: Int(head >> 8))
    case .foreignMessage, .foreignMetadata: break
    case .opening:
      let known = apart[Int(words[place + 1])]
      (entry.channel, entry.opening) = (known.channel, known.opening)
    case .attachment:
      entry.attachment = apart[Int(words[place + 1])].attachment
      entry.attachment.bytes = bytes(words[(place + headSize)..<next], count: Int(head >> 8))
    }
    return next
  }

  /// When the entry takes effect.
  static func instant(_ words: [UInt64], at place: Int) -> Timestamp? {
    words[place] & hasInstant != 0 ? time(words[place + 2]) : nil
  }

  /// Words that the entry takes.
  static func length(_ words: [UInt64], at place: Int) -> Int {
    let count = Int(words[place] >> 8)
    switch kinds[Int(words[place] & 0xF)] {
    case .frame, .sync: return headSize + (words[place] & isOfOneTime != 0 ? count : 2 * count)
    case .board, .note, .opening, .attachment, .foreignMessage, .foreignMetadata: return headSize + (count + 7) / 8
    }
  }

  private static let kinds: [RecordingEntry.Kind] = [.opening, .frame, .sync, .board, .note, .attachment]

  private static func number(of kind: RecordingEntry.Kind) -> UInt64 {
    switch kind {
    case .opening: 0
    case .frame: 1
    case .sync: 2
    case .board: 3
    case .note: 4
    case .attachment: 5
    // They are not put on tape.
    case .foreignMessage, .foreignMetadata: 6
    }
  }

  private static func appendHead(
    _ entry: RecordingEntry, _ flags: UInt64, count: Int, number: Int, to words: inout [UInt64]
  ) {
    let instant = entry.instant
    words.append(
      Self.number(of: entry.kind) | flags | (instant == nil ? 0 : hasInstant) | UInt64(UInt(bitPattern: count)) << 8)
    words.append(UInt64(bitPattern: Int64(number)))
    words.append(UInt64(bitPattern: (instant ?? entry.time).nanoseconds))
  }

  private static func append(frame entry: RecordingEntry, to words: inout [UInt64]) {
    let events = entry.frame.events
    let isUniform = events.allSatisfy { $0.time == events[0].time }
    appendHead(
      entry, isUniform ? isOfOneTime : 0, count: events.count, number: entry.channel.rawValue, to: &words)
    for event in events {
      let value = UInt64(UInt32(bitPattern: event.value))
      words.append(UInt64(event.type.rawValue) | UInt64(event.code.rawValue) << 16 | value << 32)
    }
    if !isUniform { for event in events { words.append(UInt64(bitPattern: event.time.nanoseconds)) } }
  }

  private static func decodeFrame(_ words: [UInt64], at place: Int, into entry: inout RecordingEntry) {
    let count = Int(words[place] >> 8)
    let isUniform = words[place] & isOfOneTime != 0
    entry.channel = DeviceChannel(rawValue: Int(Int64(bitPattern: words[place + 1])))
    entry.frame.events.removeAll(keepingCapacity: true)
    for index in (place + headSize)..<(place + headSize + count) {
      let word = words[index]
      entry.frame.events.append(
        InputEvent(
          time: time(words[isUniform ? place + 2 : index + count]),
          type: EventType(rawValue: UInt16(truncatingIfNeeded: word)),
          code: EventCode(rawValue: UInt16(truncatingIfNeeded: word >> 16)),
          value: Int32(truncatingIfNeeded: word >> 32)))
    }
  }

  private static func append(_ entry: RecordingEntry, bytes: [UInt8], number: Int, to words: inout [UInt64]) {
    appendHead(entry, 0, count: bytes.count, number: number, to: &words)
    for start in stride(from: 0, to: bytes.count, by: 8) {
      words.append(bytes[start..<min(start + 8, bytes.count)].reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }
  }

  private static func bytes(_ words: ArraySlice<UInt64>, count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for word in words {
      for shift in 0..<min(8, count - bytes.count) {
        bytes.append(UInt8(truncatingIfNeeded: word >> (8 * UInt64(shift))))
      }
    }
    return bytes
  }

  private static func time(_ word: UInt64) -> Timestamp { Timestamp(nanoseconds: Int64(bitPattern: word)) }
}

extension RecordingEntry {
  /// When it takes effect; `nil` if that is together with whatever comes next.
  var instant: Timestamp? {
    switch kind {
    case .frame, .sync: frame.time
    case .board, .note: time
    case .opening, .attachment, .foreignMessage, .foreignMetadata: nil
    }
  }

  /// Only what its kind names, and of an attachment not the bytes.
  fileprivate var alone: RecordingEntry {
    var entry = RecordingEntry()
    (entry.kind, entry.channel) = (kind, channel)
    if kind == .opening { entry.opening = opening }
    if kind == .attachment {
      entry.attachment = attachment
      entry.attachment.bytes = []
    }
    return entry
  }
}
