import Glibc
public import TouchReelInputEvents

/// The workload S60: ten fingers at 120 Hz for 60 s on a screen of 4096 × 4096 units, about 274,500 events.
public struct SessionS60 {
  public static let device: DeviceDescription = {
    var device = DeviceDescription()
    device.name = "S60 touchscreen"
    device.identity = DeviceIdentity(bus: 0x18, vendor: 0x5EED, product: 60, version: 1)
    device.properties = [.direct]
    device.codes = [.key: [.touch]]
    for code in [EventCode.x, .y, .positionX, .positionY] {
      device.axes[code] = AbsoluteAxis(minimum: 0, maximum: 4095, resolution: 16)
    }
    for code in [EventCode.pressure, .contactPressure] {
      device.axes[code] = AbsoluteAxis(minimum: 0, maximum: 255)
    }
    device.axes[.slot] = AbsoluteAxis(minimum: 0, maximum: 9)
    device.axes[.touchMajor] = AbsoluteAxis(minimum: 0, maximum: 31)
    device.axes[.trackingID] = AbsoluteAxis(minimum: 0, maximum: 65535)
    device.codes[.absolute] = Set(device.axes.keys)
    return device
  }()

  public private(set) var frames: [Frame] = []
  private var random: SplitMix64
  private var fingers: [Finger] = []
  private var nextID: Int32 = 0
  private var slot: Int32 = 0
  private var pointer: Int?
  private var sent: [EventCode: Int32] = [:]

  private struct Finger {
    var isDown = false
    var framesLeft = 0
    var x = 0.0
    var y = 0.0
    var heading = 0.0
    var curvature = 0.0
    var speed = 0.0
    var pressure = 120.0
    var sent: [EventCode: Int32] = [:]
  }

  public init(seed: UInt64 = 0x560, seconds: Int = 60) {
    random = SplitMix64(seed: seed)
    fingers = (0..<10).map { _ in Finger(framesLeft: 0) }
    for index in fingers.indices { fingers[index].framesLeft = frames(from: 0.0, to: 1) }
    for number in 0..<(seconds * 120) {
      let jitter = Int64((normal() * 150).rounded())
      let time = Timestamp(microseconds: 1_000_000 + Int64(number) * 8333 + jitter)
      var events: [InputEvent] = []
      for index in fingers.indices { step(index, at: time, into: &events) }
      followPointer(at: time, into: &events)
      if events.isEmpty { continue }
      events.append(.report(at: time))
      frames.append(Frame(events: events))
    }
  }

  private mutating func step(_ index: Int, at time: Timestamp, into events: inout [InputEvent]) {
    var finger = fingers[index]
    defer { fingers[index] = finger }
    finger.framesLeft -= 1
    if finger.framesLeft < 0 {
      finger.isDown.toggle()
      finger.framesLeft = finger.isDown ? frames(from: 0.5, to: 4) : frames(from: 0.1, to: 1)
      select(index, at: time, into: &events)
      let id = finger.isDown ? nextID : -1
      if finger.isDown { nextID += 1 }
      events.append(InputEvent(time: time, type: .absolute, code: .trackingID, value: id))
      if finger.isDown { place(&finger) }
    }
    guard finger.isDown else { return }
    move(&finger)
    let values: [(EventCode, Int32)] = [
      (.positionX, clamp(finger.x + normal() * 1.5, 4095)), (.positionY, clamp(finger.y + normal() * 1.5, 4095)),
      (.touchMajor, clamp(finger.pressure / 8, 31)), (.contactPressure, clamp(finger.pressure, 255)),
    ]
    for (code, value) in values where finger.sent[code] != value {
      finger.sent[code] = value
      select(index, at: time, into: &events)
      events.append(InputEvent(time: time, type: .absolute, code: code, value: value))
    }
  }

  private mutating func place(_ finger: inout Finger) {
    finger.x = random.next(in: 0...4095)
    finger.y = random.next(in: 0...4095)
    finger.heading = random.next(in: 0...(2 * .pi))
    finger.speed = random.next(in: 4...40)
    finger.curvature = 0
  }

  private mutating func move(_ finger: inout Finger) {
    finger.curvature = 0.95 * finger.curvature + 0.01 * normal()
    finger.heading += finger.curvature
    finger.x += finger.speed * cos(finger.heading)
    finger.y += finger.speed * sin(finger.heading)
    if finger.x < 0 || finger.x > 4095 { finger.heading = .pi - finger.heading }
    if finger.y < 0 || finger.y > 4095 { finger.heading = -finger.heading }
    finger.x = min(max(finger.x, 0), 4095)
    finger.y = min(max(finger.y, 0), 4095)
    finger.pressure = 120 + 0.95 * (finger.pressure - 120) + 4 * normal()
  }

  private mutating func select(_ index: Int, at time: Timestamp, into events: inout [InputEvent]) {
    guard slot != Int32(index) else { return }
    slot = Int32(index)
    events.append(InputEvent(time: time, type: .absolute, code: .slot, value: slot))
  }

  /// ABS_X and the like follow the contact that came first.
  private mutating func followPointer(at time: Timestamp, into events: inout [InputEvent]) {
    if let pointer, !fingers[pointer].isDown { self.pointer = nil }
    let wasTouching = sent[.touch] == 1
    if pointer == nil { pointer = fingers.firstIndex { $0.isDown } }
    if (pointer != nil) != wasTouching {
      sent[.touch] = pointer == nil ? 0 : 1
      events.append(InputEvent(time: time, type: .key, code: .touch, value: pointer == nil ? 0 : 1))
    }
    guard let pointer else { return }
    for (code, source) in [(EventCode.x, EventCode.positionX), (.y, .positionY), (.pressure, .contactPressure)] {
      guard let value = fingers[pointer].sent[source], sent[code] != value else { continue }
      sent[code] = value
      events.append(InputEvent(time: time, type: .absolute, code: code, value: value))
    }
  }

  private mutating func frames(from least: Double, to most: Double) -> Int { Int(random.next(in: least...most) * 120) }

  /// Box and Muller's.
  private mutating func normal() -> Double {
    let radius = (-2 * log(1 - random.next(in: 0...1))).squareRoot()
    return radius * cos(random.next(in: 0...(2 * .pi)))
  }

  private func clamp(_ value: Double, _ maximum: Double) -> Int32 { Int32(min(max(value.rounded(), 0), maximum)) }
}
