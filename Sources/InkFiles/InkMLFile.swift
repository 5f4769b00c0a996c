/// Ink as InkML (W3C recommendation of 2011), in the dialects that programs and data sets write: with or without
/// `traceFormat`, definitions, contexts, brushes and trace groups; IAM-OnDB's `WhiteboardCaptureSession` as well.
public enum InkMLFile {
  /// - Throws: what is wrong with the document, and in which line. A trace is read whole or the file is refused.
  public static func read(_ bytes: [UInt8]) throws(InkFileError) -> InkPage {
    var reading = InkMLReading(bytes)
    return try reading.readAll()
  }

  /// Whether a document begins here that may be one of these.
  static func begins(_ bytes: [UInt8]) -> Bool {
    ["ink", "WhiteboardCaptureSession"].contains(root(of: bytes))
  }

  /// The name of the root element that a document begins with.
  static func root(of bytes: [UInt8]) -> String? {
    guard bytes.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "<") else { return nil }
    var reader = XMLReader(bytes)
    while let token = try? reader.next() {
      if case .start(let name, _) = token { return name }
    }
    return nil
  }
}

private struct InkMLReading {
  private var reader: XMLReader
  private var page = InkPage()
  private var formats: [String: InkMLFormat] = [:]
  private var brushes: [String: Brush] = [:]
  /// What traces have that refer to nothing: the latest definition.
  private var current = InkMLFormat.usual
  private var contexts: [String: Context] = [:]
  private var context = Context()
  private var left: [String: Int] = [:]

  private struct Brush {
    var color: InkColor?
    /// In a unit of length, or in the page's units without one.
    var width: (value: Double, unit: String?)?
    /// 0…255, where the file has one.
    var transparency = 0.0

    /// `nil` if it has none, or the page's units have no known length.
    func width(unitsPerMillimetre: Double?) -> Double? {
      guard let width, let unit = width.unit else { return width?.value }
      guard let length = InkMLFormat.millimetres(in: unit) else { return width.value }
      return unitsPerMillimetre.map { width.value * length * $0 }
    }
  }

  private struct Context {
    var format: String?
    var brush: String?
  }

  init(_ bytes: [UInt8]) { reader = XMLReader(bytes) }

  mutating func readAll() throws(InkFileError) -> InkPage {
    guard case .start(let root, _)? = try reader.next(), root == "ink" || root == "WhiteboardCaptureSession" else {
      throw reader.failure("it is not InkML: its root element is neither <ink> nor <WhiteboardCaptureSession>")
    }
    while let token = try reader.next() {
      if case .start(let name, let attributes) = token { try read(name, attributes) }
    }
    page.notes += left.sorted { $0.key < $1.key }.map { "\($0.value) × <\($0.key)> is not read" }
    return page
  }

  private mutating func read(_ name: String, _ attributes: [String: String]) throws(InkFileError) {
    switch name {
    case "traceFormat": try readFormat(attributes)
    case "channelProperty": note(property: attributes)
    case "inkSource": note(source: attributes)
    case "brush": try readBrush(attributes)
    case "context": note(context: attributes)
    case "trace": try readTrace(attributes)
    case "Stroke": try readStroke(attributes)
    case "traceGroup", "traceView": if let reference = attributes["contextRef"] { use(reference) }
    case "mapping", "canvasTransform": left[name, default: 0] += 1
    default: break
    }
  }

  private mutating func note(source attributes: [String: String]) {
    let parts = [attributes["manufacturer"], attributes["model"]].compactMap { $0 }.filter { !$0.isEmpty }
    if page.device.isEmpty { page.device = parts.joined(separator: " ") }
  }

  /// Of the latest format.
  private mutating func note(property attributes: [String: String]) {
    current.note(property: attributes)
    if let id = current.id { formats[id] = current }
  }

  private mutating func readFormat(_ attributes: [String: String]) throws(InkFileError) {
    var format = InkMLFormat(channels: [], id: attributes["id"])
    var isIntermittent = false
    try readContent { name, attributes in
      if name == "intermittentChannels" { isIntermittent = true }
      if name == "channel" { format.add(attributes, isIntermittent: isIntermittent) }
    }
    guard ["X", "Y"].allSatisfy({ name in format.channels.contains { $0.name == name } }) else {
      throw reader.failure("a traceFormat has no X or no Y")
    }
    if let id = attributes["id"] { formats[id] = format }
    use(format)
  }

  private mutating func use(_ format: InkMLFormat) {
    current = format
    let sides = ["X", "Y"].compactMap { name in format.channels.first { $0.name == name } }
    if sides.allSatisfy({ $0.minimum == 0 && ($0.maximum ?? 0) > 0 }), page.size == nil {
      page.size = (sides[0].maximum ?? 0, sides[1].maximum ?? 0)
    }
    guard let pressure = format.channels.first(where: { $0.name == "F" }), let minimum = pressure.minimum,
      let maximum = pressure.maximum, minimum < maximum
    else { return }
    page.pressures = minimum...maximum
  }

  private mutating func readBrush(_ attributes: [String: String]) throws(InkFileError) {
    var brush = attributes["brushRef"].flatMap { brushes[Self.name($0)] } ?? Brush()
    try readContent { name, attributes in
      guard name == "brushProperty", let value = attributes["value"] else { return }
      switch attributes["name"] {
      case "color": brush.color = InkColor(hexadecimal: value)
      case "width":
        brush.width = InkMLFormat.finite(value).flatMap { $0 > 0 ? ($0, attributes["units"]) : nil }
      case "transparency": brush.transparency = InkMLFormat.finite(value).map { min(max($0, 0), 255) } ?? 0
      default: break
      }
    }
    if brush.transparency > 0 { brush.color = (brush.color ?? .black).with(alpha: UInt8(255 - brush.transparency)) }
    if let id = attributes["id"] { brushes[id] = brush }
  }

  private mutating func note(context attributes: [String: String]) {
    var new = attributes["contextRef"].flatMap { contexts[Self.name($0)] } ?? Context()
    if let reference = attributes["traceFormatRef"] { new.format = Self.name(reference) }
    if let reference = attributes["brushRef"] { new.brush = Self.name(reference) }
    if let id = attributes["id"] { contexts[id] = new }
    context = new
  }

  private mutating func use(_ reference: String) { context = contexts[Self.name(reference)] ?? context }

  /// `#name`.
  private static func name(_ reference: String) -> String {
    reference.hasPrefix("#") ? String(reference.dropFirst()) : reference
  }

  /// Everything within the element that has just begun, to its end.
  /// - Returns: its text.
  @discardableResult
  private mutating func readContent(
    _ visit: (_ name: String, _ attributes: [String: String]) -> Void = { _, _ in }
  ) throws(InkFileError) -> String {
    var depth = 1
    var text = ""
    while depth > 0, let token = try reader.next() {
      switch token {
      case .start(let name, let attributes):
        depth += 1
        visit(name, attributes)
      case .end: depth -= 1
      case .text(let part): text += part
      }
    }
    return text
  }
}

extension InkMLReading {
  private mutating func readTrace(_ attributes: [String: String]) throws(InkFileError) {
    let text = try readContent()
    // Where the pen was between two strokes is no ink.
    guard attributes["type"] != "penUp" else { return }
    let context = attributes["contextRef"].flatMap { contexts[Self.name($0)] } ?? context
    let format = context.format.flatMap { formats[$0] } ?? current
    var samples = try samples(of: text, format)
    if let offset = attributes["timeOffset"].flatMap(InkMLFormat.finite) {
      for place in samples.indices { samples[place].time = samples[place].time.map { $0 + offset / 1000 } }
    }
    page.unitsPerMillimetre = page.unitsPerMillimetre ?? format.unitsPerMillimetre
    guard !samples.isEmpty else { return }
    let brush = (attributes["brushRef"].map(Self.name) ?? context.brush).flatMap { brushes[$0] }
    let width = brush?.width(unitsPerMillimetre: page.unitsPerMillimetre)
    if ["middle", "end"].contains(attributes["continuation"]), !page.strokes.isEmpty {
      page.strokes[page.strokes.count - 1].samples += samples
    } else {
      page.strokes.append(InkStroke(samples, color: brush?.color, width: width))
    }
  }

  private mutating func samples(of text: String, _ format: InkMLFormat) throws(InkFileError) -> [InkSample] {
    var trace = InkMLTrace(format)
    var samples: [InkSample] = []
    for point in text.utf8.split(separator: UInt8(ascii: ",")) where point.contains(where: { $0 > 0x20 }) {
      do throws(InkMLPointError) {
        samples.append(InkSample(try trace.values(of: point), format, after: samples.last))
      } catch {
        throw reader.failure("\(error)")
      }
    }
    return samples
  }

  /// Of IAM-OnDB: `<Stroke colour="black"><Point x="895" y="992" time="769.05"/>…`, times in seconds.
  private mutating func readStroke(_ attributes: [String: String]) throws(InkFileError) {
    var samples: [InkSample] = []
    var isWhole = true
    try readContent { name, attributes in
      guard name == "Point" else { return }
      let numbers = ["x", "y"].map { attributes[$0].flatMap(InkMLFormat.finite) }
      guard let x = numbers[0], let y = numbers[1] else {
        isWhole = false
        return
      }
      samples.append(InkSample(x: x, y: y, time: attributes["time"].flatMap(InkMLFormat.finite)))
    }
    guard isWhole else { throw reader.failure("a Point has no x or no y that is a number") }
    if !samples.isEmpty { page.strokes.append(InkStroke(samples)) }
  }
}

extension InkSample {
  /// A position that is left open is that of the sample before.
  fileprivate init(_ values: [Double?], _ format: InkMLFormat, after last: InkSample?) {
    self.init(x: last?.x ?? 0, y: last?.y ?? 0)
    var (azimuth, elevation): (Double?, Double?) = (nil, nil)
    for (value, channel) in zip(values, format.channels) {
      guard let value = value.map({ $0 / channel.divisor }) else { continue }
      switch channel.name {
      case "X": x = value
      case "Y": y = value
      case "T": time = value
      case "F": pressure = value
      case "OTx": tiltX = value
      case "OTy": tiltY = value
      case "OA": azimuth = value
      case "OE": elevation = value
      default: continue
      }
    }
    if let azimuth, let elevation, tiltX == nil { lean(to: azimuth, elevation: elevation) }
  }
}

extension InkColor {
  func with(alpha: UInt8) -> InkColor { InkColor(red: red, green: green, blue: blue, alpha: alpha) }
}
