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

  /// What an entry is: the lowest four bits of its head.
  private enum Kind: UInt64 {
    case opening, frame, sync, board, note, attachment
  }

  static func append(_ entry: RecordingEntry, to words: inout [UInt64], apart: inout [RecordingEntry]) {
    switch entry {
    case .frame(let frame, let channel): append(frame, of: channel, as: .frame, to: &words)
    case .sync(let frame, let channel): append(frame, of: channel, as: .sync, to: &words)
    case .board(let text, let time): append(text, as: .board, number: 0, at: time, to: &words)
    case .note(let text, let time): append(text, as: .note, number: 0, at: time, to: &words)
    case .opening:
      append([], as: .opening, number: apart.count, at: nil, to: &words)
      apart.append(entry)
    case .attachment(var attachment):
      append(attachment.bytes, as: .attachment, number: apart.count, at: nil, to: &words)
      attachment.bytes = []
      apart.append(.attachment(attachment))
    case .foreignMessage, .foreignMetadata: break
    }
  }

  /// - Returns: where the next entry begins.
  static func decode(
    _ words: [UInt64], at place: Int, _ apart: [RecordingEntry], into entry: inout RecordingEntry
  ) -> Int {
    let next = place + length(words, at: place)
    switch kind(words, at: place) {
    case .frame: entry = .frame(frame(words, at: place, reusing: &entry), of: channel(words, at: place))
    case .sync: entry = .sync(frame(words, at: place, reusing: &entry), of: channel(words, at: place))
    case .board: entry = .board(bytes(words, at: place), at: time(words[place + 2]))
    case .note: entry = .note(bytes(words, at: place), at: time(words[place + 2]))
    case .opening: entry = apart[Int(words[place + 1])]
    case .attachment:
      guard case .attachment(var attachment) = apart[Int(words[place + 1])] else { break }
      attachment.bytes = bytes(words, at: place)
      entry = .attachment(attachment)
    case nil: break
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
    switch kind(words, at: place) {
    case .frame, .sync: return headSize + (words[place] & isOfOneTime != 0 ? count : 2 * count)
    case .board, .note, .opening, .attachment, nil: return headSize + (count + 7) / 8
    }
  }

  private static func kind(_ words: [UInt64], at place: Int) -> Kind? { Kind(rawValue: words[place] & 0xF) }

  private static func channel(_ words: [UInt64], at place: Int) -> DeviceChannel {
    DeviceChannel(rawValue: Int(Int64(bitPattern: words[place + 1])))
  }

  private static func appendHead(
    _ kind: Kind, _ flags: UInt64, count: Int, number: Int, at instant: Timestamp?, to words: inout [UInt64]
  ) {
    words.append(kind.rawValue | flags | (instant == nil ? 0 : hasInstant) | UInt64(UInt(bitPattern: count)) << 8)
    words.append(UInt64(bitPattern: Int64(number)))
    words.append(UInt64(bitPattern: instant?.nanoseconds ?? 0))
  }

  private static func append(_ frame: Frame, of channel: DeviceChannel, as kind: Kind, to words: inout [UInt64]) {
    let events = frame.events
    let isUniform = events.allSatisfy { $0.time == events[0].time }
    appendHead(
      kind, isUniform ? isOfOneTime : 0, count: events.count, number: channel.rawValue, at: frame.time, to: &words)
    for event in events {
      let value = UInt64(UInt32(bitPattern: event.value))
      words.append(UInt64(event.type.rawValue) | UInt64(event.code.rawValue) << 16 | value << 32)
    }
    if !isUniform { for event in events { words.append(UInt64(bitPattern: event.time.nanoseconds)) } }
  }

  private static func frame(_ words: [UInt64], at place: Int, reusing entry: inout RecordingEntry) -> Frame {
    let count = Int(words[place] >> 8)
    let isUniform = words[place] & isOfOneTime != 0
    var frame = entry.takeFrame()
    for index in (place + headSize)..<(place + headSize + count) {
      let word = words[index]
      frame.events.append(
        InputEvent(
          time: time(words[isUniform ? place + 2 : index + count]),
          type: EventType(rawValue: UInt16(truncatingIfNeeded: word)),
          code: EventCode(rawValue: UInt16(truncatingIfNeeded: word >> 16)),
          value: Int32(truncatingIfNeeded: word >> 32)))
    }
    return frame
  }

  private static func append(
    _ bytes: [UInt8], as kind: Kind, number: Int, at instant: Timestamp?, to words: inout [UInt64]
  ) {
    appendHead(kind, 0, count: bytes.count, number: number, at: instant, to: &words)
    for start in stride(from: 0, to: bytes.count, by: 8) {
      words.append(bytes[start..<min(start + 8, bytes.count)].reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }
  }

  private static func bytes(_ words: [UInt64], at place: Int) -> [UInt8] {
    let count = Int(words[place] >> 8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for word in words[(place + headSize)..<(place + length(words, at: place))] {
      for shift in 0..<min(8, count - bytes.count) {
        bytes.append(UInt8(truncatingIfNeeded: word >> (8 * UInt64(shift))))
      }
    }
    return bytes
  }

  private static func time(_ word: UInt64) -> Timestamp { Timestamp(nanoseconds: Int64(bitPattern: word)) }
}
