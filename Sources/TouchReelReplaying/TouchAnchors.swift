package import TouchReelByteStreams
import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelInputEvents
package import TouchReelRecordings
import TouchReelTouchTracking

/// Takes out the messages that say something of touches by their numbers, and says it of each right before the frame in
/// which it begins, by its device and slot: so it stays with its touch where a cut or a join gives that another number.
///
/// ``TouchNumbers`` makes messages of it again.
package struct TouchAnchors: EntryTransform {
  private var player = EntryPlayer()
  private var events: [TouchEvent] = []
  private var looks: [Touch.ID: TouchLook] = [:]

  package init() {}

  package mutating func apply(_ entry: RecordingEntry, emit: Emit) throws(FileError) {
    let command = player.play(entry, into: &events)
    defer { events.removeAll(keepingCapacity: true) }
    if case .touches(let change)? = command {
      for touch in change.touches { looks[touch, default: TouchLook()].apply(change) }
      return
    }
    // Nothing need be said before anything is: later touches are told apart from those of which it is.
    if !looks.isEmpty {
      for event in events where event.phase == .began {
        let anchor = TouchAnchor(event.touch, looks[event.touch.id] ?? TouchLook())
        try emit(.board(anchor.text, at: entry.occurrence ?? event.time))
      }
    }
    try emit(entry)
  }
}

/// Makes messages of what ``TouchAnchors`` says, with the numbers that touches have in what is written.
package struct TouchNumbers: EntryTransform {
  private struct Place: Hashable {
    var channel: Int
    var slot: Int32
  }

  private var player = EntryPlayer()
  private var events: [TouchEvent] = []
  private var looks: [Place: TouchLook] = [:]

  package init() {}

  package mutating func apply(_ entry: RecordingEntry, emit: Emit) throws(FileError) {
    if case .board(let text, _) = entry, let anchor = TouchAnchor(text) {
      looks[Place(channel: anchor.channel, slot: anchor.slot)] = anchor.look
      return
    }
    _ = player.play(entry, into: &events)
    defer { events.removeAll(keepingCapacity: true) }
    for event in events where event.phase == .began {
      let place = Place(channel: event.touch.device.rawValue, slot: event.touch.slot.rawValue)
      guard let look = looks[place], look != TouchLook() else { continue }
      let command = BoardCommand.touches(TouchChange([event.touch.id], look))
      if let text = try? BoardMessage.encode(command) {
        try emit(.board(text, at: entry.occurrence ?? event.time))
      }
    }
    try emit(entry)
  }
}

/// What is said of the touch that begins with the next frame in a slot of a device.
private struct TouchAnchor {
  let channel: Int
  let slot: Int32
  let look: TouchLook

  init(_ touch: Touch, _ look: TouchLook) {
    (channel, slot, self.look) = (touch.device.rawValue, touch.slot.rawValue, look)
  }

  private static let separator = Array(",\"anchor\":{\"channel\":".utf8)

  /// A message that a reader takes for one of no touch, with the place behind it.
  var text: [UInt8] {
    let message = (try? BoardMessage.encode(.touches(TouchChange([], look)))) ?? Array("{}".utf8)
    return message.dropLast() + Self.separator + Array("\(channel),\"slot\":\(slot)}}".utf8)
  }

  /// `nil` if it is another message.
  init?(_ text: [UInt8]) {
    guard let start = text.firstRange(of: Self.separator) else { return nil }
    let numbers = String(decoding: text[start.upperBound...], as: UTF8.self).split { !"-0123456789".contains($0) }
    guard numbers.count == 2, let channel = Int(numbers[0]), let slot = Int32(numbers[1]) else { return nil }
    guard case .touches(let change)? = try? BoardMessage.decode(text) else { return nil }
    var look = TouchLook()
    look.apply(change)
    (self.channel, self.slot, self.look) = (channel, slot, look)
  }
}
