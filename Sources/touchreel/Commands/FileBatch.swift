import ByteStreams
import FoundationEssentials
import Synchronization

/// What is to be said of one of many files.
struct BatchReport: Sendable {
  /// By the name of what they are about.
  var warnings: [(file: String, messages: [String])] = []
  /// Why there is no result.
  var error: String?

  mutating func warn(_ messages: [String], of file: String) {
    if !messages.isEmpty { warnings.append((file, messages)) }
  }
}

/// Work on many files at once, which is reported in the order of the files.
enum FileBatch {
  /// How many threads the machine runs at once, as far as `--threads` goes.
  static var cores: Int { min(max(1, ProcessInfo.processInfo.activeProcessorCount), 64) }

  /// Does the work on every file, each on one thread.
  ///
  /// - Parameters:
  ///   - threads: how many files to work on at once.
  ///   - title: of the progress bar.
  /// - Returns: whether all of them have a result.
  static func run<File: Sendable>(
    _ files: [File], threads: Int, title: String, _ work: @escaping @Sendable (File) -> BatchReport
  ) -> Bool {
    let reports = OrderedReports(count: files.count, title: title)
    onThreads(min(threads, files.count)) {
      while let place = reports.takePlace() { reports.add(work(files[place]), at: place) }
    }
    return reports.finish()
  }

  /// Runs the same work on this thread and on others, as many as can be started.
  private static func onThreads(_ count: Int, _ work: @escaping @Sendable () -> Void) {
    let others = (1..<max(count, 1)).compactMap { _ in try? WorkerThread(work) }
    work()
    for thread in others { thread.join() }
  }
}

/// Reports that are printed as soon as all before them are.
private final class OrderedReports: Sendable {
  private struct State {
    var waiting: [BatchReport?]
    var printed = 0
    var done = 0
    var isWhole = true
    var progress: Progress
  }

  private let state: Mutex<State>
  private let count: Int
  private let taken = Atomic(0)

  init(count: Int, title: String) {
    self.count = count
    state = Mutex(State(waiting: Array(repeating: nil, count: count), progress: Progress(title, callsPerLook: 1)))
  }

  /// The next file that nobody works on; `nil` if there is none.
  func takePlace() -> Int? {
    let place = taken.add(1, ordering: .relaxed).oldValue
    return place < count ? place : nil
  }

  func add(_ report: BatchReport, at place: Int) {
    state.withLock { state in
      state.waiting[place] = report
      state.done += 1
      while state.printed < state.waiting.count, let next = state.waiting[state.printed] {
        state.waiting[state.printed] = BatchReport()
        state.printed += 1
        if next.error != nil { state.isWhole = false }
        next.print()
      }
      state.progress.update(Double(state.done) / Double(state.waiting.count))
    }
  }

  /// - Returns: whether no report has an error.
  func finish() -> Bool {
    state.withLock { state in
      state.progress.finish()
      return state.isWhole
    }
  }
}

extension BatchReport {
  fileprivate func print() {
    for (file, messages) in warnings { Terminal.warn(messages, of: file) }
    if let error { Terminal.report(error) }
  }
}
