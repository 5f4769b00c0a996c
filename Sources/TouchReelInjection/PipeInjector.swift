import SystemPackage
package import TouchReelByteStreams
import TouchReelEvdevDevices
package import TouchReelInputEvents
import TouchReelRecordingFormats
package import TouchReelRecordings
import TouchReelReplaying

/// Injects what comes through a pipe while it comes: the touches of another machine on this one.
///
/// Virtual devices are made when the pipe says what they are, and frames are written as they come, but not faster than
/// they were recorded. What is down when the pipe ends is lifted.
package struct PipeInjector: ~Copyable {
  private let options: InjectionOptions
  private let delay: TimeSpan
  private let feed: PipeFeed
  private let tally: FitTally
  private var clock: InjectionClock
  private var injected: [Int: InjectedDevice]
  private var pace: Optional<ArrivalPace>
  private var timing: TimingReport

  /// - Parameters:
  ///   - pipe: what is injected.
  ///   - reading: the format of the pipe and what is known of its device.
  ///   - openings: what the pipe says of its devices. Those that are injected into nodes or fitted on others have to
  ///     be known before the first frame; others may follow.
  ///   - options: of which a start and passes have no effect, since a pipe is read once from its beginning.
  ///   - delay: how much later than it was recorded a frame is written, counted from the fastest one, so that delays
  ///     of a network do not show.
  package init(
    _ pipe: PipeBytes, reading: sending ReadingOptions, openings: [DeviceOpening],
    options: InjectionOptions = InjectionOptions(), delay: TimeSpan = .zero
  ) throws(InjectionError) {
    let plan = try FittedDevices(openings, until: nil, options)
    let isKnown = plan.isFitted || !options.nodes.isEmpty
    var slates: [InitialDeviceState] = []
    var injected: [Int: InjectedDevice] = [:]
    var targets: [Int: DeviceDescription?] = [:]
    for (index, opening) in plan.openings.enumerated() where isKnown {
      let device = try Injector.makeDevice(opening, at: index, plan, options)
      injected[opening.number] = device
      if plan.isFitted { targets[opening.number] = .some(device.target) }
      slates.append(
        InitialDeviceState(opening: device.opening, state: device.stateBefore, isLasting: !options.nodes.isEmpty))
    }
    // A signal ends the replay from here on, and the devices go away.
    let clock = try Injector.makeClock()
    let tally = FitTally()
    let feed: PipeFeed
    do throws(Errno) {
      feed = try PipeFeed(
        pipe, reading: reading, slates: slates, changes: plan.changes(fitting: targets, tally: tally))
    } catch {
      throw .failed(operation: "cannot start a thread", error)
    }
    (self.feed, self.tally, timing, pace) = (feed, tally, TimingReport(), nil)
    self.clock = clock
    self.injected = injected
    self.options = options
    self.delay = delay
  }

  /// Injects until the pipe ends, or a signal.
  ///
  /// - Parameter announce: receives each device once it has a node, and whether it has one at all.
  package mutating func run(announce: (InjectedDeviceFacts) throws -> Void) throws -> InjectionOutcome {
    RealTimePriority.request()
    let played = Result { try play(announce) }
    let lifted = Result { () throws(InjectionError) in try injected.liftAll(at: clock.now) }
    for _ in 0..<Injector.drainDelay.turns { clock.rest(Injector.drainDelay.span) }
    let end = try played.get()
    try lifted.get()
    return InjectionOutcome(timing: timing, end: end, leftOut: tally.lines)
  }

  private mutating func play(_ announce: (InjectedDeviceFacts) throws -> Void) throws -> InjectionOutcome.End {
    for device in injected.values.sorted(by: { $0.number < $1.number }) {
      if case .interrupted(let signal) = try introduce(device, announce) { return .interrupted(by: signal) }
    }
    while true {
      switch try reading({ () throws(FileError) in try feed.next() }) {
      case .end: return .finished
      case .nothingYet:
        if case .interrupted(let signal) = clock.wait(forInputOn: feed.readiness) { return .interrupted(by: signal) }
      case .step(let step):
        if case .interrupted(let signal) = try perform(step, announce) { return .interrupted(by: signal) }
      }
    }
  }

  private mutating func perform(
    _ step: InjectionStep, _ announce: (InjectedDeviceFacts) throws -> Void
  ) throws -> ReplayWait {
    switch step.action {
    case .make(let opening, let events):
      injected[opening.number] = nil
      let device = try InjectedDevice(
        making: FittedOpening(opening: opening), as: options.target, fuzz: options.fuzz)
      injected[opening.number] = device
      if !events.isEmpty { try device.write(events, at: clock.now) }
      return try introduce(device, announce)
    case .write(let number, let events):
      guard let device = injected[number] else { return .reached }
      return try write(events, of: step.time, to: device)
    case .remove(let number):
      if options.nodes.isEmpty { injected[number] = nil } else { try injected[number]?.lift(at: clock.now) }
      return .reached
    case .endPass:
      try injected.liftAll(at: clock.now)
      return .reached
    }
  }

  private mutating func write(
    _ events: [InputEvent], of time: Timestamp, to device: InjectedDevice
  ) throws(InjectionError) -> ReplayWait {
    let speed = options.pace.speed
    if pace == nil { pace = feed.pace(delay: delay, speed: speed, now: clock.now) }
    var deadline = pace?.deadline(of: time, live: feed.liveDelay) ?? clock.now
    if case .interrupted(let signal) = waitWhileEarly(&deadline, of: time) { return .interrupted(by: signal) }
    try device.write(events, at: deadline)
    timing.add(clock.now.since(deadline))
    return .reached
  }

  /// Waits until a frame is due. One that nothing follows soon came sooner than those before: it is not held for
  /// longer, as it would be after the clock of the other machine was set, and those behind it are due earlier by as
  /// much.
  private mutating func waitWhileEarly(_ deadline: inout Timestamp, of time: Timestamp) -> ReplayWait {
    let early = deadline.since(clock.now)
    guard early > .zero else { return clock.wait(until: deadline) }
    let patience = clock.now.advanced(by: ArrivalPace.jitter)
    if case .interrupted(let signal) = clock.wait(until: min(deadline, patience)) { return .interrupted(by: signal) }
    deadline = min(deadline, pace?.deadline(of: time, live: feed.liveDelay) ?? deadline)
    guard delay > .zero || options.pace.speed != 1 || !feed.isAwaiting else {
      pace?.recordEarly(by: early)
      deadline = min(deadline, patience)
      return .reached
    }
    return clock.wait(until: deadline)
  }

  /// Programs are given time to find a device that was made.
  private mutating func introduce(
    _ device: InjectedDevice, _ announce: (InjectedDeviceFacts) throws -> Void
  ) throws -> ReplayWait {
    if case .interrupted(let signal) = awaitNode(of: device) { return .interrupted(by: signal) }
    try announce(device.facts(in: options.folders))
    guard options.nodes.isEmpty, case .after(let span) = options.beginning else { return .reached }
    return clock.wait(until: clock.now.advanced(by: span))
  }

  /// Waits as long as udev takes to show a new device; programs cannot find it before.
  private mutating func awaitNode(of device: InjectedDevice) -> ReplayWait {
    let deadline = clock.now.advanced(by: TimeSpan(seconds: 2))
    while device.node(in: options.folders) == nil {
      let next = clock.now.advanced(by: TimeSpan(nanoseconds: 2_000_000))
      guard next < deadline else { return .reached }
      if case .interrupted(let signal) = clock.wait(until: next) { return .interrupted(by: signal) }
    }
    return .reached
  }
}
