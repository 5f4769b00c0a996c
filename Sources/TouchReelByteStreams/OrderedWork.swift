import Synchronization

/// Work that is given out part by part.
package protocol WorkSource: Sendable {
  associatedtype Part: Sendable

  /// The next part; `nil` at the end.
  mutating func next() -> Part?

  /// The share that was given out, 0…1.
  var progress: Double { get }
}

/// What becomes of the results of work.
package protocol WorkCollector: Sendable {
  associatedtype Result: Sendable

  /// - Parameter result: that of the next part, in the order in which the source gave them out.
  mutating func add(_ result: Result)

  /// - Parameter share: what was given out, 0…1. Reported after each part, whosever turn it is.
  mutating func show(progress share: Double)
}

/// Work on many parts at once, whose results are collected in the order of the parts, each as soon as all before it
/// are.
package enum OrderedWork {
  /// Does the work on every part, each on one thread.
  ///
  /// - Parameters:
  ///   - source: gives out the parts.
  ///   - threads: how many parts to work on at once.
  ///   - collector: gets the results.
  ///   - work: what is done to a part.
  /// - Returns: the collector, with all results.
  package static func run<Source: WorkSource, Collector: WorkCollector>(
    _ source: Source, threads: Int, into collector: Collector,
    _ work: @escaping @Sendable (Source.Part) -> Collector.Result
  ) -> Collector {
    let results = OrderedResults(source, collector)
    onThreads(threads) {
      while let (part, index) = results.nextPart() { results.add(work(part), at: index) }
    }
    return results.collector
  }

  /// Runs the same work on this thread and on others, as many as can be started.
  private static func onThreads(_ count: Int, _ work: @escaping @Sendable () -> Void) {
    let others = (1..<max(count, 1)).compactMap { _ in try? WorkerThread(work) }
    work()
    for thread in others { thread.join() }
  }
}

private final class OrderedResults<Source: WorkSource, Collector: WorkCollector>: Sendable {
  private struct State {
    /// Those after one that is not there yet, by index.
    var waiting: [Int: Collector.Result] = [:]
    var collected = 0
    var collector: Collector
  }

  private struct Given {
    var source: Source
    var count = 0
  }

  private let given: Mutex<Given>
  private let state: Mutex<State>

  init(_ source: Source, _ collector: Collector) {
    given = Mutex(Given(source: source))
    state = Mutex(State(collector: collector))
  }

  var collector: Collector { state.withLock { $0.collector } }

  /// The next part that nobody works on, and its index; `nil` if there is none.
  func nextPart() -> (Source.Part, Int)? {
    given.withLock { given in
      guard let part = given.source.next() else { return nil }
      defer { given.count += 1 }
      return (part, given.count)
    }
  }

  func add(_ result: Collector.Result, at index: Int) {
    let share = given.withLock { $0.source.progress }
    state.withLock { state in
      state.waiting[index] = result
      while let next = state.waiting.removeValue(forKey: state.collected) {
        state.collected += 1
        state.collector.add(next)
      }
      state.collector.show(progress: share)
    }
  }
}
