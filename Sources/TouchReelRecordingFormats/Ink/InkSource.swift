import TouchReelByteStreams
import TouchReelClampedNumbers
import TouchReelInkFiles
import TouchReelInputEvents
import TouchReelRecordings

/// An ink file whose strokes have times, as the touches that they could have been: a frame for each sample, in their
/// order, and the colour and width of a stroke as commands to the board before it.
struct InkSource: RecordingSource {
  let format: RecordingFormat
  let epochOffset = TimeSpan.zero
  var isTruncated: Bool { page.damage.isTruncated }
  private(set) var warnings = WarningList()

  private let page: InkPage
  private let device: InkDevice
  private let steps: [InkStep]
  private var index = -1
  /// What touches are drawn with so far, as on a new board.
  private var color = InkColor.black
  private var width = 4.0
  private var ignoresPressure = false

  var progress: Double { steps.isEmpty ? 1 : Double(max(index, 0)) / Double(steps.count) }

  /// - Throws: if the file is damaged, or has no times.
  init(
    _ bytes: any ByteSource, kind: InkKind, format: RecordingFormat, _ options: ReadingOptions
  ) throws(FileError) {
    let text = try bytes.everything(limit: 256 << 20)
    do throws(InkFileError) {
      page = try kind.read(text, limits: options.ink)
    } catch {
      throw FileError(file: bytes.name, message: "\(error)")
    }
    guard page.hasTimes else { throw .isDrawing(bytes.name) }
    self.format = format
    let timeline = InkTimeline(page.strokes)
    steps = timeline.steps
    device = InkDevice(page, slotCount: timeline.slotCount)
    for note in page.damage.lines + page.notes + page.leftOut { warnings.add(note) }
    addWidthWarnings()
    if timeline.hasBackwardTimes { warnings.add("times within a stroke go back; they stand still there instead") }
  }

  /// What is said of widths that touches do not have.
  private mutating func addWidthWarnings() {
    let varied = page.strokes.count { stroke in
      stroke.samples.contains { $0.width != nil && $0.width != stroke.samples[0].width }
    }
    if varied > 0 { warnings.add("\(varied) × a stroke of several widths is drawn with one") }
    let clamped = page.strokes.count { $0.width.map { !device.canDraw(width: $0) } ?? false }
    if clamped > 0 { warnings.add("\(clamped) × a stroke is thinner or wider than a board draws") }
  }

  mutating func next(into entry: inout RecordingEntry) throws(FileError) -> Bool {
    guard index >= 0 else {
      index = 0
      entry = .opening(DeviceOpening(number: 0, description: device.description), as: DeviceChannel(rawValue: 0))
      return true
    }
    guard index < steps.count else { return false }
    let step = steps[index]
    if step.sample == 0, let message = setting(before: page.strokes[step.stroke]) {
      entry = .board(message, at: step.time)
      return true
    }
    var frame = entry.takeFrame()
    append(step, to: &frame)
    entry = .frame(frame, of: DeviceChannel(rawValue: 0))
    index += 1
    return true
  }

  /// What sets the colour or the width for the stroke that begins, if it is another than before.
  private mutating func setting(before stroke: InkStroke) -> [UInt8]? {
    let newColor = stroke.color ?? .black
    if newColor != color {
      color = newColor
      return Array("{\"command\":\"color\",\"value\":\"\(newColor.hexadecimal())\",\"version\":1}".utf8)
    }
    if device.isPen, stroke.ignoresPressure != ignoresPressure {
      ignoresPressure = stroke.ignoresPressure
      let law = ignoresPressure ? "off" : "pens"
      return Array("{\"command\":\"pressure\",\"value\":{\"law\":\"\(law)\"},\"version\":1}".utf8)
    }
    let newWidth = stroke.width.map(device.boardWidth) ?? width
    guard newWidth != width else { return nil }
    width = newWidth
    return Array("{\"command\":\"width\",\"value\":\(newWidth),\"version\":1}".utf8)
  }

  private func append(_ step: InkStep, to frame: inout Frame) {
    func add(_ type: EventType, _ code: EventCode, _ value: Int32) {
      frame.events.append(InputEvent(time: step.time, type: type, code: code, value: value))
    }
    if device.isPen { addPen(step, add) } else { addContact(step, add) }
    add(.synchronization, .report, 0)
  }

  private typealias Adding = (EventType, EventCode, Int32) -> Void

  private func addPen(_ step: InkStep, _ add: Adding) {
    guard let number = step.sample else {
      add(.key, .touch, 0)
      return add(.key, .toolPen, 0)
    }
    let sample = page.strokes[step.stroke].samples[number]
    if number == 0 { add(.key, .toolPen, 1) }
    add(.absolute, .x, device.x(sample))
    add(.absolute, .y, device.y(sample))
    if let pressure = device.pressure(sample) { add(.absolute, .pressure, pressure) }
    if let tilt = device.tilt(sample) {
      add(.absolute, .tiltX, tilt.x)
      add(.absolute, .tiltY, tilt.y)
    }
    if number == 0 { add(.key, .touch, 1) }
  }

  private func addContact(_ step: InkStep, _ add: Adding) {
    add(.absolute, .slot, Int32(step.slot))
    guard let number = step.sample else {
      add(.absolute, .trackingID, -1)
      if step.isLast { add(.key, .touch, 0) }
      return
    }
    let sample = page.strokes[step.stroke].samples[number]
    if number == 0 { add(.absolute, .trackingID, Int32(step.stroke & 65_535)) }
    add(.absolute, .positionX, device.x(sample))
    add(.absolute, .positionY, device.y(sample))
    if let pressure = device.pressure(sample) { add(.absolute, .contactPressure, pressure) }
    if number == 0 && step.isFirst { add(.key, .touch, 1) }
  }
}

/// A sample of a stroke, or its end.
struct InkStep {
  var time: Timestamp
  var stroke: Int
  /// `nil` for the end, which comes at the time of the last sample.
  var sample: Int?
  var slot = 0
  /// Whether no other stroke is down before it, or after it.
  var isFirst = false
  var isLast = false
}

/// The samples of all strokes in the order of time.
struct InkTimeline {
  private(set) var steps: [InkStep] = []
  /// The most strokes at once, at least 1.
  private(set) var slotCount = 1
  private(set) var hasBackwardTimes = false

  /// - Parameter strokes: with times.
  init(_ strokes: [InkStroke]) {
    // Times before zero are none of the kernel's.
    let earliest = strokes.lazy.flatMap(\.samples).compactMap(\.time).min() ?? 0
    for (number, stroke) in strokes.enumerated() { add(stroke, number, origin: min(earliest, 0)) }
    // The end of a stroke comes before what begins at the same time.
    steps.sort { ($0.time, $0.stroke, $0.sample ?? .max) < ($1.time, $1.stroke, $1.sample ?? .max) }
    assignSlots()
  }

  private mutating func add(_ stroke: InkStroke, _ number: Int, origin: Double) {
    var last = Timestamp(nanoseconds: 0)
    for (index, sample) in stroke.samples.enumerated() {
      let seconds = min(max((sample.time ?? 0) - origin, 0), 9e9)
      let time = Timestamp(nanoseconds: Int64(clamping: (seconds * 1e9).rounded()))
      if index > 0 && time < last { hasBackwardTimes = true }
      last = index > 0 ? max(last, time) : time
      steps.append(InkStep(time: last, stroke: number, sample: index))
    }
    steps.append(InkStep(time: last, stroke: number, sample: nil))
  }

  private mutating func assignSlots() {
    var open: [Int?] = []
    for index in steps.indices {
      let step = steps[index]
      if step.sample == 0 {
        steps[index].isFirst = open.allSatisfy { $0 == nil }
        let free = open.firstIndex { $0 == nil } ?? open.endIndex
        if free == open.endIndex { open.append(nil) }
        open[free] = step.stroke
        slotCount = max(slotCount, open.count)
      }
      let slot = open.firstIndex { $0 == step.stroke } ?? 0
      steps[index].slot = slot
      guard step.sample == nil else { continue }
      open[slot] = nil
      steps[index].isLast = open.allSatisfy { $0 == nil }
    }
  }
}
