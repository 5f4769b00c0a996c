import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking

private let pictureSize = PixelSize(width: 32, height: 32)

/// A jump to any instant shows what playing from the beginning to there shows.
func fuzzSeeking(_ bytes: [UInt8]) throws {
  let recording = try open(bytes)
  let facts = try RecordingFacts(recording)
  var options = RenderOptions()
  options.size = pictureSize
  var choices = Choices(bytes)
  let policy = KeyframePolicy(
    spacing: TimeSpan(nanoseconds: Int64(choices.number(0...100)) * 1_000_000),
    bytes: [40_000, 1 << 20][choices.number(0...1)])
  var replay = try SeekableReplay(recording, facts: facts, options: options, policy: policy)
  for jump in 0..<4 {
    let place = ReplayTime.fraction(Double(choices.number(0...100)) / 100)
    options.to = place
    let played = try Renderer(recording, facts: facts, options: options).picture().picture.composed()
    if choices.number(0...3) == 0 { _ = try replay.prepare(choices.number(1...50)) }
    var shown = replay.board.picture.composed()
    let damage = try seek(&replay, to: facts.instant(place), &choices)
    shown.withTarget { target in for part in damage { replay.board.compose(part, into: target) } }
    let sought = replay.board.picture.composed()
    require(sought == played, "jump \(jump), to \(place): not what is played")
    require(shown == sought, "jump \(jump), to \(place): more has changed than was said")
  }
}

private func seek(
  _ replay: inout SeekableReplay, to instant: Timestamp, _ choices: inout Choices
) throws(FileError) -> [Damage] {
  guard choices.number(0...2) == 0 else { return [try replay.seek(to: instant)] }
  var damages: [Damage] = []
  while true {
    let (damage, exists) = try replay.seek(instant, limit: choices.number(1...40))
    damages.append(damage)
    if exists { return damages }
  }
}

/// Whatever a recording says, it is drawn, printed and made a drawing that is read again as the same.
func fuzzRendering(_ bytes: [UInt8]) throws {
  let recording = try open(bytes)
  var choices = Choices(bytes)
  var options = RenderOptions()
  options.size = pictureSize
  options.openTouches = choices.number(0...1) == 0 ? .shown : .dropped
  options.undone = choices.number(0...3) == 0 ? .leftOut : .shownUntilUndone
  if choices.number(0...1) == 0 { options.from = .fraction(Double(choices.number(0...100)) / 100) }
  options.mapping = SurfaceMapping.Options(
    fit: choices.number(0...1) == 0 ? .aspect : .stretch, rotation: QuarterTurn.allCases[choices.number(0...3)])
  options.rules = TouchRuleOverrides(
    palms: choices.number(0...1) == 0 ? .accepted : .rejected,
    penOverTouch: choices.number(0...1) == 0 ? .ignored : .suppressesTouch)
  let facts = try RecordingFacts(recording, rules: options.rules)
  checkCounts(facts)
  try printLines(of: recording)
  let renderer = Renderer(recording, facts: facts, options: options)
  let picture = try renderer.picture().picture.composed()
  require(try renderer.picture().picture.composed() == picture, "drawn twice, two pictures")
  let drawing = try renderer.renderedDrawing().drawing
  guard let json = try? DrawingFile(drawing).json() else { return }
  let again = try? DrawingFile(json: json)
  require(again?.drawing == drawing, "the drawing of a recording changes when it is written")
}

/// Every touch that began has ended, or was cancelled, or is down at the end.
private func checkCounts(_ facts: RecordingFacts) {
  let touches = facts.touches
  let gone = touches.ended + touches.cancelled.values.reduce(0, +)
  require(gone == touches.began, "\(touches.began) touches began and \(gone) ended or were cancelled")
  require(facts.palms >= 0 && touches.maximumSimultaneous <= touches.began, "\(touches)")
}

private func printLines(of recording: Recording) throws(FileError) {
  let dump = TextDump(from: try recording.start() ?? Timestamp(nanoseconds: 0))
  for content in try entries(of: recording) {
    let text = dump.lines(of: content.entry)
    let isPlain = text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }
    require(isPlain, "control characters of a recording are printed: \(text.debugDescription)")
  }
}
