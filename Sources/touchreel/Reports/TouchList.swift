import FoundationEssentials
import TouchReelExporting
import TouchReelInputEvents
import TouchReelRecordings
import TouchReelTouchTracking

/// Touches for people: the columns of a table of touches that fit a screen, aligned.
struct TouchList {
  private static let heading = [
    "touch", "device", "tool", "from, s", "for, s", "samples", "Hz", "gap, s", "path, points", "path, mm", "end", "",
  ]

  let lines: [String]

  /// - Parameters:
  ///   - touches: of one recording, in any order.
  ///   - start: the time of its first event.
  ///   - numbers: what its devices are called.
  init(_ touches: [EndedTouch], from start: Timestamp, _ numbers: DeviceNumbers) {
    let rows = touches.sorted { $0.touch.id < $1.touch.id }.map { Self.cells(of: $0, from: start, numbers) }
    lines = Self.aligned([Self.heading] + rows)
  }

  private static func cells(of ended: EndedTouch, from start: Timestamp, _ numbers: DeviceNumbers) -> [String] {
    let (touch, summary) = (ended.touch, ended.summary)
    return [
      "\(touch.id.rawValue)", "\(numbers[touch.device])", touch.tool.rawValue,
      seconds(summary.began.since(start)), seconds(ended.duration), "\(summary.count)",
      summary.meanRate.map(Decimals.thousandths.text) ?? "", summary.largestGap.map(seconds) ?? "",
      Decimals.thousandths.text(summary.path), summary.pathInMillimetres.map(Decimals.tenThousandths.text) ?? "",
      ended.phase.word, ended.phase.reason?.rawValue ?? "",
    ]
  }

  private static func seconds(_ span: TimeSpan) -> String { Decimals.billionths.text(units: Int(span.nanoseconds)) }

  private static func aligned(_ rows: [[String]]) -> [String] {
    let widths = heading.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { cell, width in String(repeating: " ", count: width - cell.count) + cell }
      return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
    }
  }
}
