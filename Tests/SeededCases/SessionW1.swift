public import TouchReelInputEvents

/// The workload W1 as a recording: 2,000 touches of 51 points by one finger, one after the other, at 240 Hz on a
/// touchscreen of 32768 × 18432 units; 104,000 frames, about 316,000 events.
public struct SessionW1 {
  public static let device: DeviceDescription = {
    var device = DeviceDescription()
    device.name = "W1 touchscreen"
    device.identity = DeviceIdentity(bus: 0x18, vendor: 0x5EED, product: 1, version: 1)
    device.properties = [.direct]
    device.codes = [.key: [.touch]]
    device.axes[.slot] = AbsoluteAxis(minimum: 0, maximum: 9)
    device.axes[.positionX] = AbsoluteAxis(minimum: 0, maximum: units.x - 1)
    device.axes[.positionY] = AbsoluteAxis(minimum: 0, maximum: units.y - 1)
    device.axes[.trackingID] = AbsoluteAxis(minimum: 0, maximum: 65535)
    device.codes[.absolute] = Set(device.axes.keys)
    return device
  }()

  public static let units: (x: Int32, y: Int32) = (32768, 18432)

  public private(set) var frames: [Frame] = []
  private var random: SplitMix64
  private var time = Timestamp(microseconds: 1_000_000)
  private var sent: [EventCode: Int32] = [:]

  public init(seed: UInt64 = 0x571, touches: Int = 2000, points: Int = 51) {
    random = SplitMix64(seed: seed)
    for number in 0..<touches { draw(Int32(truncatingIfNeeded: number % 65536), points: points) }
  }

  private mutating func draw(_ id: Int32, points: Int) {
    var path = WanderingPath(right: 1920, bottom: 1080, using: &random)
    for number in 0..<points {
      let start = number == 0 ? [contact(id), button(1)] : []
      let point = path.next(using: &random)
      let position = [
        moved(.positionX, to: point.x / 1920, of: Self.units.x),
        moved(.positionY, to: point.y / 1080, of: Self.units.y),
      ]
      send(start + position.compactMap(\.self))
    }
    send([contact(-1), button(0)])
  }

  /// `nil` if the value is the last one: the kernel does not send it again.
  private mutating func moved(_ code: EventCode, to share: Double, of units: Int32) -> InputEvent? {
    let value = min(Int32(share * Double(units)), units - 1)
    guard sent.updateValue(value, forKey: code) != value else { return nil }
    return InputEvent(time: time, type: .absolute, code: code, value: value)
  }

  private func contact(_ id: Int32) -> InputEvent {
    InputEvent(time: time, type: .absolute, code: .trackingID, value: id)
  }

  private func button(_ value: Int32) -> InputEvent {
    InputEvent(time: time, type: .key, code: .touch, value: value)
  }

  private mutating func send(_ events: [InputEvent]) {
    if !events.isEmpty { frames.append(Frame(events: events + [.report(at: time)])) }
    time = Timestamp(microseconds: time.microseconds + 4167)
  }
}
