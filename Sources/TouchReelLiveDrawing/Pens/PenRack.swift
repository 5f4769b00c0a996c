package import TouchReelCanvas
package import TouchReelDrawingBoard

/// The pens that the user keeps, of which one is chosen. What is changed while a pen draws is changed of that pen.
package struct PenRack: Hashable, Sendable {
  /// So many colours are kept besides those of the palette.
  package static let recentColorLimit = 7

  private var presets: [PenPreset.Kind: PenPreset] = [:]
  /// The pen that was chosen last; `nil` if what draws is none of them, as in a recording that is continued.
  package private(set) var chosen: PenPreset.Kind?
  /// The one of them that was chosen last and draws freehand.
  private var lastFreehand = PenPreset.Kind.pen
  /// The exponent of the curve by which pressure gives widths.
  package var exponent = 1.0
  /// The latest first.
  package private(set) var recentColors: [PixelColor] = []

  package init() {}

  package subscript(kind: PenPreset.Kind) -> PenPreset { presets[kind] ?? PenPreset(kind) }

  /// The pen that would draw now; `nil` if another tool would.
  package func pen(of settings: BoardSettings) -> PenPreset.Kind? {
    chosen.flatMap { self[$0].tool == settings.tool && self[$0].stacking == settings.stacking ? $0 : nil }
  }

  /// Takes over what has become of the pen that draws.
  package mutating func follow(_ settings: BoardSettings) {
    guard let kind = pen(of: settings) else { return }
    var preset = self[kind]
    preset.follow(settings)
    if preset != self[kind] { presets[kind] = preset }
    if case .pens(let gamma) = settings.pressure { exponent = gamma }
  }

  /// Lets the chosen pen draw, if there is one.
  package func apply(to settings: inout BoardSettings) {
    if let chosen { self[chosen].apply(to: &settings, exponent: exponent) }
  }

  /// - Returns: what lets that pen draw.
  package mutating func choose(_ kind: PenPreset.Kind, over settings: BoardSettings) -> [BoardCommand] {
    chosen = kind
    if self[kind].tool == .pencil { lastFreehand = kind }
    var wanted = settings
    apply(to: &wanted)
    return wanted.commands(from: settings)
  }

  /// What chooses a tool. The pencil is the pen that was chosen last.
  package mutating func choose(_ tool: Tool, over settings: BoardSettings) -> [BoardCommand] {
    tool == .pencil && chosen != nil ? choose(lastFreehand, over: settings) : [.set(\.tool, tool)]
  }

  /// What chooses a colour to draw in. With the eraser, the pen comes back with it.
  package mutating func choose(_ color: PixelColor, over settings: BoardSettings) -> [BoardCommand] {
    let isErasing = settings.tool == .eraser
    let pen = isErasing ? chosen : pen(of: settings)
    var commands = isErasing ? leaveEraser(settings) : []
    if settings.coloring != .chosen { commands.append(.set(\.coloring, .chosen)) }
    return commands + [.set(\.color, pen.map { self[$0].tinted(color) } ?? color)]
  }

  private mutating func leaveEraser(_ settings: BoardSettings) -> [BoardCommand] {
    chosen.map { choose($0, over: settings) } ?? [.set(\.tool, .pencil)]
  }

  /// Keeps a colour that is none of the palette.
  package mutating func record(_ color: PixelColor) {
    recentColors.removeAll { $0 == color }
    recentColors.insert(color, at: 0)
    recentColors.removeLast(max(0, recentColors.count - Self.recentColorLimit))
  }

  /// No pen draws from here on, until one is chosen.
  package mutating func putAway() { chosen = nil }
}

/// Texts by names, to be kept between starts.
extension PenRack {
  private static let (chosenName, recentName) = ("chosen", "recent")

  /// The names of all that is kept.
  package static var names: [String] { PenPreset.Kind.allCases.map(\.rawValue) + [chosenName, recentName] }

  package var texts: [String: String] {
    var texts = Dictionary(uniqueKeysWithValues: presets.map { ($0.key.rawValue, $0.value.text) })
    texts[Self.chosenName] = (chosen ?? lastFreehand).rawValue
    texts[Self.recentName] = recentColors.map(\.word).joined(separator: " ")
    return texts
  }

  /// The texts that are not those of an earlier state, to be kept beside those that other windows have kept since: the
  /// last change of each pen counts, and the colours chosen in all of them are the recent ones.
  ///
  /// - Parameter kept: what is kept now.
  package func texts(changedSince old: PenRack, beside kept: [String: String] = [:]) -> [String: String] {
    let before = old.texts
    var changed = texts.filter { before[$0.key] != $0.value }
    if changed[Self.recentName] != nil, let others = kept[Self.recentName] {
      var all = PenRack(texts: [Self.recentName: others])
      for color in colors(recordedSince: old).reversed() { all.record(color) }
      changed[Self.recentName] = all.texts[Self.recentName]
    }
    return changed
  }

  /// The latest first.
  private func colors(recordedSince old: PenRack) -> ArraySlice<PixelColor> {
    let count = recentColors.indices.first { count in
      let new = recentColors.prefix(count)
      let rest = old.recentColors.filter { !new.contains($0) }
      return recentColors.dropFirst(count).elementsEqual(rest.prefix(recentColors.count - count))
    }
    return recentColors.prefix(count ?? recentColors.count)
  }

  /// What cannot be understood is as it was at first.
  package init(texts: [String: String]) {
    for kind in PenPreset.Kind.allCases {
      presets[kind] = texts[kind.rawValue].flatMap { PenPreset(kind, text: $0) }
    }
    chosen = texts[Self.chosenName].flatMap(PenPreset.Kind.init) ?? .pen
    if let chosen, self[chosen].tool == .pencil { lastFreehand = chosen }
    let recent = texts[Self.recentName]?.split(separator: " ").compactMap { PixelColor(word: String($0)) } ?? []
    for color in recent.prefix(Self.recentColorLimit).reversed() { record(color) }
  }
}
