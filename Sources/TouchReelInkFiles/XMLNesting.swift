/// Which elements of a format end which, so that what follows one without an end is not taken for a part of it.
package struct XMLNesting: Sendable {
  /// The elements that none of a name holds: where one begins in it, its end is missing.
  var enders: [String: Set<String>] = [:]
  /// Those that one of a name may hold, and does not where it has no end tag.
  var looseEnders: [String: Set<String>] = [:]
  /// Elements that hold whatever they like, as far as their end tags.
  var foreign: Set<String> = []

  package init() {}
}

/// Pages of layers of strokes, texts and images.
extension XMLNesting {
  package static let xournal: XMLNesting = {
    var nesting = XMLNesting()
    let items: Set = ["stroke", "text", "link", "image", "teximage"]
    let outside: Set = ["page", "title", "preview"]
    let inside: Set = ["background", "layer"]
    for name in items.union(["background", "title", "preview"]) {
      nesting.enders[name] = items.union(inside).union(outside)
    }
    nesting.enders["layer"] = inside.union(outside)
    nesting.enders["page"] = outside
    return nesting
  }()
}

/// W3C, Ink Markup Language, 3 to 5: what each element holds of the others. Programs put definitions anywhere, so that
/// groups and `definitions` itself may hold all of them; annotations may be in any.
extension XMLNesting {
  private static let heldInInkML: [String: Set<String>] = [
    "trace": [], "channel": ["mapping"], "intermittentChannels": ["channel"],
    "traceFormat": ["channel", "intermittentChannels"], "sampleRate": [], "channelProperty": [],
    "channelProperties": ["channelProperty"], "inkSource": ["traceFormat", "sampleRate", "channelProperties"],
    "brushProperty": [], "brush": ["brushProperty"], "timestamp": [], "canvas": ["traceFormat"],
    "canvasTransform": ["mapping"], "mapping": ["mapping", "bind", "affine", "table"], "bind": [], "affine": [],
    "table": [],
    "context": ["canvas", "canvasTransform", "traceFormat", "inkSource", "brush", "timestamp", "mapping"],
    "traceView": ["traceView"], "Point": [], "Stroke": ["Point"], "StrokeSet": ["Stroke"],
  ]
  private static let ink: Set = ["trace", "traceGroup", "traceView"]

  package static let inkML: XMLNesting = {
    var nesting = XMLNesting()
    let all = ink.union(heldInInkML.keys).union(["definitions"])
    for (name, held) in heldInInkML { nesting.enders[name] = all.subtracting(reached(from: held)) }
    nesting.enders["definitions"] = ["definitions"]
    nesting.looseEnders["definitions"] = ink
    let annotations: Set = ["annotation", "annotationXML"]
    for name in annotations { nesting.looseEnders[name] = all.union(annotations) }
    nesting.foreign = annotations
    return nesting
  }()

  /// Elements with all that is in them, however deep.
  private static func reached(from names: Set<String>) -> Set<String> {
    var found = names
    var waiting = Array(names)
    while let name = waiting.popLast() {
      for other in heldInInkML[name] ?? [] where found.insert(other).inserted { waiting.append(other) }
    }
    return found
  }
}
