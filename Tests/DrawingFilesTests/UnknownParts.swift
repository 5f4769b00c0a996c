import SeededCases
import TouchReelDrawingFiles

/// Parts that no reader knows, at random offsets of documents.
enum UnknownParts {
  static let documents: [(kind: DrawingKind, text: String)] = [
    (
      .xournal,
      """
      <xournal><title>Xournal++ document - see x</title><page width="300" height="200">\
      <background type="solid" color="#ffffffff" style="plain"/>
      <layer><stroke tool="pen" color="#0000ffff" width="2">1 2 30 40</stroke><text font="Sans" size="12" x="1" y="2" \
      color="#000000ff">words</text></layer></page></xournal>
      """
    ),
    (
      .inkml,
      """
      <ink><definitions><brush id="b"><brushProperty name="color" value="#ff0000"/></brush><inkSource id="s">\
      <traceFormat id="f"><channel name="X"/><channel name="Y"/><intermittentChannels><channel name="F"/>\
      </intermittentChannels></traceFormat><channelProperties><channelProperty name="resolution" channel="X" value="1"/>\
      </channelProperties></inkSource><context id="c" inkSourceRef="#s"><brush brushRef="#b"/></context><canvas id="v"/>\
      <canvasTransform id="t"><mapping type="affine"><affine>1 0 0, 0 1 0</affine></mapping></canvasTransform>\
      <timestamp id="n" time="7"/></definitions><traceGroup><trace brushRef="#b">0 0, 10 10, 20 0</trace></traceGroup>\
      <context contextRef="#c"/><trace>5 5, 9 9</trace><traceView traceDataRef="#x"/><annotation>note</annotation></ink>
      """
    ),
    (
      .excalidraw,
      ##"{"type":"excalidraw","version":2,"elements":[{"type":"line","id":"a","x":0,"y":0,"width":9,"height":9,"points":[[0,0],[9,9]],"roundness":{"type":2}},{"type":"ellipse","id":"b","x":3,"y":4,"width":30,"height":20}],"appState":{"viewBackgroundColor":"#ffffff"}}"##
    ),
    (
      .quickdraw,
      #"{"word":"dot","drawing":[[[10,100,30],[10,100,30]],[[50,51],[20,30]]]}"# + "\n"
        + #"{"word":"line","drawing":[[[1,2],[3,4]]]}"#
    ),
    (
      .drawsana,
      ##"{"size":[300,200],"shapes":[{"type":"Rectangle","id":"r","a":[1,2],"b":[90,80],"strokeColor":"#ff0000ff","strokeWidth":3}]}"##
    ),
  ]

  /// - Returns: the document with unknown parts, and their names.
  static func changed(_ text: String, _ kind: DrawingKind, _ numbers: inout SplitMix64) -> (String, [String]) {
    let isXML = kind == .xournal || kind == .inkml
    var names: [String] = []
    var (result, tag) = ("", "")
    let rootEnd = kind == .xournal ? "/xournal" : "/ink"
    for character in text {
      let isHere = isXML ? character == ">" && tag.last != "?" : character == "{"
      // A document has one root.
      if isHere, !(isXML && tag == rootEnd), numbers.next(below: 3) == 0 {
        let name = "unknown\(names.count)x"
        names.append(name)
        result += isXML ? part(name, in: tag, &numbers) : member(name, &numbers)
      } else {
        result.append(character)
      }
      tag = character == "<" ? "" : tag + String(character)
    }
    return (result, names)
  }

  /// The names of the members, or of the element, that an unknown part stands in, as losses end with them.
  static func parents(of name: String, in text: String) -> [String] {
    guard let position = text.firstRange(of: name)?.lowerBound else { return [] }
    let before = text[..<position]
    if let tag = before.lastIndex(of: "<"), text.first == "<" {
      return ["<\(before[tag...].dropFirst().prefix { $0.isLetter })>"]
    }
    var (keys, key, word): ([String], String, String?) = ([], "", nil)
    for character in before {
      switch character {
      case "\"":
        if let word { key = word }
        word = word == nil ? "" : nil
      case _ where word != nil: word?.append(character)
      case "{", "[": keys.append(key)
      case "}", "]": key = keys.popLast() ?? ""
      default: break
      }
    }
    return keys.filter { !$0.isEmpty }.map { ".\($0)" }
  }

  /// What replaces the end of a tag: an attribute of a beginning, or an element after it.
  private static func part(_ name: String, in tag: String, _ numbers: inout SplitMix64) -> String {
    if tag.first != "/", numbers.next(below: 2) == 0 {
      // The slash of an empty element is written already.
      return tag.last == "/" ? "><\(name)/>" : " \(name)=\"1\">"
    }
    return tag.last == "/" ? "><\(name)/>" : "><\(name) a=\"1\"><inner\(name)/></\(name)>"
  }

  private static func member(_ name: String, _ numbers: inout SplitMix64) -> String {
    let value = ["7", #""text""#, "[1,2]", #"{"deep":1}"#, #"[{"a":1}]"#][numbers.next(below: 5)]
    return "{\"\(name)\":\(value),"
  }
}
