import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings
import TouchReelTouchTracking

/// What a recording says, entry by entry, and the touches in it.
struct RecordedSession {
  private(set) var entries: [RecordingEntry] = []
  private(set) var isTruncated = false
  private(set) var epochOffset = TimeSpan.zero
  private(set) var touches: [TouchEvent] = []

  init(_ path: String) throws {
    let reader = try RecordingReader(FileBytes(path: FilePath(path)))
    var entry = RecordingEntry()
    while try reader.next(into: &entry) { entries.append(entry) }
    isTruncated = reader.isTruncated
    epochOffset = reader.epochOffset
    followTouches()
  }

  var openings: [DeviceOpening] { entries.compactMap(\.opening) }
  var notes: [String] {
    entries.compactMap { if case .note(let text, _) = $0 { String(decoding: text, as: UTF8.self) } else { nil } }
  }

  func frames(of channel: Int = 0) -> [Frame] {
    entries.filter { $0.channel?.rawValue == channel }.compactMap(\.frame)
  }

  /// The state after each frame of an opening that changed something, from the state that it began with.
  func states(of channel: Int = 0) -> [DeviceState] {
    DeviceState.states(of: frames(of: channel).map(\.events), from: DeviceState(openings[channel].description))
  }

  /// `began`, `ended`, `cancelled palm`, … without `moved`, in order.
  var phases: [String] {
    touches.compactMap { event in
      switch event.phase {
      case .began: "began"
      case .moved: nil
      case .ended: "ended"
      case .cancelled(let reason): "cancelled \(reason.rawValue)"
      }
    }
  }

  private func removedDevice(in payload: [UInt8]) -> DeviceChannel? {
    let text = String(decoding: payload, as: UTF8.self)
    guard text.contains("deviceRemoved") else { return nil }
    return Int(text.filter(\.isNumber)).map(DeviceChannel.init(rawValue:))
  }

  private mutating func followTouches() {
    var session = TouchSession()
    for entry in entries {
      switch entry {
      case .opening(let opening, _):
        let device = opening.description
        let board = SurfaceMapping.defaultBoard(for: device).size
        _ = session.open(device, mapping: SurfaceMapping(device: device, board: board))
      case .frame(let frame, let channel):
        session.handle(frame, from: channel, into: &touches)
      case .sync(let frame, let channel):
        session.handleSync(frame, from: channel, into: &touches)
      case .note(let text, let time):
        guard let removed = removedDevice(in: text) else { continue }
        session.remove(removed, at: time, into: &touches)
      default: break
      }
    }
  }
}

extension PlayerScript {
  /// The state after each injected frame of a device that changed something.
  func states(of device: Int = 0, _ description: DeviceDescription) -> [DeviceState] {
    DeviceState.states(
      of: steps.filter { $0.device == device }.map(\.events), from: DeviceState(description))
  }
}

extension RecordingEntry {
  /// `nil` for everything but a synced state.
  var syncedState: Frame? {
    if case .sync(let frame, _) = self { frame } else { nil }
  }

  var isSync: Bool { syncedState != nil }
}
