import SeededCases
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

/// Editing is exact: what is true of every made recording. TOUCHREEL_PROPERTY_RUNS sets how many there are.
@Suite(.slow)
struct EditingPropertyTests {
  static let seeds = PropertySeeds.from(1, count: 30)

  private func recording(_ entries: [RecordingEntry], named name: String) throws -> Recording {
    let output = MemoryOutput(name: name)
    var sink = try FormatSinks.make(.mcap, output: output)
    for entry in entries { try sink.write(entry) }
    try sink.finish()
    return try Recording.open(MemoryBytes(output.bytes, name: name))
  }

  private func made(_ seed: UInt64, _ kinds: SeededRecording.Kinds = .all) throws -> Recording {
    try recording(SeededRecording(seed: seed, kinds).entries, named: "made \(seed)")
  }

  // MARK: Time

  @Test(arguments: seeds) func `Parts that are cut anywhere are joined to the recording`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed ^ 0xC07)
    let recording = try made(seed)
    let format = FormatSinks.formats[Int(seed) % FormatSinks.formats.count]
    guard let whole = try Rewriting.converted(recording, to: format) else { return }
    let extent = try RecordingFacts(whole, wanting: [])
    let times = (0..<(1 + random.next(below: 3))).map { _ in
      extent.start.advanced(
        by: TimeSpan(seconds: extent.statistics.duration.seconds * random.next(in: 0...1)))
    }
    let parts = try Rewriting.cut(whole, at: Set(times).sorted(), as: format)
    let joined = try Rewriting.joined(parts, as: format)
    let place = "seed \(seed) as \(format) cut at \(times.map(\.nanoseconds))"
    var comparison = RecordingComparison()
    let difference = try comparison.difference(between: whole.makeSource(), and: joined.makeSource())
    #expect(difference == nil, "\(place): \(difference.map(\.description) ?? "")")
    let (expected, found) = (try Drawn(whole), try Drawn(joined))
    #expect(expected.steps == found.steps, "\(place): the touches differ")
    #expect(expected.pixels == found.pixels, "\(place): the pictures differ")
  }

  /// Counted by themselves: a frame that says nothing but that events were lost may be a part's own.
  @Test(arguments: seeds) func `Percents up to the end have every frame once`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed ^ 0x9E)
    let whole = try made(seed)
    let extent = try RecordingFacts(whole, wanting: [])
    let percents = [0] + (0..<2).map { _ in random.next(in: 0...1) }.sorted() + [1]
    var found: [Frame] = []
    for (from, to) in zip(percents, percents.dropFirst()) {
      // The first part begins with the first frame, which a clock that goes back need not have the least time of.
      let start = from == 0 ? nil : extent.instant(.fraction(from))
      let cut = TimeCut(from: start, before: extent.bound(.fraction(to)), carriesOver: BoardSettingMessage.isOne)
      found += try frames(of: Rewriting.written([whole], as: .mcap, [cut])).filter { !$0.hasDrop }
    }
    #expect(try frames(of: whole).filter { !$0.hasDrop } == found, "seed \(seed) at \(percents)")
  }

  private func frames(of recording: Recording) throws -> [Frame] {
    var source = try recording.makeSource()
    var entry = RecordingEntry()
    var frames: [Frame] = []
    while try source.next(into: &entry) { if let frame = entry.frame { frames.append(frame) } }
    return frames
  }

  @Test(arguments: seeds) func `To seek is to play from the beginning, to the end too`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed ^ 0x5EE)
    let recording = try made(seed)
    let facts = try RecordingFacts(recording)
    var options = RenderOptions()
    options.size = PromiseTests.size
    let policy = KeyframePolicy(spacing: TimeSpan(nanoseconds: 40_000_000))
    var replay = try SeekableReplay(recording, facts: facts, options: options, policy: policy)
    let whole = try Renderer(recording, facts: facts, options: options).picture().picture.composed()
    let parts: [Double] = [1, 0, 1] + (0..<4).map { _ in random.next(in: 0...1) }
    for place in parts.map(ReplayTime.fraction) + [ReplayTime.end] {
      options.to = place
      let played = try Renderer(recording, facts: facts, options: options).picture().picture.composed()
      try replay.seek(to: replay.instant(place))
      #expect(replay.board.picture.composed() == played, "seed \(seed) to \(place)")
      if place.isEnd { #expect(played == whole, "seed \(seed) at its end") }
    }
    var film = try MovingPicture(Renderer(recording, facts: facts, options: RenderOptions(showing: options)))
    for part in [0.2, 0.5, 0.9] { try film.advance(to: TimeSpan(seconds: film.length.seconds * part)) }
    try film.advance(to: film.length)
    #expect(film.pixels == whole, "seed \(seed): the film's last picture")
  }

  // MARK: Touches

  /// Touches that show only by what follows lost events, that end with what was lost, and that are down at the
  /// beginning while the first frame says nothing of them.
  static let lossSeeds: [UInt64] = [104, 142, 144, 245, 300, 356, 395, 437]

  @Test(arguments: Set(seeds + lossSeeds).sorted())
  func `What keeps a touch and what leaves it out are the recording`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed ^ 0x707)
    let recording = try made(seed, .all.subtracting(.palms))
    let facts = try RecordingFacts(recording, wanting: .contacts, rules: Steps.rules)
    let catalog = facts.contacts
    let touches = catalog.entries.values.sorted { $0.touch.id.rawValue < $1.touch.id.rawValue }
    guard !touches.isEmpty else { return }
    let whole = try Steps(recording).touches
    for _ in 0..<min(4, touches.count) {
      let chosen = touches[random.next(below: touches.count)]
      let number = chosen.touch.id.rawValue
      if catalog.sharer(of: chosen, notAmong: [number]) != nil { continue }
      let kept = try Steps(Rewriting.written([recording], as: .mcap, catalog.filters(keeping: [chosen])))
      let left = try Steps(Rewriting.written([recording], as: .mcap, catalog.filters(leavingOut: [chosen])))
      let place = "seed \(seed), touch \(number) of \(facts.devices[chosen.touch.device.rawValue].contactProtocol)"
      #expect(kept.touches == [whole[number]], "\(place): kept")
      var others = whole
      others.remove(at: number)
      #expect(Steps.sorted(left.touches) == Steps.sorted(others), "\(place): left out")
    }
  }

  // MARK: Formats

  /// Without losses, since text cannot hold the state that was read after one, and says so; nor that nothing is known
  /// of a contact but where it was, as of one that was down when the recording began.
  @Test(arguments: PropertySeeds.from(1, count: 60))
  func `A part has the same touches by the same numbers in every format`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed ^ 0xF12)
    let recording = try made(seed, .all.subtracting([.severalDevices, .replugs, .losses, .downAtBeginning]))
    let supplement = DescriptionSupplement(try RecordingFacts(recording).descriptions)
    for start in try Rewriting.cutTimes(of: recording, &random) {
      let parts = try [RecordingFormat.mcap, .evemu, .libinput].map { format in
        try Rewriting.written([recording], as: format, [supplement, TimeCut(from: start)])
      }
      let touches = try parts.map { try Steps($0).touches }
      for (other, format) in zip(touches.dropFirst(), ["evemu", "libinput"]) {
        #expect(other == touches[0], "seed \(seed) from \(start.nanoseconds) as \(format)")
      }
    }
  }

  @Test(arguments: seeds) func `A recording comes back from every format that holds it`(seed: UInt64) throws {
    let made = SeededRecording(seed: seed)
    let recording = try recording(made.entries, named: "made \(seed)")
    for format in FormatSinks.formats {
      guard let there = try Rewriting.converted(recording, to: format),
        let back = try Rewriting.converted(there, to: .mcap),
        let again = try Rewriting.converted(back, to: format)
      else { continue }
      var comparison = RecordingComparison()
      let difference = try comparison.difference(between: there.makeSource(), and: again.makeSource())
      #expect(difference == nil, "seed \(seed) as \(format): \(difference.map(\.description) ?? "")")
      let (one, two) = (try Drawn(there), try Drawn(back))
      #expect(one.steps == two.steps, "seed \(seed) as \(format)")
      // Without a description the board is the shape of the device with most touches, of which protocol A, that is not
      // known from the beginning, is not sure.
      if !format.keepsDescriptions, made.devices.contains(.anonymous) { continue }
      #expect(one.pixels == two.pixels, "seed \(seed) as \(format)")
    }
  }
}

/// The touches of a recording by themselves: all steps of each, whatever their numbers.
private struct Steps {
  /// What one touch does must not depend on what others do.
  static let rules = TouchRuleOverrides(palms: .accepted, penOverTouch: .ignored)

  /// The steps of each touch; touches are in their order.
  private(set) var touches: [[String]] = []

  init(_ recording: Recording) throws {
    var sink = Sink()
    let facts = try RecordingFacts(recording, rules: Self.rules)
    var replayer = Replayer(try recording.makeSource(), plan: facts.plan(), rules: Self.rules)
    try replayer.play(into: &sink)
    replayer.finish(into: &sink)
    touches = sink.touches
  }

  static func sorted(_ touches: [[String]]) -> [[String]] { touches.sorted { $0.joined() < $1.joined() } }

  private struct Sink: ReplaySink {
    private(set) var touches: [[String]] = []

    mutating func handle(_ event: TouchEvent) {
      let number = event.touch.id.rawValue
      while touches.count <= number { touches.append([]) }
      let (sample, place) = (event.sample, event.sample.position)
      // When a recording ends depends on what else is in it.
      if event.phase == .cancelled(.recordingEnded) { return touches[number].append("down at the end") }
      touches[number].append(
        "\(sample.time.nanoseconds) \(event.phase) \(place.x) \(place.y) \(sample.pressure ?? -1) \(sample.tool)")
    }

    mutating func handle(_ command: BoardCommand, at time: Timestamp) {}
  }
}

extension RenderOptions {
  /// The same of the whole recording.
  fileprivate init(showing options: RenderOptions) {
    self = options
    (from, to) = (nil, nil)
  }
}
