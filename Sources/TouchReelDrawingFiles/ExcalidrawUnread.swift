import FoundationEssentials

/// The members of a scene of Excalidraw of which no drawing is made, counted while the scene is read: those that
/// nothing here reads, whatever they are, and those that are read only to be written again.
struct ExcalidrawUnread {
  private var counts: [String: Int] = [:]

  /// One line for each kind.
  var lines: [String] { counts.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key) is not kept" } }

  /// The members that programs count their changes in, or compute from others.
  private static let derived: Set = ["id", "seed", "status", "lastCommittedPoint", "baseline", "autoResize"]
  /// What binds elements together, and belongs to other programs.
  private static let carried: Set = ["frameId", "containerId", "customData"]
  private static let elementMembers = Set(ExcalidrawElement.CodingKeys.allCases.map(\.rawValue))
    .subtracting(carried).union(derived)
  /// The members of objects in an element.
  private static let innerMembers: [String: Set<String>] = [
    "roundness": Set(ExcalidrawElement.Roundness.CodingKeys.allCases.map(\.rawValue)),
    "crop": Set(ExcalidrawElement.Crop.CodingKeys.allCases.map(\.rawValue)),
  ]
  private static let sceneMembers: Set = ["type", "version", "source", "elements", "appState", "files"]
  private static let fileMembers: Set = ["id", "mimeType", "dataURL", "created", "lastRetrieved", "version"]

  /// What stands in a scene beside its elements.
  ///
  /// - Parameter shown: the images that its elements show.
  mutating func add(scene text: JSONText, showing shown: Set<String>) {
    let members = text.members ?? []
    count(members, of: text, in: "", except: Self.sceneMembers)
    for member in members where member.name == "appState" {
      let state = text.members(of: member.value) ?? []
      count(state, of: text, in: "appState", except: ["viewBackgroundColor"])
      addUsualGrid(state, of: text)
    }
    for file in text.imageFiles.all {
      guard shown.contains(file.name) else {
        counts["image file that nothing shows", default: 0] += 1
        continue
      }
      count(text.members(of: file.value) ?? [], of: text, in: "files", except: Self.fileMembers)
    }
  }

  /// The distances of a grid that is shown, even those that a scene has where it does not say them.
  private mutating func addUsualGrid(_ state: [(name: String, value: Range<Int>)], of text: JSONText) {
    func says(_ name: String, _ value: String) -> Bool {
      state.contains { $0.name == name && text.slice($0.value).elementsEqual(value.utf8) }
    }
    guard says("gridModeEnabled", "true") else { return }
    if says("gridSize", "20") { counts["appState.gridSize", default: 0] += 1 }
    if says("gridStep", "5") { counts["appState.gridStep", default: 0] += 1 }
  }

  /// - Parameter range: of an element that is drawn.
  mutating func add(element range: Range<Int>, of text: JSONText) {
    let members = text.members(of: range) ?? []
    count(members.filter { !isOwn($0, of: text) }, of: text, in: "elements", except: Self.elementMembers)
    for member in members {
      guard let known = Self.innerMembers[member.name] else { continue }
      count(text.members(of: member.value) ?? [], of: text, in: "elements.\(member.name)", except: known)
    }
  }

  /// What another text says than the one that is shown, besides where its lines end.
  mutating func add(_ element: ExcalidrawElement) {
    guard let shown = element.text, let original = element.originalText, !shown.isEmpty else { return }
    let texts = [shown, original].map { text in text.filter { !$0.isWhitespace } }
    if texts[0] != texts[1] { counts["elements.originalText", default: 0] += 1 }
  }

  /// An element that was deleted in Excalidraw, which keeps it.
  mutating func addDeleted() { counts["deleted element", default: 0] += 1 }

  /// Whether it holds nothing but what this program wrote.
  private func isOwn(_ member: (name: String, value: Range<Int>), of text: JSONText) -> Bool {
    member.name == "customData" && text.members(of: member.value)?.map(\.name) == ["touchreel"]
  }

  private mutating func count(
    _ members: [(name: String, value: Range<Int>)], of text: JSONText, in owner: String, except known: Set<String>
  ) {
    for member in members where !known.contains(member.name) {
      let node = owner == "elements" ? "elements[]" : owner
      guard !ExcalidrawDefaults.counters.contains("\(node)@\(member.name)"),
        saysSomething(text.text(member.value), as: "\(node)@\(member.name)")
      else { continue }
      counts[owner.isEmpty ? member.name : "\(owner).\(member.name)", default: 0] += 1
    }
  }

  private func saysSomething(_ value: [UInt8], as name: String) -> Bool {
    let plain = String(decoding: value.prefix(40).filter { $0 > 0x20 && $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    return !["null", "[]", "{}"].contains(plain) && !(ExcalidrawDefaults.values[name]?.contains(plain) ?? false)
  }
}
