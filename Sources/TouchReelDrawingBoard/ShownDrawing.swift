import TouchReelCanvas
package import TouchReelDrawings
package import TouchReelTouchTracking

extension Board {
  /// The drawing as ``picture`` shows it: with an operation for each stroke in progress and each change that is not
  /// finished. A board that is made of it has the same pixels.
  ///
  /// Marks are left out, as they are not part of a drawing; see ``hasMarks``.
  ///
  /// - Complexity: as many steps as there are operations, and points of strokes in progress.
  package var shownDrawing: Drawing { shownTouches.drawing }

  /// The same, and which touches the strokes in progress are of.
  package var shownTouches: (drawing: Drawing, touches: [ElementID: Touch.ID]) {
    var shown = drawing
    var touches: [ElementID: Touch.ID] = [:]
    for (change, touch) in pendingChanges.map({ ($0, nil) }) + unfinishedOperations {
      do {
        touches[try shown.append(change)] = touch
      } catch {
        // What cannot be done when the touch ends is not done.
      }
    }
    // What is not finished does not let an endless page grow.
    if committed.pages.paper.isEndless, frame == nil, shown.size != raster.board {
      _ = try? shown.append(.page(.resize(raster.board)))
    }
    return (shown, touches)
  }

  /// The ink of cancelled touches, bottom to top, if it is shown.
  package var cancelledShapes: [Shape] { cancelled.shapes }

  /// What a background shows that it names.
  package func picture(_ id: ImageID) -> BackgroundPicture? { pictures[id] }

  /// Whether the picture shows marks, which a drawing does not hold: the selection's frame, marquees, or the ink of
  /// cancelled touches.
  package var hasMarks: Bool { hasSelectionMarks || !cancelled.layers.isEmpty }

  /// Whether the picture shows a selection's frame or a marquee.
  package var hasSelectionMarks: Bool {
    settings.marks == .shown && (selectionFrame != nil || live.touches.contains { $0.marquee != nil })
  }

  /// Bottom to top: erasers in progress act on finished ink alone.
  private var unfinishedOperations: [(BoardOperation, Touch.ID?)] {
    let touches = live.touches.compactMap { live in live.shown.map { ($0, live.touch.id as Touch.ID?) } }
    let arms = pendingAngles.firstArms.map { (BoardOperation.add($0.shape), nil as Touch.ID?) }
    let shapes = (arms + touches.filter { !$0.0.isErasure }).map { (settings.theme.shown($0.0), $0.1) }
    // Changes of a text that is there already are among the pending ones.
    let newText = editing.flatMap { $0.id == nil ? $0.operation : nil }
    return touches.filter(\.0.isErasure) + shapes + [newText].compactMap { $0 }.map { ($0, nil) }
  }
}

extension Board {
  /// What a touch that is down shows, as an operation that would leave the same; `nil` if that is nothing.
  package func shownOperation(of touch: Touch.ID) -> BoardOperation? {
    live.index(of: touch).flatMap { live.touches[$0].shown }.map(settings.theme.shown)
  }

  /// Whether a touch that is down draws or erases freehand: of what it has drawn only the tail changes while it is
  /// down.
  package func isFreehand(_ touch: Touch.ID) -> Bool {
    live.index(of: touch).map { live.touches[$0].ink.stroke != nil } ?? false
  }

  /// One of the elements that the finished operations have made.
  package func element(_ id: ElementID) -> Element? {
    committed.elements[id] ?? committed.pages.layers.layers.lazy.compactMap { $0.elements[id] }.first
  }

  /// Whether elements are shown otherwise than the finished operations have made them.
  package var changesElements: Bool { !pendingChanges.isEmpty }

  /// The elements as they are shown, bottom to top, with changes that are not finished, and with layers put together.
  package var shownElements: [Element] {
    let changes = pendingChanges
    let isOneLayer = committed.pages.layers.isPlain
    guard !changes.isEmpty || !isOneLayer else { return elements }
    var shown = drawing
    // What cannot be done when the touch ends is not done.
    for change in changes { _ = try? shown.append(change) }
    return shown.flattened.elements
  }

  /// Whether the page has a single layer, all of which is seen.
  package var isOneLayer: Bool { committed.pages.layers.isPlain }

  /// What is shown above the elements, bottom to top, and which touches it is of.
  package var unfinished: [(operation: BoardOperation, touch: Touch.ID?)] { unfinishedOperations }
}

extension BoardOperation {
  fileprivate var isErasure: Bool {
    if case .erase = self { true } else { false }
  }
}

extension Theme {
  /// What a stroke in progress looks like, as ``layers(inProgress:)`` has it.
  fileprivate func shown(_ operation: BoardOperation) -> BoardOperation {
    guard self == .redInProgress, case .add(let shape) = operation else { return operation }
    return .add(shape.reddened)
  }
}

extension Shape {
  fileprivate var reddened: Shape { restyled(.color(color.reddened)).restyled(.fill(fill?.reddened)) }
}

extension PixelColor {
  /// The colour of ink in progress, where the theme is ``Theme/redInProgress``.
  var reddened: PixelColor { PixelColor(red: 255, green: 0, blue: 0, alpha: alpha) }
}
