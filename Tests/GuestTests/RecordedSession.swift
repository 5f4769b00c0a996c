import ByteStreams
import InputEvents
import Recordings
import SystemPackage
import TestSupport
import Testing
import TouchTracking

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

  var openings: [DeviceOpening] { entries.filter { $0.kind == .opening }.map(\.opening) }
  var notes: [String] { entries.filter { $0.kind == .note }.map { String(decoding: $0.payload, as: UTF8.self) } }

  func frames(of channel: Int = 0) -> [Frame] {
    entries.filter { $0.kind == .frame && $0.channel.rawValue == channel }.map(\.frame)
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
      let device = entry.channel
      switch entry.kind {
      case .opening:
        let device = entry.opening.description
        let board = SurfaceMapping.defaultBoard(for: device).size
        _ = session.open(device, mapping: SurfaceMapping(device: device, board: board))
      case .frame: session.handle(entry.frame, from: device, into: &touches)
      case .sync: session.handleSync(entry.frame, from: device, into: &touches)
      case .note:
        guard let removed = removedDevice(in: entry.payload) else { continue }
        session.remove(removed, at: entry.time, into: &touches)
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
