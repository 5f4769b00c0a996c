/// Options that are spelt otherwise since the last version, which are understood for one more.
struct OldSpellings {
  /// The arguments in today's spelling.
  private(set) var arguments: [String] = []
  /// Lines that say what to write instead, one for each option.
  private(set) var warnings: [String] = []
  private let command: String

  /// - Parameter arguments: those of the program, the command first.
  init(_ arguments: [String]) {
    command = arguments.first ?? ""
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    var rest = arguments[..<end]
    while let argument = rest.popFirst() { add(argument, before: &rest) }
    self.arguments += arguments[end...]
  }

  private mutating func add(_ argument: String, before rest: inout ArraySlice<String>) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard argument.hasPrefix("--"), let name = today(parts[0]) else { return arguments.append(argument) }
    warn(parts[0], name)
    let prefix = name.hasSuffix("=") ? String(name.split(separator: " ")[1]) : ""
    arguments.append(String(name.prefix { $0 != " " }))
    if let value = parts.count > 1 ? parts[1] : rest.popFirst() { arguments.append(prefix + value) }
  }

  private mutating func warn(_ old: String, _ name: String) {
    let value = name.hasSuffix("=") ? "N" : ""
    let line = "\(old) is spelt \(name)\(value) now; the next version does not know the old spelling"
    if !warnings.contains(line) { warnings.append(line) }
  }

  /// What takes an option's place: `--pipe`, or `--limits chunk=` before a value; `nil` if nothing does.
  private func today(_ option: String) -> String? {
    switch (command, option) {
    case ("draw", "--from"): return "--pipe"
    case ("inject", "--start-at"): return "--from"
    default:
      guard option.hasPrefix("--max-"), let limit = NamedLimit(rawValue: String(option.dropFirst(6))) else {
        return nil
      }
      return "--limits \(limit.rawValue)="
    }
  }
}
