import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings
import TouchReelReplaying

/// Makes steps of the entries of a recording, over any number of passes.
///
/// It follows the state of every device, so that each pass, each replug and each loss of events leads to the recorded
/// state, whatever was written before.
final class InjectionSteps: RecordingSink {
  private struct Device {
    var slate: InitialDeviceState
    var state: DeviceState
    var isDropping = false
  }

  private let zero: Timestamp
  /// When what is down is lifted; `nil` for the time of the last entry.
  private let end: Timestamp?
  private var devices: [Int: Device] = [:]
  private var numbers: [DeviceChannel: Int] = [:]
  /// Openings have no time: they are carried out with what comes next.
  private var openings: [DeviceOpening] = []
  private var time: Timestamp
  /// The steps, in the order of their times.
  private(set) var steps: [InjectionStep] = []
  /// Within this time frames of several devices are put in order. A recorder that was delayed wrote one after another
  /// what happened alternately.
  static let reach = TimeSpan(nanoseconds: 100_000_000)

  init(_ slates: [InitialDeviceState], zero: Timestamp, end: Timestamp? = nil) {
    self.zero = zero
    self.end = end
    time = zero
    for slate in slates { devices[slate.opening.number] = Device(slate: slate, state: DeviceState(slate.state)) }
  }

  var losses: [String] { [] }

  func write(_ entry: RecordingEntry) throws(FileError) {
    switch entry {
    case .opening(let opening, let channel):
      numbers[channel] = opening.number
      openings.append(opening)
    case .frame(let frame, let channel):
      guard let instant = frame.time, let number = numbers[channel] else { return }
      advance(to: instant)
      pass(frame, to: number)
    case .sync(let frame, let channel):
      guard let instant = frame.time, let number = numbers[channel] else { return }
      advance(to: instant)
      synchronize(number, frame)
    case .note(let text, let time):
      advance(to: time)
      guard let channel = RecordingNote.removedChannel(in: text), let number = numbers[channel] else { return }
      remove(number)
    case .board, .attachment, .foreignMessage, .foreignMetadata: return
    }
  }

  /// Ends a pass.
  func finish() throws(FileError) {
    advance(to: end.map { max($0, time) } ?? time)
    for number in devices.keys { lift(number) }
    add(.endPass)
    numbers = [:]
    time = zero
  }

  /// Removes the steps that no later one can precede any more: a new step goes no farther back than to steps within
  /// reach of the last one, so that a clock that went back by hours delays nothing.
  func removeSettled() -> [InjectionStep] {
    guard let last = steps.last else { return [] }
    if case .endPass = last.action { return removeFirst(steps.count) }
    let open = steps.reversed().prefix {
      $0.time.since(last.time).nanoseconds.magnitude < Self.reach.nanoseconds.magnitude
    }
    return removeFirst(steps.count - open.count)
  }

  /// Removes all steps, where what comes next may take long; devices that have to be made are made now, for programs to
  /// find them before the first frame.
  func removeAll() -> [InjectionStep] {
    for opening in openings where devices[opening.number]?.slate.isLasting != true { open(opening) }
    openings.removeAll { devices[$0.number]?.slate.isLasting != true }
    return removeFirst(steps.count)
  }

  private func removeFirst(_ count: Int) -> [InjectionStep] {
    defer { steps.removeFirst(count) }
    return Array(steps.prefix(count))
  }

  private func add(_ action: InjectionStep.Action) {
    let step = InjectionStep(time: time, action: action)
    let later = steps.reversed().prefix { step.precedes($0, within: Self.reach) }.count
    steps.insert(step, at: steps.count - later)
  }

  private func advance(to instant: Timestamp) {
    time = instant
    for opening in openings { open(opening) }
    openings.removeAll()
  }

  private func open(_ opening: DeviceOpening) {
    let number = opening.number
    if var device = devices[number],
      device.slate.isLasting || opening.description.isLike(device.slate.opening.description)
    {
      let events = DeviceState(opening.description).changes(from: device.state, at: time)
      device.state.apply(Frame(events: events))
      devices[number] = device
      if !events.isEmpty { add(.write(number: number, events)) }
      return
    }
    let blank = VirtualDeviceSetup(opening.description).blank
    var state = DeviceState(blank)
    let events = DeviceState(opening.description).changes(from: state, at: time)
    state.apply(Frame(events: events))
    devices[number] = Device(slate: InitialDeviceState(opening: opening, state: blank, isLasting: false), state: state)
    add(.make(opening, events))
  }

  /// A loss of events cannot be injected: a frame that lost some is left out, and the state that follows is restored.
  private func pass(_ frame: Frame, to number: Int) {
    guard var device = devices[number] else { return }
    defer { devices[number] = device }
    if frame.hasDrop || device.isDropping {
      device.isDropping = !frame.isComplete
      return
    }
    device.state.apply(frame)
    add(.write(number: number, frame.events))
  }

  private func synchronize(_ number: Int, _ frame: Frame) {
    guard var device = devices[number] else { return }
    let before = device.state
    device.isDropping = false
    device.state.applySync(frame)
    devices[number] = device
    let events = device.state.changes(from: before, at: time)
    if !events.isEmpty { add(.write(number: number, events)) }
  }

  private func remove(_ number: Int) {
    guard let device = devices[number] else { return }
    add(.remove(number: number))
    if device.slate.isLasting { lift(number) } else { devices[number] = nil }
  }

  private func lift(_ number: Int) {
    guard var device = devices[number] else { return }
    device.state.apply(Frame(events: device.state.lift(at: time)))
    device.isDropping = false
    devices[number] = device
  }
}

extension InjectionStep {
  /// Whether it happened before a step that was recorded before it. What one device did keeps its order.
  fileprivate func precedes(_ other: InjectionStep, within reach: TimeSpan) -> Bool {
    guard case .write(let number, _) = action, case .write(let otherNumber, _) = other.action else { return false }
    return number != otherNumber && time < other.time && other.time.since(time) <= reach
  }
}

extension DeviceDescription {
  /// Whether the same virtual device can stand in for both.
  fileprivate func isLike(_ other: DeviceDescription) -> Bool {
    let (first, second) = (VirtualDeviceSetup(self), VirtualDeviceSetup(other))
    return first.hasShape(of: second)
  }
}

/// One step of an injection.
struct InjectionStep {
  enum Action {
    /// A device is plugged in; the events bring it to its start state.
    case make(DeviceOpening, [InputEvent])
    case write(number: Int, [InputEvent])
    /// A device is unplugged, with whatever it holds down.
    case remove(number: Int)
    /// What is still down is lifted, and the recording begins again or is over.
    case endPass
  }

  /// The time on the recording's clock.
  var time: Timestamp
  var action: Action
}

/// A device that a recording is injected into, before anything was written.
struct InitialDeviceState: Sendable {
  var opening: DeviceOpening
  /// The state in the recorded device's units.
  var state: DeviceDescription
  /// Whether it outlives the unplugging of the recorded device, as an existing node does.
  var isLasting: Bool
}
