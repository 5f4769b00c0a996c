/// What one touch has drawn: a run of points, and a new run after each gap in which events were lost.
public struct Line: Hashable, Sendable {
  public private(set) var runs: [[BoardPoint]]

  public init(from point: BoardPoint) { runs = [[point]] }

  public var points: [BoardPoint] { runs.flatMap { $0 } }

  mutating func extend(to point: BoardPoint) { runs[runs.count - 1].append(point) }

  mutating func resume(at point: BoardPoint) { runs.append([point]) }
}

/// The lines of all fingers: TouchTracker's classic view. Each finger has a line in progress, which is finished when it
/// is lifted, and which is gone without a trace when its touch is cancelled.
public struct LineTracker: Hashable, Sendable {
  public private(set) var linesInProgress: [Touch.ID: Line] = [:]
  /// In the order in which they ended.
  public private(set) var finishedLines: [Line] = []

  public init() {}

  public mutating func handle(_ event: TouchEvent) {
    let id = event.touch.id
    let point = event.sample.boardPoint
    switch event.phase {
    case .began: linesInProgress[id] = Line(from: point)
    case .moved(gap: false): linesInProgress[id]?.extend(to: point)
    case .moved(gap: true): linesInProgress[id]?.resume(at: point)
    case .ended:
      if let line = linesInProgress.removeValue(forKey: id) { finishedLines.append(line) }
    case .cancelled: cancel(id)
    }
  }

  public mutating func cancel(_ id: Touch.ID) { linesInProgress[id] = nil }
}
