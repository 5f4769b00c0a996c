import ArgumentParser
import TouchReelExporting
import TouchReelReplaying
import TouchReelWindowArguments

/// What a table of touches has.
struct TableOptions: ParsableArguments {
  @Option(help: "What has a row in a table.") var rows: TouchTable.Rows?
  @Flag(help: "Give samples that hover rows as well.") var hover = false

  func validate() throws {
    if hover && rows == .touches { throw ValidationError("--hover is of tables of samples; remove --rows touches.") }
  }

  func refuse(unless isTable: Bool) throws {
    guard !isTable, rows != nil || hover else { return }
    throw ValidationError("\(rows == nil ? "--hover" : "--rows") is of tables; add --format csv, jsonl or npz.")
  }

  func table(as format: TableFormat, _ surface: SurfaceOptions) -> RecordingTable {
    var table = RecordingTable(rows ?? .samples, as: format)
    table.showsHover = hover
    (table.options.mapping, table.options.rules) = (surface.mapping, surface.rules)
    return table
  }
}

extension TouchTable.Rows: WordArgument {}
extension TableFormat: WordArgument {}
