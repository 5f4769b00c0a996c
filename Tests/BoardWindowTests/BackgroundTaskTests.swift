import CTouchReelGtk
import Testing

@testable import TouchReelBoardWindow

/// Work on a thread whose outcome the main loop handles.
@MainActor struct BackgroundTaskTests {
  /// The outcomes that arrived.
  private final class Desk {
    var taken: [Int] = []
    var discarded: [Int] = []

    var isDone: Bool { !taken.isEmpty || !discarded.isEmpty }

    /// Runs the main loop until an outcome arrives.
    func wait() {
      while !isDone { g_main_context_iteration(nil, 1) }
    }
  }

  private func makeTask(_ desk: Desk, _ work: @escaping @Sendable (TaskProgress) -> sending Int) -> BackgroundTask<
    Int
  > {
    BackgroundTask(work) {
      desk.taken.append($0)
    } cancelled: {
      desk.discarded.append($0)
    }
  }

  @Test func `The outcome is handled on the main loop, not before`() {
    let desk = Desk()
    let task = makeTask(desk) { progress in
      progress.update(0.5)
      return 7
    }
    #expect(!desk.isDone)
    desk.wait()
    #expect(desk.taken == [7] && desk.discarded == [])
    #expect(task.progress.fraction == 0.5)
  }

  @Test func `The outcome of a cancelled task is discarded`() {
    let desk = Desk()
    let task = makeTask(desk) { progress in
      while !progress.isCancelled {}
      return 7
    }
    task.progress.cancel()
    desk.wait()
    #expect(desk.taken == [] && desk.discarded == [7])
  }

  @Test func `An outcome that is not Sendable is passed on`() {
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

  @Test func `Several tasks run at the same time`() {
    let desk = Desk()
    let tasks = (1...8).map { number in makeTask(desk) { _ in number } }
    while desk.taken.count < tasks.count { g_main_context_iteration(nil, 1) }
    #expect(Set(desk.taken) == Set(1...8))
  }
}
