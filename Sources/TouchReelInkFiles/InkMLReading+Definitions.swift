/// Definitions: of what traces are read and drawn with.
extension InkMLReading {
  typealias Setting = (inout InkMLContext) -> Void

  mutating func readContext(
    _ attributes: [String: String], in scope: Scope
  ) throws(InkFileError) -> Int {
    var context = InkMLContext()
    if let reference = attributes["contextRef"] {
      context.bases = [document.contexts.index(of: reference)]
    } else if !scope.isDefinition {
      context.bases = [scope.context]
    }
    context.format = attributes["traceFormatRef"].map { document.formats.index(of: $0) }
    context.source = attributes["inkSourceRef"].map { document.sources.index(of: $0) }
    context.brush = attributes["brushRef"].map { document.brushes.index(of: $0) }
    context.timestamp = attributes["timestampRef"].map { document.timestamps.index(of: $0) }
    context.canvas = attributes["canvasRef"].map { document.canvases.index(of: $0) }
    context.transform = attributes["canvasTransformRef"].map { document.transforms.index(of: $0) }
    var settings: [Setting] = []
    try readElements { (reading, name, attributes) throws(InkFileError) in
      if let setting = try reading.readSetting(name, attributes) {
        settings.append(setting)
      } else {
        try reading.leaveOut(name)
      }
    }
    for setting in settings { setting(&context) }
    return document.contexts.define(context, as: attributes["id"])
  }

  /// An element that defines what traces are read or drawn with.
  ///
  /// - Returns: what makes it that of a context; `nil` for any other element, of which nothing was read.
  mutating func readSetting(
    _ name: String, _ attributes: [String: String]
  ) throws(InkFileError) -> Setting? {
    switch name {
    case "traceFormat":
      let index = try readFormat(attributes)
      return { $0.format = index }
    case "inkSource":
      let index = try readSource(attributes)
      return { $0.source = index }
    case "brush":
      let index = try readBrush(attributes)
      return { $0.brush = index }
    case "timestamp":
      let base = attributes["timestampRef"].map { document.timestamps.index(of: $0) }
      let index = document.timestamps.define(InkMLTimestamp(attributes, base: base), as: attributes["id"])
      try leaveOut(name)
      return { $0.timestamp = index }
    case "canvas":
      let index = try readCanvas(attributes)
      return { $0.canvas = index }
    case "canvasTransform":
      let index = try readTransform(attributes)
      return { $0.transform = index }
    case "mapping":
      _ = try readMapping(attributes)
      return { _ in }
    default: return nil
    }
  }

  private mutating func readFormat(_ attributes: [String: String]) throws(InkFileError) -> Int {
    var format = InkMLFormat(channels: [])
    try readChannels(of: &format, areIntermittent: false)
    return document.formats.define(format, as: attributes["id"])
  }

  private mutating func readChannels(of format: inout InkMLFormat, areIntermittent: Bool) throws(InkFileError) {
    var inner = format
    try readElements { (reading, name, attributes) throws(InkFileError) in
      switch name {
      case "channel":
        var channel = InkMLFormat.Channel(attributes, isIntermittent: areIntermittent)
        if let reference = attributes["respectTo"] {
          channel.timestamp = reading.document.timestamps.index(of: reference)
        }
        inner.channels.append(channel)
        reading.noteOrientation(attributes["orientation"])
        reading.noteUnit(attributes["units"], isKnown: { InkMLFormat.isUnit($0, of: channel.name) }, of: name)
        try reading.readElements { (reading, name, _) throws(InkFileError) in
          guard name == "mapping" else { return try reading.leaveOut(name) }
          reading.document.notes["a <mapping> of a channel is not applied", default: 0] += 1
          try reading.skip()
        }
      case "intermittentChannels": try reading.readChannels(of: &inner, areIntermittent: true)
      default: try reading.readChannels(of: &inner, areIntermittent: areIntermittent)
      }
    }
    format = inner
  }

  private mutating func readSource(_ attributes: [String: String]) throws(InkFileError) -> Int {
    let parts = [attributes["manufacturer"], attributes["model"]].compactMap { $0 }.filter { !$0.isEmpty }
    let name = parts.joined(separator: " ")
    if document.device.isEmpty {
      document.device = name
    } else if !name.isEmpty, name != document.device {
      document.leftOut["the name of another <inkSource>", default: 0] += 1
    }
    var source = InkMLSource()
    source.format = attributes["traceFormatRef"].map { document.formats.index(of: $0) }
    try readElements { (reading, name, attributes) throws(InkFileError) in
      switch name {
      case "traceFormat": source.format = try reading.readFormat(attributes)
      case "channelProperties":
        try reading.readElements { (reading, name, attributes) throws(InkFileError) in
          guard name == "channelProperty" else { return try reading.leaveOut(name) }
          source.properties.append(attributes)
          if attributes["name"] != "resolution" { reading.countUnread(property: attributes, of: name) }
          try reading.skip()
        }
      case "sampleRate":
        if attributes["uniform"] != "false" { source.sampleRate = attributes["value"].flatMap(InkMLFormat.finite) }
        try reading.leaveOut(name)
      default: try reading.leaveOut(name)
      }
    }
    let index = document.sources.define(source, as: attributes["id"])
    if let format = source.format { document.sourcesOfFormats[format] = index }
    return index
  }

  private mutating func readBrush(_ attributes: [String: String]) throws(InkFileError) -> Int {
    var brush = InkMLBrush()
    brush.bases = attributes["brushRef"].map { [document.brushes.index(of: $0)] } ?? []
    try readElements { (reading, name, attributes) throws(InkFileError) in
      guard name == "brushProperty" else { return try reading.leaveOut(name) }
      switch brush.read(attributes) {
      case .drawn: reading.noteUnit(attributes["units"], isKnown: InkMLFormat.isLength, of: name)
      case .leftOut: reading.countUnread(property: attributes, of: name)
      case .misread:
        let property = "<\(name) name=\"\(attributes["name"] ?? "")\">"
        reading.document.notes["\(property) has a value that is not understood, and is left out", default: 0] += 1
      }
      try reading.skip()
    }
    return document.brushes.define(brush, as: attributes["id"])
  }

  private mutating func noteOrientation(_ orientation: String?) {
    guard let orientation, orientation != "+ve", orientation != "-ve" else { return }
    document.notes["a <channel> has an orientation that is not known, and is read as +ve", default: 0] += 1
  }

  /// Notes a unit that nothing is known of, so that numbers are taken as they stand.
  private mutating func noteUnit(_ unit: String?, isKnown: (String) -> Bool, of element: String) {
    guard let unit, !unit.isEmpty, !isKnown(unit) else { return }
    document.notes["a <\(element)> is in units that are not known", default: 0] += 1
  }

  /// Properties are told apart by their names.
  private mutating func countUnread(property attributes: [String: String], of element: String) {
    document.leftOut["<\(element) name=\"\(attributes["name"] ?? "")\">", default: 0] += 1
  }

  private mutating func readCanvas(_ attributes: [String: String]) throws(InkFileError) -> Int {
    var format = attributes["traceFormatRef"].map { document.formats.index(of: $0) }
    try readElements { (reading, name, attributes) throws(InkFileError) in
      guard name == "traceFormat" else { return try reading.leaveOut(name) }
      format = try reading.readFormat(attributes)
    }
    return document.canvases.define(format, as: attributes["id"])
  }

  /// Its first mapping goes to the canvas, a second one would come back.
  private mutating func readTransform(_ attributes: [String: String]) throws(InkFileError) -> Int {
    var mappings = attributes["mappingRef"].map { [document.mappings.index(of: $0)] } ?? []
    try readElements { (reading, name, attributes) throws(InkFileError) in
      guard name == "mapping" else { return try reading.leaveOut(name) }
      mappings.append(try reading.readMapping(attributes))
    }
    let first = mappings.first ?? document.mappings.define(InkMLMapping(rule: .identity), as: nil)
    return document.transforms.define(first, as: attributes["id"])
  }

  private mutating func readMapping(_ attributes: [String: String]) throws(InkFileError) -> Int {
    var mapping = InkMLMapping()
    switch attributes["type"] {
    case "identity": mapping.rule = .identity
    case "affine": mapping.rule = .affine([])
    case "lookup": mapping.rule = .lookup(InkMLLookup())
    case "product": mapping.rule = .product
    default: break
    }
    if let reference = attributes["mappingRef"] {
      (mapping.rule, mapping.parts) = (.product, [document.mappings.index(of: reference)])
    }
    try readElements { (reading, name, attributes) throws(InkFileError) in
      switch name {
      case "bind":
        mapping.add(bind: attributes)
        try reading.skip()
      case "affine":
        let rows = InkMLMapping.rows(try reading.readText())
        mapping.rule = rows.map { .affine($0) } ?? .unknown
      case "table": mapping.read(table: try reading.readText(), attributes)
      case "mapping": mapping.parts.append(try reading.readMapping(attributes))
      default: try reading.leaveOut(name)
      }
    }
    return document.mappings.define(mapping, as: attributes["id"])
  }
}

extension InkMLMapping {
  fileprivate mutating func read(table text: String, _ attributes: [String: String]) {
    guard case .lookup(var lookup) = rule, let rows = Self.rows(text),
      let interpolation = InkMLLookup.Interpolation(rawValue: attributes["interpolation"] ?? "linear")
    else {
      rule = .unknown
      return
    }
    (lookup.rows, lookup.interpolation) = (rows, interpolation)
    lookup.isRelative = attributes["apply"] == "relative"
    rule = .lookup(lookup)
  }
}
