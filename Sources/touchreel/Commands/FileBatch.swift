import ByteStreams
import FoundationEssentials
import Synchronization

/// What is to be said of one of many files.
struct BatchReport: Sendable {
  /// By the name of what they are about.
  var warnings: [(file: String, messages: [String])] = []
  /// Why there is no result.
  var error: String?
  /// Whether the file was found in a folder and is nothing to work on.
  var isPassedOver = false

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
  ///   - name: of a file, for the list of those that failed.
  /// - Returns: whether all of them have a result.
  static func run<File: Sendable>(
    _ files: [File], threads: Int, title: String, name: (File) -> String,
    _ work: @escaping @Sendable (File) -> BatchReport
  ) -> Bool {
    let reports = OrderedReports(count: files.count, title: title)
    onThreads(min(threads, files.count)) {
      while let place = reports.takePlace() { reports.add(work(files[place]), at: place) }
    }
    let (failed, passedOver) = reports.finish()
    summarize(failed.map { name(files[$0]) }, passedOver: passedOver, of: files.count)
    return failed.isEmpty
  }

  /// So many names of files that failed are listed at the end.
  private static let listLimit = 20

  /// Among the lines of many files, two that failed would be hard to find.
  private static func summarize(_ failed: [String], passedOver: Int, of count: Int) {
    if passedOver > 0 {
      let what = counted(
        passedOver, "file that is no recording and no drawing was", "files that are no recordings and no drawings were")
      Terminal.warn("\(what) passed over")
    }
    guard failed.count > 1 else { return }
    let rest = failed.count - listLimit
    let names = failed.prefix(listLimit).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    Terminal.report("\(failed.count) of \(count) files failed: \(names)")
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
    /// Of those that have an error.
    var failed: [Int] = []
    var passedOver = 0
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
        if next.error != nil { state.failed.append(state.printed - 1) }
        if next.isPassedOver { state.passedOver += 1 }
        next.print()
      }
      state.progress.update(Double(state.done) / Double(state.waiting.count))
    }
  }

  /// - Returns: the places of the files whose reports have an error, and how many files were passed over.
  func finish() -> (failed: [Int], passedOver: Int) {
    state.withLock { state in
      state.progress.finish()
      return (state.failed, state.passedOver)
    }
  }
}

extension BatchReport {
  fileprivate func print() {
    for (file, messages) in warnings { Terminal.warn(messages, of: file) }
    if let error { Terminal.report(error) }
  }
}
