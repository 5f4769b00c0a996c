import TouchReelCanvas

/// The fonts of iOS. Drawsana ends where a font that a drawing names is not there.
enum AppleFonts {
  /// Families that every version of iOS since 7 has (Apple, "System Fonts").
  private static let families: Set = [
    "academy engraved let", "al nile", "american typewriter", "apple color emoji", "apple sd gothic neo", "arial",
    "arial hebrew", "arial rounded mt bold", "avenir", "avenir next", "avenir next condensed", "baskerville",
    "bodoni 72",
    "bradley hand", "chalkboard se", "chalkduster", "cochin", "copperplate", "courier", "courier new", "damascus",
    "devanagari sangam mn", "didot", "euphemia ucas", "farah", "futura", "geeza pro", "georgia", "gill sans",
    "helvetica", "helvetica neue", "hiragino mincho pron", "hiragino sans", "hoefler text", "kailasa", "kefa",
    "marion", "marker felt", "menlo", "mishafi", "noteworthy", "optima", "palatino", "papyrus", "party let",
    "pingfang hk", "pingfang sc", "pingfang tc", "savoye let", "snell roundhand", "symbol", "thonburi",
    "times new roman", "trebuchet ms", "verdana", "zapf dingbats", "zapfino",
  ]

  /// The font's own name where iOS has it, else one of its kind.
  static func name(for font: TextFont) -> String {
    let family = font.family.lowercased()
    // A font's own name, such as `HelveticaNeue-Bold`, is a family's without blanks.
    let base = family.split(separator: "-").first.map(String.init) ?? family
    if families.contains(family) || families.contains(where: { $0.filter { $0 != " " } == base }) { return font.family }
    if family.contains("mono") || family.contains("courier") { return "Courier New" }
    return family.contains("serif") && !family.contains("sans") ? "Times New Roman" : "Helvetica Neue"
  }
}
