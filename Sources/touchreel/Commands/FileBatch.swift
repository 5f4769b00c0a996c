import ByteStreams
import CMalloc
import FoundationEssentials
import Synchronization

/// What a batch works on, given out part by part.
protocol WorkSource: Sendable {
  associatedtype Part: Sendable

  /// The next part; `nil` at the end.
  mutating func next() -> Part?

  /// The share that was given out, 0…1.
  var progress: Double { get }
}

/// Work on many files at once, which is reported in the order of the files.
enum FileBatch {
  /// How many threads the machine runs at once, as far as `--threads` goes.
  static var cores: Int { min(max(1, ProcessInfo.processInfo.activeProcessorCount), 64) }

  /// Does the work on every part, each on one thread.
  ///
  /// - Parameters:
  ///   - threads: how many parts to work on at once.
  ///   - title: of the progress bar.
  ///   - passedOver: how many files are nothing to work on, besides those that the reports name.
  /// - Returns: whether nothing failed.
  static func run<Source: WorkSource>(
    _ source: Source, threads: Int, title: String, passedOver: Int = 0,
    _ work: @escaping @Sendable (Source.Part) -> BatchReport
  ) -> Bool {
    keepFreedMemory()
    let reports = OrderedReports(source, title: title, passedOver: passedOver)
    onThreads(threads) {
      while let (part, place) = reports.takePart() { reports.add(work(part), at: place) }
    }
    let totals = reports.finish()
    totals.print()
    return totals.failed == 0
  }

  /// Lets every picture use the memory of the one before. Given back to the system each time, it had to be cleared page
  /// by page for the next one, which took longer than to draw it.
  private static func keepFreedMemory() {
    mallopt(M_MMAP_THRESHOLD, 64 << 20)
    mallopt(M_TRIM_THRESHOLD, 256 << 20)
    mallopt(M_TOP_PAD, 1 << 20)
  }

  /// Runs the same work on this thread and on others, as many as can be started.
  private static func onThreads(_ count: Int, _ work: @escaping @Sendable () -> Void) {
    let others = (1..<max(count, 1)).compactMap { _ in try? WorkerThread(work) }
    work()
    for thread in others { thread.join() }
  }
}

/// Reports that are printed as soon as all before them are.
private final class OrderedReports<Source: WorkSource>: Sendable {
  private struct State {
    /// Those after one that is not there yet.
    var waiting: [Int: BatchReport] = [:]
    var printed = 0
    var totals: BatchTotals
    var progress: Progress
  }

  private struct Given {
    var source: Source
    var count = 0
  }

  private let given: Mutex<Given>
  private let state: Mutex<State>

  init(_ source: Source, title: String, passedOver: Int) {
    given = Mutex(Given(source: source))
    state = Mutex(State(totals: BatchTotals(passedOver: passedOver), progress: Progress(title, callsPerLook: 1)))
  }

  /// The next part that nobody works on, and its place among all; `nil` if there is none.
  func takePart() -> (Source.Part, Int)? {
    given.withLock { given in
      guard let part = given.source.next() else { return nil }
      defer { given.count += 1 }
      return (part, given.count)
    }
  }

  func add(_ report: BatchReport, at place: Int) {
    let share = given.withLock { $0.source.progress }
    state.withLock { state in
      state.waiting[place] = report
      while let next = state.waiting.removeValue(forKey: state.printed) {
        state.printed += 1
        state.totals.print(adding: next)
      }
      state.progress.update(share)
    }
  }

  func finish() -> BatchTotals {
    state.withLock { state in
      state.progress.finish()
      return state.totals
    }
  }
}
