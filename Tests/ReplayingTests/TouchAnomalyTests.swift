import SeededCases
import Testing
import TouchReelInputEvents
import TouchReelTouchTracking

@testable import TouchReelReplaying

/// A hand that draws on a screen of 200 x 100 mm at 125 frames a second, and what may be odd about it.
private struct Hand {
  private static let frame: Int64 = 8_000_000
  private(set) var finder = AnomalyFinder()
  private(set) var time = Timestamp(nanoseconds: 5_000_000_000)
  private var random: SplitMix64
  private var points: [Int: DevicePoint] = [:]

  /// - Parameter resolution: units a millimetre; 0 for a screen that does not tell.
  init(seed: UInt64, resolution: Int32 = 20) {
    random = SplitMix64(seed: seed)
    var screen = DeviceDescription()
    screen.axes[.positionX] = AbsoluteAxis(minimum: 0, maximum: 4000, resolution: resolution)
    screen.axes[.positionY] = AbsoluteAxis(minimum: 0, maximum: 2000, resolution: resolution)
    finder.open(screen, as: DeviceChannel(rawValue: 0))
  }

  mutating func down(_ number: Int, id: Int32? = nil) {
    points[number] = DevicePoint(x: 1500 + Int32(random.next(below: 1000)), y: 700 + Int32(random.next(below: 600)))
    send(number, .began, id: id)
  }

  mutating func up(_ number: Int, id: Int32? = nil) {
    send(number, .ended, id: id)
    points[number] = nil
  }

  /// Each finger draws a part of a circle: 30 units, 1.5 mm, a frame, which is 0.19 m/s.
  mutating func draw(_ numbers: [Int], frames: Int) {
    for _ in 0..<frames {
      pass(Self.frame + Int64(random.next(below: 400_000)) - 200_000)
      for number in numbers { move(number, by: 30) }
    }
  }

  mutating func move(_ number: Int, by units: Int32) {
    // There and back, so that it stays on the screen.
    let turn: Int32 = (points[number]?.x ?? 0) > 2000 ? -1 : 1
    points[number]?.x += turn * units
    send(number, .moved(gap: false), id: nil)
  }

  mutating func pass(_ nanoseconds: Int64) { time = time.advanced(by: TimeSpan(nanoseconds: nanoseconds)) }

  private mutating func send(_ number: Int, _ phase: TouchPhase, id: Int32?) {
    let touch = Touch(
      id: Touch.ID(rawValue: number), device: DeviceChannel(rawValue: 0), slot: Slot(rawValue: 0),
      trackingID: TrackingID(rawValue: id ?? Int32(100 + number)), tool: .finger)
    let sample = TouchSample(time: time, position: points[number]!, boardPoint: BoardPoint(x: 0, y: 0))
    finder.handle(TouchEvent(touch: touch, phase: phase, sample: sample), since: Timestamp(nanoseconds: 5_000_000_000))
  }

  var found: [String] { finder.found().map(\.description) }
}

struct TouchAnomalyTests {
  @Test(arguments: PropertySeeds.from(1, count: 20))
  func `A hand that draws, rests and lifts is not odd`(seed: UInt64) {
    var hand = Hand(seed: seed)
    for number in 0..<4 {
      hand.down(number)
      hand.draw([number], frames: 100)
      // It rests for a second, and goes on where it is.
      hand.pass(1_000_000_000)
      hand.move(number, by: 10)
      hand.draw([number], frames: 50)
      hand.up(number)
      hand.pass(3_000_000_000)
    }
    #expect(hand.found.isEmpty, "\(hand.found)")
  }

  @Test(arguments: PropertySeeds.from(1, count: 20))
  func `A jump, a gap and late frames are found where they are`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var hand = Hand(seed: seed)
    var expected: [(kind: TouchAnomaly.Kind, at: Timestamp)] = []
    let start = hand.time
    hand.down(0)
    hand.draw([0], frames: 40)
    for _ in 0..<6 {
      let kind = [TouchAnomaly.Kind.jump, .gap, .lateFrame][random.next(below: 3)]
      expected.append((kind, hand.time))
      switch kind {
      // 1700 units are 85 mm: in 8 ms, 10.6 m/s.
      case .jump:
        hand.pass(8_000_000)
        hand.move(0, by: 1700)
        hand.pass(8_000_000)
        // Back to where it was, which is as fast.
        expected.append((.jump, hand.time.advanced(by: TimeSpan(nanoseconds: -8_000_000))))
        hand.move(0, by: 1700)
      case .gap:
        hand.pass(40_000_000)
        hand.move(0, by: 100)
      default:
        hand.pass(20_000_000)
        hand.move(0, by: 40)
      }
      hand.draw([0], frames: 20 + random.next(below: 20))
    }
    hand.up(0)
    let found = hand.finder.found()
    for kind in [TouchAnomaly.Kind.jump, .gap] {
      let times = expected.filter { $0.kind == kind }.map { $0.at.since(start) }
      #expect(found.filter { $0.kind == kind }.map(\.time) == times, "\(hand.found)")
    }
    let late = expected.filter { $0.kind == .lateFrame }
    let told = found.filter { $0.kind == .lateFrame }
    #expect(told.map(\.count) == (late.isEmpty ? [] : [late.count]), "\(hand.found)")
    #expect(told.first?.time == late.first?.at.since(start))
    #expect(told.flatMap(\.occurrences).map(\.time) == late.map { $0.at.since(start) })
  }

  /// 8 units, 0.4 mm, a frame: 50 mm/s.
  @Test(arguments: PropertySeeds.from(1, count: 20), [125, 200])
  func `A gap is found where a hand writes slowly, and none where it rests`(seed: UInt64, rate: Int) {
    var random = SplitMix64(seed: seed)
    var hand = Hand(seed: seed)
    hand.down(0)
    var gaps: [TimeSpan] = []
    for _ in 0..<8 {
      for _ in 0..<40 {
        hand.pass(1_000_000_000 / Int64(rate))
        hand.move(0, by: 8)
      }
      let isGap = random.next(below: 2) == 0
      if isGap { gaps.append(hand.time.since(Timestamp(nanoseconds: 5_000_000_000))) }
      hand.pass(400_000_000)
      // 30 mm, or where it rested.
      hand.move(0, by: isGap ? 600 : 10)
    }
    hand.up(0)
    #expect(hand.finder.found().map(\.kind) == gaps.map { _ in .gap }, "\(hand.found)")
    #expect(hand.finder.found().map(\.time) == gaps)
  }

  @Test func `Many late frames are each told, and the first of them in the text`() {
    var hand = Hand(seed: 9)
    hand.down(0)
    for _ in 0..<12 {
      hand.draw([0], frames: 20)
      hand.pass(20_000_000)
      hand.move(0, by: 40)
    }
    hand.up(0)
    let late = hand.finder.found()
    #expect(late.count == 1 && late[0].occurrences.count == 12 && late[0].count == 12, "\(late)")
    #expect(hand.found[0].hasSuffix(" s (touch 0), and 4 more"), "\(hand.found)")
  }

  @Test func `Without a resolution a jump is one across a quarter of the surface`() {
    var hand = Hand(seed: 3, resolution: 0)
    hand.down(0)
    hand.draw([0], frames: 30)
    hand.pass(8_000_000)
    hand.move(0, by: 990)
    hand.pass(8_000_000)
    hand.move(0, by: 1001)
    #expect(
      hand.found.count == 1 && hand.found[0].hasPrefix("touch 0 jumps across more than a quarter"), "\(hand.found)")
  }

  @Test func `A contact that stands still while others draw is stuck`() {
    var hand = Hand(seed: 4)
    hand.down(0)
    hand.down(1)
    hand.draw([1], frames: 700)
    hand.up(0)
    hand.up(1)
    // 700 frames of 8 ms, give or take 0.2 ms each.
    #expect(hand.found.count == 1 && hand.found[0].hasPrefix("touch 0 stands still for 5.6 s"), "\(hand.found)")
  }

  @Test func `Tracking ids at once and again are told apart`() {
    var hand = Hand(seed: 5)
    hand.down(0, id: 7)
    hand.down(1, id: 7)
    hand.up(0, id: 7)
    hand.up(1, id: 7)
    for number in 2..<6 {
      hand.down(number, id: 9)
      hand.up(number, id: 9)
    }
    #expect(
      hand.found == [
        "touch 1 has the tracking id of touch 0, which is still down: 7 at 0 s",
        "device 0: tracking ids come again 3 times: 9 at 0 s (touch 2, then 3), 9 at 0 s (touch 3, then 4), "
          + "9 at 0 s (touch 4, then 5)",
      ])
  }

  /// A line of a command is not shortened up to 300 columns; it begins with two blanks, `odd: ` and the like.
  @Test func `Many tracking ids that come again are listed up to where a line ends`() throws {
    var hand = Hand(seed: 7)
    for number in 0..<3000 {
      hand.pass(987_654_321)
      hand.down(number, id: 30_000)
      hand.up(number, id: 30_000)
    }
    let line = try #require(hand.found.first { $0.contains("come again") })
    #expect(line.count <= 290 && line.contains("(touch 2, then 3)"), "\(line)")
    #expect(line.hasSuffix(" more"), "\(line)")
  }

  @Test func `Where the clock was set back, what is odd lies at the recording's time, which stands still`() throws {
    var hand = Hand(seed: 8)
    hand.down(0)
    hand.draw([0], frames: 125)
    let reached = hand.time.since(Timestamp(nanoseconds: 5_000_000_000))
    hand.pass(-800_000_000)
    hand.draw([0], frames: 20)
    hand.pass(8_000_000)
    hand.move(0, by: 1900)
    let jump = try #require(hand.finder.found().last { $0.kind == .jump })
    #expect(jump.time == reached, "\(jump)")
  }

  @Test func `A long recording takes no more memory than is told`() {
    var hand = Hand(seed: 6)
    hand.down(0)
    for _ in 0..<3000 {
      hand.pass(8_000_000)
      hand.move(0, by: 1990)
    }
    #expect(hand.finder.found().count == AnomalyFinder.limit)
  }
}
