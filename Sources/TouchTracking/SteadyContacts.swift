import InputEvents

/// The contacts of protocol A's frame before, in their order.
///
/// Most devices send their contacts in the same order in each frame. Where each contact of a frame is nearer to the one of its own place
/// in the frame before than to any other, it continues that one, and nothing has to be matched.
struct SteadyContacts {
  private var points: [SIMD2<Double>] = []
  private var hasIDs = false

  mutating func note(_ contacts: [Contact]) {
    points.removeAll(keepingCapacity: true)
    hasIDs = false
    for contact in contacts {
      points.append(contact.point.vector)
      hasIDs = hasIDs || contact.trackingID != Contact.noID
    }
  }

  mutating func forget() { points.removeAll(keepingCapacity: true) }

  /// Whether each contact continues the one of its place, which lies within reach of it.
  ///
  /// - Parameter reach: along x and y, in device units.
  func continues(in contacts: [Contact], reach: SIMD2<Double>) -> Bool {
    guard contacts.count == points.count, !points.isEmpty, !hasIDs else { return false }
    for index in contacts.indices {
      let contact = contacts[index]
      let way = contact.point.vector - points[index]
      guard contact.trackingID == Contact.noID, all(-reach .<= way .& way .<= reach) else { return false }
      guard isNearest(contact.point.vector, within: (way * way).sum()) else { return false }
    }
    return true
  }

  /// Whether only one of the points, its own, lies within this squared distance.
  @inline(__always)
  private func isNearest(_ point: SIMD2<Double>, within limit: Double) -> Bool {
    var near = 0
    for other in points {
      let way = point - other
      near += (way * way).sum() <= limit ? 1 : 0
    }
    return near == 1
  }
}

extension DevicePoint {
  @inline(__always)
  fileprivate var vector: SIMD2<Double> { SIMD2(Double(x), Double(y)) }
}
