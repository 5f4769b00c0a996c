public import TouchReelByteStreams
public import TouchReelCanvas
import TouchReelClampedNumbers
public import TouchReelDrawingBoard
public import TouchReelDrawings
package import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
package import TouchReelTouchTracking

/// The drawing that a picture of a recording shows, and which touches it is of.
public struct RenderedDrawing {
  /// The drawing, whose elements are shapes.
  public var drawing: Drawing
  /// What the picture shows besides the drawing: the ink of cancelled touches.
  package var cancelled: [Shape]
  /// What it shows on top of all: where touches are at its time.
  package var marks: [Shape] = []
  /// The origins of the elements that touches drew; those that came with a drawing file, and texts, have none.
  package var origins: [ElementID: TouchOrigin]
  /// When elements without a touch came, from the first frame.
  package var times: [ElementID: TimeSpan]
  /// The size of the picture.
  public var pixels: PixelSize
  /// How many board points a millimetre of the device covers; `nil` if that is not known.
  public var pointsPerMillimetre: Double?
  /// That the background names.
  public var image: PixelBuffer?
  /// How many touches began in the part of the recording that was read.
  public var touchCount: Int
  /// What the user should know, one line each.
  public var warnings: [String]
}

/// The touch that an element was drawn with.
package struct TouchOrigin: Hashable, Sendable {
  /// The number, as `dump` counts.
  package var number: Touch.ID
  /// The device's name, as the recording has it.
  package var device: String
  /// The time of its beginning, from the first frame of the recording.
  package var began: TimeSpan
  /// Where the touch was last.
  package var ended: TimeSpan
  /// Where it was when, if that was asked for.
  package fileprivate(set) var samples: [Sample] = []

  package struct Sample: Hashable, Sendable {
    /// The time from the first frame of the recording.
    package var time: TimeSpan
    /// The point, in board points.
    package var point: BoardPoint
    /// 0…1; `nil` if the device does not report it.
    package var pressure: Double?
    /// `nil` if the device does not report it.
    package var tilt: Tilt?
    /// Whether events were lost before it, so that no way leads here from the sample before.
    package var isAfterGap = false
  }
}

extension Renderer {
  /// The drawing that the picture shows. Touches that are down at the picture's time are in it as they are shown,
  /// unless the options drop them.
  ///
  /// - Parameters:
  ///   - keepsSamples: whether origins have their touches' samples.
  ///   - progress: called with the share played so far, 0…1.
  public func renderedDrawing(
    keepsSamples: Bool = false, progress: (Double) -> Void = { _ in }
  ) throws(FileError) -> RenderedDrawing {
    let undone = options.undone == .leftOut ? try UndoneFacts(stage) : nil
    var sink = OriginSink(
      board: try stage.makeSmallSink(), start: stage.facts.start, names: stage.facts.descriptions.map(\.name),
      keepsSamples: keepsSamples)
    let warnings = try play(into: &sink, progress: progress)
    let board = undone?.clean(sink.board.board) ?? sink.board.board
    let shown = board.shownTouches
    for (element, touch) in shown.touches { sink.origins[element] = sink.touches[touch] }
    var drawing = shown.drawing
    let pixels = try crop(&drawing)
    return RenderedDrawing(
      drawing: drawing, cancelled: board.cancelledShapes, marks: sink.board.markShapes, origins: sink.origins,
      times: sink.times,
      pixels: pixels ?? PixelSize(drawing.size, scale: options.scale),
      pointsPerMillimetre: stage.plan.pointsPerMillimetre,
      image: board.image(of: shown.drawing.finalBackground), touchCount: stage.facts.touches.began,
      warnings: stage.facts.readingWarnings + warnings + sink.board.warnings.lines
        + (board.hasSelectionMarks ? ["the frame of a selection is not drawn in pictures of vectors"] : []))
  }
}

extension Renderer {
  /// Crops the drawing if that was asked for.
  /// - Returns: the picture's size, if it is stated or follows from the ink.
  func crop(_ drawing: inout Drawing) throws(FileError) -> PixelSize? {
    guard let crop = options.crop else { return options.size }
    do throws(CropError) {
      return try crop.apply(to: &drawing, size: options.size, width: options.relativeWidth)
    } catch {
      throw FileError(file: stage.recording.name, message: "\(error)", advice: error.advice)
    }
  }

  /// The picture of the ink alone.
  func croppedPicture(progress: (Double) -> Void) throws(FileError) -> RenderedPicture {
    let rendered = try renderedDrawing(progress: progress)
    guard let board = rendered.board(threads: options.threads) else {
      let error = DrawingError.unusableSize
      throw FileError(file: stage.recording.name, message: "\(error)", advice: error.advice)
    }
    return RenderedPicture(
      picture: board.picture, touchCount: rendered.touchCount,
      drawsWithoutTouches: stage.facts.drawsWithoutTouches, isOfWhole: stage.facts.isOfWhole,
      warnings: rendered.warnings)
  }
}

extension RenderedDrawing {
  /// A board with the drawing on it, of the picture's pixels; `nil` if they are too many.
  fileprivate func board(threads: Int) -> Board? {
    let scale = Double(pixels.width) / drawing.size.width
    var board = try? Board(drawing, scale: scale, undo: UndoMemory(budget: .none), mode: .batch(threads: threads))
    if let image, case .image(let id, _, on: _) = drawing.finalBackground { board?.provide(image, as: id) }
    return board
  }

  /// What a board shows that was made of a drawing, which has no touches.
  public init(_ board: Board) {
    let drawing = board.shownDrawing
    self.init(
      drawing: drawing, cancelled: [], origins: [:], times: [:], pixels: board.raster.pixels, pointsPerMillimetre: nil,
      image: board.image(of: drawing.finalBackground), touchCount: 0, warnings: [])
  }
}

extension PixelSize {
  fileprivate init(_ board: BoardSize, scale: Double) {
    self.init(
      width: Int(clamping: (board.width * scale).rounded()), height: Int(clamping: (board.height * scale).rounded()))
  }
}

extension Board {
  /// The pixels of a background's image, if it has one and they are known.
  package func image(of background: Background) -> PixelBuffer? {
    guard case .image(let id, _, on: _) = background else { return nil }
    return image(id)
  }
}

/// A board, and which touch drew what on it.
private struct OriginSink: ReplaySink {
  var board: BoardSink
  var origins: [ElementID: TouchOrigin] = [:]
  private(set) var times: [ElementID: TimeSpan] = [:]
  /// The touches that are down.
  private(set) var touches: [Touch.ID: TouchOrigin] = [:]
  private let start: Timestamp
  private var clock = ReachedTime()
  private let names: [String]
  private let keepsSamples: Bool

  init(board: BoardSink, start: Timestamp, names: [String], keepsSamples: Bool) {
    self.board = board
    self.start = start
    self.names = names
    self.keepsSamples = keepsSamples
  }

  mutating func beginEntry(at time: Timestamp?) { clock.advance(to: time) }

  mutating func handle(_ event: TouchEvent) {
    let before = board.board.latestOperation?.id
    board.handle(event)
    record(event)
    guard event.phase == .ended || event.phase.isCancellation else { return }
    let origin = touches.removeValue(forKey: event.touch.id)
    if case .ended = event.phase, let after = board.board.latestOperation?.id, after != before {
      origins[after] = origin
    }
  }

  private mutating func record(_ event: TouchEvent) {
    let time = clock.time(of: event.time).since(start)
    let device = event.touch.device.rawValue
    touches[
      event.touch.id,
      default: TouchOrigin(
        number: event.touch.id, device: names.indices.contains(device) ? names[device] : "", began: time, ended: time)
    ].record(event.sample, at: time, isAfterGap: event.phase == .moved(gap: true), isKept: keepsSamples)
  }

  mutating func handle(_ event: HoverEvent) { board.handle(event) }

  mutating func handle(_ command: BoardCommand, at time: Timestamp) {
    let before = board.board.latestOperation?.id
    board.handle(command, at: time)
    if let after = board.board.latestOperation?.id, after != before {
      times[after] = clock.time(of: time).since(start)
    }
  }

  mutating func handle(_ attachment: RecordingAttachment) { board.handle(attachment) }

  mutating func drainReport() -> BoardReport { board.drainReport() }
}

extension TouchOrigin {
  fileprivate mutating func record(_ sample: TouchSample, at time: TimeSpan, isAfterGap: Bool, isKept: Bool) {
    ended = time
    guard isKept else { return }
    var new = Sample(time: time, point: sample.boardPoint, pressure: sample.pressure, tilt: sample.tilt)
    new.isAfterGap = isAfterGap
    if samples.last.map({ !$0.isRepeated(by: new) }) ?? true { samples.append(new) }
  }
}

extension TouchOrigin.Sample {
  /// Whether the next sample is the same; a touch ends where it was.
  fileprivate func isRepeated(by next: Self) -> Bool {
    !next.isAfterGap && time == next.time && point == next.point && pressure == next.pressure && tilt == next.tilt
  }
}

extension TouchPhase {
  fileprivate var isCancellation: Bool {
    if case .cancelled = self { true } else { false }
  }
}
