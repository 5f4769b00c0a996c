import Foundation
import SeededCases
import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelTouchTracking

@testable import TouchReelReplaying

/// Recordings that are drawn in one reading.
struct RenderedPictureTests {
  private static let fixtures = Fixture.recordings

  private var options: [(name: String, options: RenderOptions)] {
    var small = RenderOptions()
    small.size = PixelSize(width: 320, height: 200)
    var (early, dropped, palms, threads) = (small, small, small, small)
    early.to = .span(TimeSpan(seconds: 0.4))
    dropped.openTouches = .dropped
    palms.rules.palms = .accepted
    threads.threads = 3
    return [("all", small), ("early", early), ("dropped", dropped), ("palms", palms), ("threads", threads)]
  }

  @Test(arguments: fixtures)
  func `The picture and its warnings are the same as after a scan`(of name: String) throws {
    try check(FilePath(Fixture.path(name)))
  }

  @Test(.enabled(if: Corpus.folder != nil, Corpus.absence), arguments: Corpus.sample(24))
  func `Also of real recordings`(file: Corpus.File) throws { try check(FilePath(file.path)) }

  @Test func `One device that is described needs one reading, several need a scan`() throws {
    func isOneReading(_ name: String) throws -> Bool {
      let recording = try Recording.open(FilePath(Fixture.path(name)))
      return try Renderer.pictureInOneReading(of: recording, options: options[0].options) != nil
    }
    #expect(try isOneReading("ten-fingers.mcap"))
    #expect(try !isOneReading("pen-and-touch.mcap"))
  }

  private func check(_ path: FilePath) throws {
    guard let recording = try? Recording.open(path) else { return }
    try check(recording)
  }

  /// The facts takes the last size, wherever it is.
  @Test(
    arguments: PropertySeeds.from(0x51FE, count: 3),
    [
      #"{"version":1,"command":"size","value":[700,400]}"#, #"{"version":1,"command":"tool","value":"eraser"}"#,
      #"{"version":1,"command":"undo"}"#, #"{"no":"message"}"#,
    ])
  func `Messages for the board have the same effect as after a scan, wherever they are`(
    seed: UInt64, message: String
  ) throws {
    for place in [0, 1, 30, 110] {
      let time = Timestamp(microseconds: 1 + Int64(place) * 8_000)
      let recording = try ScriptedSession(seed: seed).recording(
        adding: [(after: place, entry: .board(Array(message.utf8), at: time))])
      try check(recording)
      let isSize = message.contains(#""size""#)
      #expect(try (Renderer.pictureInOneReading(of: recording, options: options[0].options) == nil) == isSize)
    }
  }

  /// A file whose summary does not list the channel of its commands.
  @Test(arguments: PropertySeeds.from(0x0F11, count: 3))
  func `Commands that the summary conceals take their effect`(seed: UInt64) throws {
    let undo = Array(#"{"version":1,"command":"undo"}"#.utf8)
    let bytes = try ScriptedSession(seed: seed).bytes(
      as: .mcap, adding: [(after: 90, entry: .board(undo, at: Timestamp(microseconds: 720_001)))])
    let recording = try Recording.open(MemoryBytes(try #require(bytes.concealingBoard), name: "concealed.mcap"))
    #expect(try !recording.mayHaveBoardMessages())
    #expect(try Renderer.pictureInOneReading(of: recording, options: options[0].options) == nil)
  }

  @Test func `Only the pixels of finished strokes are kept where nothing can take them back`() throws {
    for (command, isKept) in [(nil, false), (#"{"version":1,"command":"redo"}"#, true)] as [(String?, Bool)] {
      let commands: [(after: Int, entry: RecordingEntry)] =
        command.map {
          [(after: 0, entry: .board(Array($0.utf8), at: Timestamp(microseconds: 1)))]
        } ?? []
      let recording = try ScriptedSession(seed: 7).recording(adding: commands)
      let renderer = Renderer(recording, facts: try RecordingFacts(recording), options: options[0].options)
      let board = try played(by: renderer, try renderer.stage.makeSinkForOnePicture(isFinal: command == nil))
      #expect(board.elements.isEmpty != isKept && board.operations.isEmpty != isKept && board.lines == LineTracker())
      let whole = try played(by: renderer, try renderer.stage.makeSink())
      #expect(!whole.elements.isEmpty && whole.lines.finishedLines.isEmpty)
      #expect(board.picture.composed() == whole.picture.composed())
    }
  }

  private func played(by renderer: Renderer, _ sink: BoardSink) throws -> Board {
    var sink = sink
    _ = try renderer.play(into: &sink) { _ in }
    return sink.board
  }

  private func check(_ recording: Recording) throws {
    let name = recording.name
    for (what, options) in options {
      guard let one = try Renderer.pictureInOneReading(of: recording, options: options) else { continue }
      var scan = RecordingScan(rules: options.rules)
      scan.time = options.to ?? .end
      let facts = try scan.facts(of: recording)
      let two = try Renderer(recording, facts: facts, options: options).renderedPicture()
      #expect(one.picture.composed() == two.picture.composed(), "\(name), \(what)")
      #expect(one.warnings == two.warnings, "\(name), \(what)")
      #expect((one.touchCount == 0) == (two.touchCount == 0), "\(name), \(what)")
      // A facts may have to read on to describe the device.
      #expect(two.isOfWhole || !one.isOfWhole, "\(name), \(what)")
    }
  }
}
