/// Draws what an InkML document says onto a page.
struct InkMLPageMaker {
  private var document: InkMLDocument
  private var page = InkPage()
  private var samplings: [SamplingKey: InkMLSampling?] = [:]
  /// The stroke that a trace is part of.
  private var strokesOfTraces: [Int: Int] = [:]
  private var lastStroke: Int?
  /// Tips that are not as wide as they are high, by stroke.
  private var tips: [Int: (width: Double, height: Double, kind: InkMLBrush.Tip)] = [:]
  /// Brushes that something is drawn with.
  private var usedBrushes: Set<Int> = []
  /// Brushes with a square tip, as which nothing is drawn.
  private var squareBrushes: Set<Int> = []
  /// Transforms that something is drawn with.
  private var usedTransforms: Set<Int> = []
  /// Brushes whose width is in a unit of length, where positions are in none.
  private var unscaledBrushes: Set<Int> = []
  /// Milliseconds since 1970 of the timestamp that a trace referred to first.
  private var origin: Double?
  private var drawnParts: Set<Part> = []
  /// What was said of the first fault of each kind.
  private var faults: [String: String] = [:]
  /// Views of groups of views could draw any number of traces.
  private var viewBudget = 100_000
  /// Views may draw a trace many times.
  private var budget: InkBudget
  private var isOverLimit = false
  private static let depthLimit = 100

  private struct SamplingKey: Hashable {
    var format: Int?
    var source: Int?
    var canvas: Int?
    var transform: Int?
  }

  private struct Part: Hashable {
    var trace: Int
    var from: Int?
    var to: Int?
  }

  init(_ document: InkMLDocument, _ budget: InkBudget) {
    self.document = document
    self.budget = budget
    self.document.resolve()
  }

  /// - Throws: if it would hold more than the budget.
  mutating func makePage() throws(InkFileError) -> InkPage {
    page.device = document.device
    page.damage = document.damage
    for content in document.content {
      switch content {
      case .trace(let index): draw(index)
      case .view(let view): draw(view)
      case .stroke(let stroke): page.strokes.append(stroke)
      }
    }
    if isOverLimit { throw InkFileError(line: 1, budget.excess, isOfLimit: true) }
    if samplings.isEmpty { describeEmptyPage() }
    for (index, tip) in tips { page.strokes[index].setWidths(ofTip: tip.width, by: tip.height, tip.kind) }
    addNotes()
    return page
  }

  /// A page without traces is as large as they could have been.
  private mutating func describeEmptyPage() {
    let context = document.contexts.values.lazy.compactMap { $0 }.first { $0.format != nil || $0.source != nil }
    if let context { _ = sampling(context) }
  }

  private mutating func addNotes() {
    let undefined = [
      ("brush", document.brushes.undefinedCount), ("context", document.contexts.undefinedCount),
      ("traceFormat", document.formats.undefinedCount), ("inkSource", document.sources.undefinedCount),
      ("timestamp", document.timestamps.undefinedCount), ("canvasTransform", document.transforms.undefinedCount),
    ]
    for (kind, count) in undefined where count > 0 {
      note("a <\(kind)> is referred to that the file does not have", count: count)
    }
    let circular = [
      ("brush", document.brushes.circularCount), ("context", document.contexts.circularCount),
      ("timestamp", document.timestamps.circularCount),
    ]
    for (kind, count) in circular where count > 0 {
      note("a <\(kind)> is derived from itself, and has nothing from there", count: count)
    }
    if !squareBrushes.isEmpty { document.leftOut["<brushProperty name=\"tip\">", default: 0] += squareBrushes.count }
    if !unscaledBrushes.isEmpty {
      note(
        "the width of a <brush> is in a unit of length, and positions are in none: it is left out",
        count: unscaledBrushes.count)
    }
    countUnusedBrushes()
    countUnusedTransforms()
    page.notes += Self.lines(document.notes)
    page.leftOut += Self.lines(document.leftOut.reduce(into: [:]) { $0["\($1.key) is not kept"] = $1.value })
  }

  /// Brushes of which no stroke has anything are not written anew.
  private mutating func countUnusedBrushes() {
    let bases = document.brushes.values.compactMap { $0 }.flatMap(\.bases)
    let used = usedBrushes.union(bases)
    // The first one is the default, which no document defines.
    let count = document.brushes.values.indices.dropFirst().count { document.brushes[$0] != nil && !used.contains($0) }
    if count > 0 { document.leftOut["a <brush> of no trace", default: 0] += count }
  }

  /// Those that are applied are in the positions.
  private mutating func countUnusedTransforms() {
    let transforms = document.transforms.values.indices
    let count = transforms.count { document.transforms[$0] != nil && !usedTransforms.contains($0) }
    if count > 0 { document.leftOut["a <canvasTransform> of no trace", default: 0] += count }
  }

  private mutating func note(_ text: String, count: Int = 1) { document.notes[text, default: 0] += count }

  private static func lines(_ counts: [String: Int]) -> [String] {
    counts.sorted { $0.key < $1.key }.map { "\($0.value) \u{d7} \($0.key)" }
  }
}

extension InkMLPageMaker {
  /// - Parameters:
  ///   - from: the first point of the part that is drawn, from 1.
  ///   - to: the last one.
  private mutating func draw(_ index: Int, from: Int? = nil, to: Int? = nil) {
    if isOverLimit { return }
    let trace = document.traces[index]
    let context = document.contexts[trace.context] ?? InkMLContext()
    var samples = samples(of: trace, context)
    if let to { samples.removeLast(max(samples.count - max(to, 0), 0)) }
    if let from { samples.removeFirst(min(max(from - 1, 0), samples.count)) }
    guard !samples.isEmpty else { return }
    isOverLimit = !budget.takesStroke(points: samples.count)
    if let stroke = stroke(before: trace) {
      page.strokes[stroke].samples += samples
      (strokesOfTraces[index], lastStroke) = (stroke, stroke)
    } else {
      (strokesOfTraces[index], lastStroke) = (page.strokes.count, page.strokes.count)
      append(samples, context)
    }
  }

  /// The stroke that a trace goes on with.
  private mutating func stroke(before trace: InkMLTrace) -> Int? {
    switch trace.continuation {
    case .none: return nil
    case .ofPrevious: return lastStroke
    case .of(let node):
      if case .trace(let prior) = document.nodes[node], let stroke = strokesOfTraces[prior] { return stroke }
      note("a trace goes on with another that is not there, and is drawn by itself")
      return nil
    }
  }

  private mutating func append(_ samples: [InkSample], _ context: InkMLContext) {
    let brush = document.brushes[context.brush]
    if let index = context.brush { usedBrushes.insert(index) }
    let scale = samplings[key(of: context)]??.scale ?? 1
    func length(_ length: InkMLBrush.Length?) -> Double? {
      length?.inUnits(perMillimetre: page.unitsPerMillimetre).map { length?.unit == nil ? $0 * scale : $0 }
    }
    let (width, height) = (length(brush?.width), length(brush?.height))
    if let index = context.brush, brush?.width != nil && width == nil || brush?.height != nil && height == nil {
      unscaledBrushes.insert(index)
    }
    if let width, let height, width != height {
      tips[page.strokes.count] = (width, height, brush?.tip ?? .ellipse)
    } else if brush?.tip == .rectangle, let index = context.brush {
      squareBrushes.insert(index)
    }
    let widest = [width, height].compactMap { $0 }.max()
    var stroke = InkStroke(samples, color: brush?.inkColor, width: widest)
    stroke.ignoresPressure = brush?.ignoresPressure ?? false
    page.strokes.append(stroke)
  }

  private mutating func draw(_ view: InkMLView) {
    if document.nodes[view.node] == nil { note("a <traceView> refers to ink that the file does not have") }
    draw(view.node, view.from[...], view.to[...], depth: 0)
  }

  /// Draws what was only defined; any other ink is drawn where it stands.
  private mutating func draw(_ node: Int, _ from: ArraySlice<Int>, _ to: ArraySlice<Int>, depth: Int) {
    viewBudget -= 1
    guard viewBudget > 0, depth < Self.depthLimit else {
      return note("a <traceView> is nested too deep or has too many parts, and is not drawn")
    }
    switch document.nodes[node] {
    case .trace(let index):
      guard document.traces[index].kind == .definition,
        drawnParts.insert(Part(trace: index, from: from.first, to: to.first)).inserted
      else { return }
      draw(index, from: from.first, to: to.first)
    case .group(let nodes):
      let (first, last) = (from.first ?? 1, to.first ?? nodes.count)
      for (index, node) in nodes.enumerated() where (first...max(first, last)).contains(index + 1) {
        draw(
          node, index + 1 == first ? from.dropFirst() : [], index + 1 == last ? to.dropFirst() : [], depth: depth + 1)
      }
    case nil: return
    }
  }
}

extension InkMLPageMaker {
  private func key(of context: InkMLContext) -> SamplingKey {
    SamplingKey(
      format: context.format, source: context.source, canvas: context.canvas, transform: context.transform)
  }

  /// `nil` if the format has no positions.
  private mutating func sampling(_ context: InkMLContext) -> InkMLSampling? {
    let key = key(of: context)
    if let known = samplings[key] { return known }
    let index = context.format ?? document.sources[context.source]?.format
    var format = document.formats[index] ?? .usual
    let source = document.sources[context.source ?? index.flatMap { document.sourcesOfFormats[$0] }]
    for property in source?.properties ?? [] { format.apply(property: property) }
    if let index = context.transform { usedTransforms.insert(index) }
    let transform = document.transforms[context.transform].map {
      InkMLTransform($0, in: document.mappings, format)
    }
    if case .some(nil) = transform { note("a <canvasTransform> is not understood, and is not applied") }
    let canvas = transform.flatMap { $0 } == nil ? nil : document.formats[document.canvases[context.canvas] ?? nil]
    let sampling = InkMLSampling(format, canvas: canvas, transform.flatMap { $0 }, page: &page)
    samplings[key] = .some(sampling)
    for channel in format.channels where !InkMLSampling.channels.contains(channel.name) {
      document.leftOut["<channel name=\"\(channel.name)\">", default: 0] += 1
    }
    return sampling
  }

  /// All of them, or those before what is wrong with the trace, which is added to the page's damage.
  private mutating func samples(of trace: InkMLTrace, _ context: InkMLContext) -> [InkSample] {
    guard let sampling = sampling(context) else {
      page.damage.add("a traceFormat has no X or no Y: its traces are left out", line: trace.line)
      return []
    }
    var reading = InkMLTraceReading(trace, sampling)
    reading.readAll()
    if reading.fault != nil || reading.hasMoreValues, let other = otherReading(of: trace, context, reading) {
      reading = other
    }
    if let fault = reading.fault { addFault(fault, line: trace.line + reading.lineFeeds) }
    if reading.hasMoreValues { note("a trace has more values in a point than channels, which are not read") }
    if reading.openCount > 0 { note("a point has no position, and is left out", count: reading.openCount) }
    setTimes(of: &reading.samples, trace, context, reading.format)
    return reading.samples
  }

  private mutating func addFault(_ error: InkMLPointError, line: Int) {
    let message = faults[error.kind] ?? "\(error): the trace ends before it"
    faults[error.kind] = message
    page.damage.add(message, line: line)
  }

  /// A trace as it is read where it cannot be in the format of its context: one that names none in the only format that
  /// the file has, and one of two values a point, whose own context names none, in the usual one.
  private mutating func otherReading(
    of trace: InkMLTrace, _ context: InkMLContext, _ reading: InkMLTraceReading
  ) -> InkMLTraceReading? {
    var other = context
    if reading.hasMoreValues {
      guard context.format == nil, context.source == nil, let only = document.onlyFormat else { return nil }
      other.format = only
    } else {
      guard let own = trace.ownContext, document.contexts[own]?.format == nil, document.contexts[own]?.source == nil,
        reading.mostValues == 2
      else { return nil }
      (other.format, other.source) = (document.formats.index(of: "DefaultTraceFormat"), nil)
    }
    guard let sampling = sampling(other) else { return nil }
    var result = InkMLTraceReading(trace, sampling)
    result.readAll()
    guard result.fault == nil, !result.hasMoreValues else { return nil }
    let name = reading.hasMoreValues ? "the only other" : "the usual"
    note("a trace has not the values of its format, and is read in \(name) one")
    return result
  }
}

extension InkMLPageMaker {
  /// Brings times to one origin; those of points that have none come from the trace's, where it has a duration or the
  /// device an even rate.
  private mutating func setTimes(
    of samples: inout [InkSample], _ trace: InkMLTrace, _ context: InkMLContext, _ format: InkMLFormat
  ) {
    if let channel = format.index(of: "T").map({ format.channels[$0] }) {
      let start = start(of: trace, channel.timestamp ?? context.timestamp)
      // Times that count from a timestamp may be those of the trace's beginning already.
      let isWhole =
        channel.timestamp != nil && (trace.timeOffset ?? 0) > 0
        && (samples.first?.time ?? 0) * 1000 >= (trace.timeOffset ?? 0) - 0.5
      let moved = isWhole ? start - (trace.timeOffset ?? 0) / 1000 : start
      if trace.duration != nil { document.leftOut["<trace duration>", default: 0] += 1 }
      guard moved != 0 else { return }
      for index in samples.indices { samples[index].time = samples[index].time.map { $0 + moved } }
    } else if trace.timeOffset != nil, let step = step(of: trace, context, samples.count) {
      let start = start(of: trace, context.timestamp)
      for index in samples.indices { samples[index].time = start + Double(index) * step }
      note("a trace has no times of its points, which are evenly spaced instead")
    } else {
      if trace.timeOffset != nil { document.leftOut["<trace timeOffset>", default: 0] += 1 }
      if trace.duration != nil { document.leftOut["<trace duration>", default: 0] += 1 }
    }
  }

  /// Seconds between two points.
  private func step(of trace: InkMLTrace, _ context: InkMLContext, _ count: Int) -> Double? {
    if let duration = trace.duration, duration >= 0 { return count > 1 ? duration / 1000 / Double(count - 1) : 0 }
    let source = context.source ?? context.format.flatMap { document.sourcesOfFormats[$0] }
    return document.sources[source]?.sampleRate.flatMap { $0 > 0 ? 1 / $0 : nil }
  }

  /// Seconds after the first timestamp.
  private mutating func start(of trace: InkMLTrace, _ timestamp: Int?) -> Double {
    let offset = (trace.timeOffset ?? 0) / 1000
    guard let time = document.timestamps[timestamp]?.time else { return offset }
    let first = origin ?? time
    origin = first
    return time == first ? offset : (time - first) / 1000 + offset
  }
}
