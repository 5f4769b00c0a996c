import Foundation
import SeededCases
import Testing
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking

/// The picture at the end of a recording's replay.
func replayed(_ bytes: [UInt8], _ options: RenderOptions = RenderOptions()) throws -> PixelBuffer {
  let recording = try Recording.open(MemoryBytes(bytes))
  return try Renderer(recording, facts: RecordingFacts(recording), options: options).picture().picture.composed()
}

struct LiveReplayTests {
  /// TOUCHREEL_PROPERTY_RUNS sets how many are tried.
  static let seeds = PropertySeeds.from(0x11FE, count: 4)

  @Test(arguments: seeds)
  func `The recording's replay shows what was drawn, at any moment`(seed: UInt64) throws {
    let output = MemorySession()
    var hand = RandomHand(seed: seed)
    let drawing = try LiveDrawing(SessionSetup(size: RandomHand.size), to: output, at: hand.now)
    var shown: PixelBuffer?
    for turn in 0..<600 {
      hand.act(on: drawing)
      guard turn % 200 == 199 else { continue }
      drawing.settle()
      // Chunks stay open for less than a second.
      drawing.tick(drawing.time.advanced(by: TimeSpan(seconds: 1)))
      shown = drawing.board.picture.composed()
      #expect(try replayed(output.bytes) == shown, "seed \(seed), turn \(turn)")
    }
    drawing.finish()
    #expect(output.isClosed)
    #expect(try replayed(output.bytes) == shown, "seed \(seed), at the end")
    #expect(drawing.drainFailure() == nil)
    #expect(drawing.warnings.filter { !$0.contains("the chosen layer is") } == [])
  }

  @Test(arguments: seeds.prefix(2))
  func `Drawing only what changed gives the same picture as drawing everything`(seed: UInt64) throws {
    var hand = RandomHand(seed: seed)
    let drawing = try LiveDrawing(SessionSetup(size: RandomHand.size), to: nil, at: hand.now)
    var shown = PixelBuffer(size: drawing.board.raster.pixels)
    for turn in 0..<300 {
      hand.act(on: drawing)
      guard turn % 7 == 0 else { continue }
      drawing.settle()
      if shown.size != drawing.board.raster.pixels { shown = PixelBuffer(size: drawing.board.raster.pixels) }
      let damage = drawing.drainDamage()
      shown.withTarget { drawing.board.compose(damage, into: $0) }
      #expect(shown == drawing.board.picture.composed(), "seed \(seed), turn \(turn)")
    }
  }

  @Test func `Another size shows the same drawing, also on a board that grew`() throws {
    let output = MemorySession()
    let start = Timestamp(nanoseconds: 1_000_000)
    let drawing = try LiveDrawing(SessionSetup(size: BoardSize(width: 100, height: 80)), to: output, at: start)
    draw(on: drawing, from: (10, 10), to: (60, 60), at: start)
    drawing.grow(to: BoardSize(width: 50, height: 160), at: drawing.time)
    let due = drawing.time.advanced(by: TimeSpan(nanoseconds: 150_000_000))
    drawing.tick(due.advanced(by: TimeSpan(nanoseconds: -1)))
    #expect(drawing.board.raster.board == BoardSize(width: 100, height: 80))
    drawing.tick(due)
    #expect(drawing.board.raster.board == BoardSize(width: 100, height: 160))
    draw(on: drawing, from: (10, 150), to: (90, 20), at: drawing.time)
    drawing.finish()
    #expect(try replayed(output.bytes) == drawing.board.picture.composed())
    var options = RenderOptions()
    options.size = PixelSize(width: 100, height: 160)
    #expect(try replayed(output.bytes, options) == drawing.board.picture.composed())
  }

  @Test func `A board grows before the next touch, but not during one`() throws {
    let start = Timestamp(nanoseconds: 1_000_000)
    let drawing = try LiveDrawing(SessionSetup(size: BoardSize(width: 100, height: 80)), to: nil, at: start)
    drawing.grow(to: BoardSize(width: 200, height: 80), at: start)
    let point = BoardPoint(x: 150, y: 10)
    drawing.handle(PointerEvent(.mouse, .began, at: point, time: start))
    #expect(drawing.board.raster.board == BoardSize(width: 200, height: 80))
    drawing.grow(to: BoardSize(width: 200, height: 300), at: start)
    let later = start.advanced(by: TimeSpan(seconds: 9))
    drawing.tick(later)
    #expect(drawing.deadline == nil)
    #expect(drawing.board.raster.board == BoardSize(width: 200, height: 80))
    drawing.handle(PointerEvent(.mouse, .ended, at: point, time: later))
    drawing.tick(later)
    #expect(drawing.board.raster.board == BoardSize(width: 200, height: 300))
  }

  @Test func `A board does not shrink while a smaller page is shown`() throws {
    let drawing = try LiveDrawing(SessionSetup(size: BoardSize(width: 500, height: 300)), to: nil, at: Hand.start)
    drawing.perform(.page(.add(NewPage(paper: Paper(size: BoardSize(width: 90, height: 120))))), at: Hand.start)
    // A panel opens beside the board.
    drawing.grow(to: BoardSize(width: 400, height: 310), at: Hand.start)
    drawing.growNow()
    #expect(drawing.board.size == BoardSize(width: 500, height: 310))
    #expect(drawing.board.raster.board == BoardSize(width: 90, height: 120))
    drawing.perform(.page(.turn(to: 0)), at: Hand.start)
    #expect(drawing.board.raster.board == BoardSize(width: 500, height: 310))
  }

  @Test func `A board grows at once where that is wished, but not during a touch`() throws {
    let drawing = try LiveDrawing(SessionSetup(size: BoardSize(width: 100, height: 80)), to: nil, at: Hand.start)
    drawing.grow(to: BoardSize(width: 200, height: 90), at: Hand.start)
    drawing.growNow()
    #expect(drawing.board.raster.board == BoardSize(width: 200, height: 90))
    drawing.handle(PointerEvent(.mouse, .began, at: BoardPoint(x: 150, y: 10), time: Hand.start))
    drawing.grow(to: BoardSize(width: 300, height: 90), at: Hand.start)
    drawing.growNow()
    #expect(drawing.board.raster.board == BoardSize(width: 200, height: 90))
  }

  @Test func `An image is in the recording once, and shown by its replay and its branch`() throws {
    let output = MemorySession()
    var setup = SessionSetup(size: BoardSize(width: 100, height: 80))
    let drawing = try LiveDrawing(setup, to: output, at: Hand.start)
    let pixels = PixelBuffer(size: PixelSize(width: 7, height: 5), filledWith: 0xFF20_8040)
    let png = pixels.png()
    let image = drawing.provide(png: png, at: Hand.time(5))
    #expect(drawing.provide(png: png, at: Hand.time(6)) == image)
    drawing.perform(.background(.image(image, .tile, on: .white)), at: Hand.time(7))
    drawing.handle(Hand.stroke(1, from: (10, 10), to: (60, 60), at: 10))
    drawing.finish()
    let shown = drawing.board.picture.composed()
    #expect(shown[99, 0] == 0xFF20_8040)
    #expect(try replayed(output.bytes) == shown)
    let recording = try Recording.open(MemoryBytes(output.bytes))
    setup.size = BoardSize(width: 9, height: 9)
    let branch = try LiveDrawing(
      branchOf: recording, facts: RecordingFacts(recording), through: Hand.time(900), setup, to: nil, at: Hand.start)
    #expect(branch.board.picture.composed() == shown)
  }

  @Test func `Another scale shows the same drawing, and is not recorded`() throws {
    let output = MemorySession()
    let drawing = try LiveDrawing(SessionSetup(size: BoardSize(width: 100, height: 80)), to: output, at: Hand.start)
    drawing.handle(Hand.stroke(1, from: (10, 10), to: (60, 60), at: 10))
    try drawing.redraw(atScale: 2)
    drawing.handle(Hand.stroke(1, from: (10, 60), to: (60, 10), at: 100))
    #expect(throws: BoardError.self) { try drawing.redraw(atScale: 1000) }
    drawing.finish()
    var options = RenderOptions()
    options.size = PixelSize(width: 200, height: 160)
    #expect(try replayed(output.bytes, options) == drawing.board.picture.composed())
  }

  private func draw(on drawing: LiveDrawing, from start: (Double, Double), to end: (Double, Double), at time: Timestamp)
  {
    let steps: [(PointerEvent.Phase, (Double, Double))] = [(.began, start), (.moved, end), (.ended, end)]
    for (number, step) in steps.enumerated() {
      drawing.handle(
        PointerEvent(
          .mouse, step.0, at: BoardPoint(x: step.1.0, y: step.1.1),
          time: time.advanced(by: TimeSpan(nanoseconds: Int64(number) * 8_000_000))))
    }
  }
}
