package import TouchReelReplaying

/// What a timeline marks at instants: at most one of a kind in a column of a row.
package struct TimelineMarks: Sendable {
  package enum Kind: Hashable, Sendable {
    case cancelled
    /// A touch goes on after a loss of events.
    case resumed
    case loss, palm, command
    case anomaly(TouchAnomaly.Kind)
    case fault(EventFault)
  }

  package enum Row: Hashable, Sendable {
    case lane(Int)
    /// All lanes of a device, by its number.
    case device(Int)
    case board
  }

  package struct Mark: Hashable, Sendable {
    package let kind: Kind
    package let row: Row
    package let time: Double
    /// What is written beside it, where there is room.
    package let text: String
  }

  /// More are counted, but not kept.
  private static let limit = 1 << 18

  /// The marks, in no order.
  private(set) var all: [Mark] = []
  /// How often each kind was met, in all columns.
  private(set) var counts: [Kind: Int] = [:]
  /// How often touches were cancelled for each reason.
  private(set) var reasons: [String: Int] = [:]
  private var seen: Set<Position> = []

  /// The numbers of the devices that have marks of their own.
  var devices: Set<Int> {
    Set(all.lazy.compactMap { if case .device(let number) = $0.row { number } else { nil } })
  }

  private struct Position: Hashable, Sendable {
    var kind: Kind
    var row: Row
    var column: Int
  }

  mutating func add(
    _ kind: Kind, on row: Row, at time: Double, in window: PlotWindow, text: String = "", count: Int = 1
  ) {
    guard let column = window.column(at: time) else { return }
    counts[kind, default: 0] += count
    if kind == .cancelled { reasons[text, default: 0] += count }
    guard all.count < Self.limit, seen.insert(Position(kind: kind, row: row, column: column)).inserted else { return }
    all.append(Mark(kind: kind, row: row, time: time, text: text))
  }
}

extension TimelineMarks.Kind {
  /// The kinds in the order of a legend.
  static let inOrder: [TimelineMarks.Kind] =
    [.cancelled, .loss, .resumed, .palm] + TouchAnomaly.Kind.allCases.map { .anomaly($0) }
    + EventFault.allCases.map { .fault($0) } + [.command]

  /// What a legend says of so many.
  func name(_ count: Int) -> String {
    let (one, several) = names
    return "\(count) \(count == 1 ? one : several)"
  }

  private var names: (String, String) {
    switch self {
    case .cancelled: ("touch cancelled", "touches cancelled")
    case .resumed: ("touch resumed after a loss", "touches resumed after a loss")
    case .loss: ("loss of events", "losses of events")
    case .palm: ("palm", "palms")
    case .command: ("board command", "board commands")
    case .anomaly(.jump): ("jump", "jumps")
    case .anomaly(.gap): ("gap", "gaps")
    case .anomaly(.lateFrame): ("late frame", "late frames")
    case .anomaly(.stuck): ("touch stuck", "touches stuck")
    case .anomaly(.idAtOnce): ("tracking id twice at once", "tracking ids twice at once")
    case .anomaly(.idAgain): ("tracking id used again", "tracking ids used again")
    case .fault(let fault): fault.names
    }
  }
}
