package import TouchReelInputEvents

/// A gesture for the guest's player, and the frames that it hands to the kernel.
package struct PlayerScript: EventScript, Sendable {
  package struct Step: Sendable {
    package var device: Int
    package var events: [InputEvent]
  }

  package private(set) var text = ""
  /// What was injected, in order.
  package private(set) var steps: [Step] = []
  private var device = -1
  private var held: [InputEvent] = []

  package init() {}

  /// Plugs a device in; what follows is played on it.
  package mutating func plug(_ description: DeviceDescription) {
    device += 1
    add("device \(description.name)")
    for property in description.properties.sorted() { add("property \(property.rawValue)") }
    for (type, codes) in description.codes.sorted(by: { $0.key < $1.key }) where type != .absolute {
      for code in codes.sorted() { add("code \(type.rawValue) \(code.rawValue)") }
    }
    for (code, axis) in description.axes.sorted(by: { $0.key < $1.key }) {
      add("axis \(code.rawValue) \(axis.minimum) \(axis.maximum) \(axis.fuzz) \(axis.resolution)")
    }
    add("create")
  }

  package mutating func use(_ number: Int) {
    device = number
    add("use \(number)")
  }

  package mutating func unplug() { add("destroy") }
  package mutating func plugAgain() { add("create") }

  /// The devices are there; the recorder may start, and the rest waits until it has.
  package mutating func meetRecorder() {
    add("touch made")
    add("wait out.mcap")
  }

  package mutating func touch(file: String) { add("touch \(file)") }
  package mutating func wait(for file: String) { add("wait \(file)") }
  package mutating func signalRecorder(_ number: Int32) { add("signal pid \(number)") }
  package mutating func sleep(milliseconds: Int) { add("sleep \(milliseconds * 1000)") }

  package mutating func set(_ type: EventType, _ code: EventCode, _ value: Int32) {
    held.append(InputEvent(time: Timestamp(nanoseconds: 0), type: type, code: code, value: value))
    add("e \(type.rawValue) \(code.rawValue) \(value)")
  }

  package mutating func report() {
    steps.append(Step(device: device, events: held))
    held = []
    add("s")
  }

  /// The end of a frame of a device of so many frames a second.
  package mutating func frame(rate: Int = 240) {
    report()
    add("sleep \(1_000_000 / rate)")
  }

  /// This script and then another one, whose devices are plugged in behind this one's.
  package func followed(by other: PlayerScript) -> PlayerScript {
    var script = self
    script.text += other.text
    script.steps += other.steps.map { Step(device: $0.device + device + 1, events: $0.events) }
    return script
  }

  private mutating func add(_ line: String) { text += line + "\n" }
}

extension PlayerScript {
  /// A finger comes down that the device takes for a finger, whatever was in the slot before.
  package mutating func down(_ slot: Int32, id: Int32, at x: Int32, _ y: Int32) {
    self.slot(slot)
    axis(.trackingID, id)
    axis(.toolType, 0)
    axis(.positionX, x)
    axis(.positionY, y)
  }
}
