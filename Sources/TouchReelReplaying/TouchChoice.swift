import TouchReelDrawingBoard
public import TouchReelInputEvents
package import TouchReelRecordings
public import TouchReelTouchTracking

/// Which touches of a recording are drawn.
public struct TouchChoice: Hashable, Sendable {
  /// The touches by their numbers, as `dump` counts; empty for all.
  public var touches: Set<Touch.ID>
  /// The devices by their numbers, as `info` has them; empty for all.
  public var devices: Set<Int>

  /// The touches that are of both sets; an empty set stands for all.
  public init(touches: Set<Touch.ID> = [], devices: Set<Int> = []) {
    self.touches = touches
    self.devices = devices
  }

  package var isOfAll: Bool { touches.isEmpty && devices.isEmpty }

  /// What the user should know.
  ///
  /// - Parameters:
  ///   - ofNone: whether none of the chosen touches was met.
  ///   - inPart: whether only a part of the recording was looked at.
  package func warnings(ofNone: Bool, inPart: Bool) -> [String] {
    guard ofNone, !isOfAll else { return [] }
    return [inPart ? "the chosen part has none of the chosen touches" : "it has none of the chosen touches"]
  }

  /// The first of the chosen touches and devices that a recording does not have, as a message; `nil` if it has them
  /// all.
  ///
  /// - Parameter facts: of the whole recording.
  package func missing(from facts: RecordingFacts) -> String? {
    missing(amongTouches: facts.touches.began, devices: facts.openings)
  }

  /// The same of a recording that was read to its end.
  ///
  /// - Parameters:
  ///   - count: how many touches it has.
  ///   - openings: of its devices.
  package func missing(amongTouches count: Int, devices openings: [DeviceOpening]) -> String? {
    if let touch = touches.map(\.rawValue).sorted().first(where: { $0 >= count }) {
      return Self.missing(touch, among: count)
    }
    let device = devices.sorted().first { number in !openings.contains { $0.number == number } }
    return device.map { Self.missing("\($0)", among: openings) }
  }

  /// What is said of a device that a recording does not have.
  ///
  /// - Parameters:
  ///   - device: what the user calls it.
  ///   - openings: of the recording's devices, of which each is named once.
  package static func missing(_ device: String, among openings: [DeviceOpening]) -> String {
    let first = openings.enumerated().filter { index, opening in
      !openings[..<index].contains { $0.number == opening.number }
    }
    let known = first.map { "\($0.element.number) \($0.element.description.name.printableName)" }
    return "has no device \(device); its devices are: \(known.joined(separator: ", "))"
  }

  /// What is said of a touch that a recording does not have.
  ///
  /// - Parameters:
  ///   - touch: its number.
  ///   - count: how many touches it has.
  package static func missing(_ touch: Int, among count: Int) -> String {
    let known =
      count == 0 ? "it has no touches" : count == 1 ? "its only touch is 0" : "its touches are 0 to \(count - 1)"
    return "has no touch \(touch); \(known)"
  }

  /// What is said of a part that begins behind the last event.
  ///
  /// - Parameter length: that of the recording.
  public static func missingPart(ofLength length: TimeSpan) -> String {
    "has no events in this span; it is \(length.decimalSeconds) s long"
  }

  /// Whether both its number and its device are chosen.
  ///
  /// - Parameters:
  ///   - touch: of the recording.
  ///   - numbers: of the recording's devices.
  package func contains(_ touch: Touch, _ numbers: DeviceNumbers) -> Bool {
    (touches.isEmpty || touches.contains(touch.id)) && (devices.isEmpty || devices.contains(numbers[touch.device]))
  }
}

/// A sink that gets only the chosen touches, and all else.
struct ChosenSink<Sink: ReplaySink>: ReplaySink {
  var sink: Sink
  /// The number of those chosen.
  private(set) var touchCount = 0
  private let choice: TouchChoice
  private let numbers: DeviceNumbers

  /// - Parameters:
  ///   - sink: gets what is chosen.
  ///   - choice: which touches are.
  ///   - numbers: of the recording's devices.
  init(_ sink: Sink, _ choice: TouchChoice, _ numbers: DeviceNumbers) {
    (self.sink, self.choice, self.numbers) = (sink, choice, numbers)
  }

  mutating func handle(_ event: TouchEvent) {
    guard choice.contains(event.touch, numbers) else { return }
    if case .began = event.phase { touchCount += 1 }
    sink.handle(event)
  }

  mutating func handle(_ event: HoverEvent) {
    if choice.touches.isEmpty, choice.devices.isEmpty || choice.devices.contains(numbers[event.device]) {
      sink.handle(event)
    }
  }

  mutating func handle(_ command: BoardCommand, at time: Timestamp) { sink.handle(command, at: time) }

  mutating func handle(_ attachment: RecordingAttachment) { sink.handle(attachment) }

  mutating func beginEntry(at time: Timestamp?) { sink.beginEntry(at: time) }

  mutating func drainReport() -> BoardReport { sink.drainReport() }
}
