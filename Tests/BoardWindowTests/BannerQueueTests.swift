import Testing

@testable import TouchReelBoardWindow

@MainActor
struct BannerQueueTests {
  private func problem(_ text: String) -> Banner { Banner(text: text, button: nil) {} }

  private func question(_ text: String) -> Banner {
    Banner(text: text, button: Notices.Button(label: "Save As…") {}) {}
  }

  private func texts(_ banners: [(Banner, BannerQueue.Turn)]) -> [String] {
    var queue = BannerQueue()
    for (banner, turn) in banners { queue.add(banner, turn) }
    return queue.banners.map(\.text)
  }

  @Test func `Banners follow one another, problems before questions`() {
    let shown = texts([(question("a"), .last), (question("b"), .last), (problem("c"), .last), (problem("d"), .last)])
    #expect(shown == ["c", "d", "a", "b"])
  }

  @Test func `What the user has just asked for is seen at once`() {
    #expect(texts([(question("unrecorded"), .last), (question("not saved"), .first)]) == ["not saved", "unrecorded"])
    #expect(texts([(problem("unplugged"), .last), (question("exists"), .first)]) == ["exists", "unplugged"])
  }

  @Test func `What is said twice is shown once, and moves to the front if it answers the user`() {
    #expect(texts([(problem("a"), .last), (problem("a"), .last)]) == ["a"])
    #expect(texts([(question("a"), .last), (question("b"), .last), (question("b"), .first)]) == ["b", "a"])
  }

  @Test func `Those that waited follow when one is closed`() {
    var queue = BannerQueue()
    queue.add(question("a"), .last)
    queue.add(question("b"), .first)
    let first = queue.close()
    #expect(first?.text == "b" && queue.shown?.text == "a")
    let second = queue.close()
    #expect(second?.text == "a" && queue.shown == nil)
    let third = queue.close()
    #expect(third == nil)
  }

  @Test func `The latest problem of a subject takes the place of the one before`() {
    var queue = BannerQueue()
    queue.add(problem("unplugged"), .last)
    for text in ["too large", "damaged", "too large"] { queue.replace(by: text, about: .pasting) }
    queue.replace(by: "no palette", about: .palette)
    #expect(queue.banners.map(\.text) == ["no palette", "too large", "unplugged"])
    queue.remove(about: .pasting)
    #expect(queue.banners.map(\.text) == ["no palette", "unplugged"])
  }

  @Test func `What was said of a file is over when another one is saved`() {
    var queue = BannerQueue()
    queue.add(Banner(text: "disk full", button: nil, subject: .saving) {}, .first)
    queue.add(problem("unplugged"), .last)
    queue.remove(about: .saving)
    #expect(queue.banners.map(\.text) == ["unplugged"])
  }
}
