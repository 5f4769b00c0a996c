import InputEvents

/// The buffers of protocol A's matching, kept between frames.
struct AnonymousMatching {
  /// For each track the contact of the frame that continues or begins it.
  var contactOfTrack: [Int?] = []
  var isPlaced: [Bool] = []
  var points: [DevicePoint] = []
  var candidates: [Int] = []
  var trackPoints: [DevicePoint] = []
  var trackCandidates: [Int] = []
}

/// Protocol A.
extension TouchTracker {
  mutating func finishAnonymous(at time: Timestamp, into output: inout TrackerOutput) {
    if !anonymous.contacts.isEmpty || tracks.contains(where: { !$0.isEmpty }) {
      // Where the contacts go on as they were, so does what continues which.
      if !steady.continues(in: anonymous.contacts, reach: reach) { match() }
      updateTracks(at: time, into: &output)
      steady.note(anonymous.contacts)
    }
    anonymous.finishFrame()
  }

  private mutating func match() {
    startMatching()
    matchByID()
    matchByDistance()
    placeTheRest()
  }

  private mutating func startMatching() {
    matching.contactOfTrack.removeAll(keepingCapacity: true)
    matching.contactOfTrack.append(contentsOf: repeatElement(nil, count: tracks.count))
    matching.isPlaced.removeAll(keepingCapacity: true)
    matching.isPlaced.append(contentsOf: repeatElement(false, count: anonymous.contacts.count))
  }

  private mutating func place(_ contact: Int, in track: Int) {
    matching.contactOfTrack[track] = contact
    matching.isPlaced[contact] = true
  }

  /// Where the device numbers its contacts, the numbers decide.
  private mutating func matchByID() {
    for (index, contact) in anonymous.contacts.enumerated() where contact.trackingID != Contact.noID {
      let track = tracks.indices.first {
        matching.contactOfTrack[$0] == nil && !tracks[$0].isEmpty && tracks[$0].deviceID == contact.trackingID
      }
      if let track { place(index, in: track) }
    }
  }

  private mutating func matchByDistance() {
    gatherCandidates()
    guard !matching.candidates.isEmpty, !matching.trackCandidates.isEmpty else { return }
    matcher.match(matching.points, with: matching.trackPoints)
    for (row, column) in matcher.matches.enumerated() where column >= 0 {
      let track = matching.trackCandidates[column]
      // After a loss of events a finger may have gone any way.
      guard tracks[track].hasGap || isReachable(matching.points[row], from: matching.trackPoints[column]) else {
        continue
      }
      place(matching.candidates[row], in: track)
    }
  }

  private mutating func gatherCandidates() {
    matching.points.removeAll(keepingCapacity: true)
    matching.candidates.removeAll(keepingCapacity: true)
    matching.trackPoints.removeAll(keepingCapacity: true)
    matching.trackCandidates.removeAll(keepingCapacity: true)
    for (index, contact) in anonymous.contacts.enumerated() where contact.trackingID == Contact.noID {
      matching.points.append(contact.point)
      matching.candidates.append(index)
    }
    for index in tracks.indices where !tracks[index].isEmpty && tracks[index].deviceID == nil {
      matching.trackPoints.append(tracks[index].sample.position)
      matching.trackCandidates.append(index)
    }
  }

  /// No finger crosses a third of the surface between two frames: one was lifted and another put down.
  private var reach: SIMD2<Double> {
    SIMD2(Double(layout.xRange.length / 3), Double(layout.yRange.length / 3))
  }

  private func isReachable(_ point: DevicePoint, from last: DevicePoint) -> Bool {
    let dx = abs(Double(point.x) - Double(last.x))
    let dy = abs(Double(point.y) - Double(last.y))
    return dx <= reach.x && dy <= reach.y
  }

  /// A contact that continues none begins in the first track that is free before and after.
  private mutating func placeTheRest() {
    var track = 0
    for contact in matching.isPlaced.indices where !matching.isPlaced[contact] {
      while track < tracks.count && (!tracks[track].isEmpty || matching.contactOfTrack[track] != nil) { track += 1 }
      if track == tracks.count {
        growTracks(to: track + 1)
        matching.contactOfTrack.append(nil)
      }
      place(contact, in: track)
    }
  }

  private mutating func updateTracks(at time: Timestamp, into output: inout TrackerOutput) {
    for track in tracks.indices {
      if let index = matching.contactOfTrack[track] {
        let contact = anonymous.contacts[index]
        let id = contact.trackingID == Contact.noID ? nil : contact.trackingID
        tracks[track].update(sample(of: contact, at: time), deviceID: id, births: &births, into: &output)
      } else {
        tracks[track].end(at: time, into: &output)
      }
    }
  }
}

extension ClosedRange<Int32> {
  var length: Int64 { Int64(upperBound) - Int64(lowerBound) }
}
