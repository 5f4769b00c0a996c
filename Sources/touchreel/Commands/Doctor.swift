import ArgumentParser

struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Report what works on this machine, and how to get the rest.",
    discussion: """
      Without names, everything is reported and the exit status is 0. What is asked for by name has to work: if it does not, the exit \
      status is 1.

        touchreel doctor
        touchreel doctor uinput && touchreel inject session.mcap
        touchreel doctor --json | jq -r '.[] | select(.works | not).fix'
      """)

  @Argument(help: "What has to work.") var names: [MachineCheck] = []
  @Flag(help: "Print JSON: an array of objects.") var json = false

  func run() throws {
    let checks = MachineCheck.allCases.filter { names.isEmpty || names.contains($0) }
    let reports = checks.map { CheckReport($0, Machine()) }
    if json {
      try Terminal.print(json: reports)
    } else {
      try Terminal.print(reports.flatMap(\.lines))
    }
    if !names.isEmpty && !reports.allSatisfy(\.works) { throw ExitCode.failure }
  }
}

/// What `doctor` prints of a check.
private struct CheckReport: Encodable {
  var name: String
  /// What needs it.
  var neededBy: String
  var works: Bool
  var finding: String
  var fix: String?

  init(_ check: MachineCheck, _ machine: Machine) {
    (name, neededBy) = (check.rawValue, check.purpose)
    switch machine.result(of: check) {
    case .works(let text): (works, finding) = (true, text)
    case .fails(let text, let fix): (works, finding, self.fix) = (false, text, fix)
    }
  }

  var lines: [String] {
    let column = name + String(repeating: " ", count: 9 - name.count)
    let indentation = String(repeating: " ", count: 9)
    let first = "\(column)\(works ? "works" : "does not work"): \(finding)"
    guard !works else { return [first] }
    return [first, "\(indentation)for: \(neededBy)"] + (fix.map { ["\(indentation)fix: \($0)"] } ?? [])
  }
}
