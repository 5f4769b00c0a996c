import SeededCases
import SystemPackage
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

@testable import TouchReelReplaying

/// A scripted session in which someone also undoes, redoes and changes settings.
private func session(seed: UInt64) throws -> (recording: Recording, facts: RecordingFacts) {
  let scripted = ScriptedSession(seed: seed, frames: 240)
  var random = SplitMix64(seed: seed)
  let commands: [BoardCommand] = [
    .undo, .undo, .redo, .clear, .set(\.tool, .eraser), .set(\.tool, .pencil), .set(\.tool, .star), .set(\.width, 9),
  ]
  let extra = try (0..<30).map { number in
    let time = scripted.frames[number * 8].time ?? Timestamp(nanoseconds: 0)
    let message = try BoardMessage.encode(commands[random.next(below: commands.count)])
    return (after: number * 8 + 1, entry: RecordingEntry.board(message, at: time))
  }
  let recording = try scripted.recording(adding: extra)
  return (recording, try RecordingFacts(recording))
}

/// Any instant can be sought.
struct SeekTests {
  private static let options: RenderOptions = {
    var options = RenderOptions()
    options.size = PromiseTests.size
    return options
  }()

  /// Many keyframes; so few bytes that they are thinned out; none but the first.
  static let policies = [
    KeyframePolicy(spacing: TimeSpan(nanoseconds: 50_000_000)),
    KeyframePolicy(spacing: TimeSpan(nanoseconds: 20_000_000), bytes: 300_000),
    KeyframePolicy(spacing: TimeSpan(nanoseconds: 60_000_000_000)),
  ]

  @Test(arguments: PromiseTests.seeds, policies)
  func `A jump shows what playing from the beginning shows`(
    seed: UInt64, policy: KeyframePolicy
  ) throws {
    let (recording, facts) = try session(seed: seed)
    var replay = try SeekableReplay(recording, facts: facts, options: Self.options, policy: policy)
    var random = SplitMix64(seed: seed ^ 0x5EE4)
    for jump in 0..<25 {
      let place = ReplayTime.fraction(Double(random.next(below: 1001)) / 1000)
      var options = Self.options
      options.to = place
      let played = try Renderer(recording, facts: facts, options: options).picture().picture.composed()
      try replay.seek(to: facts.instant(place))
      #expect(replay.board.picture.composed() == played, "seed \(seed), jump \(jump) to \(place)")
    }
  }

  @Test(arguments: PromiseTests.seeds)
  func `An approach in parts ends where a jump does`(seed: UInt64) throws {
    let (recording, facts) = try session(seed: seed)
    var whole = try SeekableReplay(recording, facts: facts, options: Self.options)
    var parts = try SeekableReplay(recording, facts: facts, options: Self.options)
    for percent in [70, 20, 100, 0, 55] {
      let instant = facts.instant(.fraction(Double(percent) / 100))
      try whole.seek(to: instant)
      var shown = parts.board.picture.composed()
      var exists = false
      while !exists {
        let damage: Damage
        (damage, exists) = try parts.seek(instant, limit: 7)
        #expect(parts.time <= instant)
        shown.withTarget { parts.board.compose(damage, into: $0) }
        #expect(shown == parts.board.picture.composed(), "seed \(seed), to \(percent) %: at \(parts.time)")
      }
      #expect(parts.time == instant)
      #expect(shown == whole.board.picture.composed(), "seed \(seed), \(percent) %")
    }
  }

  @Test func `Keyframes keep to their memory and spacing`() throws {
    let (recording, facts) = try session(seed: 5)
    func count(_ policy: KeyframePolicy) throws -> Int {
      var replay = try SeekableReplay(recording, facts: facts, options: Self.options, policy: policy)
      try replay.seek(to: facts.end)
      #expect(replay.keyframeCount == 1 || replay.keyframeByteCount <= policy.bytes, "\(replay.keyframeByteCount)")
      return replay.keyframeCount
    }
    // 240 frames of 8 ms are 1.912 s long: 0, 56, 112 … every 7th frame is the first at least 50 ms later, 35 in all.
    #expect(try count(Self.policies[0]) == 35)
    #expect(try (1..<20).contains(count(Self.policies[1])))
    #expect(try count(Self.policies[2]) == 1)
  }

  @Test func `A keyframe does not take the more memory the more was drawn before`() throws {
    // A thousand strokes in one place, whose ink is the same from the second on.
    let frames = (0..<1000).flatMap { number in
      let (first, id) = (Int64(3 * number), Int32(number))
      return [
        CleanTests.frame(first, id, x: 50, y: 50), CleanTests.frame(first + 1, id, x: 90, y: 50),
        CleanTests.frame(first + 2, nil),
      ]
    }
    let recording = try ScriptedSession(frames: frames).recording()
    func bytesPerKeyframe(to part: Double) throws -> Int {
      let policy = KeyframePolicy(spacing: TimeSpan(nanoseconds: 300_000_000))
      var replay = try SeekableReplay(
        recording, facts: RecordingFacts(recording), options: Self.options, policy: policy)
      try replay.seek(to: replay.instant(.fraction(part)))
      #expect(replay.keyframeCount == Int(100 * part))
      return replay.keyframeByteCount / replay.keyframeCount
    }
    // A keyframe has a block of 256 elements of its own, which half of the strokes have filled once.
    #expect(try Double(bytesPerKeyframe(to: 1)) < 1.2 * Double(bytesPerKeyframe(to: 0.5)))
  }

  @Test(arguments: PromiseTests.seeds)
  func `What a seek returns is all that has to be drawn again`(seed: UInt64) throws {
    let (recording, facts) = try session(seed: seed)
    var replay = try SeekableReplay(recording, facts: facts, options: Self.options, policy: Self.policies[0])
    var shown = replay.board.picture.composed()
    var random = SplitMix64(seed: seed ^ 0xDA3A)
    for step in 0..<60 {
      let ahead = try replay.frameTime(after: replay.time) ?? replay.start
      let target = random.next(below: 4) > 0 ? ahead : replay.instant(.fraction(Double(random.next(below: 101)) / 100))
      let damage = try replay.seek(to: target)
      shown.withTarget { replay.board.compose(damage, into: $0) }
      #expect(shown == replay.board.picture.composed(), "seed \(seed), step \(step) to \(target)")
    }
  }

  @Test func `Frames are stepped through onward and back, without leaving one out`() throws {
    let scripted = ScriptedSession(seed: 3, frames: 50)
    let recording = try scripted.recording()
    var replay = try SeekableReplay(recording, facts: RecordingFacts(recording), options: Self.options)
    let times = scripted.frames.compactMap(\.time)
    var onward = [replay.time]
    while let next = try replay.frameTime(after: replay.time) {
      try replay.seek(to: next)
      onward.append(replay.time)
    }
    #expect(onward == times && replay.time == replay.end)
    var back = [replay.time]
    while let next = try replay.frameTime(before: replay.time) {
      try replay.seek(to: next)
      back.append(replay.time)
    }
    #expect(back == times.reversed() && replay.time == replay.start)
    // 49 frames of 8 ms after the first.
    #expect(replay.duration == TimeSpan(nanoseconds: 392_000_000))
  }

  @Test(arguments: [1, 7, 10_000])
  func `What is played ahead leaves what is shown as it is, and makes every keyframe`(
    slice: Int
  ) throws {
    let (recording, facts) = try session(seed: 5)
    var replay = try SeekableReplay(recording, facts: facts, options: Self.options, policy: Self.policies[0])
    let first = replay.board.picture.composed()
    while try replay.prepare(slice) {}
    #expect(try !replay.prepare(slice) && replay.keyframeCount == 35)
    #expect(replay.time == replay.start && replay.board.picture.composed() == first)
    for part in [0.9, 0.1, 0.5, 1, 0] {
      var options = Self.options
      options.to = .fraction(part)
      let played = try Renderer(recording, facts: facts, options: options).picture().picture.composed()
      try replay.seek(to: replay.instant(.fraction(part)))
      #expect(replay.board.picture.composed() == played, "\(part)")
    }
  }

  @Test func `Before the start there is nothing, beyond the end the last picture`() throws {
    let (recording, facts) = try session(seed: 2)
    var replay = try SeekableReplay(recording, facts: facts, options: Self.options)
    try replay.seek(to: facts.end)
    let last = replay.board.picture.composed()
    for instant in [Timestamp(nanoseconds: .min), Timestamp(nanoseconds: .max), facts.start] {
      try replay.seek(to: instant)
      #expect(replay.board.operations.isEmpty == (instant <= facts.start), "\(instant)")
    }
    try replay.seek(to: Timestamp(nanoseconds: .max))
    #expect(replay.board.picture.composed() == last)
  }

  @Test func `Undo goes on after a jump back`() throws {
    let (recording, facts) = try session(seed: 6)
    var replay = try SeekableReplay(recording, facts: facts, options: Self.options, policy: Self.policies[0])
    try replay.seek(to: facts.instant(.fraction(0.7)))
    var direct = replay.board
    try replay.seek(to: facts.end)
    try replay.seek(to: facts.instant(.fraction(0.7)))
    var sought = replay.board
    while direct.canUndo {
      try direct.handle(.undo)
      try sought.handle(.undo)
      #expect(direct.picture.composed() == sought.picture.composed(), "\(direct.operations.count) left")
    }
    #expect(!sought.canUndo)
  }
}

/// What was undone can be left out.
struct CleanTests {
  fileprivate static func frame(_ number: Int64, _ id: Int32?, x: Int32 = 0, y: Int32 = 0) -> Frame {
    let time = Timestamp(microseconds: number * 10_000)
    var frame = Frame()
    func add(_ code: EventCode, _ value: Int32) {
      frame.events.append(InputEvent(time: time, type: .absolute, code: code, value: value))
    }
    add(.trackingID, id ?? -1)
    if id != nil {
      add(.positionX, x)
      add(.positionY, y)
    }
    frame.events.append(.report(at: time))
    return frame
  }

  @Test func `At any time, finished or in progress; what stays is untouched`() throws {
    let frames = [
      Self.frame(1, 1, x: 50, y: 50), Self.frame(2, 1, x: 350, y: 350), Self.frame(3, nil), Self.frame(4, nil),
      Self.frame(5, 2, x: 50, y: 350), Self.frame(6, 2, x: 350, y: 50), Self.frame(7, nil),
    ]
    let undo = RecordingEntry.board(try BoardMessage.encode(.undo), at: Timestamp(microseconds: 40_000))
    let recording = try ScriptedSession(frames: frames).recording(adding: [(after: 4, entry: undo)])
    let facts = try RecordingFacts(recording)
    func picture(at milliseconds: Int64, _ undone: RenderOptions.UndoneInk) throws -> PixelBuffer {
      var options = RenderOptions()
      options.size = PromiseTests.size
      options.to = .span(TimeSpan(nanoseconds: milliseconds * 1_000_000))
      options.undone = undone
      return try Renderer(recording, facts: facts, options: options).picture().picture.composed()
    }
    let blank = try picture(at: 35, .leftOut)
    #expect(try picture(at: 10, .shownUntilUndone) != blank)
    #expect(try picture(at: 10, .leftOut) == blank)
    #expect(try picture(at: 20, .shownUntilUndone) != blank)
    #expect(try picture(at: 20, .leftOut) == blank)
    #expect(try picture(at: 60, .leftOut) != blank)
    #expect(try picture(at: 60, .leftOut) == picture(at: 60, .shownUntilUndone))
  }
}

/// Tiles spill to a temporary file.
struct TemporaryFileSpillTests {
  @Test func `Pages come back as they were written`() throws {
    let spill = TemporaryFileSpill(in: "/tmp")
    let pages = (0..<5).map { page in (0..<Tile.byteCount).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ page) } }
    for page in [3, 0, 4, 1, 2] { try pages[page].withUnsafeBytes { try spill.write($0, toPage: page) } }
    for page in pages.indices {
      var read = [UInt8](repeating: 0, count: Tile.byteCount)
      try read.withUnsafeMutableBytes { try spill.read(page: page, into: $0) }
      #expect(read == pages[page], "page \(page)")
    }
  }

  @Test func `A folder that is not there, and a page that was never written, are reported`() {
    var bytes = [UInt8](repeating: 0, count: Tile.byteCount)
    #expect(throws: TileSpillError.self) {
      try bytes.withUnsafeBytes { try TemporaryFileSpill(in: "/nowhere").write($0, toPage: 0) }
    }
    #expect(throws: TileSpillError.self) {
      try bytes.withUnsafeMutableBytes { try TemporaryFileSpill(in: "/tmp").read(page: 7, into: $0) }
    }
  }
}
