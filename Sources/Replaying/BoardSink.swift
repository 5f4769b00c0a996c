internal import Canvas
public import DrawingBoard
public import InputEvents
public import Recordings
public import TouchTracking

/// The sink that draws.
public struct BoardSink: ReplaySink {
  public package(set) var board: Board
  public private(set) var warnings = WarningList()
  private let overrides: BoardOverrides

  /// - Parameter overrides: settings that hold whatever the recording says.
  public init(board: Board, overrides: BoardOverrides = BoardOverrides()) {
    self.board = board
    self.overrides = overrides
    for command in overrides.commands { perform(command) }
  }

  @inline(__always)
  public mutating func handle(_ event: TouchEvent) { board.handle(event) }

  public mutating func handle(_ command: BoardCommand, at time: Timestamp) {
    if !overrides.hold(against: command) { perform(command) }
  }

  /// What has changed since it was last taken.
  mutating func takeDamage() -> Damage { board.takeDamage() }

  /// A copy that takes little memory.
  var lean: BoardSink {
    var sink = self
    sink.board = board.lean
    return sink
  }

  private mutating func perform(_ command: BoardCommand) {
    do {
      try board.handle(command)
    } catch {
      warnings.add("a board command was not carried out: \(error)")
    }
    for warning in board.takeWarnings() { warnings.add(warning.description) }
  }
}

/// Settings of a render that win over those of the recording.
public struct BoardOverrides: Hashable, Sendable {
  public private(set) var commands: [BoardCommand]

  public init(_ commands: [BoardCommand] = []) { self.commands = commands }

  /// Whether a command of the recording would change what is held.
  func hold(against command: BoardCommand) -> Bool {
    commands.contains { held in
      switch (held, command) {
      case (.tool, .tool), (.color, .color), (.width, .width), (.fill, .fill), (.cap, .cap),
        (.join, .join), (.pattern, .pattern), (.sides, .sides),
        (.font, .font), (.marks, .marks), (.smoothing, .smoothing),
        (.pressure, .pressure), (.speed, .speed), (.coloring, .coloring), (.coloring(.byTouch), .color),
        (.color, .coloring), (.theme, .theme), (.cancelledInk, .cancelledInk), (.background, .background),
        (.size, .size), (.rules, .rules):
        true
      default: false
      }
    }
  }
}
