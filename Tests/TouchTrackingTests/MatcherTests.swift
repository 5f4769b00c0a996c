import SeededCases
import Testing
import TouchReelInputEvents

@testable import TouchReelTouchTracking

/// Matching contacts across frames.
struct MatcherTests {
  @Test(arguments: 0..<400 as Range<UInt64>)
  func `The whole distance is the least that any matching has`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    // Few distinct places, so that ties and contested nearest contacts are common.
    let reach: Int32 = seed % 2 == 0 ? 1000 : 6
    let old = points(Int.random(in: 0...6, using: &random), within: reach, &random)
    let new = points(Int.random(in: 0...6, using: &random), within: reach, &random)
    var matcher = ContactMatcher()
    matcher.match(new, with: old)
    let pairs = matcher.matches.enumerated().filter { $0.element >= 0 }
    #expect(pairs.count == min(old.count, new.count), "seed \(seed)")
    #expect(Set(pairs.map(\.element)).count == pairs.count, "seed \(seed): an old contact is used twice")
    let sum = pairs.reduce(0) { $0 + new[$1.offset].distance(to: old[$1.element]) }
    let least = leastSum(of: new.count <= old.count ? new : old, over: new.count <= old.count ? old : new)
    #expect(abs(sum - least) < 1e-6, "seed \(seed): \(sum) instead of \(least) for \(new) with \(old)")
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `What keeps its order of contacts is followed as what is matched anew in each frame`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let device = DeviceDescription.anonymousScreen
    let mapping = SurfaceMapping(device: device, board: BoardSize(width: 1000, height: 500))
    var steady = TouchTracker(device: device, index: DeviceChannel(rawValue: 0), mapping: mapping)
    var matching = steady
    var contacts = points(Int.random(in: 1...5, using: &random), within: 12, &random)
    for number in 0..<60 as Range<Int64> {
      change(&contacts, &random)
      let frame = frame(of: contacts, at: Timestamp(microseconds: 8000 * number))
      var (given, expected) = (TrackerOutput(), TrackerOutput())
      steady.handle(frame, into: &given)
      matching.order.forget()
      matching.handle(frame, into: &expected)
      #expect(given == expected, "seed \(seed), frame \(number): \(contacts)")
    }
  }

  /// Most move by a little; now and then one jumps, comes, goes, or two are sent in another order.
  private func change(_ contacts: inout [DevicePoint], _ random: inout SplitMix64) {
    for index in contacts.indices {
      contacts[index].x += Int32.random(in: -1...1, using: &random)
      contacts[index].y += Int32.random(in: -1...1, using: &random)
    }
    switch Int.random(in: 0..<12, using: &random) {
    case 0: contacts.shuffle(using: &random)
    case 1: contacts.append(DevicePoint(x: Int32.random(in: 0...900, using: &random), y: 3))
    case 2 where !contacts.isEmpty: contacts.removeFirst()
    case 3 where !contacts.isEmpty: contacts[0].x = Int32.random(in: 0...900, using: &random)
    default: return
    }
  }

  private func frame(of contacts: [DevicePoint], at time: Timestamp) -> Frame {
    let events = contacts.flatMap { point in
      [
        InputEvent(time: time, type: .absolute, code: .positionX, value: point.x),
        InputEvent(time: time, type: .absolute, code: .positionY, value: point.y),
        InputEvent(time: time, type: .synchronization, code: .multitouchReport, value: 0),
      ]
    }
    return Frame(events: events + [.report(at: time)])
  }

  @Test(arguments: [65, 100, 256])
  func `More contacts than are matched exactly are still matched one to one`(
    count: Int
  ) {
    var random = SplitMix64(seed: 1)
    let old = points(count, within: 50, &random)
    let new = points(count, within: 50, &random)
    var matcher = ContactMatcher()
    matcher.match(new, with: old)
    #expect(matcher.matches.sorted() == Array(0..<count))
  }

  @Test func `Distances at the ends of the number range are finite`() {
    let corners = [
      DevicePoint(x: .min, y: .min), DevicePoint(x: .max, y: .max), DevicePoint(x: .min, y: .max),
    ]
    var matcher = ContactMatcher()
    matcher.match(corners, with: corners.reversed())
    #expect(matcher.matches == [2, 1, 0])
  }

  private func points(_ count: Int, within reach: Int32, _ random: inout SplitMix64) -> [DevicePoint] {
    (0..<count).map { _ in
      DevicePoint(x: Int32.random(in: 0...reach, using: &random), y: Int32.random(in: 0...reach, using: &random))
    }
  }

  /// The least sum of all ways to give each of the fewer one of the others.
  private func leastSum(of few: [DevicePoint], over many: [DevicePoint]) -> Double {
    guard let first = few.first else { return 0 }
    let rest = Array(few.dropFirst())
    return many.indices.map { index in
      var others = many
      return first.distance(to: others.remove(at: index)) + leastSum(of: rest, over: others)
    }.min() ?? 0
  }
}
