import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

/// Cut, join, filters and the anonymizer, each with what it promises.
func fuzzEditing(_ bytes: [UInt8]) throws {
  let contents = try entries(of: open(bytes))
  var choices = Choices(bytes)
  try checkCut(contents, &choices)
  try checkDeviceFilter(contents, &choices)
  try checkTouchFilter(contents, &choices)
  try checkAnonymizer(contents)
  try checkRetiming(contents, &choices)
}

/// What is cut in two and joined again has every frame that it had, in order and at its time.
private func checkCut(_ contents: [EntryContent], _ choices: inout Choices) throws(FileError) {
  let times = contents.compactMap { $0.entry.occurrence?.nanoseconds }
  guard times.count > 1, zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }), times[0] > .min / 4,
    times[times.count - 1] < .max / 4
  else { return }
  let cut = Timestamp(nanoseconds: times[choices.number(0...(times.count - 2))] + 1)
  let first = try transformed(contents, by: TimeCut(before: cut))
  let second = try transformed(contents, by: TimeCut(from: cut))
  requireInOrder(first)
  requireInOrder(second)
  // A loss of events before the cut is repeated after it.
  let parts = (first.frames + second.frames).filter { !$0.isBareLoss }
  requireSame(parts, contents.frames.filter { !$0.isBareLoss }, "cut in two at \(cut)")
  try checkJoin(first, second, contents)
}

/// What is joined has every event, in order; what is down where the parts are not one recording is lifted between them.
private func checkJoin(
  _ first: [EntryContent], _ second: [EntryContent], _ whole: [EntryContent]
) throws(FileError) {
  var join = Join()
  var joined: [EntryContent] = []
  for part in [first, second] {
    try join.beginPart { joined.append(EntryContent($0)) }
    for content in part { try join.apply(content.entry) { joined.append(EntryContent($0)) } }
  }
  try join.finish { joined.append(EntryContent($0)) }
  requireInOrder(joined)
  var rest = joined.frames.map(\.timeless)[...]
  for frame in whole.frames.map(\.timeless) where !frame.isBareLoss {
    guard let place = rest.firstIndex(of: frame) else { fail("cut in two and joined, without \(frame)") }
    rest = rest[(place + 1)...]
  }
}

extension Frame {
  fileprivate var isBareLoss: Bool { events.count == 2 && events[0].isDropped && events[1].isReport }

  fileprivate var timeless: Frame {
    Frame(
      events: events.map { event in
        InputEvent(time: Timestamp(nanoseconds: 0), type: event.type, code: event.code, value: event.value)
      })
  }
}

private func checkDeviceFilter(_ contents: [EntryContent], _ choices: inout Choices) throws(FileError) {
  let all = try transformed(contents, by: DeviceFilter { _ in true })
  requireSame(all, contents, "all devices kept")
  let none = try transformed(contents, by: DeviceFilter { _ in false })
  require(none.frames.isEmpty && none.channels.isEmpty, "no device kept, and \(none.count) entries left")
  let wanted = choices.number(0...3)
  let some = try transformed(contents, by: DeviceFilter { $0.number == wanted })
  requireInOrder(some)
  requireSame(
    try transformed(some, by: DeviceFilter { $0.number == wanted }), some, "device \(wanted), kept twice")
}

private func checkTouchFilter(_ contents: [EntryContent], _ choices: inout Choices) throws(FileError) {
  let none = try transformed(contents, by: TouchFilter { _ in false })
  for event in none.events where event.type == .absolute && event.code == .trackingID {
    require(event.value < 0, "no touch kept, and one left: \(event)")
  }
  let bit = Int32(1) << Int32(choices.number(0...3))
  let filter = TouchFilter { $0.trackingID & bit == 0 }
  let some = try transformed(contents, by: filter)
  requireInOrder(some)
  requireSame(try transformed(some, by: filter).events, some.events, "touches kept twice")
}

/// A second time changes nothing, and what the devices did stays.
private func checkAnonymizer(_ contents: [EntryContent]) throws(FileError) {
  let once = try transformed(contents, by: Anonymizer())
  requireSame(once.frames, contents.frames, "anonymized")
  requireSame(try transformed(once, by: Anonymizer()), once, "anonymized twice")
  for case .opening(_, let opening) in once {
    let description = opening.description
    require(description.uniq.isEmpty && description.phys.isEmpty, "an anonymous device has a serial: \(description)")
  }
}

private func checkRetiming(_ contents: [EntryContent], _ choices: inout Choices) throws(FileError) {
  let bound: Int64 = 1 << 60
  let isModerate =
    contents.events.allSatisfy { $0.time.nanoseconds.magnitude < bound.magnitude }
    && contents.allSatisfy { ($0.entry.occurrence?.nanoseconds ?? 0).magnitude < bound.magnitude }
  guard isModerate else { return }
  let span = Int64(choices.number(-1_000_000_000_000...1_000_000_000_000))
  let moved = try transformed(contents, by: Retiming(by: TimeSpan(nanoseconds: span)))
  let back = try transformed(moved, by: Retiming(by: TimeSpan(nanoseconds: -span)))
  requireSame(back.frames, contents.frames, "moved by \(span) ns and back")
}

/// A recording is the same as itself and as its copy, and differs from one of which an event was changed, whichever
/// comes first.
func fuzzComparison(_ bytes: [UInt8]) throws {
  let contents = try entries(of: open(bytes))
  for times in [RecordingComparison.Times.exact, .fromFirstEvent, .ignored] {
    requireNoDifference(contents, contents, times, "itself")
  }
  let (written, losses) = try mcap(contents)
  if losses.isEmpty { requireNoDifference(contents, try entries(of: open(written)), .exact, "its copy") }
  var choices = Choices(bytes)
  guard let changed = withOneChange(contents, &choices) else { return }
  for times in [RecordingComparison.Times.exact, .fromFirstEvent, .ignored] {
    let (one, other) = (difference(contents, changed, times), difference(changed, contents, times))
    require(one != nil && other != nil, "a changed event is not seen (\(times)): \(String(describing: one))")
  }
}

private func requireNoDifference(
  _ left: [EntryContent], _ right: [EntryContent], _ times: RecordingComparison.Times, _ what: String
) {
  if let found = difference(left, right, times) { fail("\(what) differs (\(times)): \(found)") }
}

private func difference(
  _ left: [EntryContent], _ right: [EntryContent], _ times: RecordingComparison.Times
) -> RecordingDifference? {
  unfailing("comparing") { () throws(FileError) in
    var comparison = RecordingComparison(times: times)
    return try comparison.difference(between: EntryList(left), and: EntryList(right))
  }
}

private func withOneChange(_ contents: [EntryContent], _ choices: inout Choices) -> [EntryContent]? {
  let frames = contents.indices.filter { contents[$0].frame != nil }
  guard !frames.isEmpty else { return nil }
  let place = frames[choices.number(0...(frames.count - 1))]
  guard case .frame(let channel, var frame) = contents[place] else { return nil }
  let index = choices.number(0...(frame.events.count - 1))
  frame.events[index].value ^= 1 << Int32(choices.number(0...31))
  var changed = contents
  changed[place] = .frame(channel, frame)
  return changed
}
