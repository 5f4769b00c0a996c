import ByteStreams
public import InputEvents
public import RecordingFormats
public import Recordings
public import Replaying
import SystemPackage

/// Replays a recording into the kernel, so that any program receives its touches.
///
///     var injector = try Injector(survey)
///     for device in injector.devices { print(device.name, device.node ?? "") }
///     let outcome = try injector.run(recording)
///
/// What it made and what it holds down is gone with it, and lifted before `run` returns, however that ends.
public struct Injector: ~Copyable {
  /// Readers get so many turns to read the last events, since the kernel throws away what was not read of a device that is gone. A single
  /// long sleep would be over at once on a machine that stood still meanwhile.
  private static let drainDelay = (turns: 10, span: TimeSpan(nanoseconds: 10_000_000))

  private let survey: RecordingSurvey
  private let options: InjectionOptions
  private let start: InjectionStart
  private var clock: InjectionClock
  private var injected: [Int: InjectedDevice] = [:]
  private var slates: [InitialDeviceState] = []
  private var timing = TimingReport()

  /// Makes the virtual devices, or opens the nodes.
  public init(_ survey: RecordingSurvey, options: InjectionOptions = InjectionOptions()) throws(InjectionError) {
    let start = options.start.map { InjectionStart.within(survey.instant($0)) } ?? .beginning(survey.start)
    guard survey.eventCount > 0, start.zero <= survey.end else { throw .nothingToReplay }
    let openings = survey.firstOpenings
    try options.check(openings)
    // From here on a signal ends what is made.
    let clock = try Self.makeClock()
    for (index, opening) in openings.enumerated() {
      let device = try Self.makeDevice(opening, at: index, options)
      injected[opening.number] = device
      slates.append(InitialDeviceState(opening: opening, state: device.stateBefore, isLasting: !options.nodes.isEmpty))
    }
    self.clock = clock
    self.survey = survey
    self.options = options
    self.start = start
  }

  /// The devices, in the recording's order.
  public var devices: [InjectedDeviceFacts] {
    injected.values.sorted { $0.number < $1.number }.map { device in
      InjectedDeviceFacts(
        number: device.number, name: device.name, node: device.node(in: options.folders), losses: device.losses)
    }
  }

  /// Waits until every device has a node.
  /// - Returns: false where that takes longer than `patience`.
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
      recording: recording, descriptions: survey.descriptions, slates: slates, start: start,
      passes: options.pace.passes)
    let feed: InjectionFeed
    do throws(Errno) { feed = try InjectionFeed(plan) } catch {
      throw .failed(operation: "cannot start a thread", error)
    }
    RealTimePriority.request()
    let played = Result { () throws(InjectionError) in try play(feed) }
    let lifted = Result { () throws(InjectionError) in try liftAll() }
    for _ in 0..<Self.drainDelay.turns { clock.rest(Self.drainDelay.span) }
    let end = try played.get()
    try lifted.get()
    return InjectionOutcome(timing: timing, end: end)
  }

  private static func makeClock() throws(InjectionError) -> InjectionClock {
    do throws(Errno) { return try InjectionClock() } catch {
      throw .failed(operation: "cannot wait for signals", error)
    }
  }

  private static func makeDevice(
    _ opening: DeviceOpening, at index: Int, _ options: InjectionOptions
  ) throws(InjectionError) -> InjectedDevice {
    guard options.nodes.isEmpty else {
      return try InjectedDevice(options.nodes[index], as: opening, scaling: options.scaling)
    }
    return try InjectedDevice(making: opening, fuzz: options.fuzz)
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
      try liftAll()
      guard case .again = schedule.finishPass() else { return .finished }
    }
    return .finished
  }

  private mutating func perform(_ action: InjectionStep.Action, _ deadline: Timestamp) throws(InjectionError) {
    switch action {
    case .make(let opening, let events):
      // The one before goes first, so that there are never two.
      injected[opening.number] = nil
      let device = try InjectedDevice(making: opening, fuzz: options.fuzz)
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

  /// All of them, also where one fails.
  private mutating func liftAll() throws(InjectionError) {
    var failure: InjectionError?
    for device in injected.values {
      do throws(InjectionError) { try device.lift(at: clock.now) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  private func reading<Value>(_ body: () throws(FileError) -> Value) throws(InjectionError) -> Value {
    do throws(FileError) { return try body() } catch { throw .recording(error) }
  }
}

extension RecordingSurvey {
  /// Of each device, as it was opened first.
  fileprivate var firstOpenings: [DeviceOpening] {
    var seen: Set<Int> = []
    return devices.filter { seen.insert($0.opening.number).inserted }.map {
      DeviceOpening(number: $0.opening.number, description: $0.description)
    }
  }
}
