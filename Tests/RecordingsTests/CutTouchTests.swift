import SeededCases
import Testing
import TouchReelInputEvents
import TouchReelRecordings
import TouchReelTouchTracking

/// What is down in a cut recording is what is down in the whole one, sample by sample.
struct CutTouchTests {
  /// A contact as it stands after a frame.
  private struct Standing: Equatable {
    var id: TrackingID
    var position: DevicePoint
    var pressure: Double?
    var major: Int32?
  }

  @Test(arguments: UInt64(100)..<110)
  func `A cut plays as the whole does`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var device = SessionS60.device
    device.slots = Array(repeating: [.trackingID: -1], count: 10)
    let frames = SessionS60(seed: seed, seconds: 4).frames
    let script = [ScriptedEntry.opening(0, number: 0, device)] + frames.map { .frame(0, $0) }
    let start = Timestamp(microseconds: 1_000_000 + Int64.random(in: 100_000..<3_900_000, using: &random))
    let part = contacts(of: try transformed(script, by: TimeCut(from: start)))
    let whole = contacts(of: script).suffix(part.count)
    let difference = zip(part, whole).enumerated().first { $0.element.0 != $0.element.1 }
    #expect(part.count > 5, "seed \(seed)")
    #expect(difference == nil, "seed \(seed)")
    #expect(part.contains { $0.count > 3 }, "seed \(seed)")
  }

  /// The contacts that are down after each frame.
  private func contacts(of script: [ScriptedEntry]) -> [[Slot: Standing]] {
    var session = TouchSession()
    var standing: [Slot: Standing] = [:]
    var all: [[Slot: Standing]] = []
    for step in script {
      switch step {
      case .opening(_, _, let device):
        _ = session.open(device, mapping: SurfaceMapping(device: device, board: BoardSize(width: 100, height: 100)))
      case .frame(let channel, let frame):
        var events: [TouchEvent] = []
        session.handle(frame, from: DeviceChannel(rawValue: channel), into: &events)
        for event in events { apply(event, to: &standing) }
        all.append(standing)
      case .sync, .board, .note, .attachment, .foreign, .metadata: continue
      }
    }
    return all
  }

  private func apply(_ event: TouchEvent, to standing: inout [Slot: Standing]) {
    switch event.phase {
    case .began, .moved:
      standing[event.touch.slot] = Standing(
        id: event.touch.trackingID, position: event.sample.position, pressure: event.sample.pressure,
        major: event.sample.major)
    case .ended, .cancelled: standing[event.touch.slot] = nil
    }
  }
}
