import CTouchReelMalloc
import FoundationEssentials
import TouchReelByteStreams

/// Work on many files at once, which is reported in the order of the files.
enum FileBatch {
  /// How many threads the machine runs at once, as far as `--threads` goes. Where the system refuses a few, it is one:
  /// libdispatch would ask for another each second, for ever.
  static let cores: Int = {
    let cores = min(max(1, ProcessInfo.processInfo.activeProcessorCount), 64)
    return cores > 1 && WorkerThread.canStart(min(cores, 4)) ? cores : 1
  }()

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
    let printed = OrderedWork.run(
      source, threads: threads, into: PrintedReports(title, passedOver: passedOver), work)
    return printed.finish()
  }

  /// Lets every picture use the memory of the one before. Given back to the system each time, it had to be cleared page
  /// by page for the next one, which took longer than to draw it.
  private static func keepFreedMemory() {
    mallopt(M_MMAP_THRESHOLD, 64 << 20)
    mallopt(M_TRIM_THRESHOLD, 256 << 20)
    mallopt(M_TOP_PAD, 1 << 20)
  }
}

/// Reports that are printed as soon as all before them are, under a progress bar.
private struct PrintedReports: WorkCollector {
  private var totals: BatchTotals
  private var progress: Progress

  init(_ title: String, passedOver: Int) {
    totals = BatchTotals(passedOver: passedOver)
    progress = Progress(title, callsPerLook: 1)
  }

  mutating func add(_ report: BatchReport) { totals.print(adding: report) }

  mutating func show(progress share: Double) { progress.update(share) }

  /// Prints what is said at the end.
  ///
  /// - Returns: whether nothing failed.
  func finish() -> Bool {
    progress.finish()
    totals.print()
    return totals.failed == 0
  }
}
