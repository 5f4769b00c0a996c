package import TouchReelDrawingBoard
package import TouchReelInputEvents
package import TouchReelTouchTracking

/// What a canvas shows when something happens on it.
package struct CanvasScene: Sendable {
  package var view: Viewport
  package var settings: BoardSettings
  /// The touches that are down and draw.
  package var openTouches: [Touch]
  /// Whether nothing draws, and nothing that touched waits to be drawn.
  package var isResting: Bool
  /// Whether taps and pinches of several fingers are recognized.
  package var gestures: LiveDrawing.Gestures
  package var now: Timestamp

  /// - Parameters:
  ///   - drawing: what is drawn on the canvas.
  ///   - view: the part of it that is shown.
  ///   - now: the present, on the caller's clock.
  package init(of drawing: LiveDrawing, in view: Viewport, at now: Timestamp) {
    self.view = view
    settings = drawing.board.settings
    openTouches = drawing.openTouches
    isResting = drawing.isResting && !drawing.isHolding
    gestures = drawing.gestures
    self.now = now
  }
}

/// The effects of one input while they are found, and what the canvas shows after them.
struct CanvasReaction {
  enum Source: Hashable {
    /// Its events are drawn as they are.
    case desktop
    /// Its frames are drawn.
    case device
  }

  let source: Source
  private(set) var scene: CanvasScene
  private(set) var effects: [CanvasEffect] = []
  /// What follows once the events are drawn.
  private var last: [CanvasEffect] = []
  /// What brings back the settings that hold for the touch that begins only.
  private var restoring: [BoardCommand] = []

  init(_ scene: CanvasScene, _ source: Source = .desktop) {
    self.scene = scene
    self.source = source
  }

  mutating func add(_ effect: CanvasEffect) { effects.append(effect) }

  /// Does something once the events are drawn.
  mutating func finish(with effect: CanvasEffect) { last.append(effect) }

  mutating func finish() {
    effects += last
    last = []
  }

  mutating func perform(_ commands: [BoardCommand]) { effects += commands.map(CanvasEffect.perform) }

  mutating func show(_ view: Viewport) {
    guard view != scene.view else { return }
    scene.view = view
    add(.show(view))
  }

  mutating func set<Value: SettingValue>(_ path: WritableKeyPath<BoardSettings, Value>, _ value: Value) {
    scene.settings[keyPath: path] = value
    add(.perform(.set(path, value)))
  }

  /// Sets something for the touch that the device's frame begins.
  mutating func setForBeginning<Value: SettingValue>(
    _ path: WritableKeyPath<BoardSettings, Value>, _ value: Value
  ) {
    let before = scene.settings
    guard before[keyPath: path] != value else { return }
    restoring.append(.set(path, before[keyPath: path]))
    add(.perform(.set(path, value)))
  }

  /// The touch has begun, and goes on as it began.
  mutating func endBeginning() {
    for command in restoring { add(.perform(command)) }
    restoring = []
  }
}
