import Testing
import TouchReelLiveDrawing

struct WidthStepsTests {
  @Test func `Small widths are a point apart, and half of the slider`() {
    let widths = WidthSteps.ofStrokes.widths
    #expect(widths.prefix(20) == (1...20).map(Double.init)[...])
    // 20 steps by 1, 10 by 2 and 12 by 5 points.
    #expect(widths.count == 42 && widths.last == 100)
    // And 10 by 10 points.
    #expect(WidthSteps.ofEraser.widths.count == 52 && WidthSteps.ofEraser.widths.last == 200)
    #expect(Array(WidthSteps.ofEraser.widths.prefix(42)) == widths)
  }

  @Test(arguments: [WidthSteps.ofStrokes, .ofEraser])
  func `A width that it has is where it was set, and any other is next to the nearest`(steps: WidthSteps) {
    for (place, width) in steps.widths.enumerated() {
      #expect(steps.step(nearest: width) == place)
      #expect(steps.width(at: Double(place) + 0.4) == width)
    }
    #expect(steps.width(at: Double(steps.step(nearest: 7.4))) == 7)
    #expect(steps.width(at: Double(steps.step(nearest: 500))) == steps.widths.last)
    #expect([-.infinity, .nan, -3].map { steps.width(at: $0) } == [1, 1, 1])
    #expect(steps.width(at: 1e9) == steps.widths.last)
  }
}
