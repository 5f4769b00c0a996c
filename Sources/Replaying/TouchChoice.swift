import DrawingBoard
public import InputEvents
import Recordings
public import TouchTracking

/// Which touches of a recording are drawn.
public struct TouchChoice: Hashable, Sendable {
  /// By their numbers, as `dump` counts; empty for all.
  public var touches: Set<Touch.ID>
  /// By the numbers of their devices, as `info` has them; empty for all.
  public var devices: Set<DeviceChannel>

  public init(touches: Set<Touch.ID> = [], devices: Set<DeviceChannel> = []) {
    self.touches = touches
    self.devices = devices
  }

  public var isOfAll: Bool { touches.isEmpty && devices.isEmpty }

  /// What the user should know.
  /// - Parameter ofNone: whether a recording has none of the chosen touches.
  public func warnings(ofNone: Bool) -> [String] {
    ofNone && !isOfAll ? ["it has none of the chosen touches"] : []
  }

  /// Whether both its number and its device are chosen.
  public func contains(_ touch: Touch) -> Bool {
    (touches.isEmpty || touches.contains(touch.id)) && (devices.isEmpty || devices.contains(touch.device))
  }
}

/// A sink that gets only the chosen touches, and all else.
struct ChosenSink<Sink: ReplaySink>: ReplaySink {
  var sink: Sink
  /// Of those chosen.
  private(set) var touchCount = 0
  private let choice: TouchChoice

  init(_ sink: Sink, _ choice: TouchChoice) {
    self.sink = sink
    self.choice = choice
  }

  mutating func handle(_ event: TouchEvent) {
    guard choice.contains(event.touch) else { return }
    if case .began = event.phase { touchCount += 1 }
    sink.handle(event)
  }

  mutating func handle(_ event: HoverEvent) {
    if choice.touches.isEmpty, choice.devices.isEmpty || choice.devices.contains(event.device) { sink.handle(event) }
  }

  mutating func handle(_ command: BoardCommand, at time: Timestamp) { sink.handle(command, at: time) }

  mutating func handle(_ attachment: RecordingAttachment) { sink.handle(attachment) }

  mutating func beginEntry(at time: Timestamp?) { sink.beginEntry(at: time) }

  mutating func takeReport() -> BoardReport { sink.takeReport() }
}
