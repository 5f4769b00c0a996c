import TouchReelInputEvents
import TouchReelTouchTracking

/// The tracking ids that a device has given.
struct UsedIDs: Sendable {
  /// The kernel counts them from 0 to 65535 and then begins anew.
  private static let cycle = 60_000

  private var owners: [TrackingID: (touch: Touch.ID, number: Int)] = [:]
  private var number = 0
  private var atOnce: [SharedID] = []
  private var again: [SharedID] = []
  private var againCount = 0

  private struct SharedID: Sendable {
    var id: TrackingID
    var touch: Touch.ID
    var other: Touch.ID
    var time: Timestamp
  }

  mutating func record(_ event: TouchEvent, among open: some Sequence<Touch>) {
    let (id, touch) = (event.touch.trackingID, event.touch.id)
    guard id.rawValue >= 0 else { return }
    number += 1
    if let other = open.first(where: { $0.trackingID == id }) {
      if atOnce.count < AnomalyFinder.limit {
        atOnce.append(SharedID(id: id, touch: touch, other: other.id, time: event.time))
      }
    } else if let owner = owners[id], number - owner.number < Self.cycle {
      againCount += 1
      if again.count < AnomalyFinder.limit {
        again.append(SharedID(id: id, touch: touch, other: owner.touch, time: event.time))
      }
    }
    if owners.count >= Self.cycle { owners.removeAll(keepingCapacity: true) }
    owners[id] = (touch, number)
  }

  func found(of device: DeviceChannel, number: Int, since start: Timestamp) -> [TouchAnomaly] {
    func anomaly(_ kind: TouchAnomaly.Kind, _ event: SharedID) -> TouchAnomaly {
      TouchAnomaly(
        kind: kind, device: device, deviceNumber: number, touch: event.touch, time: event.time.since(start),
        other: event.other, trackingID: event.id)
    }
    var found = atOnce.map { anomaly(.idAtOnce, $0) }
    if let first = again.first {
      var all = anomaly(.idAgain, first)
      all.count = againCount
      all.occurrences = again.map {
        TouchAnomaly.Occurrence(touch: $0.touch, time: $0.time.since(start), other: $0.other, trackingID: $0.id)
      }
      found.append(all)
    }
    return found
  }
}
