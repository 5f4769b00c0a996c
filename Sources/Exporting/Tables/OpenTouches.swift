import TouchTracking

/// What is known of the touches that are down.
///
/// A slot says where its touch was found last, so that few samples need the hash.
struct OpenTouches: Sendable {
  private var summaries: [TouchSummary] = []
  private var ids: [Touch.ID] = []
  private var places: [Touch.ID: Int] = [:]
  private var lastPlaces = [Int](repeating: 0, count: Self.slots)

  private static let slots = 64

  var isEmpty: Bool { ids.isEmpty }

  mutating func begin(_ touch: Touch, _ sample: TouchSample, _ scale: TableDevice.Scale?) {
    places[touch.id] = ids.count
    ids.append(touch.id)
    summaries.append(TouchSummary(sample, scale))
  }

  @inline(__always)
  mutating func extend(_ touch: Touch, to sample: TouchSample, _ scale: TableDevice.Scale?, isResumed: Bool) {
    if let place = place(of: touch) { summaries[place].extend(to: sample, scale, isResumed: isResumed) }
  }

  mutating func end(_ touch: Touch) -> TouchSummary? {
    guard let place = places.removeValue(forKey: touch.id) else { return nil }
    let last = ids.count - 1
    if place < last { places[ids[last]] = place }
    summaries.swapAt(place, last)
    ids.swapAt(place, last)
    ids.removeLast()
    return summaries.removeLast()
  }

  @inline(__always)
  private mutating func place(of touch: Touch) -> Int? {
    let slot = Int(touch.slot.rawValue) & (Self.slots - 1)
    let last = lastPlaces[slot]
    if last < ids.count, ids[last] == touch.id { return last }
    guard let place = places[touch.id] else { return nil }
    lastPlaces[slot] = place
    return place
  }
}
