import SeededCases
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// Strokes that are shown a little ahead of what was reported.
struct StrokePredictionTests {
  /// 125 Hz.
  private static let interval = 8

  /// A touch's steps at a place every 8 ms.
  private func follow(
    _ places: [(x: Double, y: Double)], settings: BoardSettings = BoardSettings(), tool: TouchTool = .pen,
    _ look: (Int, StrokePrediction) -> Void
  ) {
    var prediction = StrokePrediction()
    let touch = Touch(
      id: Touch.ID(rawValue: 0), device: DeviceChannel(rawValue: 0), slot: Slot(rawValue: 0),
      trackingID: TrackingID(rawValue: 0), tool: tool)
    for (number, place) in places.enumerated() {
      let sample = TouchSample(
        time: Hand.time(number * Self.interval), position: DevicePoint(x: 0, y: 0),
        boardPoint: BoardPoint(x: place.x, y: place.y), tool: tool)
      prediction.handle(
        TouchEvent(touch: touch, phase: number == 0 ? .began : .moved(gap: false), sample: sample), settings)
      look(number, prediction)
    }
  }

  @Test func `A stroke that goes straight on is predicted where it will be`() {
    follow((0...20).map { (x: Double($0) * 8, y: Double($0) * 6) }) { number, prediction in
      guard number >= 5 else { return }
      let piece = prediction.pieces(at: Hand.time(number * Self.interval)).first
      // 16 ms are two steps.
      let (x, y) = (Double(number + 2) * 8, Double(number + 2) * 6)
      #expect(piece.map { abs($0.end.x - x) < 0.5 && abs($0.end.y - y) < 0.5 } == true, "\(number): \(piece as Any)")
      #expect(piece?.start == BoardPoint(x: Double(number) * 8, y: Double(number) * 6))
    }
  }

  @Test(arguments: PropertySeeds.from(0xAE4D, count: 8))
  func `Of a hand that wanders, it leaves less than two thirds of the lag`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var path = WanderingPath(right: 1600, bottom: 900, using: &random)
    let places = (0..<400).map { _ in path.next(using: &random) }
    var (lag, left) = (0.0, 0.0)
    follow(places) { number, prediction in
      guard number + 2 < places.count else { return }
      let truth = places[number + 2]
      let now = BoardPoint(x: places[number].x, y: places[number].y)
      let end = prediction.pieces(at: Hand.time(number * Self.interval)).first?.end ?? now
      lag += distance(now, truth)
      left += distance(end, truth)
    }
    #expect(left < lag * 2 / 3, "seed \(seed): \(left) of \(lag)")
  }

  private func distance(_ point: BoardPoint, _ other: (x: Double, y: Double)) -> Double {
    let (x, y) = (point.x - other.x, point.y - other.y)
    return (x * x + y * y).squareRoot()
  }

  @Test func `A stroke that stops is not predicted on, nor is one that is lifted`() throws {
    let stop = (0...10).map { (x: Double($0) * 10, y: 0.0) } + [(x: 100, y: 0)]
    follow(stop) { number, prediction in
      let now = Hand.time(number * Self.interval)
      if number == 10 {
        #expect(prediction.pieces(at: now).count == 1)
        #expect(prediction.pieces(at: now.advanced(by: TimeSpan(nanoseconds: 41_000_000))) == [])
      }
      if number == 11 { #expect(prediction.pieces(at: now) == []) }
    }
    let drawing = try LiveDrawing(SessionSetup(size: RandomHand.size), to: nil, at: Hand.start)
    drawing.isPredicting = true
    for step in 0...5 { drawing.handle(Hand.event(1, step == 0 ? .began : .moved, Double(step) * 9, 20, at: step * 8)) }
    drawing.settle()
    #expect(drawing.predictedPieces(at: Hand.time(40)).count == 1)
    drawing.handle(Hand.event(1, .ended, 45, 20, at: 48))
    drawing.settle()
    #expect(drawing.predictedPieces(at: Hand.time(48)) == [])
  }

  @Test func `Only the pencil's strokes are predicted, in their colour and width`() {
    var settings = BoardSettings()
    (settings.width, settings.color) = (10, .white)
    let places = (0...9).map { (x: Double($0) * 10, y: 0.0) }
    follow(places, settings: settings) { number, prediction in
      guard number == 9, let piece = prediction.pieces(at: Hand.time(9 * Self.interval)).first else { return }
      #expect(piece.width == 10 && piece.color == .white)
    }
    for tool in [Tool.eraser, .line, .selection] {
      settings.tool = tool
      follow(places, settings: settings) { number, prediction in
        #expect(prediction.pieces(at: Hand.time(number * Self.interval)) == [])
      }
    }
    follow(places, tool: .eraser) { number, prediction in
      #expect(prediction.pieces(at: Hand.time(number * Self.interval)) == [])
    }
  }

  @Test(arguments: PropertySeeds.from(0xAE4E, count: 3))
  func `What is predicted is not recorded and changes no pixel`(seed: UInt64) throws {
    func draw(isPredicting: Bool) throws -> (bytes: [UInt8], pixels: [UInt32]) {
      let output = MemorySession()
      var hand = RandomHand(seed: seed)
      let drawing = try LiveDrawing(SessionSetup(size: RandomHand.size), to: output, at: hand.now)
      drawing.isPredicting = isPredicting
      for _ in 0..<300 {
        hand.act(on: drawing)
        for piece in drawing.predictedPieces(at: hand.now) {
          #expect(piece.end.x.isFinite && piece.end.y.isFinite && piece.width > 0)
        }
      }
      drawing.finish()
      return (output.bytes, drawing.board.picture.composed().pixels)
    }
    let (plain, predicted) = (try draw(isPredicting: false), try draw(isPredicting: true))
    #expect(plain.bytes == predicted.bytes && plain.pixels == predicted.pixels, "seed \(seed)")
  }
}
