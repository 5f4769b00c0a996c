import TouchReelInputEvents
import TouchReelRecordings
import TouchReelTouchTracking

/// The devices of a session, with their numbers and channels.
struct SessionDevices {
  private(set) var surfaces: [SurfaceDevice: DeviceChannel] = [:]
  /// The devices by the numbers that their reader gives them.
  private var read: [Int: (number: Int, channel: DeviceChannel)] = [:]
  private var openings = 0
  /// The devices of the recording that is continued.
  private var before: [(channel: DeviceChannel, number: Int, state: DeviceState)] = []
  private var nextNumber = 0

  /// - Parameter number: the number of a device that was opened before.
  mutating func open(number: Int? = nil) -> (channel: DeviceChannel, number: Int) {
    defer { openings += 1 }
    let number = number ?? nextNumber
    nextNumber = max(nextNumber, number + 1)
    return (DeviceChannel(rawValue: openings), number)
  }

  mutating func open(_ surface: SurfaceDevice) -> (channel: DeviceChannel, number: Int) {
    let opened = open()
    surfaces[surface] = opened.channel
    return opened
  }

  mutating func open(read device: Int) -> (channel: DeviceChannel, number: Int) {
    let opened = open(number: read[device]?.number)
    read[device] = (opened.number, opened.channel)
    return opened
  }

  /// Follows the recording that is continued.
  mutating func follow(_ entry: RecordingEntry) {
    switch entry {
    case .opening(let opening, let channel):
      before.removeAll { $0.number == opening.number }
      before.append((channel, opening.number, DeviceState(opening.description)))
      openings = max(openings, channel.rawValue + 1)
      nextNumber = max(nextNumber, opening.number + 1)
    case .frame(let frame, let channel):
      guard let index = before.firstIndex(where: { $0.channel == channel }) else { return }
      before[index].state.apply(frame)
    case .sync(let frame, let channel):
      guard let index = before.firstIndex(where: { $0.channel == channel }) else { return }
      before[index].state.applySync(frame)
    case .board, .note, .attachment, .foreignMessage, .foreignMetadata: return
    }
  }

  /// Frames that lift everything on the devices of that recording.
  func lifts(at time: Timestamp) -> [(frame: Frame, device: DeviceChannel)] {
    before.compactMap { device in
      let events = device.state.lift(at: time)
      return events.isEmpty ? nil : (Frame(events: events), device.channel)
    }
  }

  /// The number of openings so far.
  var openingCount: Int { openings }

  /// Whether a device is one of the desktop's, whose positions are points of the board.
  func isSurface(_ device: DeviceChannel) -> Bool { surfaces.values.contains(device) }

  func channel(ofRead device: Int) -> DeviceChannel? { read[device]?.channel }
}
