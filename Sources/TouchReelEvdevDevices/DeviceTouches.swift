import TouchReelInputEvents
public import TouchReelTouchTracking

/// The touches of devices that are read: a `TouchSession` for what a `DeviceInputs` gives.
public struct DeviceTouches: Sendable {
  private let board: BoardSize?
  private var session: TouchSession
  /// The latest opening of each device, by the device's number.
  private var channels: [Int: DeviceChannel] = [:]
  private var time = Timestamp(nanoseconds: 0)

  /// - Parameters:
  ///   - board: what positions are of, in points; `nil` for one of each device's own proportions, 1920 points wide.
  ///   - rules: of palms and of pens over touch.
  public init(on board: BoardSize? = nil, rules: TouchRules = TouchRules()) {
    self.board = board
    session = TouchSession(rules: rules)
  }

  /// The touches that are down, in order of beginning.
  public var openTouches: [Touch] { session.openTouches }

  /// What an input makes of the touches; those of a device that is removed are cancelled.
  public mutating func events(of input: DeviceInput) -> [TouchEvent] {
    var events: [TouchEvent] = []
    let channel = channels[input.device]
    switch input.step {
    case .opened(let description):
      if let channel { session.remove(channel, at: time, into: &events) }
      channels[input.device] = session.open(description, mapping: mapping(of: description))
    case .frame(let frame):
      time = frame.time ?? time
      if let channel { session.handle(frame, from: channel, into: &events) }
    case .synced(let frame):
      time = frame.time ?? time
      if let channel { session.handleSync(frame, from: channel, into: &events) }
    case .removed:
      if let channel { session.remove(channel, at: time, into: &events) }
    }
    return events
  }

  private func mapping(of device: DeviceDescription) -> SurfaceMapping {
    SurfaceMapping(device: device, board: board ?? SurfaceMapping.defaultBoard(for: device).size)
  }
}
