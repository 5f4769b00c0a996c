package import TouchReelByteStreams
import TouchReelInputEvents
package import TouchReelRecordings
package import TouchReelTouchTracking

/// Writes what a user states of the devices' surfaces into their descriptions.
///
/// A stream may say nothing of a device before its events come. It is then opened with its first frame, whose codes say
/// which axes the statement is of; if only a later one has positions, it is opened anew there.
package struct StatedSurface: EntryTransform {
  private let options: SurfaceMapping.Options
  private let file: String
  private var hasSeenPositions = false
  /// The openings by the channels that come in.
  private var openings: [Opening] = []
  private var openingCount = 0

  fileprivate struct Opening {
    /// The channel, as it is written; `nil` until then.
    var channel: DeviceChannel?
    /// While it is not known where the device's positions are.
    var unmapped: UnmappedDevice?
  }

  /// - Parameters:
  ///   - options: what the user states.
  ///   - file: what errors call the recording.
  package init(_ options: SurfaceMapping.Options, file: String) {
    self.options = options
    self.file = file
  }

  package mutating func apply(_ entry: RecordingEntry, emit: Emit) throws(FileError) {
    switch entry {
    case .opening(let opening, let channel):
      guard channel.rawValue == openings.count else { return try emit(entry) }
      openings.append(Opening())
      if opening.description.isBlank {
        openings[channel.rawValue].unmapped = UnmappedDevice(opening)
      } else {
        try open(opening, as: channel, emit: emit)
      }
    case .frame(let frame, let channel):
      try map(channel, by: frame, emit: emit)
      try emit(.frame(frame, of: written(channel)))
    case .sync(let frame, let channel):
      try map(channel, by: frame, emit: emit)
      try emit(.sync(frame, of: written(channel)))
    case .board, .note:
      var entry = entry
      if entry.renumberChannel(by: { [openings] in openings.channel($0) }) { try emit(entry) }
    case .attachment, .foreignMessage, .foreignMetadata: try emit(entry)
    }
  }

  /// - Throws: if no device has positions. All that remained was emitted.
  package mutating func finish(emit: Emit) throws(FileError) {
    for index in openings.indices where openings[index].channel == nil {
      guard let opening = openings[index].unmapped?.opening else { continue }
      try open(opening, as: DeviceChannel(rawValue: index), emit: emit)
    }
    guard hasSeenPositions else {
      throw FileError(
        file: file, message: "has no device with positions", advice: .withoutSurface)
    }
  }

  private func written(_ channel: DeviceChannel) -> DeviceChannel { openings.channel(channel) ?? channel }

  /// Opens the device of a frame if that has to be done now.
  private mutating func map(_ channel: DeviceChannel, by frame: Frame, emit: Emit) throws(FileError) {
    let index = channel.rawValue
    guard openings.indices.contains(index), let device = openings[index].unmapped else { return }
    if let opening = device.placed(by: frame) {
      openings[index].unmapped = nil
      return try open(opening, as: channel, emit: emit)
    }
    if openings[index].channel == nil { try open(device.opening, as: channel, emit: emit) }
    openings[index].unmapped?.apply(frame)
  }

  private mutating func open(_ opening: DeviceOpening, as channel: DeviceChannel, emit: Emit) throws(FileError) {
    let (number, description) = (DeviceChannel(rawValue: openingCount), opening.description)
    hasSeenPositions = hasSeenPositions || description.hasPositions
    openings[channel.rawValue].channel = number
    openingCount += 1
    try emit(.opening(DeviceOpening(number: opening.number, description: options.stated(in: description)), as: number))
  }
}

extension [StatedSurface.Opening] {
  fileprivate func channel(_ channel: DeviceChannel) -> DeviceChannel? {
    indices.contains(channel.rawValue) ? self[channel.rawValue].channel : nil
  }
}

/// A device of which neither a description nor an event has said where its positions are.
private struct UnmappedDevice {
  let opening: DeviceOpening
  private var state: DeviceState

  init(_ opening: DeviceOpening) {
    self.opening = opening
    state = DeviceState(opening.description)
  }

  mutating func apply(_ frame: Frame) { state.apply(frame) }

  /// The opening that a frame with positions begins, in the state so far; `nil` if it has none. Only the axes of
  /// positions are announced: the others are for readers to infer, who know all events.
  func placed(by frame: Frame) -> DeviceOpening? {
    let codes = DeviceRange.pairs.filter { x, y in
      frame.events.contains { $0.type == .absolute && ($0.code == x || $0.code == y) }
    }
    guard !codes.isEmpty else { return nil }
    var description = state.description
    for (x, y) in codes { description.codes[.absolute, default: []].formUnion([x, y]) }
    return DeviceOpening(number: opening.number, description: description)
  }
}

extension DeviceDescription {
  /// Whether nothing is known of what the device sends.
  fileprivate var isBlank: Bool { !isComplete && codes.isEmpty && axes.isEmpty }
}
