internal import Dispatch
internal import Synchronization

/// Does every item of work once, on up to so many threads, each taking the next item when it has finished one.
func inParallel(_ items: Int, threads: Int, _ work: @Sendable (Int) -> Void) {
  let workers = min(threads, items)
  guard workers > 1 else { return (0..<items).forEach(work) }
  let next = Atomic(0)
  DispatchQueue.concurrentPerform(iterations: workers) { _ in
    var item = next.add(1, ordering: .relaxed).oldValue
    while item < items {
      work(item)
      item = next.add(1, ordering: .relaxed).oldValue
    }
  }
}
