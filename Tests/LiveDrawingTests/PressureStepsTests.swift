import Testing
import TouchReelDrawingBoard
import TouchReelLiveDrawing

struct PressureStepsTests {
  @Test func `The exponent doubles every four steps, and is 1 in the middle`() {
    let exponents = (-PressureSteps.reach...PressureSteps.reach).map { PressureSteps.exponent(at: Double($0)) }
    #expect(exponents[PressureSteps.reach] == 1)
    for (exponent, later) in zip(exponents, exponents.dropFirst(4)) {
      #expect(abs(later / exponent - 2) < 0.05, "\(exponent)")
    }
    #expect(exponents.allSatisfy(PressureCurve.gammas.contains))
    // Kept as hundredths.
    #expect(exponents.allSatisfy { (($0 * 100).rounded() / 100) == $0 })
  }

  @Test func `An exponent that it has is where it was set, and any other is next to the nearest`() {
    for step in -PressureSteps.reach...PressureSteps.reach {
      let exponent = PressureSteps.exponent(at: Double(step) + 0.4)
      #expect(exponent == PressureSteps.exponent(at: Double(step)))
      #expect(PressureSteps.step(nearest: exponent) == step)
    }
    #expect(PressureSteps.step(nearest: 1.05) == 0)
    #expect(PressureSteps.step(nearest: 100) == PressureSteps.reach)
    #expect([.nan, .infinity].map { PressureSteps.exponent(at: $0) } == [1, 1])
    #expect(PressureSteps.exponent(at: -1e9) == 0.25 && PressureSteps.exponent(at: 1e9) == 4)
  }
}
