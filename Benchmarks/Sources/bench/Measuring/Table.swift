import FoundationEssentials

/// The measurements as text, a row each under the heading of its scope, and as JSON.
struct Table {
  var measurements: [Measurement]

  private static let titles = ["workload", "ours", "peer", "ratio", "goal", "spread", ""]

  var text: String {
    var rows = Workload.Scope.allCases.flatMap(rows)
    let widths = Self.titles.indices.map { column in ([Self.titles] + rows).map { $0[column].count }.max() ?? 0 }
    rows.insert(contentsOf: [Self.titles, widths.map { String(repeating: "-", count: max($0, 3)) }], at: 0)
    return rows.map { row in
      let padded = zip(row, widths).map { $0 + String(repeating: " ", count: max($1 - $0.count, 0)) }
      return "| " + padded.joined(separator: " | ") + " |\n"
    }.joined()
  }

  private func rows(_ scope: Workload.Scope) -> [[String]] {
    let rows = measurements.filter { $0.scope == scope }.map(cells)
    let heading = ["**\(scope.rawValue)**"] + Self.titles.dropFirst().map { _ in "" }
    return rows.isEmpty ? [] : [heading] + rows
  }

  func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return try encoder.encode(measurements)
  }

  private func cells(_ row: Measurement) -> [String] {
    let peer = row.peer.map { "\(row.peerName ?? "") \(short($0.median))" } ?? "–"
    let spread = (row.ratio ?? row.ours).spread
    let verdict = row.isMet.map { $0 ? "met" : "missed" } ?? ""
    return [
      row.workload, "\(short(row.ours.median)) \(row.unit.rawValue)", peer,
      row.ratio.map { "\(short($0.median))×" } ?? "–", row.goal, "\(Int((spread * 100).rounded())) %", verdict,
    ]
  }
}

/// Three digits that count, without an exponent.
func short(_ value: Double) -> String {
  let size = abs(value)
  if size >= 100 || size == size.rounded() { return "\(Int(value.rounded()))" }
  let scale = size >= 10 ? 10.0 : size >= 1 ? 100.0 : 1000.0
  return "\((value * scale).rounded() / scale)"
}
