import ByteStreams
import Recordings

/// What is to be said of a part of a batch.
struct BatchReport: Sendable {
  /// How many pictures were asked for.
  var count = 1
  /// By the name of what they are about.
  var warnings: [(file: String, messages: [String])] = []
  /// What does not become a picture, and why.
  var errors: [(name: String, message: String)] = []
  /// How many files were found in folders and are nothing to work on.
  var passedOver = 0
  /// How many pictures are there already.
  var unchanged = 0
  /// Of drawings of a file that holds many.
  var warningsOfLines: [(file: String, line: Int, message: String)] = []
  /// Whether it is about drawings of such a file, and not about files.
  var isOfLines = false

  mutating func warn(_ messages: [String], of file: String) {
    if !messages.isEmpty { warnings.append((file, messages)) }
  }
}

extension BatchReport {
  /// Does a part of the work; an error is noted and does not stop the rest, unless nobody reads the output any longer.
  ///
  /// - Parameter name: of what does not become a picture then.
  mutating func noteErrors(of name: String, _ work: (inout BatchReport) throws -> Void) {
    do {
      try work(&self)
    } catch let error as FileError where error.isOfClosedReader {
      Terminal.endByClosedPipe()
    } catch let error as FileError {
      errors.append((name, error.description))
    } catch let error as Failure {
      errors.append((name, error.message))
    } catch {
      errors.append((name, "\(name): \(error)"))
    }
  }
}

/// What is said at the end of a batch.
struct BatchTotals: Sendable {
  private var count = 0
  private var passedOver = 0
  private var unchanged = 0
  private(set) var failed = 0
  /// The first that failed.
  private var names: [String] = []
  private var isOfLines = false
  private var warningsOfLines: [String: WarningList] = [:]
  private var files: [String] = []

  /// So many names of what failed are listed.
  private static let listLimit = 20

  mutating func add(_ report: BatchReport) {
    count += report.count
    passedOver += report.passedOver
    unchanged += report.unchanged
    failed += report.errors.count
    names += report.errors.prefix(Self.listLimit - names.count).map(\.name)
    isOfLines = isOfLines || report.isOfLines
    for warning in report.warningsOfLines {
      if warningsOfLines[warning.file] == nil { files.append(warning.file) }
      warningsOfLines[warning.file, default: WarningList()].add(warning.message, at: "line \(warning.line)")
    }
  }

  /// Among the lines of many files, two that failed would be hard to find.
  func print() {
    for file in files { Terminal.warn(warningsOfLines[file]?.lines ?? [], of: file) }
    if passedOver > 0 {
      let what = counted(
        passedOver, "file that is no recording and no drawing was", "files that are no recordings and no drawings were")
      Terminal.warn("\(what) passed over")
    }
    if unchanged > 0 {
      Terminal.write(
        line: "touchreel: \(unchanged) of \(counted(count - passedOver, "picture")) \(unchanged == 1 ? "is" : "are") "
          + "there already and unchanged")
    }
    guard failed > 1 || failed > 0 && isOfLines else { return }
    let rest = failed - names.count
    let list = names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    Terminal.report("\(failed) of \(counted(count, isOfLines ? "picture" : "file")) failed: \(list)")
  }
}

extension BatchReport {
  /// Prints what is known as soon as the part is done.
  func print() {
    for (file, messages) in warnings { Terminal.warn(messages, of: file) }
    for error in errors { Terminal.report(error.message) }
  }
}
