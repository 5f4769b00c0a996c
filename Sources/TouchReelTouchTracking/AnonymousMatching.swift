import TouchReelInputEvents

/// Which contact of a frame of protocol A continues or begins which track: by the numbers of the device where it has
/// some, else by distance (`multi-touch-protocol.rst`, "Protocol Example A"). Its memory is kept between frames.
struct AnonymousMatching: Sendable {
  /// The contact of the frame for each track; it may have more tracks than there were.
  private(set) var contactOfTrack: [Int?] = []
  private var isAssigned: [Bool] = []
  private var matcher = ContactMatcher()
  private var points: [DevicePoint] = []
  private var candidates: [Int] = []
  private var trackPoints: [DevicePoint] = []
  private var trackCandidates: [Int] = []

  /// - Parameter reach: how far a contact may have gone since the last frame, along each axis.
  mutating func match(_ contacts: [Contact], with tracks: [ContactTrack], reach: SIMD2<Double>) {
    contactOfTrack.refill(with: nil, count: tracks.count)
    isAssigned.refill(with: false, count: contacts.count)
    matchByID(contacts, tracks)
    matchByDistance(contacts, tracks, reach: reach)
    assignTheRest(tracks)
  }

  private mutating func assign(_ contact: Int, to track: Int) {
    contactOfTrack[track] = contact
    isAssigned[contact] = true
  }

  /// Where the device numbers its contacts, the numbers decide.
  private mutating func matchByID(_ contacts: [Contact], _ tracks: [ContactTrack]) {
    for (index, contact) in contacts.enumerated() where contact.trackingID != Contact.noID {
      let track = tracks.indices.first {
        contactOfTrack[$0] == nil && !tracks[$0].isEmpty && tracks[$0].deviceID == contact.trackingID
      }
      if let track { assign(index, to: track) }
    }
  }

  private mutating func matchByDistance(_ contacts: [Contact], _ tracks: [ContactTrack], reach: SIMD2<Double>) {
    gatherCandidates(contacts, tracks)
    guard !candidates.isEmpty, !trackCandidates.isEmpty else { return }
    matcher.match(points, with: trackPoints)
    for (row, column) in matcher.matches.enumerated() where column >= 0 {
      let track = trackCandidates[column]
      // After a loss of events a finger may have gone any way.
      guard tracks[track].hasGap || points[row].isWithin(reach, of: trackPoints[column]) else { continue }
      assign(candidates[row], to: track)
    }
  }

  private mutating func gatherCandidates(_ contacts: [Contact], _ tracks: [ContactTrack]) {
    points.removeAll(keepingCapacity: true)
    candidates.removeAll(keepingCapacity: true)
    trackPoints.removeAll(keepingCapacity: true)
    trackCandidates.removeAll(keepingCapacity: true)
    for (index, contact) in contacts.enumerated() where contact.trackingID == Contact.noID {
      points.append(contact.point)
      candidates.append(index)
    }
    for index in tracks.indices where !tracks[index].isEmpty && tracks[index].deviceID == nil {
      trackPoints.append(tracks[index].sample.position)
      trackCandidates.append(index)
    }
  }

  /// A contact that continues none begins in the first track that is free before and after.
  private mutating func assignTheRest(_ tracks: [ContactTrack]) {
    var track = 0
    for contact in isAssigned.indices where !isAssigned[contact] {
      while track < contactOfTrack.count && !isFree(track, tracks) { track += 1 }
      if track == contactOfTrack.count { contactOfTrack.append(nil) }
      assign(contact, to: track)
    }
  }

  private func isFree(_ track: Int, _ tracks: [ContactTrack]) -> Bool {
    contactOfTrack[track] == nil && (track >= tracks.count || tracks[track].isEmpty)
  }
}

extension DevicePoint {
  fileprivate func isWithin(_ reach: SIMD2<Double>, of other: DevicePoint) -> Bool {
    abs(Double(x) - Double(other.x)) <= reach.x && abs(Double(y) - Double(other.y)) <= reach.y
  }
}

extension Array {
  fileprivate mutating func refill(with element: Element, count: Int) {
    removeAll(keepingCapacity: true)
    append(contentsOf: repeatElement(element, count: count))
  }
}
