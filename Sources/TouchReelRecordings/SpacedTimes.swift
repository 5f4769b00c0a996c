package import TouchReelInputEvents

/// Times in order, counted together where they lie close to each other, so that any number of them takes little memory.
package struct SpacedTimes: Hashable, Sendable {
  package struct Time: Hashable, Sendable {
    /// The first of those that are counted here.
    package let first: TimeSpan
    package fileprivate(set) var count = 1
  }

  /// More than these are thinned to half as many.
  package static let limit = 1024

  package private(set) var all: [Time] = []
  /// What is counted with another time lies less than twice this behind it, in nanoseconds.
  package private(set) var spacing: Int64 = 1

  package init() {}

  /// - Parameter time: no earlier than those before, and not below zero.
  package mutating func add(_ time: TimeSpan) {
    add(Time(first: time))
    if all.count > Self.limit { thin() }
  }

  private mutating func add(_ time: Time) {
    guard let last = all.last, time.first.nanoseconds &- last.first.nanoseconds < spacing else {
      return all.append(time)
    }
    all[all.count - 1].count += time.count
  }

  private mutating func thin() {
    while all.count > Self.limit / 2 {
      spacing = max(spacing * 2, 1 << 20)
      let former = all
      all.removeAll(keepingCapacity: true)
      for time in former { add(time) }
    }
  }
}
