import Testing
import TouchReelStudies

struct ParticipantTests {
  @Test(arguments: ["P01", "a", "7", "left-hand_2", "ABCDEFGHIJKLMNOP"])
  func `A code is short and plain`(_ text: String) { #expect(ParticipantCode(text)?.text == text) }

  @Test(arguments: ["", "..", ".", "-o", "_", "a/b", "a b", "Zoë", "ABCDEFGHIJKLMNOPQ", "a\u{0}", "a\n"])
  func `What could be a path, an option or a name with accents is none`(_ text: String) {
    #expect(ParticipantCode(text) == nil)
  }

  @Test func `Codes count on from the number at their ends`() throws {
    let code = try #require(ParticipantCode("P09"))
    #expect(code.moved(by: 1)?.text == "P10" && code.moved(by: -1)?.text == "P08")
    #expect(ParticipantCode("P99")?.moved(by: 1)?.text == "P100")
    #expect(ParticipantCode("P01")?.moved(by: -1) == nil)
    #expect(ParticipantCode("left")?.moved(by: 1) == nil)
    #expect(ParticipantCode("9999999999999999")?.moved(by: 1) == nil)
    #expect(ParticipantCode(number: 3).text == "P03" && ParticipantCode(number: 12).text == "P12")
  }
}
