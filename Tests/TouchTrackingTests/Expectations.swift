import Testing
import TouchReelInputEvents
import TouchReelTouchTracking

/// Compares what a script gives with what it should, and prints the difference.
///
/// A line is `began 0 at 100,200`, `moved 0 to 110,200`, `moved 0 after a gap to 110,200`, `ended 0`, `cancelled 0:
/// palm`; hovers are `hover entered 5,5`. Positions are the device's.
func expect(
  _ script: GestureScript, gives expected: [String], rules: TouchRules = TouchRules(), and note: String = "",
  location: SourceLocation = #_sourceLocation
) {
  var run = Run(rules: rules)
  run.play(script)
  expect(run, gives: expected, note, location)
}

func expect(
  _ run: Run, gives expected: [String], _ note: String = "", _ location: SourceLocation = #_sourceLocation
) {
  let difference = run.lines.difference(from: expected)
  #expect(difference.isEmpty, "\(note)\n\(describe(difference))\nall: \(run.lines)", sourceLocation: location)
}

private func describe(_ difference: CollectionDifference<String>) -> String {
  difference.map { change in
    switch change {
    case .insert(let line, let text, _): "+ \(line): \(text)"
    case .remove(let line, let text, _): "- \(line): \(text)"
    }
  }.joined(separator: "\n")
}

/// Devices that are played through one session.
struct Run {
  var session: TouchSession
  private(set) var events: [TouchEvent] = []
  private(set) var lines: [String] = []

  init(rules: TouchRules = TouchRules()) { session = TouchSession(rules: rules) }

  mutating func open(_ device: DeviceDescription) -> DeviceChannel {
    session.open(device, mapping: SurfaceMapping(device: device, board: BoardSize(width: 1000, height: 500)))
  }

  mutating func play(_ script: GestureScript) {
    let device = open(script.device)
    for step in script.steps { play(step, on: device) }
  }

  mutating func play(_ step: GestureScript.Step, on device: DeviceChannel) {
    take { session, events in
      switch step {
      case .frame(let frame): session.handle(frame, from: device, into: &events)
      case .sync(let frame): session.handleSync(frame, from: device, into: &events)
      }
    }
    lines += session.hovers.map(describe)
  }

  mutating func take(_ body: (inout TouchSession, inout [TouchEvent]) -> Void) {
    var new: [TouchEvent] = []
    body(&session, &new)
    events += new
    lines += new.map(describe)
  }

  private func describe(_ event: TouchEvent) -> String {
    let id = event.touch.id.rawValue
    let place = "\(event.sample.position.x),\(event.sample.position.y)"
    let tool = event.touch.tool == .finger ? "" : " \(event.touch.tool)"
    return switch event.phase {
    case .began: "began \(id)\(tool) at \(place)"
    case .moved(gap: false): "moved \(id) to \(place)"
    case .moved(gap: true): "moved \(id) after a gap to \(place)"
    case .ended: "ended \(id)"
    case .cancelled(let reason): "cancelled \(id): \(reason)"
    }
  }

  private func describe(_ hover: HoverEvent) -> String {
    "hover \(hover.phase) \(hover.sample.position.x),\(hover.sample.position.y)"
  }
}
