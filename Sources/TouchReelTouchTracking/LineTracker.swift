/// What one touch has drawn: a run of points, and a new run after each gap in which events were lost.
package struct Line: Hashable, Sendable {
  /// No run is empty.
  package private(set) var runs: [[BoardPoint]]

  package init(from point: BoardPoint) { runs = [[point]] }

  /// The points of all runs, one after another; between two runs there is no line.
  package var points: [BoardPoint] { runs.flatMap { $0 } }

  mutating func extend(to point: BoardPoint) { runs[runs.count - 1].append(point) }

  mutating func resume(at point: BoardPoint) { runs.append([point]) }
}

/// The lines of all fingers: TouchTracker's classic view. Each finger has a line in progress, which is finished when it
/// is lifted, and which is gone without a trace when its touch is cancelled.
package struct LineTracker: Hashable, Sendable {
  /// The lines in progress, by touch.
  package var linesInProgress: [Touch.ID: Line] {
    Dictionary(uniqueKeysWithValues: open.map { ($0.id, $0.line) })
  }
  /// The finished lines, in the order in which they ended.
  ///
  /// - Complexity: as many steps as there are.
  package var finishedLines: [Line] { Array(finished.elements) }
  private var finished = BlockList<Line>()

  /// Fingers are few: a search costs less than a hash.
  private var open: [OpenLine] = []

  private struct OpenLine: Hashable {
    let id: Touch.ID
    var line: Line
  }

  package init() {}

  /// `nil` if the touch is not down.
  package func lineInProgress(of id: Touch.ID) -> Line? { index(of: id).map { open[$0].line } }

  /// Begins, extends, finishes or removes the touch's line.
  package mutating func handle(_ event: TouchEvent) {
    let id = event.touch.id
    let point = event.sample.boardPoint
    switch event.phase {
    case .began: begin(id, at: point)
    case .moved(let gap):
      guard let index = index(of: id) else { return }
      if gap { open[index].line.resume(at: point) } else { open[index].line.extend(to: point) }
    case .ended:
      if let index = index(of: id) { finished.append(open.remove(at: index).line) }
    case .cancelled: cancel(id)
    }
  }

  /// Removes the line in progress of a touch; no effect if it is not down.
  package mutating func cancel(_ id: Touch.ID) {
    if let index = index(of: id) { open.remove(at: index) }
  }

  /// Drops ``finishedLines``, whose points would take memory for as long as touches come.
  package mutating func forgetFinished() { finished = BlockList() }

  /// Memory that the table of finished lines takes and another one does not share, in bytes.
  package func byteCount(notSharedWith other: LineTracker?) -> Int {
    finished.byteCount(notSharedWith: other?.finished)
  }

  private mutating func begin(_ id: Touch.ID, at point: BoardPoint) {
    cancel(id)
    open.append(OpenLine(id: id, line: Line(from: point)))
  }

  private func index(of id: Touch.ID) -> Int? { open.firstIndex { $0.id == id } }
}
