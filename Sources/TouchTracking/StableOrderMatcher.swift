import InputEvents

/// The contacts of protocol A's frame before, in their order.
///
/// Most devices send their contacts in the same order in each frame. Where each contact of a frame is nearer to the one of its own place
/// in the frame before than to any other, it continues that one, and nothing has to be matched.
struct StableOrderMatcher {
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
    return points.withUnsafeBufferPointer { points in
      contacts.indices.allSatisfy { index in
        let point = contacts[index].point.vector
        let way = point - points[index]
        guard contacts[index].trackingID == Contact.noID, all(-reach .<= way .& way .<= reach) else { return false }
        return Self.count(of: points, within: way.squaredLength, of: point) == 1
      }
    }
  }

  /// How many points lie within this squared distance: a contact's own at least, and for a steady one no other.
  @inline(__always)
  private static func count(
    of points: UnsafeBufferPointer<SIMD2<Double>>, within limit: Double, of point: SIMD2<Double>
  ) -> Int {
    var count = 0
    for other in points { count += (point - other).squaredLength <= limit ? 1 : 0 }
    return count
  }
}

extension SIMD2<Double> {
  @inline(__always)
  fileprivate var squaredLength: Double { x * x + y * y }
}

extension DevicePoint {
  @inline(__always)
  fileprivate var vector: SIMD2<Double> { SIMD2(Double(x), Double(y)) }
}
