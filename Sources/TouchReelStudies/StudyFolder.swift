import Glibc
package import SystemPackage
package import TouchReelByteStreams

/// The folder with what a study has collected: its prompts, a folder for each participant with the recordings of
/// trials, and their table.
///
/// ```
/// results/prompts.txt
/// results/trials.csv
/// results/P01/001.mcap
/// results/P01/002.mcap, results/P01/002-2.mcap
/// ```
package struct StudyFolder: Hashable, Sendable {
  package let path: FilePath
  package let study: Study
  /// What is recorded.
  package private(set) var trials: [RecordedTrial] = []
  /// Recordings that cannot be read, or are of something else, one line each.
  package private(set) var problems: [String] = []

  /// Opens the folder of a study, or makes it.
  ///
  /// - Parameters:
  ///   - path: of the folder.
  ///   - prompts: of the study.
  /// - Throws: if it is not this study's, or cannot be written.
  package init(making path: FilePath, for prompts: PromptsFile) throws(FileError) {
    try FileTree.makeFolder(path)
    let copy = path.appending(Self.prompts)
    if copy.exists {
      try Self.require(prompts, in: path)
    } else {
      guard path.entries().isEmpty else {
        throw FileError(file: path.readable, message: "is not the folder of a study and not empty; name a new one")
      }
      try Self.write(prompts.bytes, to: copy)
    }
    (self.path, study) = (path, prompts.study)
    readTrials()
    try writeTable()
  }

  /// Reads the folder of a study, whose prompts it has.
  ///
  /// - Parameters:
  ///   - path: of the folder.
  ///   - prompts: that it should have; `nil` for any.
  /// - Throws: if it is not the folder of a study, or of another one.
  package init(reading path: FilePath, of prompts: PromptsFile? = nil) throws(FileError) {
    let copy = path.appending(Self.prompts)
    guard copy.exists else {
      throw FileError(
        file: path.readable,
        message: path.exists ? "is not the folder of a study: it has no \(Self.prompts)" : "there is no such folder")
    }
    if let prompts { try Self.require(prompts, in: path) }
    (self.path, study) = (path, try PromptsFile(copy).study)
    readTrials()
  }

  /// - Throws: if the folder has other prompts.
  private static func require(_ prompts: PromptsFile, in path: FilePath) throws(FileError) {
    let copy = path.appending(Self.prompts)
    guard try FileBytes(path: copy).everything(limit: PromptsFile.byteLimit) == prompts.bytes else {
      throw FileError(
        file: path.readable,
        message: "has trials of other prompts, which are in \(copy.readable); go on with those, or name a new folder")
    }
  }

  private static let (prompts, table, suffix) = ("prompts.txt", "trials.csv", "mcap")

  private mutating func readTrials() {
    for code in path.entries().compactMap({ ParticipantCode($0.string) }).sorted() {
      let folder = path.appending(code.text)
      for name in folder.entries() where name.extension == Self.suffix && !name.string.hasPrefix(".") {
        read(folder.appending(name))
      }
    }
    trials = trials.inOrder
    problems.sort()
  }

  private mutating func read(_ file: FilePath) {
    do throws(FileError) {
      if let trial = try RecordedTrial(reading: file) {
        trials.append(trial)
      } else {
        problems.append("\(file.readable): is not the recording of a trial")
      }
    } catch { problems.append(error.description) }
  }

  /// Those who have trials, in the order of their codes.
  package var participants: [Participant] {
    var latest: [ParticipantCode: Participant] = [:]
    for trial in trials { latest[trial.facts.participant.code] = trial.facts.participant }
    return latest.values.sorted { $0.code < $1.code }
  }

  /// A code that nobody has: the number after the greatest.
  package var freeCode: ParticipantCode {
    var code = ParticipantCode(number: 1)
    let taken = Set(path.entries().map(\.string))
    while taken.contains(code.text), let next = code.moved(by: 1) { code = next }
    return code
  }

  /// The trials of one participant.
  package func trials(of code: ParticipantCode) -> [RecordedTrial] {
    trials.filter { $0.facts.participant.code == code }
  }

  /// The file for an attempt at a trial, and which attempt it is: those that are there stay.
  package func place(
    for trial: ScheduledTrial, of code: ParticipantCode
  ) throws(FileError) -> (file: FilePath, attempt: Int) {
    let folder = path.appending(code.text)
    try FileTree.makeFolder(folder)
    let number = String(trial.number)
    let name = String(repeating: "0", count: max(0, 3 - number.count)) + number
    for attempt in 1...1000 {
      let file = folder.appending("\(name)\(attempt == 1 ? "" : "-\(attempt)").\(Self.suffix)")
      if !file.exists { return (file, attempt) }
    }
    throw FileError(file: folder.readable, message: "has 1,000 attempts at trial \(number)")
  }

  /// Takes a trial that has ended into the table.
  package mutating func add(_ trial: RecordedTrial) throws(FileError) {
    trials.append(trial)
    try writeTable()
  }

  /// Whole or not at all: a killed program leaves the table of before.
  private func writeTable() throws(FileError) {
    let table = TrialTable(questions: study.questions.map(\.text))
    try Self.write(table.text(trials, in: path), to: path.appending(Self.table))
  }

  private static func write(_ bytes: [UInt8], to file: FilePath) throws(FileError) {
    let output = try OutputFile(path: file, existing: .replaced)
    try output.write(bytes)
    try output.commit()
  }
}

extension FilePath {
  fileprivate var exists: Bool { withPlatformString { access($0, F_OK) } == 0 }
}
