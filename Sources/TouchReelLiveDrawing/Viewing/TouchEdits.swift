package import TouchReelCanvas
package import TouchReelDrawingBoard
package import TouchReelTouchTracking

/// What the user of a player says of single touches, with undo and redo.
package struct TouchEdits: Sendable {
  /// What is said, by the touches' numbers; nothing is said of others.
  package private(set) var looks: [Touch.ID: TouchLook]
  private var undone: [[Touch.ID: TouchLook]] = []
  private var done: [[Touch.ID: TouchLook]] = []
  private var saved: [Touch.ID: TouchLook]

  /// - Parameter recorded: what the recording says of them.
  package init(_ recorded: [Touch.ID: TouchLook]) {
    looks = recorded.filter { $0.value != TouchLook() }
    saved = looks
  }

  package var canUndo: Bool { !done.isEmpty }
  package var canRedo: Bool { !undone.isEmpty }
  /// Whether it is not what the file says.
  package var isUnsaved: Bool { looks != saved }
  /// Whether any touch is hidden.
  package var hidesAny: Bool { looks.values.contains(where: \.isHidden) }

  package mutating func hide(_ touches: Set<Touch.ID>) { change(touches) { $0.isHidden = true } }

  package mutating func give(_ color: PixelColor, to touches: Set<Touch.ID>) { change(touches) { $0.color = color } }

  package mutating func give(width: Double, to touches: Set<Touch.ID>) { change(touches) { $0.width = width } }

  /// Says nothing of touches any more.
  package mutating func restore(_ touches: Set<Touch.ID>) { change(touches) { $0 = TouchLook() } }

  /// Hides none any more.
  package mutating func showAll() { change(Set(looks.keys)) { $0.isHidden = false } }

  package mutating func undo() {
    guard let last = done.popLast() else { return }
    undone.append(looks)
    looks = last
  }

  package mutating func redo() {
    guard let next = undone.popLast() else { return }
    done.append(looks)
    looks = next
  }

  /// What was said when a file was written is in it.
  package mutating func save(_ written: [Touch.ID: TouchLook]) { saved = written }

  private mutating func change(_ touches: Set<Touch.ID>, _ change: (inout TouchLook) -> Void) {
    var new = looks
    for touch in touches { change(&new[touch, default: TouchLook()]) }
    new = new.filter { $0.value != TouchLook() }
    guard new != looks else { return }
    done.append(looks)
    undone = []
    looks = new
  }
}

extension TouchEdits {
  /// The messages that say it: one for all touches that are to look alike, in the order of the first of each.
  package var changes: [TouchChange] {
    let groups = Dictionary(grouping: looks.keys) { looks[$0] ?? TouchLook() }
    let all = groups.map { look, touches in TouchChange(Set(touches), look) }
    return all.sorted { ($0.touches.min() ?? Touch.ID(rawValue: 0)) < ($1.touches.min() ?? Touch.ID(rawValue: 0)) }
  }
}
