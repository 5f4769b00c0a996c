public import ByteStreams
public import InputEvents
public import RecordingFormats
public import Recordings

/// What a reading finds without following touches: devices, times and counts. It takes half as long as a survey.
public struct RecordingExtent: Sendable {
  public private(set) var statistics = RecordingStatistics()
  private var observed = ObservedDescriptions()

  /// Reads the recording to its end.
  ///
  /// - Parameters:
  ///   - recording: what is read.
  ///   - readsAhead: whether a thread of its own reads a long file.
  ///   - progress: called with the share of the file read so far, 0…1, if known.
  public init(
    _ recording: Recording, readsAhead: Bool = false, progress: (Double) -> Void = { _ in }
  ) throws(FileError) {
    var source = readsAhead ? try recording.makeSourceReadAhead() : try recording.makeSource()
    var entry = RecordingEntry()
    while try source.next(into: &entry) {
      statistics.add(entry)
      observed.observe(entry)
      progress(source.progress)
    }
  }

  /// Of the first event in the file.
  public var start: Timestamp { statistics.firstTime ?? Timestamp(nanoseconds: 0) }
  /// The latest time of all events, which is that of the last one unless the clock was set back.
  public var end: Timestamp { statistics.latest ?? start }
  public var openings: [DeviceOpening] { statistics.devices.map(\.opening) }
  /// As the recording has them; where it has none or only a part, with what the events show.
  public var descriptions: [DeviceDescription] { observed.descriptions }

  /// A place in the recording as an instant of its clock.
  public func instant(_ time: ReplayTime) -> Timestamp { start.advanced(by: time.span(in: end.since(start))) }

  /// The same as a bound of what is played or kept; `nil` for the end of the file, which is behind its last entry
  /// whatever time that has.
  public func bound(_ time: ReplayTime?) -> Timestamp? { time.flatMap { $0.isEnd ? nil : instant($0) } }

  /// The same as the beginning of what is kept; later than all times where that is the end of the file.
  public func beginning(_ time: ReplayTime) -> Timestamp {
    time.isEnd ? Timestamp(nanoseconds: .max) : instant(time)
  }
}

/// The descriptions of a recording's devices, with what their events show of those that lack something.
struct ObservedDescriptions: Sendable {
  private var devices: [(description: DeviceDescription, inference: DescriptionInference?)] = []

  /// Takes in the next entry.
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

  /// By channel.
  var descriptions: [DeviceDescription] {
    devices.map { device in
      device.inference.map { device.description.supplemented(with: $0.description()) } ?? device.description
    }
  }
}
