import Dispatch
import Synchronization

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

/// What becomes of all values, in their order, worked out on up to so many threads.
package func inParallel<Value: Sendable, Result: Sendable>(
  _ values: [Value], threads: Int, _ work: @Sendable (Value) -> Result
) -> [Result] {
  guard threads > 1, values.count > 1 else { return values.map(work) }
  // Few large parts, so that few locks are taken.
  let parts = min(values.count, 8 * threads)
  let results = Mutex([[Result]](repeating: [], count: parts))
  inParallel(parts, threads: threads) { part in
    let range = values.count * part / parts..<values.count * (part + 1) / parts
    let done = values[range].map(work)
    results.withLock { $0[part] = done }
  }
  return results.withLock { $0.flatMap(\.self) }
}
