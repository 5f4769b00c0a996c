import TouchReelDrawingFiles
import TouchReelReplaying

/// What is lost of a file, in the words of who draws, with its count.
extension LostContent {
  /// One for each kind, in the order of the first of each: several names of a file may be one thing for who draws.
  static func titles(of losses: [LostContent]) -> [String] {
    var kinds: [LostContent] = []
    for loss in losses {
      var kind = loss
      (kind.name, kind.weight) = (loss.plainName, 0)
      if kind.change == .lostElement { kind.change = .lost }
      if let index = kinds.firstIndex(where: { ($0.change, $0.name) == (kind.change, kind.name) }) {
        kinds[index].count += kind.count
      } else {
        kinds.append(kind)
      }
    }
    return kinds.map(\.title)
  }

  /// The title with its ``name`` in the words of who draws.
  private var title: String {
    switch change {
    case .unknown: translated("whatever is not shown here: the file is damaged or too large to be compared")
    case .lostElement, .lost: "\(count) × \(name)"
    case .added: translated("%s × %s that was not there", "\(count)", name)
    case .order: translated("the order of %s × %s", "\(count)", name)
    case .changed: translated("%s × %s, changed", "\(count)", name)
    }
  }

  /// The name in the file, where there are no words for it.
  private var plainName: String {
    // A line of a file of several, and not the member with its strokes.
    if name == "drawing", change == .lostElement { return translated("drawing") }
    return Self.words(for: name) ?? name.printableStart
  }

  private static func words(for name: String) -> String? {
    wordsOfPages(for: name) ?? wordsOfScenes(for: name) ?? wordsOfInk(for: name)
  }

  /// The words for Xournal++.
  private static func wordsOfPages(for name: String) -> String? {
    switch name {
    case "<page>": translated("page")
    case "<layer>": translated("layer")
    case "<layer name>": translated("name of a layer")
    case "<stroke>": translated("stroke")
    case "<stroke fill>": translated("filled stroke")
    case "<stroke style>": translated("dashed or dotted stroke")
    case "<stroke tool>": translated("highlighter or eraser stroke")
    case "<stroke width>", "<stroke pressures>": translated("width of a stroke")
    case "<stroke color>": translated("colour of a stroke")
    case "<stroke fn>", "<stroke ts>", "<text fn>", "<text ts>", "<audio>": translated("sound recording")
    case "<text>": translated("text")
    case "<link>": translated("link")
    case "<image>", #""image" element"#: translated("image")
    case "<teximage>": translated("formula")
    case "<background type>", "<background style>", "<background color>": translated("paper of a page")
    default: nil
    }
  }

  /// The words for Excalidraw.
  private static func wordsOfScenes(for name: String) -> String? {
    switch name {
    case "elements.groupIds": translated("element of a group")
    case "elements.link": translated("link")
    case "elements.id": translated("name of an element")
    case "elements.containerId", "startBinding", "endBinding", "boundElements": translated("connection of elements")
    case "elements.roughness", "elements.seed": translated("hand-drawn look of an element")
    case "elements.frameId", #""frame" element"#: translated("frame")
    case "elements.locked": translated("locked element")
    case "elements.customData", "customData": translated("remark of another program")
    case "elements.opacity", "elements.strokeColor", "elements.backgroundColor": translated("colour of an element")
    case "elements.fontFamily": translated("font of a text")
    default: name.hasSuffix(" boundElement") ? translated("connection of elements") : nil
    }
  }

  /// The words for InkML and “Quick, Draw!”.
  private static func wordsOfInk(for name: String) -> String? {
    switch name {
    case "<trace>": translated("stroke")
    case "text of <trace>", "drawing": translated("position of a stroke")
    case "<traceGroup>": translated("group of strokes")
    case "<annotation>", "text of <annotation>", "<annotationXML>": translated("remark")
    case "<brush>", "<brushProperty>", "<brushProperty value>": translated("look of strokes")
    case "word": translated("word that was drawn")
    default: nil
    }
  }
}

extension String {
  /// The text on one line, and not longer than a dialog is wide.
  nonisolated var printableStart: String {
    let text = printableName
    return text.count <= 40 ? text : text.prefix(39) + "…"
  }
}
