import Foundation
import SeededCases
import SystemPackage
import TestSupport
import Testing
import TouchReelEvdevDevices
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking

/// Windows of 1 to 20 frames are taken out of real recordings, as if the kernel's buffer had overflowed there, and what
/// is made of the rest is compared with what the whole recording says.
///
/// A stride of windows is tried; TOUCHREEL_PROPERTY_RUNS set to anything tries all. Samples are missing without a
/// synced state until both axes of the position have been reported; that is no fault.
@Suite(.enabled(if: Corpus.folder != nil, Corpus.absence))
struct LostEventsTests {
  @Test(arguments: LossCorpus.files)
  func `Without a synced state`(_ file: Corpus.File) throws {
    for trial in try LossTrial.trials(of: file) {
      let faults = try trial.faults(stride: LossCorpus.stride, synced: false)
      #expect(faults.falseLifts + faults.chords + faults.falseInk == 0, "\(faults)")
    }
  }

  @Test(arguments: LossCorpus.files)
  func `With the state that a live reader asks for`(_ file: Corpus.File) throws {
    for trial in try LossTrial.trials(of: file) {
      let faults = try trial.faults(stride: LossCorpus.stride, synced: true)
      #expect(faults.isEmpty, "\(faults)")
    }
  }
}

enum LossCorpus {
  static let stride = ProcessInfo.processInfo.environment["TOUCHREEL_PROPERTY_RUNS"] == nil ? 997 : 1

  static let files = Corpus.files.filter { $0.name.hasSuffix(".events") || $0.name.hasSuffix(".event") }
}

/// What can be wrong with what is made of a recording from which frames are missing.
struct LossFaults: CustomStringConvertible {
  /// A touch was ended that went on, and no other goes on with it.
  var falseLifts = 0
  /// A line was drawn across what was lost, or between two touches.
  var chords = 0
  /// Something was drawn where nothing touched.
  var falseInk = 0
  /// A sample of a touch did not arrive.
  var missing = 0
  var windows = 0
  var examples: [String] = []

  var isEmpty: Bool { falseLifts + chords + falseInk + missing == 0 }

  mutating func note(_ count: WritableKeyPath<LossFaults, Int>, _ example: String) {
    self[keyPath: count] += 1
    if self[keyPath: count] <= 3 { examples.append(example) }
  }

  var description: String {
    "\(windows) windows: \(falseLifts) false lifts, \(chords) chords, \(falseInk) false ink, \(missing) missing\n"
      + examples.joined(separator: "\n")
  }
}

/// The frames of one device. The time of each is its number in milliseconds, so that a step names the frame that it is
/// of.
struct LossTrial {
  let device: DeviceDescription
  let mapping: SurfaceMapping
  let frames: [Frame]
  /// Before each frame.
  let sessions: [TouchSession]
  let states: [DeviceState]
  let truth: [Truth]
  let reports: AxisReports

  /// What touches at the end of a frame, by slot.
  struct Truth {
    var touches: [Slot: Place] = [:]
    var samples: Set<Slot> = []
  }

  struct Place {
    var touch: Touch.ID
    var position: DevicePoint
  }

  static func trials(of file: Corpus.File) throws -> [LossTrial] {
    let recording = try Recording.open(FilePath(file.path))
    let facts = try RecordingFacts(recording)
    guard facts.touches.began > 0 else { return [] }
    let plan = facts.plan()
    var source = try recording.makeSource()
    var entry = RecordingEntry()
    var frames: [[Frame]] = facts.devices.map { _ in [] }
    while try source.next(into: &entry) {
      if case .frame(let frame, let channel) = entry { frames[channel.rawValue].append(frame) }
    }
    return frames.indices.filter { frames[$0].contains { $0.isComplete } }.map { channel in
      LossTrial(
        facts.descriptions[channel], plan.mapping(of: DeviceChannel(rawValue: channel)),
        frames[channel].filter { $0.isComplete && !$0.hasDrop })
    }
  }

  init(_ device: DeviceDescription, _ mapping: SurfaceMapping, _ recorded: [Frame]) {
    self.device = device
    self.mapping = mapping
    frames = recorded.enumerated().map { number, frame in
      Frame(
        events: frame.events.map {
          InputEvent(time: Self.time(number), type: $0.type, code: $0.code, value: $0.value)
        })
    }
    var session = TouchSession()
    let index = session.open(device, mapping: mapping)
    var state = DeviceState(device)
    var now = Truth()
    var (sessions, states, truth) = ([TouchSession](), [DeviceState](), [Truth]())
    for frame in frames {
      sessions.append(session)
      states.append(state)
      var events: [TouchEvent] = []
      session.handle(frame, from: index, into: &events)
      state.apply(frame)
      now.samples = []
      for event in events { now.take(event) }
      truth.append(now)
    }
    self.sessions = sessions
    self.states = states + [state]
    self.truth = truth
    reports = AxisReports(device, frames)
  }

  static func time(_ frame: Int) -> Timestamp { Timestamp(nanoseconds: Int64(frame) * 1_000_000) }
  static func frame(of event: TouchEvent) -> Int { Int(event.time.nanoseconds / 1_000_000) }

  func faults(stride step: Int, synced: Bool) throws -> LossFaults {
    var faults = LossFaults()
    var turn = 0
    for start in frames.indices.dropFirst() {
      for length in 1...20 where start + length < frames.count {
        turn += 1
        if turn % step == 0 { lose(start..<start + length, synced: synced, into: &faults) }
      }
    }
    return faults
  }

  /// How many frames after the loss are looked at.
  private static let horizon = 600

  private func lose(_ window: Range<Int>, synced: Bool, into faults: inout LossFaults) {
    faults.windows += 1
    var session = sessions[window.lowerBound]
    var reported = Reported(self, window: window)
    for touch in session.openTouches {
      guard let before = truth[window.lowerBound - 1].touches[touch.slot] else { continue }
      reported.open[touch.id] = Reported.Line(
        last: window.lowerBound - 1, truth: before.touch, position: before.position)
    }
    var events: [TouchEvent] = []
    let index = DeviceChannel(rawValue: 0)
    let time = Self.time(window.upperBound - 1)
    let drop = InputEvent(time: time, type: .synchronization, code: .dropped, value: 0)
    session.handle(Frame(events: [drop, .report(at: time)]), from: index, into: &events)
    if synced {
      let state = states[window.upperBound].description.syncFrame(at: time)
      session.handleSync(state, from: index, into: &events)
    }
    let end = min(frames.count, window.upperBound + Self.horizon)
    for frame in frames[window.upperBound..<end] { session.handle(frame, from: index, into: &events) }
    reported.take(events, into: &faults)
    reported.findMissing(in: window.upperBound..<end, into: &faults)
  }
}

extension LossTrial.Truth {
  mutating func take(_ event: TouchEvent) {
    switch event.phase {
    case .began, .moved:
      touches[event.touch.slot] = LossTrial.Place(touch: event.touch.id, position: event.sample.position)
      samples.insert(event.touch.slot)
    case .ended, .cancelled: if touches[event.touch.slot]?.touch == event.touch.id { touches[event.touch.slot] = nil }
    }
  }
}

/// What a reader that lost events reports, held against the truth.
private struct Reported {
  struct Line {
    /// The frame of the last sample.
    var last: Int
    var truth: Touch.ID?
    var position: DevicePoint
  }

  let truth: [LossTrial.Truth]
  let reports: AxisReports
  let window: Range<Int>
  /// Anonymous contacts have no slots that last through a loss: they are known by their places. So are those in slots
  /// up to the first frame that names one.
  let isAnonymous: Bool
  let firstNaming: Int
  var open: [Touch.ID: Line] = [:]
  private var samples: Set<Key> = []

  private struct Key: Hashable {
    var frame: Int
    var slot: Slot
  }

  init(_ trial: LossTrial, window: Range<Int>) {
    truth = trial.truth
    reports = trial.reports
    self.window = window
    isAnonymous = trial.device.contactProtocol == .anonymous
    firstNaming = reports.namings.first { $0 >= window.upperBound } ?? .max
  }

  private func place(of event: TouchEvent, in frame: Int) -> (slot: Slot, place: LossTrial.Place)? {
    let touches = truth[frame].touches
    let slot = event.touch.slot
    if let place = touches[slot], isTrue(event.sample.position, of: slot, at: place.position, in: frame) {
      return (slot, place)
    }
    guard isAnonymous || frame <= firstNaming else { return nil }
    return touches.first { $0.value.position == event.sample.position }.map { ($0.key, $0.value) }
  }

  /// Nobody can know an axis that was not reported since the loss, or not under its slot's name: it is as it was
  /// before.
  private func isTrue(_ position: DevicePoint, of slot: Slot, at place: DevicePoint, in frame: Int) -> Bool {
    let named = reports.hasSlots ? firstNaming : window.upperBound
    func isTrue(_ value: Int32, _ truth: Int32, _ axis: AxisReports.Axis) -> Bool {
      if value == truth { return true }
      if named <= frame, reports.has(axis, of: slot, in: named...frame) { return false }
      return value == reports.last(axis, of: slot, before: window.lowerBound)
    }
    return isTrue(position.x, place.x, .x) && isTrue(position.y, place.y, .y)
  }

  mutating func take(_ events: [TouchEvent], into faults: inout LossFaults) {
    for event in events {
      let frame = LossTrial.frame(of: event)
      let at = "window \(window), frame \(frame), slot \(event.touch.slot.rawValue): "
      switch event.phase {
      case .began, .moved:
        let found = place(of: event, in: frame)
        let place = found?.place
        let isTrue = found != nil
        if !isTrue { faults.note(\.falseInk, at + "\(event.phase) \(event.sample.position) \(event.sample.tool)") }
        samples.insert(Key(frame: frame, slot: found?.slot ?? event.touch.slot))
        if case .moved(gap: false) = event.phase, let line = open[event.touch.id] {
          let isWhole = line.last >= window.upperBound - 1 || frame < window.lowerBound
          if !isWhole || line.truth != place?.touch { faults.note(\.chords, at + "from \(line)") }
        }
        open[event.touch.id] = Line(
          last: frame, truth: isTrue ? place?.touch : nil, position: event.sample.position)
      case .ended, .cancelled:
        let line = open.removeValue(forKey: event.touch.id)
        // Which slot the finger goes on in is not known where the one that it was taken to be in turns out to be
        // another's.
        if let id = line?.truth, frame != firstNaming, truth[frame].touches.values.contains(where: { $0.touch == id }),
          !open.values.contains(where: { $0.truth == id })
        {
          faults.note(\.falseLifts, at + "\(event.phase), \(line as Any)")
        }
      }
    }
  }

  func findMissing(in frames: Range<Int>, into faults: inout LossFaults) {
    for frame in frames {
      for slot in truth[frame].samples where !samples.contains(Key(frame: frame, slot: slot)) {
        guard let place = truth[frame].touches[slot] else { continue }
        faults.note(\.missing, "window \(window), frame \(frame), slot \(slot.rawValue): no \(place)")
      }
    }
  }
}

/// The frames in which the device reported the axes of positions.
struct AxisReports {
  enum Axis { case x, y }

  private struct Key: Hashable {
    var axis: Axis
    var slot: Slot
  }

  private var reports: [Key: [(frame: Int, value: Int32)]] = [:]
  let hasSlots: Bool
  /// The frames with an ABS_MT_SLOT, in order.
  private(set) var namings: [Int] = []

  init(_ device: DeviceDescription, _ frames: [Frame]) {
    hasSlots = device.contactProtocol == .slots
    var slot = Slot(rawValue: hasSlots ? device.axes[.slot]?.value ?? 0 : 0)
    for (number, frame) in frames.enumerated() {
      for event in frame.events where event.type == .absolute {
        if hasSlots && event.code == .slot {
          slot = Slot(rawValue: event.value)
          namings.append(number)
        }
        guard let axis = axis(event.code) else { continue }
        reports[Key(axis: axis, slot: slot), default: []].append((number, event.value))
      }
    }
  }

  private func axis(_ code: EventCode) -> Axis? {
    switch code {
    case hasSlots ? .positionX : .x: .x
    case hasSlots ? .positionY : .y: .y
    default: nil
    }
  }

  func has(_ axis: Axis, of slot: Slot, in frames: ClosedRange<Int>) -> Bool {
    let all = reports[Key(axis: axis, slot: slot)] ?? []
    let first = all.partitioningIndex { $0.frame >= frames.lowerBound }
    return first < all.count && all[first].frame <= frames.upperBound
  }

  /// The value before a frame; 0 where there was none.
  func last(_ axis: Axis, of slot: Slot, before frame: Int) -> Int32 {
    let all = reports[Key(axis: axis, slot: slot)] ?? []
    let end = all.partitioningIndex { $0.frame >= frame }
    return end > 0 ? all[end - 1].value : 0
  }
}

extension Array {
  /// The first index whose element belongs to the second part, in which all elements fulfil the condition.
  fileprivate func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
