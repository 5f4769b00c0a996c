public import SystemPackage
import TouchReelByteStreams
public import TouchReelEvdevDevices
public import TouchReelInputEvents
public import TouchReelRecordingFormats
import TouchReelRecordings
public import TouchReelReplaying
public import TouchReelTouchTracking

/// Replays a recording into the kernel, so that any program receives its touches.
///
///     var injector = try Injector(facts)
///     for device in injector.devices { print(device.name, device.node ?? "") }
///     let outcome = try injector.run(recording)
///
/// Its devices go away with it; what they hold down is lifted before `run` returns, however that ends.
public struct Injector: ~Copyable {
  /// Readers get this many turns to read the last events, since the kernel discards what was not read of a device that
  /// is gone. A single long sleep would be over at once on a machine that was suspended meanwhile.
  static let drainDelay = (turns: 10, span: TimeSpan(nanoseconds: 10_000_000))

  private let facts: RecordingFacts
  private let options: InjectionOptions
  private let start: InjectionStart
  private let changes: InjectionChanges
  private let tally: FitTally
  private var clock: InjectionClock
  private var injected: [Int: InjectedDevice]
  private var slates: [InitialDeviceState]
  private var timing: TimingReport

  /// Creates the virtual devices, or opens the nodes.
  public init(_ facts: RecordingFacts, options: InjectionOptions = InjectionOptions()) throws(InjectionError) {
    let start = options.start.map { InjectionStart.within(facts.instant($0)) } ?? .beginning(facts.start)
    guard facts.eventCount > 0, start.zero <= facts.end else { throw .nothingToReplay }
    let plan = try FittedDevices(facts, options)
    guard plan.end.map({ $0 > start.zero }) ?? true else { throw .nothingToReplay }
    // A signal ends the replay from here on, and the devices go away.
    let clock = try Self.makeClock()
    var injected: [Int: InjectedDevice] = [:]
    var slates: [InitialDeviceState] = []
    var targets: [Int: DeviceDescription?] = [:]
    for (index, opening) in plan.openings.enumerated() {
      let device = try Self.makeDevice(opening, at: index, plan, options)
      injected[opening.number] = device
      if plan.isFitted { targets[opening.number] = .some(device.target) }
      slates.append(
        InitialDeviceState(opening: device.opening, state: device.stateBefore, isLasting: !options.nodes.isEmpty))
    }
    let tally = FitTally()
    changes = plan.changes(fitting: targets, tally: tally)
    (self.tally, timing) = (tally, TimingReport())
    (self.injected, self.slates) = (injected, slates)
    self.clock = clock
    self.facts = facts
    self.options = options
    self.start = start
  }

  /// The devices, in the recording's order.
  public var devices: [InjectedDeviceFacts] {
    injected.values.sorted { $0.number < $1.number }.map { $0.facts(in: options.folders) }
  }

  /// Waits until every device has a node.
  /// - Returns: false if that takes longer than `patience`.
  public mutating func waitForNodes(_ patience: TimeSpan = TimeSpan(seconds: 2)) -> Bool {
    let deadline = clock.now.advanced(by: patience)
    while devices.contains(where: { $0.node == nil }) {
      let next = clock.now.advanced(by: TimeSpan(nanoseconds: 2_000_000))
      guard next < deadline, clock.wait(until: next) == .reached else { return false }
    }
    return true
  }

  /// Replays; returns when everything is lifted.
  public mutating func run(_ recording: sending Recording) throws(InjectionError) -> InjectionOutcome {
    let plan = InjectionPlan(
      recording: recording, descriptions: facts.descriptions, slates: slates, start: start,
      changes: changes, passes: options.pace.passes)
    let feed: InjectionFeed
    do throws(Errno) { feed = try InjectionFeed(plan) } catch {
      throw .failed(operation: "cannot start a thread", error)
    }
    RealTimePriority.request()
    let played = Result { () throws(InjectionError) in try play(feed) }
    let lifted = Result { () throws(InjectionError) in try injected.liftAll(at: clock.now) }
    for _ in 0..<Self.drainDelay.turns { clock.rest(Self.drainDelay.span) }
    let end = try played.get()
    try lifted.get()
    return InjectionOutcome(timing: timing, end: end, leftOut: tally.lines)
  }

  static func makeClock() throws(InjectionError) -> InjectionClock {
    do throws(Errno) { return try InjectionClock() } catch {
      throw .failed(operation: "cannot wait for signals", error)
    }
  }

  static func makeDevice(
    _ opening: DeviceOpening, at index: Int, _ plan: FittedDevices, _ options: InjectionOptions
  ) throws(InjectionError) -> InjectedDevice {
    guard options.nodes.isEmpty else { return try InjectedDevice(options.nodes[index], as: opening, plan) }
    let fitted = try plan.fit(opening, on: plan.target)
    return try InjectedDevice(making: fitted, as: plan.target, fuzz: options.fuzz)
  }

  private mutating func awaitBeginning() -> ReplayWait {
    switch options.beginning {
    case .after(let span): clock.wait(until: clock.now.advanced(by: span))
    case .input(let descriptor): clock.wait(forInputOn: descriptor)
    }
  }

  private mutating func play(_ feed: InjectionFeed) throws(InjectionError) -> InjectionOutcome.End {
    if case .interrupted(let signal) = awaitBeginning() { return .interrupted(by: signal) }
    let begin = clock.now
    var schedule = ReplaySchedule(zero: start.zero, startingAt: begin, pace: options.pace)
    while let step = try reading({ () throws(FileError) in try feed.next() }) {
      let deadline = schedule.deadline(of: step.time)
      if case .interrupted(let signal) = clock.wait(until: deadline) { return .interrupted(by: signal) }
      guard case .endPass = step.action else {
        try perform(step.action, deadline)
        continue
      }
      try injected.liftAll(at: clock.now)
      guard case .again = schedule.finishPass() else { return .finished }
    }
    return .finished
  }

  private mutating func perform(_ action: InjectionStep.Action, _ deadline: Timestamp) throws(InjectionError) {
    switch action {
    case .make(let opening, let events):
      // The one before goes first, so that there are never two.
      injected[opening.number] = nil
      let device = try InjectedDevice(
        making: FittedOpening(opening: opening), as: options.target, fuzz: options.fuzz)
      injected[opening.number] = device
      if !events.isEmpty { try device.write(events, at: clock.now) }
    case .write(let number, let events):
      try injected[number]?.write(events, at: deadline)
      timing.add(clock.now.since(deadline))
    case .remove(let number):
      if options.nodes.isEmpty { injected[number] = nil } else { try injected[number]?.lift(at: clock.now) }
    case .endPass: break
    }
  }
}

extension [Int: InjectedDevice] {
  /// Lifts what is down on all of them, even if one fails.
  func liftAll(at time: Timestamp) throws(InjectionError) {
    var failure: InjectionError?
    for device in values {
      do throws(InjectionError) { try device.lift(at: time) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}

/// Reads a recording, whose errors become those of its injection.
func reading<Value>(_ body: () throws(FileError) -> Value) throws(InjectionError) -> Value {
  do throws(FileError) { return try body() } catch { throw .recording(error) }
}

/// A device that a recording is injected into: created for it, or an existing node.
final class InjectedDevice {
  let name: String
  /// The N of `/device/N/events`.
  var number: Int { opening.number }
  /// The opening, as it is replayed, in this device's units.
  let opening: DeviceOpening
  /// What the recorded device was fitted on; `nil` for one like it.
  let target: DeviceDescription?
  /// The state before the first write.
  let stateBefore: DeviceDescription
  let losses: [String]
  let additions: [String]
  /// One of the two is set.
  private var virtual: VirtualDevice?
  private var opened: InjectionNode?
  private var state: DeviceState

  /// Creates a virtual device.
  init(
    making fitted: FittedOpening, as target: DeviceDescription?, fuzz: VirtualDeviceSetup.Fuzz
  ) throws(InjectionError) {
    let setup = VirtualDeviceSetup(fitted.opening.description, fuzz: fuzz)
    name = setup.name
    opening = fitted.opening
    self.target = target
    losses = fitted.losses + setup.losses
    additions = fitted.additions + setup.additions
    stateBefore = setup.blank
    state = DeviceState(stateBefore, slotLimit: VirtualDeviceSetup.slotLimit)
    virtual = try VirtualDevice(setup)
  }

  /// Opens a node.
  init(_ path: FilePath, as recorded: DeviceOpening, _ plan: FittedDevices) throws(InjectionError) {
    let node =
      plan.isFitted
      ? try InjectionNode(path) : try InjectionNode(path, as: recorded.description)
    let fitted = try plan.fit(recorded, on: node.description, called: path.string)
    name = node.description.name
    opening = fitted.opening
    target = node.description
    losses = fitted.losses + node.losses
    additions = fitted.additions
    stateBefore = node.description
    state = DeviceState(stateBefore, slotLimit: VirtualDeviceSetup.slotLimit)
    opened = consume node
  }

  func facts(in folders: DeviceFolders) -> InjectedDeviceFacts {
    InjectedDeviceFacts(number: number, name: name, node: node(in: folders), losses: losses, additions: additions)
  }

  /// `nil` if the node does not exist yet.
  func node(in folders: DeviceFolders) -> FilePath? {
    opened?.node ?? virtual?.node(in: folders)
  }

  func write(_ events: [InputEvent], at time: Timestamp) throws(InjectionError) {
    try virtual?.write(events, at: time)
    try opened?.write(events, at: time)
    state.applyWritten(events)
  }

  /// Lifts every contact and key that is down.
  func lift(at time: Timestamp) throws(InjectionError) {
    let events = state.lift(at: time)
    if !events.isEmpty { try write(events, at: time) }
  }
}

/// How a recording is injected.
public struct InjectionOptions: Hashable, Sendable {
  /// What the first frame waits for, once the devices exist.
  public enum InitialContent: Hashable, Sendable {
    /// Programs have this long to find the devices.
    case after(TimeSpan)
    /// Input, or its end, on a descriptor.
    case input(FileDescriptor)
  }

  package var pace = ReplayPace()
  /// Where the replay begins; what is down then begins there.
  public var start: ReplayTime?
  /// Where it ends; what is down then is lifted.
  public var end: ReplayTime?
  /// The recorded devices that are replayed, by number, name or node; all if there is none.
  public var devices: [String] = []
  /// What is known of the recorded devices' surfaces beyond the recording; its rotation has no effect.
  public var surface = SurfaceMapping.Options()
  /// The device that each virtual one is like; `nil` for the recorded one.
  public var target: DeviceDescription?
  /// What the first frame waits for.
  public var beginning = InitialContent.after(TimeSpan(seconds: 1))
  /// Whether virtual devices have the recorded devices' fuzz.
  public var fuzz = VirtualDeviceSetup.Fuzz.removed
  /// Nodes to write to, one for each recorded device in their order. If there are none, virtual devices are created.
  public var nodes: [FilePath] = []
  /// How touches are fitted on nodes, or on a target. If it is `nil`, a node has to match the recorded device.
  public var fit: FitOptions?
  /// Where devices are looked for.
  public var folders = DeviceFolders()

  /// A replay from the beginning, into virtual devices.
  public init() {}

  func check(_ openings: [DeviceOpening]) throws(InjectionError) {
    guard nodes.isEmpty || nodes.count == openings.count else {
      throw .deviceCount(recorded: openings.map(\.description.name), nodes: nodes.count)
    }
  }
}

/// A device that a recording is injected into.
public struct InjectedDeviceFacts: Hashable, Sendable {
  /// The recorded device's.
  public var number: Int
  /// The name of the device.
  public var name: String
  /// `nil` if the kernel has no evdev, or the node does not exist yet.
  public var node: FilePath?
  /// What the kernel does not pass on, one line a kind.
  public var losses: [String]
  /// What is made up, one line an axis: values that the device needs and the recording lacks.
  public var additions: [String]
}

/// The result of an injection.
public struct InjectionOutcome: Hashable, Sendable {
  /// How an injection ended.
  public enum End: Hashable, Sendable {
    case finished
    /// SIGINT, SIGTERM, SIGHUP.
    case interrupted(by: Int32)
  }

  /// How late frames were.
  public var timing: TimingReport
  /// Why the replay ended.
  public var end: End
  /// What could not be fitted to the devices, one line a kind.
  public var leftOut: [String]
}
