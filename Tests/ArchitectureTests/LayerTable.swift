/// The table of layers of ARCHITECTURE.md.
struct LayerTable {
  /// The modules in their order: a module may depend on those before it.
  let modules: [String]

  /// - Parameter text: a document with a table below the heading `## Layers`, whose last cells list modules.
  init(_ text: String) {
    let section = text.split(separator: "\n").drop { $0 != "## Layers" }.dropFirst().prefix { !$0.hasPrefix("## ") }
    let rows = section.filter { $0.hasPrefix("|") }.dropFirst(2)
    modules = rows.flatMap { row in
      (row.split(separator: "|").last ?? "").split(separator: ",").map { $0.trimmingPrefix(" ") }
        .map { $0.prefix { $0 != " " } }
    }.map(String.init)
  }
}
