import TouchReelClampedNumbers

extension InkMLFile {
  /// A document of the page's strokes: positions in the page's units, times in milliseconds, with what every sample of
  /// some stroke has.
  ///
  /// - Returns: UTF-8 text, and what it does not hold.
  package static func text(of page: InkPage) -> (text: [UInt8], losses: [String]) {
    let writing = InkMLWriting(page)
    return (
      writing.text, page.texts.isEmpty ? [] : ["\(page.texts.count) × text is left out, which InkML does not have"]
    )
  }

  /// Whether an id of a trace is one that is made up here, which no program needs again.
  static func isOwnTraceID(_ id: String) -> Bool {
    id.hasPrefix("trace") && id.dropFirst(5).allSatisfy { ("0"..."9").contains($0) }
  }
}

private struct InkMLWriting {
  private(set) var text: [UInt8] = []
  private let page: InkPage
  private let hasTimes: Bool
  private let hasPressure: Bool
  private let hasTilt: Bool
  /// Whether some stroke is not as wide everywhere.
  private let hasWidths: Bool
  private let looks: [Look]
  private let brushes: [Look: Int]

  private struct Look: Hashable {
    var color: InkColor?
    var width: Double?

    init(_ stroke: InkStroke) { (color, width) = (stroke.color, stroke.width) }
  }

  init(_ page: InkPage) {
    self.page = page
    hasTimes = page.hasTimes
    let samples = page.strokes.lazy.flatMap(\.samples)
    hasPressure = samples.contains { $0.pressure != nil }
    hasTilt = samples.contains { $0.tiltX != nil && $0.tiltY != nil }
    hasWidths = page.strokes.contains { stroke in
      stroke.samples.contains { $0.width != nil && $0.width != stroke.width }
    }
    var seen: Set<Look> = []
    looks = page.strokes.map(Look.init).filter { seen.insert($0).inserted }
    brushes = Dictionary(uniqueKeysWithValues: looks.enumerated().map { ($1, $0) })
    write()
  }

  private mutating func write() {
    add("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ink xmlns=\"http://www.w3.org/2003/InkML\">\n  <definitions>\n")
    writeContext()
    for (number, look) in looks.enumerated() { write(look, number) }
    add("  </definitions>\n")
    for (number, stroke) in page.strokes.enumerated() { write(stroke, number) }
    add("</ink>\n")
  }

  private mutating func add(_ part: String) { text += Array(part.utf8) }

  private mutating func writeContext() {
    add("    <context xml:id=\"context\">\n      <inkSource xml:id=\"source\"")
    if !page.device.isEmpty { add(" model=\"\(page.device.escapedForXML)\"") }
    add(">\n        <traceFormat xml:id=\"format\">\n")
    let unit = page.unitsPerMillimetre == 1 ? " units=\"mm\"" : " units=\"dev\""
    for (name, side) in [("X", page.size?.width), ("Y", page.size?.height)] {
      let range = side.map { " min=\"0\" max=\"\($0.inkText)\"" } ?? ""
      add("          <channel name=\"\(name)\" type=\"decimal\"\(range)\(unit)/>\n")
    }
    if hasPressure {
      let range = page.pressures.map { " min=\"\($0.lowerBound.inkText)\" max=\"\($0.upperBound.inkText)\"" } ?? ""
      add("          <channel name=\"F\" type=\"decimal\"\(range)/>\n")
    }
    if hasTilt {
      for name in ["OTx", "OTy"] { add("          <channel name=\"\(name)\" type=\"decimal\" units=\"deg\"/>\n") }
    }
    if hasWidths { add("          <channel name=\"W\" type=\"decimal\"\(unit)/>\n") }
    if hasTimes { add("          <channel name=\"T\" type=\"decimal\" units=\"ms\"/>\n") }
    add("        </traceFormat>\n")
    if let units = page.unitsPerMillimetre, units != 1 {
      add("        <channelProperties>\n")
      for name in ["X", "Y"] {
        add(
          "          <channelProperty channel=\"\(name)\" name=\"resolution\" value=\"\(units.inkText)\" units=\"1/mm\"/>\n"
        )
      }
      add("        </channelProperties>\n")
    }
    add("      </inkSource>\n    </context>\n")
  }

  private mutating func write(_ look: Look, _ number: Int) {
    add("    <brush xml:id=\"brush\(number)\">\n")
    if let color = look.color {
      add("      <brushProperty name=\"color\" value=\"\(color.with(alpha: 255).hexadecimal())\"/>\n")
      if color.alpha < 255 { add("      <brushProperty name=\"transparency\" value=\"\(255 - color.alpha)\"/>\n") }
    }
    if let width = look.width { add("      <brushProperty name=\"width\" value=\"\(width.inkText)\"/>\n") }
    add("    </brush>\n")
  }

  private mutating func write(_ stroke: InkStroke, _ number: Int) {
    let brush = brushes[Look(stroke)] ?? 0
    add("  <trace xml:id=\"trace\(number)\" contextRef=\"#context\" brushRef=\"#brush\(brush)\">")
    for (index, sample) in stroke.samples.enumerated() {
      if index > 0 { add(", ") }
      add("\(sample.x.inkText) \(sample.y.inkText)")
      if hasPressure { add(" " + (sample.pressure.map(\.inkText) ?? "?")) }
      if hasTilt { add(" \(sample.tiltX.map(\.inkText) ?? "?") \(sample.tiltY.map(\.inkText) ?? "?")") }
      if hasWidths { add(" " + (sample.width.map(\.inkText) ?? "?")) }
      if hasTimes { add(" " + ((sample.time ?? 0) * 1000).inkText) }
    }
    add("</trace>\n")
  }
}

extension Double {
  /// With up to six decimals, and none that are not needed.
  package var inkText: String {
    guard abs(self) < 1e12 else { return "0" }
    let scaled = Int64(clamping: (self * 1e6).rounded())
    let (whole, part) = scaled.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let sign = scaled < 0 ? "-" : ""
    guard part > 0 else { return "\(sign)\(whole)" }
    var digits = String(part)
    digits = String(repeating: "0", count: 6 - digits.count) + digits
    while digits.last == "0" { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }
}
