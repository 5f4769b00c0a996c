import TouchReelInputEvents
import TouchReelRecordings

/// What a format could not hold, counted, as lines of text.
struct SinkLosses {
  private let format: RecordingFormat
  private var foreign = ForeignTally()
  private var counts: [String: Int] = [:]
  private var order: [String] = []

  init(of format: RecordingFormat) { self.format = format }

  /// `kind: N times`, in the order of their first occurrence.
  var lines: [String] {
    let lines = order.map { kind in
      let count = counts[kind, default: 1]
      return count > 1 ? "\(kind) (\(count) times)" : kind
    }
    if foreign.isEmpty { return lines }
    let verb = foreign.count == 1 ? "is" : "are"
    return lines + ["\(foreign) \(verb) not carried into \(format.rawValue); convert to .mcap keeps them"]
  }

  mutating func add(_ kind: String) {
    if counts[kind] == nil { order.append(kind) }
    counts[kind, default: 0] += 1
  }

  /// Entries that only our own format has.
  mutating func add(_ entry: RecordingEntry) {
    if foreign.add(entry) { return }
    switch entry {
    case .sync: add("a device's state after an overflow is left out")
    case .board: add("a command to the board is left out")
    case .note: add("a note is left out")
    case .attachment: add("an attachment is left out")
    case .opening, .frame, .foreignMessage, .foreignMetadata: break
    }
  }

  /// How the device lies on its screen, which has to be stated again where what was written is drawn.
  mutating func addSurface(of device: DeviceDescription) {
    let facts = [(DeviceDescription.calibrationFact, "--calibration"), (DeviceDescription.rotationFact, "--rotate")]
    for (fact, option) in facts {
      guard let value = device.udev[fact], value != "0" else { continue }
      add("\(fact)=\(value) is left out; state it with \(option) where the file is drawn")
    }
  }

  /// A part that begins behind a loss of events says by no event of its own what was down before.
  mutating func addContacts(of opening: DeviceDescription, lostAt frame: Frame) {
    guard frame.hasDrop, opening.slots.contains(where: { ($0[.trackingID] ?? -1) >= 0 }) else { return }
    add(
      "touches that were down before the lost events with which it begins are left out until their slots report; "
        + "mcap keeps them")
  }

  /// What of the state at the start is not there as such.
  mutating func addStart(_ beginning: HeldState.Beginning) {
    if beginning.hasStateEvents {
      add("the state at the start became events of the first frame; mcap keeps it apart")
    }
    if beginning.leavesLightsOut { add("lights and switches that were on at the start are left out") }
    if beginning.leavesValuesOut { add("values of axes at the start are left out") }
  }

  /// The state at the start of a device that sent nothing.
  mutating func addStateWithoutFrames() { add("the state at the start is left out, since no event follows it") }

  mutating func addReplug() { add("that the device was plugged in again is left out: its fingers and keys are lifted") }

  /// The instant in the kernel's microseconds, never negative.
  @inline(__always)
  mutating func kernelTime(_ time: Timestamp) -> KernelTime {
    let (quotient, remainder) = time.nanoseconds.quotientAndRemainder(dividingBy: 1000)
    if remainder != 0 || quotient < 0 { addTime(time) }
    let (seconds, microseconds) = max(quotient, 0).quotientAndRemainder(dividingBy: 1_000_000)
    return KernelTime(seconds: seconds, microseconds: microseconds)
  }

  private mutating func addTime(_ time: Timestamp) {
    add(time.nanoseconds < 0 ? "a time before zero became zero" : "a time was rounded down to microseconds")
  }
}

/// `struct timeval` of an event.
struct KernelTime {
  var seconds: Int64
  var microseconds: Int64
}
