import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking

/// Plays a recording onto a board of few pixels and keeps what it shows when.
///
/// Freehand ink, which most of a recording is, is taken from the touches as they end. All else is found by looking at
/// the board after each entry that may have changed it.
struct HistorySink: ReplaySink {
  private(set) var board: BoardSink
  private(set) var history = InkHistory()
  private let raster: Raster
  private let start: Timestamp
  private let undone: UndoneFacts?
  /// The latest time of all entries.
  private(set) var now = TimeSpan.zero
  /// Touches that are down, by their index in the history.
  private var tracks: [Touch.ID: Int] = [:]
  /// The layers of freehand strokes in progress.
  private var strokes: [Touch.ID: Int] = [:]
  private var elements = ShownElements()
  private var unfinished = ShownOperations()
  private var mayHaveNewElements = false
  private var mayHaveNewOperations = false
  /// Whether the board gets another size, or a page is shown that has another.
  private(set) var changesSize = false
  /// Whether the shown page, which is endless and began with the size of the board, has grown.
  private(set) var isGrown = false
  /// Whether the recording shows what is selected, which is not in the history.
  private(set) var showsSelection = false

  /// - Parameters:
  ///   - renderer: what plays the recording.
  ///   - undone: what is left out at any time; `nil` if nothing is.
  ///   - raster: that of all times.
  init(_ renderer: Renderer, leavingOut undone: UndoneFacts?, on raster: Raster) throws(FileError) {
    board = try renderer.makeSmallSink()
    self.raster = raster
    self.undone = undone
    start = renderer.start
  }

  mutating func beginEntry(at time: Timestamp?) {
    settle()
    if let time { now = max(now, time.since(start)) }
  }

  mutating func handle(_ event: TouchEvent) {
    let id = event.touch.id
    switch event.phase {
    case .began:
      board.handle(event)
      begin(event)
    case .moved:
      board.handle(event)
      record(event.sample, of: id)
    case .ended:
      let before = board.board.latestOperation?.id
      board.handle(event)
      end(id, before: before)
    case .cancelled:
      let shown = board.board.shownOperation(of: id)
      board.handle(event)
      cancel(id, showing: shown)
    }
  }

  mutating func handle(_ event: HoverEvent) { board.handle(event) }

  mutating func handle(_ command: BoardCommand, at time: Timestamp) {
    let open = tracks.keys.sorted().map { ($0, board.board.shownOperation(of: $0)) }
    let before = board.board.latestOperation?.id
    board.handle(command, at: time)
    let down = Set(board.board.openTouches.map(\.id))
    for (id, shown) in open where !down.contains(id) { cancel(id, showing: shown) }
    // Another tool may finish a text.
    if !command.isSetting || board.board.latestOperation?.id != before { mayHaveNewElements = true }
    mayHaveNewOperations = true
  }

  mutating func handle(_ attachment: RecordingAttachment) { board.handle(attachment) }

  mutating func drainReport() -> BoardReport {
    let size = board.board.raster.board
    if size != raster.board {
      if board.board.isEndless, board.board.deviceBoard == board.board.size {
        isGrown = true
      } else {
        changesSize = true
      }
    }
    return board.drainReport()
  }

  /// The history, once all was played.
  mutating func finish() -> InkHistory {
    settle()
    for id in tracks.keys.sorted() { keepStroke(of: id) }
    history.numberMovedElements()
    return history
  }
}

extension HistorySink {
  private mutating func begin(_ event: TouchEvent) {
    let id = event.touch.id
    guard tracks[id] == nil, event.sample.boardPoint.isUsable, !board.board.hides(id) else { return }
    tracks[id] = history.touches.count
    history.touches.append(
      InkHistory.TouchTrack(number: id, device: event.touch.device, began: now, samples: []))
    record(event.sample, of: id)
    let isFreehand = board.board.isFreehand(id)
    mayHaveNewOperations = !isFreehand
    guard isFreehand, undone?.keeps(id) ?? true else { return }
    strokes[id] = history.layers.count
    var layer = InkHistory.Layer(ink: .pieces([]), paint: .erasure, order: id.rawValue, begins: now)
    if case .add(let shape)? = board.board.shownOperation(of: id) { layer.liveColor = shape.color }
    history.layers.append(layer)
  }

  private mutating func record(_ sample: TouchSample, of id: Touch.ID) {
    guard let track = tracks[id], sample.boardPoint.isUsable else { return }
    history.touches[track].samples.append((now, raster.subpixel(sample.boardPoint)))
  }

  /// - Parameter before: the operation before the end.
  private mutating func end(_ id: Touch.ID, before: ElementID?) {
    let latest = board.board.latestOperation?.id
    if board.board.isOneLayer, let latest, latest != before, let element = board.board.element(latest) {
      if undone?.keeps(id) ?? true { add(element, of: id) }
    } else {
      mayHaveNewElements = true
    }
    dropStroke(of: id)
    mayHaveNewOperations = true
    endTrack(of: id, isCancelled: false)
  }

  /// What a touch has left.
  private mutating func add(_ element: Element, of id: Touch.ID) {
    guard let index = strokes.removeValue(forKey: id) else {
      return elements.add(element, to: &history, at: now, on: raster)
    }
    setInk(of: index, to: element.stroke, of: id)
    (history.layers[index].commits, history.layers[index].element) = (now, element.id.rawValue)
    elements.record(element, layers: [index])
  }

  private mutating func cancel(_ id: Touch.ID, showing shown: BoardOperation?) {
    guard tracks[id] != nil else { return }
    if case .add(let shape)? = shown { addCancelled(shape, of: id) }
    if let index = strokes[id] { setInk(of: index, to: shown?.stroke, of: id) }
    dropStroke(of: id)
    mayHaveNewOperations = true
    endTrack(of: id, isCancelled: true)
  }

  /// The ink of a touch that is down at the end.
  private mutating func keepStroke(of id: Touch.ID) {
    guard let index = strokes[id] else { return }
    setInk(of: index, to: board.board.shownOperation(of: id)?.stroke, of: id)
  }

  private mutating func dropStroke(of id: Touch.ID) {
    if let index = strokes.removeValue(forKey: id) { history.layers[index].ends = now }
  }

  private mutating func endTrack(of id: Touch.ID, isCancelled: Bool) {
    guard let track = tracks.removeValue(forKey: id) else { return }
    (history.touches[track].ended, history.touches[track].isCancelled) = (now, isCancelled)
  }

  private mutating func setInk(of index: Int, to stroke: (path: StrokePath, paint: InkPaint)?, of id: Touch.ID) {
    guard let stroke, let track = tracks[id] else { return }
    history.layers[index].ink = .stroke(StrokeNodes(stroke.path, on: raster), touch: track)
    history.layers[index].paint = stroke.paint
  }

  /// What a touch has drawn that is taken back, all of it.
  private mutating func addCancelled(_ shape: Shape, of id: Touch.ID) {
    let isShown = board.board.settings.cancelledInk == .shown
    guard case .pen(let pen) = shape else {
      for ink in BoardOperation.add(shape).unmergedInk(on: raster) {
        history.layers.append(InkHistory.Layer(ink, on: raster, isShownCancelled: isShown, begins: now))
      }
      return
    }
    var layer = InkHistory.Layer(ink: .pieces([]), paint: .ink(pen.color), isShownCancelled: isShown, begins: now)
    if let track = tracks[id] { layer.ink = .stroke(StrokeNodes(pen.path, on: raster), touch: track) }
    history.layers.append(layer)
  }
}

extension HistorySink {
  /// Looks at what the entry before has changed.
  private mutating func settle() {
    let shown = board.board
    showsSelection = showsSelection || shown.settings.marks == .shown && shown.hasSelectionMarks
    if mayHaveNewElements || shown.changesElements || elements.areChanged {
      let clean = undone?.clean(shown) ?? shown
      elements.areChanged = shown.changesElements
      elements.update(to: clean.shownElements, in: &history, at: now, on: raster)
      recordBackground(of: clean)
    } else if history.backgrounds.isEmpty {
      recordBackground(of: shown)
    }
    if mayHaveNewOperations || !unfinished.areNone || tracks.count > strokes.count {
      unfinished.update(to: operations(of: shown), in: &history, at: now, on: raster)
    }
    (mayHaveNewElements, mayHaveNewOperations) = (false, false)
  }

  /// What is no freehand ink, and is not left out.
  private func operations(of board: Board) -> [(operation: BoardOperation, touch: Touch.ID?)] {
    board.unfinished.filter { _, touch in
      guard let touch else { return true }
      return !board.isFreehand(touch) && undone?.keeps(touch) ?? true
    }
  }

  private mutating func recordBackground(of board: Board) {
    let background = board.background
    let picture = board.picture(of: background)
    if let last = history.backgrounds.last, last.background == background, last.picture == picture { return }
    history.backgrounds.append(
      InkHistory.TimedBackground(time: now, background: background, picture: picture, raster: raster))
  }
}

extension Element {
  fileprivate var stroke: (path: StrokePath, paint: InkPaint)? {
    switch content {
    case .erasure(let erasure): (erasure.path, .erasure)
    case .shape(let placed): BoardOperation.add(placed.shape).stroke
    }
  }
}

extension BoardOperation {
  /// The path and the paint of a freehand stroke.
  fileprivate var stroke: (path: StrokePath, paint: InkPaint)? {
    switch self {
    case .add(.pen(let pen)): (pen.path, pen.paint)
    case .erase(let erasure): (erasure.path, .erasure)
    default: nil
    }
  }
}
