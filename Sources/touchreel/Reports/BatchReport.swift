import TouchReelByteStreams
import TouchReelRecordings
import TouchReelReplaying

/// What is to be said of a part of a batch.
struct BatchReport: Sendable {
  /// What was asked for, and how many of them.
  var unit = Unit.file
  var count = 1
  /// Warnings by the name of what they are about.
  var warnings: [(file: String, messages: [String])] = []
  /// What was chosen, a line each.
  var notes: [String] = []
  /// What does not become a picture, and why.
  var errors: [BatchError] = []
  /// How many files were found in folders and are nothing to work on.
  var passedOver = 0
  /// How many pictures are there already.
  var unchanged = 0
  /// Warnings of the drawings of a file that holds many.
  var warningsOfLines: [(file: String, line: Int, message: String)] = []
  /// Whether it is about a file that was found in a folder. Each that was named has its errors said.
  var isOfFound = false
  /// Whether it is about drawings of such a file, each of which becomes a picture, and not about files.
  var isOfLines: Bool { unit == .picture }

  enum Unit: String, Sendable {
    case file, picture, drawing
  }

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
      errors.append(BatchError(error, of: name))
    } catch let error as Failure {
      errors.append(BatchError(error.message, of: name))
    } catch {
      errors.append(BatchError("\(name): \(error)", of: name))
    }
  }
}

/// Why something was not made.
struct BatchError: Sendable {
  /// What was not made.
  let name: String
  /// The reason, with where it is.
  let message: String
  /// The reason alone.
  let reason: String

  init(_ error: FileError, of name: String) {
    (self.name, message, reason) = (name, error.line, error.reason)
  }

  /// - Parameter message: which may begin with the name.
  init(_ message: String, of name: String) {
    (self.name, self.message) = (name, message)
    reason = message.hasPrefix("\(name): ") ? String(message.dropFirst(name.count + 2)) : message
  }
}

/// What is said of a batch: what is wrong with its files as soon as it is known, the rest at the end.
struct BatchTotals: Sendable {
  private var count: Int
  private var passedOver: Int
  private var unchanged = 0
  private(set) var failed = 0
  /// The first that failed.
  private var names: [String] = []
  private var unit = BatchReport.Unit.file
  private var isOfLines: Bool { unit == .picture }
  private var warningsOfLines: [String: WarningList] = [:]
  private var files: [String] = []
  private var errorsOfLines = RepeatedMessages()
  private var errors = RepeatedMessages()
  private var warnings = RepeatedMessages()

  /// So many names of what failed are listed, and so many messages of a kind.
  private static let listLimit = 20

  /// - Parameter passedOver: how many files are nothing to work on, besides those that reports name.
  init(passedOver: Int = 0) { (count, self.passedOver) = (passedOver, passedOver) }

  /// Prints what is wrong with a part of a batch, except what was said of many others.
  mutating func print(adding report: BatchReport) {
    add(report)
    for (file, messages) in report.warnings {
      Terminal.warn(messages.filter { warnings.add($0, of: $0) <= Self.listLimit }, of: file)
    }
    for note in report.notes { Terminal.write(line: "touchreel: \(note)") }
    for error in report.errors {
      if report.isOfLines {
        errorsOfLines.add(error.message, of: error.reason)
      } else if !report.isOfFound || errors.add(error.message, of: error.reason) <= Self.listLimit {
        Terminal.report(error.message)
      }
    }
  }

  private mutating func add(_ report: BatchReport) {
    count += report.count
    passedOver += report.passedOver
    unchanged += report.unchanged
    failed += report.errors.count
    names += report.errors.prefix(Self.listLimit - names.count).map(\.name)
    if report.unit != .file { unit = report.unit }
    for warning in report.warningsOfLines {
      if warningsOfLines[warning.file] == nil { files.append(warning.file) }
      warningsOfLines[warning.file, default: WarningList()].add(warning.message, at: "line \(warning.line)")
    }
  }

  /// Prints the rest.
  ///
  /// Among the lines of many files, two that failed would be hard to find.
  func print() {
    printRepeated()
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
    Terminal.report("\(failed) of \(counted(count, unit.rawValue)) failed: \(list)")
  }

  private func printRepeated() {
    for file in files { Terminal.warn(warningsOfLines[file]?.lines ?? [], of: file) }
    for (message, count) in warnings.all where count > Self.listLimit {
      Terminal.warn("\(counted(count - Self.listLimit, "more file")): \(message.text)")
    }
    for (message, count) in errors.all where count > Self.listLimit {
      Terminal.report("\(counted(count - Self.listLimit, "more file")): \(message.kind)")
    }
    for (message, count) in errorsOfLines.all {
      Terminal.report(count == 1 ? message.text : "\(message.text) (\(count) times)")
    }
  }
}

/// Messages of which those that differ only in their numbers are of one kind: the first of each, and how many there
/// are.
private struct RepeatedMessages: Sendable {
  struct Message {
    /// The first, as it is.
    var text: String
    /// The same without where it is.
    var kind: String
  }

  private var counts: [String: Int] = [:]
  private var order: [(key: String, first: Message)] = []

  /// Those of further kinds count as one.
  private static let limit = 100

  /// - Parameters:
  ///   - message: as it would be printed.
  ///   - kind: the same without where it is.
  /// - Returns: how many there are of the kind by now.
  @discardableResult
  mutating func add(_ message: String, of kind: String) -> Int {
    var key = CountedMessages.kind(of: kind)
    var first = Message(text: message, kind: kind)
    if counts[key] == nil, order.count >= Self.limit {
      key = ""
      first = Message(text: "other reasons", kind: "other reasons")
    }
    if counts[key] == nil { order.append((key, first)) }
    counts[key, default: 0] += 1
    return counts[key, default: 1]
  }

  /// The messages in the order of the first of each.
  var all: [(message: Message, count: Int)] { order.map { ($0.first, counts[$0.key, default: 0]) } }
}
