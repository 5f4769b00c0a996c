import TouchReelInputEvents
import TouchReelRecordings

/// The descriptions of a recording's devices, with what their events show of those that lack something.
struct ObservedDescriptions: Sendable {
  private var devices: [(description: DeviceDescription, inference: DescriptionInference?)] = []

  /// Handles the next entry.
  mutating func observe(_ entry: RecordingEntry) {
    switch entry {
    case .opening(let opening, _): open(opening.description)
    case .frame(let frame, let channel): observe(frame, of: channel)
    case .sync, .board, .note, .attachment, .foreignMessage, .foreignMetadata: return
    }
  }

  mutating func open(_ device: DeviceDescription) {
    devices.append((device, device.lacksRanges ? DescriptionInference(for: .mapping) : nil))
  }

  mutating func observe(_ frame: Frame, of channel: DeviceChannel) {
    let channel = channel.rawValue
    guard devices.indices.contains(channel), devices[channel].inference != nil else { return }
    for event in frame.events { devices[channel].inference?.observe(event) }
  }

  /// Whether no events are needed to describe any of the devices so far.
  var areComplete: Bool { devices.allSatisfy { $0.inference == nil } }

  /// The devices' descriptions by channel, with what their events showed.
  var descriptions: [DeviceDescription] {
    devices.map { device in
      device.inference.map { device.description.supplemented(with: $0.description()) } ?? device.description
    }
  }
}

extension DeviceDescription {
  /// Whether the events are needed to know where the device's positions lie.
  var lacksRanges: Bool {
    let positions = hasAxis(.positionX) ? [EventCode.positionX, .positionY] : [.x, .y]
    return !isComplete || positions.contains { code in axes[code].map { $0.span == 0 } ?? false }
  }

  /// Adds the codes that were seen and, where the description has no range, the range that was observed. A description
  /// that is incomplete may hold ranges of positions that were guessed; the observed ones are better.
  func supplemented(with seen: DeviceDescription) -> DeviceDescription {
    var described = self
    described.supplement(with: seen)
    return described
  }

  private mutating func supplement(with seen: DeviceDescription) {
    let positions: Set<EventCode> = [.x, .y, .positionX, .positionY]
    for (code, axis) in seen.axes {
      let lacksRange = axes[code].map { $0.span == 0 && positions.contains(code) } ?? true
      let isGuess = !isComplete && !hasOwnRanges && !hasRangesOfWhole && positions.contains(code)
      guard lacksRange || isGuess else { continue }
      // Events do not show a resolution, which a user may have stated.
      let resolution = axes[code]?.resolution ?? 0
      axes[code] = axis
      axes[code]?.resolution = resolution
    }
    if !isComplete { codes.merge(seen.codes) { $0.union($1) } }
  }
}
