import SeededCases
import Testing
import TouchReelInputEvents

/// The state of a device.
struct DeviceStateTests {
  private static let device: DeviceDescription = {
    var device = DeviceDescription()
    device.axes = [
      .slot: AbsoluteAxis(minimum: 0, maximum: 4), .trackingID: AbsoluteAxis(minimum: 0, maximum: 65535),
      .positionX: AbsoluteAxis(minimum: 0, maximum: 999), .positionY: AbsoluteAxis(minimum: 0, maximum: 999),
      .x: AbsoluteAxis(minimum: 0, maximum: 999), .pressure: AbsoluteAxis(minimum: 0, maximum: 9),
    ]
    device.codes = [
      .key: [.touch, .toolPen, .stylus], .absolute: Set(device.axes.keys), .led: [EventCode(rawValue: 1)],
    ]
    device.slots = Array(repeating: [.trackingID: -1, .positionX: 0, .positionY: 0], count: 5)
    return device
  }()

  private static let time = Timestamp(microseconds: 7)

  /// A state after up to 40 frames of made-up events; some are lost.
  private static func state(_ random: inout SplitMix64, losing: Bool = false) -> DeviceState {
    var state = DeviceState(device)
    for _ in 0..<random.next(below: 40) {
      var events = (0..<random.next(below: 6)).map { _ in event(&random) }
      if losing && random.next(below: 10) == 0 {
        events.append(InputEvent(time: time, type: .synchronization, code: .dropped, value: 0))
      }
      state.apply(Frame(events: events + [.report(at: time)]))
    }
    return state
  }

  private static func event(_ random: inout SplitMix64) -> InputEvent {
    let (type, code, values): (EventType, EventCode, ClosedRange<Int>) =
      switch random.next(below: 10) {
      case 0, 1, 2: (.absolute, .slot, -1...6)
      case 3, 4: (.absolute, .trackingID, -1...99)
      case 5: (.absolute, .positionX, 0...3)
      case 6: (.absolute, .positionY, 0...3)
      case 7: (.absolute, Bool.random(using: &random) ? .x : .pressure, 0...3)
      case 8: (.key, [EventCode.touch, .toolPen, .stylus].randomElement(using: &random) ?? .touch, 0...2)
      default: (.led, EventCode(rawValue: 1), 0...1)
      }
    return InputEvent(time: time, type: type, code: code, value: Int32(Int.random(in: values, using: &random)))
  }

  private func applied(_ events: [InputEvent], to state: DeviceState) -> DeviceState {
    var reached = state
    reached.apply(Frame(events: events + [.report(at: Self.time)]))
    return reached
  }

  @Test(arguments: PropertySeeds.from(0, count: 100))
  func `Its events bring a reader that knows nothing, or another state, into it`(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (wanted, known) = (Self.state(&random), Self.state(&random))
    #expect(applied(wanted.events(at: Self.time), to: DeviceState(Self.device.withoutState)).isSame(as: wanted))
    #expect(applied(wanted.events(after: known, at: Self.time), to: known).isSame(as: wanted))
    #expect(wanted.events(after: wanted, at: Self.time).isEmpty)
  }

  @Test(arguments: PropertySeeds.from(0, count: 100))
  func `A device that makes its changes is in it, LEDs included`(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (wanted, current) = (Self.state(&random), Self.state(&random))
    let changes = wanted.changes(from: current, at: Self.time)
    #expect(applied(changes, to: current).description == wanted.description)
    #expect(wanted.changes(from: wanted, at: Self.time).isEmpty)
  }

  @Test(arguments: PropertySeeds.from(0, count: 100))
  func `Its description, and its synced frame, are the whole state`(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let state = Self.state(&random)
    #expect(DeviceState(state.description).isSame(as: state))
    var synced = Self.state(&random, losing: true)
    synced.applySync(state.description.syncFrame(at: Self.time))
    #expect(synced.isSame(as: state))
    #expect(!synced.isUncertain)
  }

  @Test(arguments: PropertySeeds.from(0, count: 100))
  func `Lifted or released, it holds nothing; its axes stay`(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let state = Self.state(&random)
    let lifted = applied(state.lift(at: Self.time), to: state)
    let released = applied(state.releaseFrame(at: Self.time)?.events ?? [], to: state)
    var gone = state
    gone.release()
    for left in [lifted, released, gone] {
      #expect(left.contactCount == 0 && left.keysDown.isEmpty)
      #expect((0..<5).allSatisfy { left.slot($0)[.positionX] == state.slot($0)[.positionX] })
    }
    #expect(lifted.lift(at: Self.time).isEmpty)
    #expect(released.releaseFrame(at: Self.time) == nil)
  }

  @Test func `After a loss of events what was down is uncertain until it reports again`() {
    func event(_ code: EventCode, _ value: Int32) -> InputEvent {
      InputEvent(time: Self.time, type: .absolute, code: code, value: value)
    }
    let drop = InputEvent(time: Self.time, type: .synchronization, code: .dropped, value: 0)
    var screen = Self.device
    screen.codes[.key] = [.touch]
    var state = applied([event(.trackingID, 5), event(.positionX, 1)], to: DeviceState(screen))
    state = applied([drop, event(.positionX, 2)], to: state)
    #expect(state.isUncertain)
    #expect(state.slot(0)[.positionX] == 1)
    #expect(!applied([event(.positionX, 3)], to: state).isUncertain)
  }
}
