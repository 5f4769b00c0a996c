package import TouchReelDrawingBoard
import TouchReelDrawings
package import TouchReelInputEvents
package import TouchReelRecordings
package import TouchReelTouchTracking

/// Turns the entries of a recording into steps of touches and commands for the board. Surveys and replays share it, so
/// that they count and draw the same touches.
package struct EntryPlayer {
  package var warnings: WarningList { messages.warnings }
  private var messages = BoardMessageReader()
  /// The number of times that events were lost (SYN_DROPPED) in the frames that were played.
  private(set) var dropCount = 0
  /// Whether the recording gives its board a size, even one that a stated size overrides.
  private(set) var hasBoardSize = false
  /// The time of what was played last.
  package private(set) var time: Timestamp?
  private var plan: BoardLayout?
  private let rules: TouchRuleOverrides
  private var session: TouchSession
  private var channels: [DeviceChannel] = []
  /// The latest opening of each device, by the device's number.
  private var openings: [Int: DeviceChannel] = [:]
  private(set) var deviceNumbers = DeviceNumbers()

  /// - Parameter plan: without one, board points are of no use.
  package init(plan: BoardLayout? = nil, rules: TouchRuleOverrides = TouchRuleOverrides()) {
    self.plan = plan
    self.rules = rules
    session = TouchSession(rules: rules.applied())
  }

  /// The touches that are down, in order of beginning.
  package var openTouches: [Touch] { session.openTouches }
  /// Which touches count.
  package var touchRules: TouchRules { session.rules }
  /// What hovered in the frame that was played last.
  var hovers: [HoverEvent] { session.hovers }
  var openingCount: Int { channels.count }
  var descriptions: [DeviceDescription] { plan?.descriptions ?? [] }
  var openTouchCount: Int { session.openTouches.count }
  var palmCount: Int { session.arbiter.palms }

  /// Appends what the entry makes of the touches.
  /// - Returns: a command for the board, where the entry is one.
  package mutating func play(_ entry: RecordingEntry, into events: inout [TouchEvent]) -> BoardCommand? {
    let command = messages.command(in: entry)
    switch entry {
    case .opening(let opening, let channel): open(opening, as: channel, into: &events)
    case .frame(let frame, let channel): play(frame, of: channel, into: &events)
    case .sync(let frame, let channel):
      guard let device = device(of: channel) else { break }
      time = frame.time ?? time
      session.handleSync(frame, from: device, into: &events)
    case .board(_, let time): return command.flatMap { play($0, at: time, into: &events) }
    case .note(let text, let time): playNote(text, at: time, into: &events)
    case .attachment, .foreignMessage, .foreignMetadata: break
    }
    return nil
  }

  /// Plays a frame, as ``play(_:into:)`` does. No command is returned: `nil` alone would move 500 bytes a frame.
  @inline(__always)
  package mutating func play(_ frame: Frame, of channel: DeviceChannel, into events: inout [TouchEvent]) {
    let instant = frame.time
    messages.recordStart(instant)
    guard let device = device(of: channel) else { return }
    time = instant ?? time
    if frame.hasDrop { dropCount += 1 }
    session.handle(frame, from: device, into: &events)
  }

  /// The tracker of an opening.
  package func tracker(of channel: DeviceChannel) -> TouchTracker? {
    device(of: channel).map { session.trackers[$0.rawValue] }
  }

  /// Descriptions of openings beyond so many count no longer: what comes describes itself.
  package mutating func forgetOpenings(after count: Int) { plan?.forgetOpenings(after: count) }

  package mutating func cancelAll(_ reason: CancelReason, into events: inout [TouchEvent]) {
    if let time { session.cancelAll(reason, at: time, into: &events) }
  }

  /// Handles what a board made of what was played last: touches that lost their shape are cancelled, and every fault
  /// is named with its message.
  package mutating func apply(_ report: BoardReport, of entry: RecordingEntry, into events: inout [TouchEvent]) {
    if let size = report.pageSize {
      // An endless page lies under a device however far its view is moved.
      plan?.show(size, reach: report.isEndless ? Self.endlessReach : nil)
      remap()
    }
    if let refusal = report.refusal { messages.warn("\(refusal); it has no effect", of: entry) }
    for id in report.touchesWithoutShape {
      guard let time, session.openTouches.contains(where: { $0.id == id }) else { continue }
      messages.warn(
        "the shape that a touch moves was removed, and the touch was cancelled (shapeGone)", of: entry)
      session.cancel(id, .shapeGone, at: time, into: &events)
    }
  }

  /// The longest side of a page.
  private static let endlessReach = BoardSize(
    width: Double(Raster.maximumSide), height: Double(Raster.maximumSide))

  private mutating func open(
    _ opening: DeviceOpening, as channel: DeviceChannel, into events: inout [TouchEvent]
  ) {
    let number = opening.number
    // A device that is opened anew had gone away: its contacts are not lifted by anyone else.
    if let before = openings[number], let time { session.remove(before, at: time, into: &events) }
    plan?.describe(channel, as: opening.description)
    let known = plan?.descriptions ?? []
    let description = known.indices.contains(channel.rawValue) ? known[channel.rawValue] : opening.description
    let mapping = plan?.mapping(of: channel) ?? SurfaceMapping(device: description, board: .unit)
    let index = session.open(description, mapping: mapping)
    // Both sides number openings in their order.
    if channels.count == channel.rawValue { channels.append(index) }
    openings[number] = index
    deviceNumbers.open(opening, as: channel)
  }

  @inline(__always)
  private func device(of channel: DeviceChannel) -> DeviceChannel? {
    channels.indices.contains(channel.rawValue) ? channels[channel.rawValue] : nil
  }

  /// Cancels from outside and the rules of palms and pens are the session's; the rest is the board's.
  private mutating func play(
    _ command: BoardCommand, at instant: Timestamp, into events: inout [TouchEvent]
  ) -> BoardCommand? {
    time = instant
    switch command {
    case .cancel(let device, let id, let reason):
      session.cancel(id, on: device, reason, at: instant, into: &events)
      return nil
    case .rules(let recorded):
      session.rules = rules.applied(to: recorded)
      return nil
    case .mapping(let options):
      plan?.map(by: options)
      remap()
      return nil
    case .size(let size):
      hasBoardSize = true
      guard plan?.resize(to: size) ?? true else { return nil }
      remap()
      return command
    case .drawing(var drawing):
      hasBoardSize = true
      guard let plan else { return command }
      if self.plan?.resize(to: drawing.boardSize) != true { drawing.boardSize = plan.board }
      remap()
      return .drawing(drawing)
    default: return command
    }
  }

  private mutating func remap() {
    guard let plan else { return }
    for (channel, device) in channels.enumerated() {
      session.map(device, by: plan.mapping(of: DeviceChannel(rawValue: channel)))
    }
  }

  private mutating func playNote(_ text: [UInt8], at instant: Timestamp, into events: inout [TouchEvent]) {
    guard let device = RecordingNote.removedChannel(in: text).flatMap(device) else { return }
    time = instant
    session.remove(device, at: instant, into: &events)
  }
}

extension BoardSize {
  fileprivate static let unit = BoardSize(width: 1, height: 1)
}
