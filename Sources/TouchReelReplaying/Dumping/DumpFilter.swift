package import TouchReelInputEvents
import TouchReelRecordings

/// Chooses the entries that are to be printed.
package struct DumpFilter {
  private let from: TimeSpan?
  private let to: TimeSpan?
  private var clock = ReachedTime()
  private let devices: DeviceChoice
  /// The numbers of the chosen devices, as far as they were opened.
  private var numbers: Set<Int>
  /// The openings of devices, where some are chosen.
  private var openings: [DeviceOpening] = []
  /// The numbers of all devices that were opened.
  private(set) var deviceNumbers = DeviceNumbers()

  /// - Parameters:
  ///   - devices: those that are printed.
  ///   - start: when the printed part begins, from the recording's start; `nil` for all from the beginning.
  ///   - end: when it ends; `nil` for all to the end.
  package init(devices: DeviceChoice, from start: TimeSpan?, to end: TimeSpan?) {
    (from, to) = (start, end)
    self.devices = devices
    numbers = devices.numbers(among: [])
  }

  /// Entries without a time of their own, as openings, go by their device alone.
  ///
  /// - Parameter start: of the recording.
  mutating func keeps(_ entry: RecordingEntry, since start: Timestamp) -> Bool {
    clock.advance(to: entry.occurrence)
    if case .opening(let opening, let channel) = entry { open(opening, as: channel) }
    guard devices.isOfAll || entry.channel.map({ numbers.contains(deviceNumbers[$0]) }) ?? true else { return false }
    return entry.occurrence == nil || clock.latest.map { span(since: start).contains($0) } ?? true
  }

  private func span(since start: Timestamp) -> RecordingSpan {
    RecordingSpan(
      from: from.map(start.advanced), to: to.map { .through(start.advanced(by: $0)) } ?? .file)
  }

  private mutating func open(_ opening: DeviceOpening, as channel: DeviceChannel) {
    deviceNumbers.open(opening, as: channel)
    guard !devices.isOfAll else { return }
    openings.append(opening)
    if devices.answers(opening) { numbers.insert(opening.number) }
  }

  /// Once all was read: that it ends before the part that is to be printed, or the first chosen device that was not
  /// opened, as a message.
  ///
  /// - Parameter start: of the recording; `nil` if nothing of it has a time.
  func missing(since start: Timestamp?) -> String? {
    if let from, let start, let latest = clock.latest, latest < start.advanced(by: from) {
      return TouchChoice.missingPart(ofLength: latest.since(start))
    }
    return devices.missing(from: openings)
  }
}
