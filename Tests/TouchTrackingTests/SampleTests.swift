import SeededCases
import Testing
import TouchReelInputEvents

@testable import TouchReelTouchTracking

struct SampleTests {
  private var sample: TouchSample {
    TouchSample(
      time: Timestamp(nanoseconds: 5), position: DevicePoint(x: 1, y: 2), boardPoint: BoardPoint(x: 3, y: 4))
  }

  /// Five vectors: see `SampleAxes`.
  @Test func `A sample has 80 bytes and no gap`() {
    #expect(MemoryLayout<TouchSample>.size == 80)
    #expect(MemoryLayout<TouchEvent>.offset(of: \.sample) == 0)
  }

  @Test func `An axis that is zero is not one that is absent`() {
    let absent = sample
    for change in changes(0) {
      var zero = absent
      change(&zero)
      #expect(zero != absent)
    }
  }

  @Test(arguments: PropertySeeds.from(0x5A3, count: 50))
  func `An axis is read as it was set, and the others stay absent`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let value = Int32.random(in: .min ... .max, using: &random)
    for (set, change) in changes(value).enumerated() {
      var changed = sample
      change(&changed)
      let axes: [Int32?] = [
        changed.pressure.map { Int32($0) }, changed.major, changed.minor, changed.orientation, changed.distance,
        changed.tilt.map { Int32($0.x) },
      ]
      for (axis, read) in axes.enumerated() { #expect(read == (axis == set ? value : nil)) }
      (changed.pressure, changed.major, changed.minor, changed.orientation) = (nil, nil, nil, nil)
      (changed.distance, changed.tilt) = (nil, nil)
      #expect(changed == sample)
    }
  }

  private func changes(_ value: Int32) -> [(inout TouchSample) -> Void] {
    [
      { $0.pressure = Double(value) }, { $0.major = value }, { $0.minor = value }, { $0.orientation = value },
      { $0.distance = value }, { $0.tilt = Tilt(x: Double(value), y: 0) },
    ]
  }

  @Test func `Only another distance leaves a sample's state as it is`() {
    var other = sample
    other.time = Timestamp(nanoseconds: 9)
    other.distance = 7
    #expect(other.isSameState(as: sample))
    for change in changes(1) {
      var changed = sample
      change(&changed)
      #expect(changed.isSameState(as: sample) == (changed.distance != nil))
    }
  }
}
