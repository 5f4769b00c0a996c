import SeededCases
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelTouchTracking

extension Workload {
  static func touches(_ files: SessionFiles, in folder: DataFolder, peers: Peers) -> [Workload] {
    let anonymous = AnonymousFrames(files.frames)
    let rows = [
      Workload("frames to touches", .nanosecondsPerEvent, goal: .ratioAtLeast(4.5)) {
        try timePerEvent(files.frames, files.eventCount, of: SessionS60.device)
      },
      Workload("frames to touches, protocol A", .nanosecondsPerEvent, goal: .ratioAtLeast(4.5)) {
        try timePerEvent(anonymous.frames, anonymous.eventCount, of: AnonymousFrames.device)
      },
      Workload("raw file to touches", .nanosecondsPerEvent, goal: .ratioAtLeast(3)) {
        let recording = try Recording.open(folder.file("s60.raw24"), options: try .described(in: folder))
        return try nanoseconds { consume(try touchCount(recording)) } / Double(files.eventCount)
      },
    ]
    return rows.map { $0.againstLibevdev(peers) }
  }

  /// Beside the time that libevdev takes to read an event of the same session.
  func againstLibevdev(_ peers: Peers) -> Workload {
    guard let figures = peers.figures("libevdev", "import") else { return self }
    return against("libevdev, reading") {
      let (elapsed, count) = try figures()
      return elapsed / count
    }
  }

  static func timePerEvent(_ frames: [Frame], _ count: Int, of device: DeviceDescription) throws -> Double {
    var session = TouchSession()
    let index = session.open(device, mapping: SurfaceMapping(device: device, board: board))
    var events: [TouchEvent] = []
    var steps = 0
    let elapsed = nanoseconds {
      for frame in frames {
        session.handle(frame, from: index, into: &events)
        steps += events.count
        events.removeAll(keepingCapacity: true)
      }
    }
    guard steps > 0 else { throw BenchFailure("no touches came of the frames") }
    return elapsed / Double(count)
  }

  private static func touchCount(_ recording: Recording) throws -> Int {
    var source = try recording.makeSource()
    var session = TouchSession()
    let device = session.open(SessionS60.device, mapping: SurfaceMapping(device: SessionS60.device, board: board))
    var entry = RecordingEntry()
    var events: [TouchEvent] = []
    var steps = 0
    while try source.next(into: &entry) {
      guard case .frame(let frame, _) = entry else { continue }
      session.handle(frame, from: device, into: &events)
      steps += events.count
      events.removeAll(keepingCapacity: true)
    }
    return steps
  }

  private static let board = BoardSize(width: 1920, height: 1920)
}

/// The session as a device of protocol A sends it: in each frame all contacts, without slots or ids.
struct AnonymousFrames {
  static let device: DeviceDescription = {
    var device = SessionS60.device
    for code in [EventCode.slot, .trackingID] {
      device.axes[code] = nil
      device.codes[.absolute]?.remove(code)
    }
    return device
  }()

  private(set) var frames: [Frame] = []
  var eventCount: Int { frames.reduce(0) { $0 + $1.events.count } }
  private var slot = 0
  private var contacts = [[EventCode: Int32]](repeating: [:], count: 10)
  private static let codes = [EventCode.touchMajor, .positionX, .positionY, .contactPressure]

  init(_ slotted: [Frame]) {
    for frame in slotted {
      for event in frame.events where event.type == .absolute { note(event) }
      if let time = frame.time { frames.append(state(at: time)) }
    }
  }

  private mutating func note(_ event: InputEvent) {
    switch event.code {
    case .slot: slot = Int(event.value)
    case .trackingID where event.value < 0: contacts[slot][.trackingID] = nil
    case let code where code.isMultitouch: contacts[slot][code] = event.value
    default: break
    }
  }

  private func state(at time: Timestamp) -> Frame {
    var frame = Frame()
    let report = InputEvent(time: time, type: .synchronization, code: .multitouchReport, value: 0)
    for contact in contacts where contact[.trackingID] != nil {
      for code in Self.codes {
        frame.events.append(InputEvent(time: time, type: .absolute, code: code, value: contact[code] ?? 0))
      }
      frame.events.append(report)
    }
    if frame.events.isEmpty { frame.events.append(report) }
    frame.events.append(.report(at: time))
    return frame
  }
}
