/// What was noticed while a text is read, shared by the cursors that read parts of it.
final class ReadingIssues {
  private(set) var warnings = WarningList()

  func add(_ kind: String, line: Int) { warnings.add(kind, at: "line \(line)") }
  func add(_ kind: String) { warnings.add(kind) }
}
