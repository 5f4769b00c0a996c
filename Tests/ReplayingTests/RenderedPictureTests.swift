import Canvas
import Foundation
import InputEvents
import RecordingFormats
import Recordings
import SeededCases
import SystemPackage
import TestSupport
import Testing
import TouchTracking

@testable import Replaying

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
  func `The picture and its warnings are those after a survey`(of name: String) throws {
    try check(FilePath(Fixture.path(name)))
  }

  @Test(.enabled(if: Corpus.folder != nil, Corpus.absence), arguments: Corpus.sample(24))
  func `Also of real recordings`(file: Corpus.File) throws { try check(FilePath(file.path)) }

  @Test func `One device that is described needs one reading, several need a survey`() throws {
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

  /// The survey takes the last size, wherever it is.
  @Test(
    arguments: PropertySeeds.from(0x51FE, count: 3),
    [
      #"{"version":1,"command":"size","value":[700,400]}"#, #"{"version":1,"command":"tool","value":"eraser"}"#,
      #"{"version":1,"command":"undo"}"#, #"{"no":"message"}"#,
    ])
  func `Messages for the board have the effect that they have after a survey, wherever they are`(
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

  private func check(_ recording: Recording) throws {
    let name = recording.name
    for (what, options) in options {
      guard let one = try Renderer.pictureInOneReading(of: recording, options: options) else { continue }
      let survey = try RecordingSurvey(recording, rules: options.rules, until: options.to ?? .end)
      let two = try Renderer(recording, survey: survey, options: options).renderedPicture()
      #expect(one.picture.composed() == two.picture.composed(), "\(name), \(what)")
      #expect(one.warnings == two.warnings, "\(name), \(what)")
      #expect((one.touchCount == 0) == (two.touchCount == 0), "\(name), \(what)")
      // A survey may have to read on to describe the device.
      #expect(two.isOfWhole || !one.isOfWhole, "\(name), \(what)")
    }
  }
}
