import InputEvents

/// The buffers of protocol A's matching, kept between frames.
struct AnonymousMatching {
  /// For each lane the contact of the frame that continues or begins it.
  var contactOfLane: [Int?] = []
  var isPlaced: [Bool] = []
  var points: [DevicePoint] = []
  var candidates: [Int] = []
  var lanePoints: [DevicePoint] = []
  var laneCandidates: [Int] = []
}

/// Protocol A.
extension TouchTracker {
  mutating func finishAnonymous(at time: Timestamp, into output: inout TrackerOutput) {
    if !anonymous.contacts.isEmpty || lanes.contains(where: { !$0.isEmpty }) {
      // Where the contacts go on as they were, so does what continues which.
      if !steady.continues(in: anonymous.contacts, reach: reach) { match() }
      updateLanes(at: time, into: &output)
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
    matching.contactOfLane.removeAll(keepingCapacity: true)
    matching.contactOfLane.append(contentsOf: repeatElement(nil, count: lanes.count))
    matching.isPlaced.removeAll(keepingCapacity: true)
    matching.isPlaced.append(contentsOf: repeatElement(false, count: anonymous.contacts.count))
  }

  private mutating func place(_ contact: Int, in lane: Int) {
    matching.contactOfLane[lane] = contact
    matching.isPlaced[contact] = true
  }

  /// Where the device numbers its contacts, the numbers decide.
  private mutating func matchByID() {
    for (index, contact) in anonymous.contacts.enumerated() where contact.trackingID != Contact.noID {
      let lane = lanes.indices.first {
        matching.contactOfLane[$0] == nil && !lanes[$0].isEmpty && lanes[$0].deviceID == contact.trackingID
      }
      if let lane { place(index, in: lane) }
    }
  }

  private mutating func matchByDistance() {
    gatherCandidates()
    guard !matching.candidates.isEmpty, !matching.laneCandidates.isEmpty else { return }
    matcher.match(matching.points, with: matching.lanePoints)
    for (row, column) in matcher.matches.enumerated() where column >= 0 {
      let lane = matching.laneCandidates[column]
      // After a loss of events a finger may have gone any way.
      guard lanes[lane].hasGap || isReachable(matching.points[row], from: matching.lanePoints[column]) else { continue }
      place(matching.candidates[row], in: lane)
    }
  }

  private mutating func gatherCandidates() {
    matching.points.removeAll(keepingCapacity: true)
    matching.candidates.removeAll(keepingCapacity: true)
    matching.lanePoints.removeAll(keepingCapacity: true)
    matching.laneCandidates.removeAll(keepingCapacity: true)
    for (index, contact) in anonymous.contacts.enumerated() where contact.trackingID == Contact.noID {
      matching.points.append(contact.point)
      matching.candidates.append(index)
    }
    for index in lanes.indices where !lanes[index].isEmpty && lanes[index].deviceID == nil {
      matching.lanePoints.append(lanes[index].sample.position)
      matching.laneCandidates.append(index)
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

  /// A contact that continues none begins in the first lane that is free before and after.
  private mutating func placeTheRest() {
    var lane = 0
    for contact in matching.isPlaced.indices where !matching.isPlaced[contact] {
      while lane < lanes.count && (!lanes[lane].isEmpty || matching.contactOfLane[lane] != nil) { lane += 1 }
      if lane == lanes.count {
        growLanes(to: lane + 1)
        matching.contactOfLane.append(nil)
      }
      place(contact, in: lane)
    }
  }

  private mutating func updateLanes(at time: Timestamp, into output: inout TrackerOutput) {
    for lane in lanes.indices {
      if let index = matching.contactOfLane[lane] {
        let contact = anonymous.contacts[index]
        let id = contact.trackingID == Contact.noID ? nil : contact.trackingID
        lanes[lane].update(sample(of: contact, at: time), deviceID: id, births: &births, into: &output)
      } else {
        lanes[lane].end(at: time, into: &output)
      }
    }
  }
}

extension ClosedRange<Int32> {
  var length: Int64 { Int64(upperBound) - Int64(lowerBound) }
}
