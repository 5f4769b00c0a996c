package import SystemPackage

/// A thread that reads ahead of its owner, and ends with it.
///
/// What it reads waits in a queue, until that is full. The end, or what ended the reading, comes behind everything that
/// was read before.
package final class ReaderThread<Element: Sendable, Failure: Error> {
  private let queue: Monitor<ReaderQueue<Element, Failure>>
  private let cancelled: @Sendable () -> Void
  private let thread: WorkerThread

  /// - Parameters:
  ///   - capacity: how many elements wait in the queue, about: what is added together is not divided.
  ///   - value: transferred to the thread.
  ///   - changed: called on the thread when something can be drained, or the end was reached.
  ///   - cancelled: called when the owner is gone, to end a wait of the thread for something else than the queue.
  ///   - read: reads to the end, or until nothing more is wanted.
  /// - Throws: if the system cannot start a thread.
  package init<Value>(
    capacity: Int = .max, handing value: sending Value, changed: @escaping @Sendable () -> Void = {},
    cancelled: @escaping @Sendable () -> Void = {},
    _ read: @escaping @Sendable (Value, ReaderOutput<Element, Failure>) throws(Failure) -> Void
  ) throws(Errno) {
    let queue = Monitor(ReaderQueue<Element, Failure>(capacity: capacity))
    (self.queue, self.cancelled) = (queue, cancelled)
    let output = ReaderOutput(queue: queue, changed: changed)
    thread = try WorkerThread(handing: value) { value in
      let end = Result<Void, Failure> { () throws(Failure) in try read(value, output) }
      queue.change { $0.end = end }
      changed()
    }
  }

  deinit {
    queue.change { $0.isCancelled = true }
    cancelled()
    thread.join()
  }

  /// What was read since the last call; it waits until there is something. `nil` at the end.
  /// - Throws: what ended the reading, once everything before it was drained.
  package func drain() throws(Failure) -> [Element]? {
    try queue.wait { queue in queue.elements.isEmpty && queue.end == nil ? nil : queue.drain() }.get()
  }

  /// What was read since the last call, which may be nothing; it never waits. `nil` at the end.
  /// - Throws: as ``drain()`` does.
  package func drainPending() throws(Failure) -> [Element]? { try queue.change { $0.drain() }.get() }

  /// Whether nothing can be drained, though more may come.
  package var isAwaiting: Bool { queue.change { $0.elements.isEmpty && $0.end == nil } }

  /// Whether nothing more will be read. What was read before may still be in the queue.
  package var hasEnded: Bool { queue.change { $0.end != nil } }
}

/// The thread's side of a `ReaderThread`.
package struct ReaderOutput<Element: Sendable, Failure: Error>: Sendable {
  fileprivate let queue: Monitor<ReaderQueue<Element, Failure>>
  fileprivate let changed: @Sendable () -> Void

  /// Whether an element could be added without waiting, unless reading was cancelled.
  package var hasRoom: Bool { queue.change { $0.hasRoom } }

  /// Waits until there is room.
  /// - Returns: false if reading was cancelled.
  @discardableResult
  package func waitForRoom() -> Bool {
    queue.wait { queue in queue.isCancelled ? false : queue.hasRoom ? true : nil }
  }

  /// Adds elements, once there is room.
  /// - Returns: false if reading was cancelled.
  @discardableResult
  package func add(contentsOf elements: [Element]) -> Bool {
    guard waitForRoom() else { return false }
    queue.change { $0.elements += elements }
    changed()
    return true
  }

  /// Adds an element, once there is room; the thread keeps no reference to it.
  /// - Returns: false if reading was cancelled.
  package func add(_ element: consuming Element) -> Bool {
    var rest = Optional(element)
    guard waitForRoom() else { return false }
    queue.change { queue in
      if let element = rest.take() { queue.elements.append(element) }
    }
    changed()
    return true
  }
}

private struct ReaderQueue<Element: Sendable, Failure: Error>: Sendable {
  let capacity: Int
  var elements: [Element] = []
  var end: Result<Void, Failure>?
  var isCancelled = false

  init(capacity: Int) { self.capacity = capacity }

  var hasRoom: Bool { elements.count < capacity }

  mutating func drain() -> Result<[Element]?, Failure> {
    guard elements.isEmpty, let end else {
      defer { elements = [] }
      return .success(elements)
    }
    return end.map { nil }
  }
}
