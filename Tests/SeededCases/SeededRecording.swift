import TouchReelInputEvents
public import TouchReelRecordings

/// A made recording of one to three devices of every protocol, with what goes wrong in real ones: losses of events with
/// and without the state after them, clocks that are set back, contacts that are down at the beginning or have no id,
/// palms, ids that are replaced without a lift, devices that are unplugged and come back.
public struct SeededRecording: Sendable {
  /// What may be in it.
  public struct Kinds: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let losses = Kinds(rawValue: 1)
    public static let clocksSetBack = Kinds(rawValue: 2)
    public static let replugs = Kinds(rawValue: 4)
    public static let downAtBeginning = Kinds(rawValue: 8)
    public static let palms = Kinds(rawValue: 16)
    /// More than one device.
    public static let severalDevices = Kinds(rawValue: 32)
    public static let all: Kinds = [.losses, .clocksSetBack, .replugs, .downAtBeginning, .palms, .severalDevices]
  }

  public private(set) var entries: [RecordingEntry] = []
  /// The kinds of its devices, by number.
  public private(set) var devices: [SeededDevice.Kind] = []

  private var random: SplitMix64
  private var hands: [SeededDevice] = []
  private var channels: [DeviceChannel] = []
  private var openings = 0
  private var time = Timestamp(microseconds: 5_000_000)

  /// - Parameters:
  ///   - seed: of everything.
  ///   - frames: how many of them, roughly.
  ///   - kinds: what may be in it.
  public init(seed: UInt64, frames: Int = 60, _ kinds: Kinds = .all) {
    random = SplitMix64(seed: seed &* 0x9E37 &+ 0x5EED)
    let count = kinds.contains(.severalDevices) ? 1 + random.next(below: 3) : 1
    for number in 0..<count {
      let kind = SeededDevice.Kind.allCases[random.next(below: SeededDevice.Kind.allCases.count)]
      devices.append(kind)
      hands.append(SeededDevice(kind, number: number, kinds, &random))
      channels.append(DeviceChannel(rawValue: 0))
      open(number)
    }
    for _ in 0..<frames { step(kinds) }
  }

  private mutating func open(_ number: Int) {
    channels[number] = DeviceChannel(rawValue: openings)
    openings += 1
    let opening = DeviceOpening(number: number, description: hands[number].description)
    entries.append(.opening(opening, as: channels[number]))
  }

  private mutating func step(_ kinds: Kinds) {
    advance(kinds)
    let number = random.next(below: hands.count)
    let channel = channels[number]
    if kinds.contains(.replugs), random.next(below: 50) == 0 { return replug(number) }
    if kinds.contains(.losses), random.next(below: 25) == 0 { return lose(number) }
    let events = hands[number].frame(at: time, &random)
    if !events.isEmpty { entries.append(.frame(Frame(events: events + [.report(at: time)]), of: channel)) }
  }

  private mutating func advance(_ kinds: Kinds) {
    let isBack = kinds.contains(.clocksSetBack) && random.next(below: 40) == 0
    let step = isBack ? -Int64(random.next(below: 400_000)) : Int64(random.next(below: 20_000))
    time = Timestamp(microseconds: max(1, time.microseconds + step))
  }

  private mutating func replug(_ number: Int) {
    entries.append(.note(RecorderNote.deviceRemoved(channels[number]).payload, at: time))
    hands[number].replug()
    open(number)
  }

  /// Some frames happen and are not recorded; then comes the state, or nothing.
  private mutating func lose(_ number: Int) {
    for _ in 0..<random.next(below: 5) { _ = hands[number].frame(at: time, &random) }
    let dropped = InputEvent(time: time, type: .synchronization, code: .dropped, value: 0)
    entries.append(.frame(Frame(events: [dropped, .report(at: time)]), of: channels[number]))
    guard random.next(below: 2) == 0, let state = hands[number].state(at: time) else { return }
    entries.append(.sync(Frame(events: state + [.report(at: time)]), of: channels[number]))
  }
}
