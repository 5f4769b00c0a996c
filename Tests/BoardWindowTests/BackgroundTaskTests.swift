import CGtk
import Testing

@testable import BoardWindow

/// What a thread does for the main loop, which goes on meanwhile.
@MainActor struct BackgroundTaskTests {
  /// What came back.
  private final class Desk {
    var taken: [Int] = []
    var discarded: [Int] = []

    var isDone: Bool { !taken.isEmpty || !discarded.isEmpty }

    /// Runs the main loop until something came.
    func wait() {
      while !isDone { g_main_context_iteration(nil, 1) }
    }
  }

  private func errand(_ desk: Desk, _ work: @escaping @Sendable (BackgroundTaskWatch) -> sending Int) -> BackgroundTask<
    Int
  > {
    BackgroundTask(work) {
      desk.taken.append($0)
    } unwanted: {
      desk.discarded.append($0)
    }
  }

  @Test func `What comes of it is taken on the main loop, not before`() {
    let desk = Desk()
    let errand = errand(desk) { watch in
      watch.note(0.5)
      return 7
    }
    #expect(!desk.isDone)
    desk.wait()
    #expect(desk.taken == [7] && desk.discarded == [])
    #expect(errand.watch.fraction == 0.5)
  }

  @Test func `One that is called off ends, and what comes of it is discarded`() {
    let desk = Desk()
    let errand = errand(desk) { watch in
      while !watch.isCancelled {}
      return 7
    }
    errand.watch.cancel()
    desk.wait()
    #expect(desk.taken == [] && desk.discarded == [7])
  }

  @Test func `What belongs to nobody else is handed over`() {
    final class Page {
      var lines: [String] = []
    }
    var page: Page?
    _ = BackgroundTask { _ in
      let page = Page()
      page.lines.append("written on a thread")
      return page
    } then: {
      page = $0
    }
    while page == nil { g_main_context_iteration(nil, 1) }
    #expect(page?.lines == ["written on a thread"])
  }

  @Test func `Several go on beside each other`() {
    let desk = Desk()
    let errands = (1...8).map { number in errand(desk) { _ in number } }
    while desk.taken.count < errands.count { g_main_context_iteration(nil, 1) }
    #expect(Set(desk.taken) == Set(1...8))
  }
}
