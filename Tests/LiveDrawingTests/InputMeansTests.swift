import Testing

@testable import TouchReelLiveDrawing

struct InputMeansTests {
  private static let all = [false, true].flatMap { touch in
    [false, true].map { InputMeans(hasTouchscreen: touch, hasPen: $0) }
  }

  @Test func `A preference has no effect exactly where what it is about is missing`() {
    for means in Self.all {
      #expect((InputPreference.gestures.obstacle(with: means) == nil) == means.hasTouchscreen)
      #expect((InputPreference.penOnly.obstacle(with: means) == nil) == (means.hasTouchscreen && means.hasPen))
    }
  }

  @Test(arguments: InputPreference.allCases)
  func `The obstacle names what is missing`(_ preference: InputPreference) {
    for means in Self.all {
      switch preference.obstacle(with: means) {
      case .noTouchscreen: #expect(!means.hasTouchscreen)
      case .noPen: #expect(!means.hasPen && means.hasTouchscreen)
      case .neither: #expect(!means.hasPen && !means.hasTouchscreen)
      case nil: break
      }
    }
    #expect(preference.obstacle(with: .unknown) == nil)
  }

  @Test(arguments: InputPreference.allCases)
  func `What is on can be switched off whatever is missing`(_ preference: InputPreference) {
    for means in Self.all {
      #expect(preference.isChangeable(with: means, isOn: true))
      #expect(preference.isChangeable(with: means, isOn: false) == (preference.obstacle(with: means) == nil))
    }
  }
}
