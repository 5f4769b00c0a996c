import Testing
import TouchReelInputEvents

@testable import TouchReelReplaying

/// Times as users write them.
struct ReplayTimeTests {
  @Test(arguments: [
    ("12.5", 12.5), ("0", 0), ("7s", 7), ("1:02.5", 62.5), ("1:00:03", 3603), ("500ms", 0.5), ("50%", 10),
    ("end", 20),
    ("100%", 20), (".5", 0.5),
  ]) func `A time is a span, a part, or the end`(text: String, seconds: Double) throws {
    let time = try #require(ReplayTime(text))
    #expect(time.span(in: TimeSpan(seconds: 20)).seconds == seconds)
  }

  @Test(arguments: [
    "", "-1", "1e3", "nan", "inf", "1:60", "1:2:3:4", "101%", "-5%", "ms", "%", "1,5", "0x10", "1::2", " 1",
  ]) func `What is no time is refused`(text: String) {
    #expect(ReplayTime(text) == nil)
  }
}
