import TouchReelDrawingBoard
import TouchReelInputEvents
import TouchReelRecordings
import TouchReelReplaying
package import TouchReelTouchTracking

/// When touches were down, and what else happened, thinned to the columns of a plot.
package struct TimelineCollector: PlotCollector {
  /// A touch that was down, or several that began and ended within one column.
  package struct Bar: Hashable, Sendable {
    package let touch: Touch.ID
    package fileprivate(set) var start: Double
    package fileprivate(set) var end: Double
    package fileprivate(set) var count = 1
    /// `nil` if it goes on behind the part that is shown.
    package fileprivate(set) var ending: TouchPhase?
  }

  package struct Lane: Hashable, Sendable {
    package fileprivate(set) var bars: [Bar] = []
    /// The columns with samples, in order.
    package fileprivate(set) var samples: [Int] = []
    fileprivate var open: Touch.ID?
  }

  /// Where a touch is that has an anomaly.
  private struct OddTouch: Sendable {
    var lane: Int
    var start: Double
    var end = Double.infinity
  }

  private(set) var lanes = PlotLanes()
  private(set) var rows: [Lane] = []
  private(set) var marks = TimelineMarks()
  private var oddTouches: [Touch.ID: OddTouch] = [:]
  let window: PlotWindow
  private let numbers: DeviceNumbers
  private let anomalies: [TouchAnomaly]
  private let faults: [RecordedFault]

  init(_ reading: PlotReading, _ window: PlotWindow) {
    (self.window, numbers) = (window, reading.numbers)
    let choice = reading.choice
    faults = reading.faults
    anomalies = reading.input.facts.anomalies.filter {
      choice.devices.isEmpty || choice.devices.contains($0.deviceNumber)
    }
    // Only touches that are odd are kept: there may be millions.
    for anomaly in anomalies {
      for touch in [anomaly.touch] + anomaly.occurrences.map(\.touch) {
        oddTouches[touch] = OddTouch(lane: -1, start: 0)
      }
    }
  }

  mutating func handle(_ event: TouchEvent, at time: Double) {
    guard let lane = lanes.index(of: event.touch, numbers) else { return lanes.leaveOut() }
    if lane == rows.count { rows.append(Lane()) }
    switch event.phase {
    case .began: begin(event.touch, lane, at: time)
    case .moved(let gap):
      if gap { marks.add(.resumed, on: .lane(lane), at: time, in: window) }
      rows[lane].addSample(at: time, in: window)
    case .ended, .cancelled: end(event, lane, at: time)
    }
  }

  private mutating func begin(_ touch: Touch, _ lane: Int, at time: Double) {
    if oddTouches[touch.id] != nil { oddTouches[touch.id] = OddTouch(lane: lane, start: time) }
    rows[lane].addSample(at: time, in: window)
    rows[lane].begin(touch.id, at: time, in: window)
  }

  private mutating func end(_ event: TouchEvent, _ lane: Int, at time: Double) {
    rows[lane].end(event.touch.id, event.phase, at: time, in: window)
    oddTouches[event.touch.id]?.end = time
    if let reason = event.phase.reason {
      marks.add(.cancelled, on: .lane(lane), at: time, in: window, text: reason.spacedName)
    }
  }

  mutating func handle(_ incident: PlotIncident, at time: Double) {
    switch incident {
    case .loss(let channel): marks.add(.loss, on: .device(numbers[channel]), at: time, in: window)
    case .palm(let channel): marks.add(.palm, on: .device(numbers[channel]), at: time, in: window)
    case .command(let command): marks.add(.command, on: .board, at: time, in: window, text: command.plotName)
    }
  }

  /// Ends what is still down, and marks the anomalies on the lanes of their touches, faults of events on their device.
  mutating func finish() {
    for index in rows.indices { rows[index].finish(in: window) }
    for fault in faults { fault.mark(in: window, on: &marks) }
    for anomaly in anomalies {
      let times = anomaly.occurrences.map { (touch: $0.touch, time: $0.time.seconds) }
      for (touch, time) in times.isEmpty ? [(anomaly.touch, anomaly.time.seconds)] : times {
        guard let odd = oddTouches[touch], odd.lane >= 0 else { continue }
        // Where the clock was set back, the touch lies later than the device says.
        let shown = min(max(time, odd.start), odd.end)
        marks.add(.anomaly(anomaly.kind), on: .lane(odd.lane), at: shown, in: window)
      }
    }
  }
}

extension TimelineCollector.Lane {
  fileprivate mutating func addSample(at time: Double, in window: PlotWindow) {
    guard let column = window.column(at: time), samples.last.map({ $0 < column }) ?? true else { return }
    samples.append(column)
  }

  /// Touches that begin and end in one column are one bar, so that bars are no more than columns allow.
  fileprivate mutating func begin(_ touch: Touch.ID, at time: Double, in window: PlotWindow) {
    open = touch
    if let last = bars.last, last.ending != nil, let column = window.column(at: time),
      window.column(at: last.start) == column
    {
      bars[bars.count - 1].count += 1
      bars[bars.count - 1].ending = nil
    } else if time <= window.end {
      bars.append(TimelineCollector.Bar(touch: touch, start: time, end: time))
    }
  }

  fileprivate mutating func end(_ touch: Touch.ID, _ phase: TouchPhase, at time: Double, in window: PlotWindow) {
    guard open == touch else { return }
    open = nil
    guard !bars.isEmpty, bars[bars.count - 1].ending == nil else { return }
    (bars[bars.count - 1].end, bars[bars.count - 1].ending) = (time, phase)
    if time < window.start { bars.removeLast() }
  }

  fileprivate mutating func finish(in window: PlotWindow) {
    guard let last = bars.indices.last else { return }
    if bars[last].ending == nil { bars[last].end = window.end }
  }
}

extension CancelReason {
  /// The reason's words: `pen proximity`.
  package var spacedName: String {
    rawValue.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : String($1) }
  }
}

extension BoardCommand {
  /// What a timeline calls it.
  fileprivate var plotName: String {
    switch self {
    case .undo: "undo"
    case .redo: "redo"
    case .clear: "clear"
    case .page: "page"
    case .layer: "layer"
    case .background: "background"
    case .delete: "delete"
    case .paste: "paste"
    case .drawing: "drawing"
    case .set, .size, .rules, .mapping: "setting"
    case .text, .textArea, .endText: "text"
    default: "edit"
    }
  }
}
