package import InputEvents
import Recordings
import TouchTracking

/// Chooses the entries that are to be printed.
package struct DumpFilter {
  private let from: TimeSpan?
  private let to: TimeSpan?
  private var clock = ReachedTime()
  private let devices: Set<Int>
  /// Those of the devices that were opened, where some are chosen.
  private var openings: [DeviceOpening] = []
  /// Those of the devices that were opened.
  private(set) var deviceNumbers = DeviceNumbers()

  /// - Parameters:
  ///   - devices: the numbers of the devices that are printed; empty for all.
  ///   - start: when the printed part begins, from the recording's start; `nil` for all from the beginning.
  ///   - end: when it ends; `nil` for all to the end.
  package init(devices: Set<Int>, from start: TimeSpan?, to end: TimeSpan?) {
    (from, to) = (start, end)
    self.devices = devices
  }

  /// Entries without a time of their own, as openings, go by their device alone.
  ///
  /// - Parameter start: of the recording.
  mutating func keeps(_ entry: RecordingEntry, since start: Timestamp) -> Bool {
    clock.advance(to: entry.occurrence)
    if case .opening(let opening, let channel) = entry {
      deviceNumbers.open(opening, as: channel)
      if !devices.isEmpty { openings.append(opening) }
    }
    guard devices.isEmpty || entry.channel.map({ devices.contains(deviceNumbers[$0]) }) ?? true else { return false }
    return entry.occurrence == nil || clock.latest.map { span(since: start).contains($0) } ?? true
  }

  private func span(since start: Timestamp) -> RecordingSpan {
    RecordingSpan(
      from: from.map(start.advanced), to: to.map { .through(start.advanced(by: $0)) } ?? .file)
  }

  /// Once all was read: that it ends before the part that is to be printed, or the first chosen device that was not
  /// opened, as a message.
  ///
  /// - Parameter start: of the recording; `nil` if nothing of it has a time.
  func missing(since start: Timestamp?) -> String? {
    if let from, let start, let latest = clock.latest, latest < start.advanced(by: from) {
      return TouchChoice.missingPart(ofLength: latest.since(start))
    }
    return missingDevice
  }

  private var missingDevice: String? { TouchChoice(devices: devices).missing(amongTouches: 0, devices: openings) }
}
