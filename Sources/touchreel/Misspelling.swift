import ArgumentParser

/// A command or an option that there is not, but that looks like one that there is.
struct Misspelling {
  private let written: String
  private let meant: String
  private let kind: String

  /// - Returns: `nil` if none of the known names is like the one that was written.
  init?(_ kind: String, _ written: String, of known: [String]) {
    guard let meant = Self.nearest(to: written, of: known) else { return nil }
    (self.kind, self.written, self.meant) = (kind, written, meant)
  }

  /// - Returns: `nil` if all names are known, or none is like the one that is not.
  static func find(in arguments: [String]) -> Misspelling? {
    let commands = TouchReel.configuration.subcommands
    guard let name = arguments.first else { return nil }
    if name.hasPrefix("-") { return find(in: [name], options: ["--help", "--licenses", "--version"]) }
    if let command = commands.first(where: { $0.configuration.commandName == name }) {
      return find(in: arguments.dropFirst(), options: options(of: command))
    }
    let known = commands.compactMap { $0.configuration.commandName } + ["help"]
    guard !known.contains(name) else { return nil }
    return Misspelling("command", name, of: known)
  }

  private static func find(in arguments: ArraySlice<String>, options: [String]) -> Misspelling? {
    for argument in arguments.prefix(while: { $0 != "--" }) {
      let option = String(argument.prefix { $0 != "=" })
      // A long name behind one hyphen, which the parser takes for a letter each.
      if option.count > 2, options.contains("-\(option)") {
        return Misspelling("option", option, of: ["-\(option)"])
      }
      guard option.hasPrefix("--"), !options.contains(option) else { continue }
      if let misspelling = Misspelling("option", option, of: options) { return misspelling }
    }
    return nil
  }

  var error: ValidationError { ValidationError("There is no \(kind) '\(written)'; did you mean '\(meant)'?") }

  /// Every `--name` of a command's help.
  private static func options(of command: any ParsableCommand.Type) -> [String] {
    let words = command.helpMessage(columns: 1000).split { " ,\n[]()<>'\"".contains($0) }
    return Array(
      Set(words.filter { $0.hasPrefix("--") }.map { String($0.prefix { $0 != "=" && $0 != "." && $0 != ";" }) })
    )
    .sorted()
  }

  /// The known word that differs least; `nil` where more than a third of the letters differ.
  private static func nearest(to word: String, of known: [String]) -> String? {
    let near = known.map { (name: $0, distance: distance(word, $0)) }.min { $0.distance < $1.distance }
    return near.flatMap { $0.distance <= max(1, word.count / 3) ? $0.name : nil }
  }

  /// How many letters have to be added, removed or replaced, or neighbours swapped (Damerau, 1964).
  private static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first.prefix(64)), Array(second))
    var rows = [Array(0...second.count)]
    for row in first.indices {
      var next = [row + 1]
      for column in second.indices {
        let same = first[row] == second[column] ? 0 : 1
        var least = min(rows[row][column] + same, rows[row][column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          least = min(least, rows[row - 1][column - 1] + 1)
        }
        next.append(least)
      }
      rows.append(next)
    }
    return rows[first.count][second.count]
  }
}
