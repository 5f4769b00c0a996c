import TouchReelInputEvents

/// A device of one protocol and the hands on it, as ``SeededRecording`` has them.
public struct SeededDevice: Sendable {
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// Protocol B, protocol A, the corners of two fingers, one finger, and a pen that hovers.
    case slots, anonymous, semi, single, pen
  }

  fileprivate struct Contact: Sendable {
    var id: Int32
    var x: Int32
    var y: Int32
  }

  public let kind: Kind
  private let number: Int
  private let maySendPalms: Bool
  /// The contacts by slot; the first is that of a device without slots.
  private var contacts: [Contact?]
  private var isNear = false
  private var selected: Int32 = 0
  private var nextID: Int32 = 1
  /// Contacts without an id, until they are lifted.
  private var unnamed: Set<Int> = []
  private static let size: Int32 = 1000

  init(_ kind: Kind, number: Int, _ kinds: SeededRecording.Kinds, _ random: inout SplitMix64) {
    (self.kind, self.number) = (kind, number)
    maySendPalms = kinds.contains(.palms)
    contacts = Array(repeating: nil, count: kind == .slots || kind == .anonymous ? 4 : 1)
    guard kind == .slots, kinds.contains(.downAtBeginning), random.next(below: 2) == 0 else { return }
    contacts[0] = place(&random)
    // A recorder that knows no state, as evemu, says nothing of a contact's id.
    if random.next(below: 2) == 0 { unnamed = [0] }
  }

  /// With the state at the time.
  var description: DeviceDescription {
    var device = DeviceDescription()
    device.name = "made \(kind) \(number)"
    device.identity = DeviceIdentity(bus: 3, vendor: 0x5EED, product: UInt16(number), version: 1)
    device.properties = kind == .semi ? [.semiMultitouch, .pointer] : [.direct]
    device.codes = [.synchronization: [.report, .dropped], .key: kind == .pen ? [.touch, .toolPen] : [.touch]]
    if kind == .semi { device.codes[.key]?.insert(.toolFinger) }
    let axis = AbsoluteAxis(minimum: 0, maximum: Self.size, resolution: 10)
    if kind != .anonymous && kind != .slots { (device.axes[.x], device.axes[.y]) = (axis, axis) }
    if kind == .slots || kind == .anonymous || kind == .semi {
      (device.axes[.positionX], device.axes[.positionY]) = (axis, axis)
    }
    if kind == .slots || kind == .semi {
      device.axes[.slot] = AbsoluteAxis(minimum: 0, maximum: kind == .semi ? 1 : 3)
      device.axes[.trackingID] = AbsoluteAxis(minimum: 0, maximum: 65535)
      device.axes[.slot]?.value = selected
    }
    if kind == .slots { device.axes[.toolType] = AbsoluteAxis(minimum: 0, maximum: 2) }
    device.codes[.absolute] = Set(device.axes.keys)
    device.slots = kind == .slots && unnamed.isEmpty ? contacts.map(Self.axes) : []
    return device
  }

  private static func axes(of contact: Contact?) -> [EventCode: Int32] {
    guard let contact else { return [.trackingID: -1] }
    return [.trackingID: contact.id, .positionX: contact.x, .positionY: contact.y, .toolType: 0]
  }

  mutating func replug() {
    contacts = contacts.map { _ in nil }
    (unnamed, isNear, selected) = ([], false, 0)
  }

  private mutating func place(_ random: inout SplitMix64) -> Contact {
    nextID += 1
    return Contact(id: nextID, x: Int32(20 + random.next(below: 960)), y: Int32(20 + random.next(below: 960)))
  }

  /// What happens next, without the SYN_REPORT.
  mutating func frame(at time: Timestamp, _ random: inout SplitMix64) -> [InputEvent] {
    var script = EventList(time)
    switch kind {
    case .slots: for slot in contacts.indices where random.next(below: 2) == 0 { step(slot, &script, &random) }
    case .anonymous: stepAnonymous(&script, &random)
    case .semi, .single: stepSingle(&script, &random)
    case .pen: stepPen(&script, &random)
    }
    return script.events
  }

  /// The whole state; `nil` for protocol A, which has none.
  func state(at time: Timestamp) -> [InputEvent]? {
    var script = EventList(time)
    switch kind {
    case .anonymous: return nil
    case .slots:
      script.add(.key, .touch, contacts.contains { $0 != nil } ? 1 : 0)
      for (slot, contact) in contacts.enumerated() {
        script.axis(.slot, Int32(slot))
        script.axis(.trackingID, contact?.id ?? -1)
        if let contact { script.move(to: contact.x, contact.y, .positionX, .positionY) }
      }
      script.axis(.slot, selected)
    case .semi, .single, .pen:
      if kind == .pen { script.add(.key, .toolPen, isNear ? 1 : 0) }
      script.add(.key, .touch, contacts[0] == nil ? 0 : 1)
      if let contact = contacts[0] { script.move(to: contact.x, contact.y, .x, .y) }
    }
    return script.events
  }
}

/// Steps.
extension SeededDevice {
  private mutating func step(_ slot: Int, _ script: inout EventList, _ random: inout SplitMix64) {
    let choice = random.next(below: 24)
    guard var contact = contacts[slot] else {
      if choice < 4 { begin(slot, &script, &random) }
      return
    }
    name(slot, &script)
    if choice == 0 {
      contacts[slot] = nil
      unnamed.remove(slot)
      script.axis(.trackingID, -1)
      if contacts.allSatisfy({ $0 == nil }) { script.add(.key, .touch, 0) }
    } else if choice == 1, unnamed.isEmpty {
      begin(slot, &script, &random)
    } else if choice == 2, maySendPalms {
      script.axis(.toolType, 2)
    } else {
      contact.wander(&random)
      script.move(to: contact.x, contact.y, .positionX, .positionY)
      contacts[slot] = contact
    }
  }

  private mutating func begin(_ slot: Int, _ script: inout EventList, _ random: inout SplitMix64) {
    let isFirst = contacts.allSatisfy { $0 == nil }
    let contact = place(&random)
    contacts[slot] = contact
    name(slot, &script)
    script.axis(.trackingID, contact.id)
    script.move(to: contact.x, contact.y, .positionX, .positionY)
    script.axis(.toolType, 0)
    if isFirst { script.add(.key, .touch, 1) }
  }

  private mutating func name(_ slot: Int, _ script: inout EventList) {
    guard selected != Int32(slot) else { return }
    selected = Int32(slot)
    script.axis(.slot, selected)
  }

  private mutating func stepAnonymous(_ script: inout EventList, _ random: inout SplitMix64) {
    let wasEmpty = contacts.allSatisfy { $0 == nil }
    for index in contacts.indices {
      if contacts[index] == nil {
        if random.next(below: 12) == 0 { contacts[index] = place(&random) }
      } else if random.next(below: 16) == 0 {
        contacts[index] = nil
      } else {
        contacts[index]?.wander(&random)
      }
    }
    for contact in contacts.compactMap(\.self) {
      script.move(to: contact.x, contact.y, .positionX, .positionY)
      script.add(.synchronization, .multitouchReport, 0)
    }
    // The last lift.
    if !wasEmpty && script.events.isEmpty { script.add(.synchronization, .multitouchReport, 0) }
  }

  private mutating func stepSingle(_ script: inout EventList, _ random: inout SplitMix64) {
    guard contacts[0] != nil else {
      guard random.next(below: 4) == 0 else { return }
      let contact = place(&random)
      contacts[0] = contact
      if kind == .semi { script.add(.key, .toolFinger, 1) }
      script.add(.key, .touch, 1)
      return script.move(to: contact.x, contact.y, .x, .y)
    }
    if random.next(below: 12) == 0 {
      contacts[0] = nil
      script.add(.key, .touch, 0)
      if kind == .semi { script.add(.key, .toolFinger, 0) }
    } else if var contact = contacts[0] {
      contact.wander(&random)
      contacts[0] = contact
      script.move(to: contact.x, contact.y, .x, .y)
    }
  }

  private mutating func stepPen(_ script: inout EventList, _ random: inout SplitMix64) {
    if !isNear {
      guard random.next(below: 4) == 0 else { return }
      isNear = true
      script.add(.key, .toolPen, 1)
      return script.move(to: 500, 500, .x, .y)
    }
    if contacts[0] == nil, random.next(below: 12) == 0 {
      isNear = false
      return script.add(.key, .toolPen, 0)
    }
    stepSingle(&script, &random)
  }
}

extension SeededDevice.Contact {
  fileprivate mutating func wander(_ random: inout SplitMix64) {
    x = min(max(x + Int32(random.next(below: 61)) - 30, 0), 1000)
    y = min(max(y + Int32(random.next(below: 61)) - 30, 0), 1000)
  }
}

/// The events of a frame.
private struct EventList {
  let time: Timestamp
  var events: [InputEvent] = []

  init(_ time: Timestamp) { self.time = time }

  mutating func add(_ type: EventType, _ code: EventCode, _ value: Int32) {
    events.append(InputEvent(time: time, type: type, code: code, value: value))
  }

  mutating func axis(_ code: EventCode, _ value: Int32) { add(.absolute, code, value) }

  mutating func move(to x: Int32, _ y: Int32, _ codeOfX: EventCode, _ codeOfY: EventCode) {
    axis(codeOfX, x)
    axis(codeOfY, y)
  }
}
