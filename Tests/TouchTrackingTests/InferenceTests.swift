import TestSupport
import Testing
import TouchReelInputEvents
import TouchReelTouchTracking

/// Describing a device by its events.
struct InferenceTests {
  private func inferred(_ script: GestureScript) -> DeviceDescription {
    var inference = DescriptionInference(for: .mapping)
    for case .frame(let frame) in script.steps {
      for event in frame.events { inference.observe(event) }
    }
    return inference.description()
  }

  @Test func `Positions range as far as they were seen, and 2 % further at each end`() {
    var screen = GestureScript(on: .undescribed)
    screen.down(0, id: 1, at: 100, 50)
    screen.frame()
    screen.move(0, to: 1100, 60)
    screen.axis(.contactPressure, 80)
    screen.frame()
    screen.up(0)
    screen.frame()
    let device = inferred(screen)
    #expect(!device.isComplete)
    // 2 % of 1000 is 20; of 10 it is less than the least margin of 1.
    #expect(device.axes[.positionX] == AbsoluteAxis(minimum: 80, maximum: 1120))
    #expect(device.axes[.positionY] == AbsoluteAxis(minimum: 49, maximum: 61))
    #expect(device.axes[.contactPressure] == AbsoluteAxis(minimum: 0, maximum: 80))
    #expect(device.kind == .touchscreen)
  }

  @Test func `An id of −1 means slots, also where none is named`() {
    var screen = GestureScript(on: .undescribed)
    screen.axis(.trackingID, 5)
    screen.axis(.positionX, 1)
    screen.axis(.positionY, 2)
    screen.frame()
    screen.axis(.trackingID, -1)
    screen.frame()
    #expect(inferred(screen).contactProtocol == .slots)
    #expect(inferred(screen).slotCount == 1)
  }

  /// Writing adds what is inferred for a mapping to a recording's own description, of which nothing may show.
  @Test(
    arguments: [
      [(.trackingID, -1)], [(.trackingID, 5)], [(.slot, 1), (.trackingID, -1)], [(.positionX, 4)],
      [(.trackingID, 5), (.positionX, 4), (.trackingID, -1)], [(.x, 7)],
    ] as [[(EventCode, Int32)]])
  func `A recording announces all that a mapping does`(_ events: [(EventCode, Int32)]) {
    var inference = DescriptionInference(for: .recording)
    for (code, value) in events {
      inference.observe(
        InputEvent(time: Timestamp(nanoseconds: 0), type: .absolute, code: code, value: value))
    }
    let own = inference.description()
    inference.purpose = .mapping
    let mapped = inference.description()
    #expect(Set(mapped.axes.keys).isSubset(of: own.axes.keys), "\(events)")
    for (type, codes) in mapped.codes { #expect(codes.isSubset(of: own.codes[type] ?? []), "\(events)") }
  }

  @Test func `SYN_MT_REPORT means protocol A`() {
    var screen = GestureScript(on: .undescribed)
    screen.contact(1, 2, id: 0)
    screen.frame()
    #expect(inferred(screen).contactProtocol == .anonymous)
  }

  @Test func `SYN_MT_REPORT means protocol A also where an id of −1 was sent`() {
    var screen = GestureScript(on: .undescribed)
    screen.contact(1, 2, id: -1)
    screen.frame()
    #expect(inferred(screen).contactProtocol == .anonymous)
  }

  @Test func `As many slots as were named`() {
    var screen = GestureScript(on: .undescribed)
    screen.down(4, id: 1, at: 1, 2)
    screen.frame()
    #expect(inferred(screen).slotCount == 5)
  }

  @Test func `Values at the ends of the number range stay in it`() {
    var screen = GestureScript(on: .undescribed)
    screen.down(0, id: 1, at: .min, .max)
    screen.frame()
    screen.move(0, to: .max, .max)
    screen.frame()
    #expect(inferred(screen).axes[.positionX] == AbsoluteAxis(minimum: .min, maximum: .max))
    #expect(inferred(screen).axes[.positionY] == AbsoluteAxis(minimum: .max - 1, maximum: .max))
  }

  @Test func `What was inferred tracks as what is learned on the way`() {
    var screen = GestureScript(on: .undescribed)
    screen.down(0, id: 1, at: 10, 10)
    screen.frame()
    screen.down(1, id: 2, at: 50, 10)
    screen.frame()
    screen.up(0)
    screen.frame()
    var (learning, inferring) = (Run(), Run())
    learning.play(screen)
    let device = inferring.open(inferred(screen))
    for step in screen.steps { inferring.play(step, on: device) }
    #expect(learning.lines == inferring.lines)
  }
}
