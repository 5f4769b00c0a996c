/// The table of modules of ARCHITECTURE.md: a row for each, with the modules that it may import.
struct ModuleTable {
  struct Row {
    var module: String
    var allowed: Set<String>
  }

  let rows: [Row]

  /// - Parameter text: a document with a table below the heading `## Modules`, whose first cell names the module and
  ///   whose last one what it may import, in backquotes.
  init(_ text: String) {
    let section = text.split(separator: "\n").drop { $0 != "## Modules" }.dropFirst().prefix { !$0.hasPrefix("## ") }
    rows = section.compactMap { line in
      let cells = line.split(separator: "|").map(Self.quoted)
      guard line.hasPrefix("|"), let module = cells.first?.first, let allowed = cells.last else { return nil }
      return Row(module: module, allowed: Set(allowed))
    }
  }

  /// What a cell has in backquotes.
  private static func quoted(_ cell: Substring) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  func allowed(to module: String) -> Set<String>? { rows.first { $0.module == module }?.allowed }
}
