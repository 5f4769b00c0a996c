import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelTouchTracking

/// Lines of text, of which each is a message of `/board`, or else a stroke whose points its bytes are. A message is
/// written as it was read; what was undone is redone as the same; the drawing, written and read, shows the same
/// picture.
func fuzzBoard(_ bytes: [UInt8]) throws {
  var desk = try Desk()
  for line in bytes.split(separator: UInt8(ascii: "\n")) {
    if line.first == UInt8(ascii: "{") {
      if let command = message(Array(line)) { desk.handle(command) }
    } else {
      desk.draw(Array(line))
    }
  }
  try desk.check()
}

private func message(_ line: [UInt8]) -> BoardCommand? {
  guard let command = try? BoardMessage.decode(line) else { return nil }
  // Some are read that JSON cannot hold: a font of an infinite size.
  guard let written = try? BoardMessage.encode(command) else { return nil }
  let again = try? BoardMessage.decode(written)
  require(again == command, "a message changes when it is written: \(String(decoding: written, as: UTF8.self))")
  return command
}

private struct Desk {
  private var board: Board
  private var touchCount = 0
  private static let size = BoardSize(width: 64, height: 64)

  init() throws { board = try Board(size: Self.size) }

  /// A board grown beyond some hundred pixels takes more time than it shows anything new.
  mutating func handle(_ command: BoardCommand) {
    if case .size(let size) = command, !(size.width <= 128 && size.height <= 128) { return }
    if case .drawing(let drawing) = command, !(drawing.size.width <= 128 && drawing.size.height <= 128) { return }
    // A command that cannot be carried out is one.
    do { try board.handle(command) } catch {}
  }

  /// Byte by byte x and y, a quarter of a point each; a line of odd length is cancelled.
  mutating func draw(_ line: [UInt8]) {
    let touch = Touch(
      id: Touch.ID(rawValue: touchCount), device: DeviceChannel(rawValue: 0), slot: Slot(rawValue: 0),
      trackingID: TrackingID(rawValue: Int32(touchCount)), tool: line.first == UInt8(ascii: "e") ? .eraser : .finger)
    touchCount += 1
    var phase = TouchPhase.began
    for place in stride(from: 0, to: line.count - 1, by: 2) {
      handle(phase, of: touch, x: line[place], y: line[place + 1])
      phase = .moved(gap: line[place] == line[place + 1])
    }
    guard phase != .began else { return }
    handle(line.count.isMultiple(of: 2) ? .ended : .cancelled(.palm), of: touch, x: line[0], y: line[1])
  }

  private mutating func handle(_ phase: TouchPhase, of touch: Touch, x: UInt8, y: UInt8) {
    let sample = TouchSample(
      time: Timestamp(nanoseconds: Int64(touchCount) * 8_000_000), position: DevicePoint(x: Int32(x), y: Int32(y)),
      boardPoint: BoardPoint(x: Double(x) / 4, y: Double(y) / 4), tool: touch.tool)
    board.handle(TouchEvent(touch: touch, phase: phase, sample: sample))
  }

  mutating func check() throws {
    // Another tool ends an angle that waits for its second drag, and a text that is typed; neither is an operation
    // before.
    for command in [BoardCommand.endText, .set(\.tool, .pencil), .deselect] {
      do { try board.handle(command) } catch {}
    }
    require(board.openTouches.isEmpty, "touches that never end")
    let (drawing, pixels) = (board.drawing, board.picture.composed())
    try checkFile(of: drawing, pixels)
    try checkUndo(drawing, pixels)
  }

  private func checkFile(of drawing: Drawing, _ pixels: PixelBuffer) throws {
    guard let json = try? DrawingFile(drawing).json() else { return }
    let again = try DrawingFile(json: json)
    require(again.unread.isEmpty, "an operation is written and not read: \(again.unread)")
    require(again.drawing == drawing, "a drawing changes when it is written")
    let shown = try Board(
      again.drawing, scale: board.raster.scale, undo: UndoMemory(budget: .none), mode: .batch(threads: 1))
    requireSame(shown.picture.composed().pixels, pixels.pixels, "the drawing shows other pixels than the board")
  }

  private mutating func checkUndo(_ drawing: Drawing, _ pixels: PixelBuffer) throws {
    var count = 0
    while board.canUndo, count < 10_000 {
      try board.handle(.undo)
      count += 1
    }
    require(!board.canUndo, "there is no end of undoing")
    for _ in 0..<count where board.canRedo { try board.handle(.redo) }
    require(board.drawing == drawing, "undone and redone \(count) times: another drawing")
    requireSame(board.picture.composed().pixels, pixels.pixels, "undone and redone \(count) times")
  }
}

/// A drawing file of any kind: what was read is written and read as the same, and draws.
func fuzzDrawings(_ bytes: [UInt8]) throws {
  let document = try DrawingDocument(bytes)
  for kind in DrawingKind.allCases { checkFile(document, as: kind) }
  let drawing = document.drawing
  let scale = 48 / max(drawing.size.width, drawing.size.height)
  let board = try Board(drawing, scale: scale, undo: UndoMemory(budget: .none), mode: .batch(threads: 1))
  _ = board.picture.composed()
}

private func checkFile(_ document: DrawingDocument, as kind: DrawingKind) {
  // A number that is read may become one that the file cannot hold.
  guard let first = try? document.file(as: kind).bytes else { return }
  guard let again = try? DrawingDocument(first) else {
    fail("\(kind.rawValue) cannot be read after it was written:\n\(String(decoding: first, as: UTF8.self))")
  }
  // Others' pages have sizes and lines of their own.
  guard !kind.isOfInk, kind != .excalidraw else { return }
  if kind == document.kind {
    // What is no text at all cannot be kept.
    let kept = document.unread.map(\.text).filter { !$0.isEmpty }
    requireSame(again.unread.map(\.text), kept, "parts that were not understood")
  }
  if kind == .touchreel { require(again.drawing == document.drawing, "the drawing changes when it is written") }
  guard let second = try? again.file(as: kind).bytes else { fail("\(kind.rawValue) cannot be written again") }
  require(
    second == first,
    "\(kind.rawValue) of \(kind.rawValue) is another:\n\(String(decoding: first, as: UTF8.self))\n\(String(decoding: second, as: UTF8.self))"
  )
}

extension DrawingKind {
  fileprivate var isOfInk: Bool { [.inkml, .quickdraw, .xournal].contains(self) }
}
