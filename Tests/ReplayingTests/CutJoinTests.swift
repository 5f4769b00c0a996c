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

/// A recording that is cut at any time and joined again is the recording: the same events, touches and pixels, in every
/// format that is written. TOUCHREEL_PROPERTY_RUNS sets how many cuts are tried.
@Suite(.slow)
struct CutJoinTests {
  @Test(arguments: Fixture.recordings, FormatSinks.formats)
  func `A fixture that is cut and joined is the fixture`(
    name: String, format: RecordingFormat
  ) throws {
    let recording = try Recording.open(FilePath(Fixture.path(name)))
    var random = SplitMix64(seed: UInt64(name.utf8.count))
    try check(recording, as: format, &random)
  }

  @Test(
    .enabled(if: Corpus.folder != nil, Corpus.absence),
    arguments: PropertySeeds.from(0, count: 30))
  func `A recording of the corpus that is cut and joined is the recording`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed &+ 0xC07)
    // Files and formats come in turn, so that as many runs as there are pairs try them all.
    let files = Corpus.files
    let step = files.count / 30 * 30 + 1
    let path = FilePath(files[Int(seed) &* step % files.count].path)
    let format = FormatSinks.formats[(Int(seed) + Int(seed) / files.count) % FormatSinks.formats.count]
    let recording: Recording
    do {
      recording = try Recording.open(path)
      try recording.requireEvents()
    } catch { return }
    try check(recording, as: format, &random)
  }

  /// What a part begins with says the state and then lets all of it go, as one does that says what may have been lost.
  @Test(arguments: FormatSinks.formats)
  func `A lift with which a part begins stays`(format: RecordingFormat) throws {
    let tap = """
      E: 0.000001 0003 0039 0009
      E: 0.000001 0003 0035 0223
      E: 0.000001 0003 0036 0164
      E: 0.000001 0001 014a 0001
      E: 0.000001 0000 0000 0000
      E: 0.040001 0003 0039 -001
      E: 0.040001 0001 014a 0000
      E: 0.040001 0000 0000 0000

      """
    let recording = try Recording.open(MemoryBytes(Array(tap.utf8), name: "tap"))
    let whole = try #require(try Rewriting.converted(recording, to: format))
    let parts = try Rewriting.cut(whole, at: [Timestamp(microseconds: 30_000)], as: format)
    #expect(parts.count == 2)
    let joined = try Rewriting.joined(parts, as: format)
    var comparison = RecordingComparison()
    let difference = try comparison.difference(between: whole.makeSource(), and: joined.makeSource())
    #expect(difference == nil, "\(difference.map(\.description) ?? "")")
  }

  @Test(
    arguments: PropertySeeds.from(0x517, count: 6), FormatSinks.formats
  ) func `A session with losses, palms and replaced ids`(seed: UInt64, format: RecordingFormat) throws {
    var random = SplitMix64(seed: seed)
    try check(ScriptedSession(seed: seed).recording(), as: format, &random)
  }

  /// Cuts what the format holds of the recording at up to three times, and joins the parts.
  private func check(_ recording: Recording, as format: RecordingFormat, _ random: inout SplitMix64) throws {
    guard let whole = try Rewriting.converted(recording, to: format) else { return }
    let times = try Rewriting.cutTimes(of: whole, &random)
    let parts = try Rewriting.cut(whole, at: times, as: format)
    let joined = try Rewriting.joined(parts, as: format)
    let place = "\(recording.name) as \(format) cut at \(times.map(\.nanoseconds))"
    var comparison = RecordingComparison()
    let difference = try comparison.difference(between: whole.makeSource(), and: joined.makeSource())
    let (expected, found) = (try Drawn(whole), try Drawn(joined))
    // Parts with more than a second of rest between them may be two recordings: the pause is shortened then.
    if try !Rewriting.isAtRest(whole, at: times) {
      #expect(difference == nil, "\(place): \(difference.map(\.description) ?? "")")
      #expect(expected.steps == found.steps, "\(place): the touches differ")
    }
    #expect(expected.pixels == found.pixels, "\(place): the pictures differ")
  }
}

/// Recordings written anew in memory, as the commands do.
enum Rewriting {
  static func written(
    _ recordings: [Recording], as format: RecordingFormat, _ transforms: [any EntryTransform] = [],
    pause: TimeSpan? = nil
  ) throws(FileError) -> Recording {
    let output = MemoryOutput(name: "\(recordings[0].name).\(format)")
    let sink = try FormatSinks.make(format, output: output, temporaryFolder: "/tmp")
    var written = TransformedSink(sink, by: transforms)
    let sources = try recordings.map { recording throws(FileError) in try recording.makeSource() }
    _ = try written.copy(sources, joinedBy: Join(pause: pause, carriesOver: BoardSettingMessage.isOne))
    return try Recording.open(MemoryBytes(output.bytes, name: output.name))
  }

  /// `nil` if the format cannot hold the recording's devices.
  static func converted(_ recording: Recording, to format: RecordingFormat) throws -> Recording? {
    let facts = try RecordingFacts(recording)
    let speaking = Set(facts.statistics.devices.filter { $0.eventCount > 0 }.map(\.opening.number))
    if speaking.count > 1 && (format == .evemu || format == .raw24) { return nil }
    return try written([recording], as: format, [DescriptionSupplement(facts.descriptions)])
  }

  /// Up to three, in order: at an event, within a frame's reach of one, or anywhere.
  static func cutTimes(of recording: Recording, _ random: inout SplitMix64) throws -> [Timestamp] {
    let times = try occurrences(in: recording)
    guard let last = times.last, times.count > 1 else { return [] }
    let count = 1 + random.next(below: 3)
    let chosen = (0..<count).map { _ in
      let time = times[1 + random.next(below: times.count - 1)]
      return time.advanced(by: TimeSpan(nanoseconds: [0, 1, -1000, 4_000_000][random.next(below: 4)]))
    }
    return Set(chosen).filter { $0 > times[0] && $0 < last }.sorted()
  }

  /// Whether nothing happens for more than a second around one of the times.
  static func isAtRest(_ recording: Recording, at cuts: [Timestamp]) throws -> Bool {
    let times = try occurrences(in: recording).sorted()
    return cuts.contains { cut in
      guard let next = times.first(where: { $0 >= cut }), let last = times.last(where: { $0 < cut }) else {
        return false
      }
      return next.since(last) > TimeSpan(nanoseconds: 1_000_000_000)
    }
  }

  private static func occurrences(in recording: Recording) throws -> [Timestamp] {
    var source = try recording.makeSource()
    var entry = RecordingEntry()
    var times: [Timestamp] = []
    while try source.next(into: &entry) { if let time = entry.occurrence { times.append(time) } }
    return times
  }

  /// The parts that have events; text formats write nothing of the others.
  static func cut(
    _ recording: Recording, at times: [Timestamp], as format: RecordingFormat
  ) throws -> [Recording] {
    let supplement = DescriptionSupplement(try RecordingFacts(recording).descriptions)
    let bounds = [nil] + times.map(Optional.some) + [nil]
    var parts: [Recording] = []
    for (start, end) in zip(bounds, bounds.dropFirst()) {
      let span = TimeCut(from: start, before: end, carriesOver: BoardSettingMessage.isOne)
      do {
        let part = try written([recording], as: format, [supplement, span])
        try part.requireEvents()
        parts.append(part)
      } catch { continue }
    }
    return parts
  }

  static func joined(
    _ parts: [Recording], as format: RecordingFormat, pause: TimeSpan? = nil
  ) throws(FileError) -> Recording {
    try written(parts, as: format, pause: pause)
  }
}

/// The touches of a recording, and its picture.
struct Drawn {
  struct Step: Equatable {
    let touch: Touch
    let phase: TouchPhase
    let position: DevicePoint
  }

  /// How each touch began and came to its end.
  let steps: [Step]
  let pixels: PixelBuffer

  init(_ recording: Recording) throws {
    let facts = try RecordingFacts(recording)
    var options = RenderOptions()
    options.size = PixelSize(width: 256, height: 192)
    pixels = try Renderer(recording, facts: facts, options: options).picture().picture.composed()
    var sink = StepSink()
    var replayer = Replayer(try recording.makeSource(), plan: facts.plan())
    try replayer.play(into: &sink)
    replayer.finish(into: &sink)
    steps = sink.steps
  }
}

private struct StepSink: ReplaySink {
  var steps: [Drawn.Step] = []

  mutating func handle(_ event: TouchEvent) {
    if case .moved = event.phase { return }
    steps.append(Drawn.Step(touch: event.touch, phase: event.phase, position: event.sample.position))
  }

  mutating func handle(_ command: BoardCommand, at time: Timestamp) {}
}
