import Exporting

/// Rows of a table of touches (``TouchTable``), for people: the columns that fit a screen, aligned.
struct TouchList {
  private static let columns = [
    ("touch", "touch"), ("device", "device"), ("tool", "tool"), ("began", "from, s"), ("duration", "for, s"),
    ("samples", "samples"), ("mean_rate", "Hz"), ("largest_gap", "gap, s"), ("path", "path, points"),
    ("path_mm", "path, mm"), ("end", "end"), ("reason", ""),
  ]

  let lines: [String]

  /// - Parameter rows: of CSV, without a heading.
  init(rows: String) {
    let names = TouchTable.columns(.touches)
    let places = Self.columns.compactMap { column in names.firstIndex(of: column.0).map { ($0, column.1) } }
    let cells = Self.fields(rows).map { fields in
      places.map { fields.indices.contains($0.0) ? fields[$0.0] : "" }
    }
    lines = Self.aligned([places.map(\.1)] + cells.sorted { (Int($0[0]) ?? 0) < (Int($1[0]) ?? 0) })
  }

  /// The fields of lines of CSV; a field in quotation marks may have line feeds.
  private static func fields(_ rows: String) -> [[String]] {
    var lines = [[""]]
    var isQuoted = false
    for character in rows {
      switch character {
      case "\"": isQuoted.toggle()
      case "\n" where !isQuoted: lines.append([""])
      case "," where !isQuoted: lines[lines.count - 1].append("")
      default: lines[lines.count - 1][lines[lines.count - 1].count - 1].append(character)
      }
    }
    return lines.dropLast(lines.last == [""] ? 1 : 0)
  }

  private static func aligned(_ rows: [[String]]) -> [String] {
    let widths = (0..<columns.count).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { cell, width in String(repeating: " ", count: width - cell.count) + cell }
      return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
    }
  }
}
