/// The samples of a trace.
extension InkMLPageMaker {
  func key(of context: InkMLContext) -> SamplingKey {
    SamplingKey(
      format: context.format, source: context.source, canvas: context.canvas, transform: context.transform)
  }

  /// `nil` if the format has no positions.
  mutating func sampling(_ context: InkMLContext) -> InkMLSampling? {
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
  mutating func samples(of trace: InkMLTrace, _ context: InkMLContext) -> [InkSample] {
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

/// Their times.
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
