import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelLiveDrawing
import TouchReelStudies
import TouchReelTouchTracking

/// The study in `Fixtures/study`, which documents speak of: three words by two hands. `TOUCHREEL_UPDATE_FIXTURES=1`
/// makes it anew.
struct StudyFixtureTests {
  private static let words = """
    # What TouchReel's documents show, and its tests try.
    title: Three words
    welcome: Write each word as you would on paper.
    ask: Which hand do you write with? right | left
    order: shuffled
    with: pen
    wave
    hello
    river

    """

  @Test func `The fixture is what these hands draw`() throws {
    let temporary = try TemporaryFolder()
    try temporary.write(Self.words, to: "words.txt")
    let prompts = try PromptsFile(FilePath(temporary.path("words.txt")))
    var folder = try StudyFolder(making: FilePath(temporary.path("results")), for: prompts)
    for (hand, code) in ["P01", "P02"].enumerated() {
      for number in 1...3 {
        try DrawnStudy.draw(&folder, number, .done, by: code) { $0.draw(Self.way(hand, number), lean: 25) }
      }
    }
    #expect(StudyCheck(folder).findings == [])
    let fixture = URL(fileURLWithPath: Checkout.path("Fixtures/study"))
    if ProcessInfo.processInfo.environment["TOUCHREEL_UPDATE_FIXTURES"] == "1" {
      try? FileManager.default.removeItem(at: fixture)
      try FileManager.default.copyItem(at: temporary.url, to: fixture)
    }
    for file in temporary.files(endingIn: "") {
      let name = String(file.path.dropFirst(temporary.url.path.count + 1))
      let same = try Data(contentsOf: file) == Data(contentsOf: fixture.appendingPathComponent(name))
      #expect(same, "Fixtures/study/\(name) differs")
    }
  }

  /// Loops from left to right, each hand and each word with their own.
  private static func way(_ hand: Int, _ number: Int) -> [BoardPoint] {
    (0...150).map { step in
      let (along, turn) = (Double(step) / 150, Double(step) * 0.2 * Double(number) * 0.6)
      return BoardPoint(
        x: 20 + 150 * along + 9 * sin(turn), y: 50 + Double(18 + 6 * hand) * cos(turn) * (1 - 0.4 * along))
    }
  }
}
