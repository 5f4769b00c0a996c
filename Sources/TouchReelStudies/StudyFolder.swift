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
  /// Why a folder could not be listed.
  private var unlisted: FileError?

  /// Opens the folder of a study, or makes it.
  ///
  /// - Parameters:
  ///   - path: of the folder.
  ///   - prompts: of the study.
  /// - Throws: if it is not this study's, or cannot be written.
  package init(making path: FilePath, for prompts: PromptsFile) throws(FileError) {
    try FileTree.makeFolder(path)
    let copy = path.appending(Self.prompts)
    let isStudy = copy.exists
    // A program that was killed at its start may have left a part of the prompts, which is hidden.
    let names = isStudy ? [] : try FileTree.names(in: path)
    guard names.isEmpty else {
      throw FileError(file: path.readable, message: "is not the folder of a study and not empty; name a new one")
    }
    if isStudy, try Self.hasTrials(path) { try Self.require(prompts, in: path) }
    try Self.write(prompts.bytes, to: copy)
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

  /// Until there are any, the prompts may be changed.
  private static func hasTrials(_ path: FilePath) throws(FileError) -> Bool {
    for folder in try folders(of: path) where try !recordings(in: folder).isEmpty { return true }
    return false
  }

  private static func folders(of path: FilePath) throws(FileError) -> [FilePath] {
    try FileTree.names(in: path).compactMap { ParticipantCode($0.string) }.sorted().map { path.appending($0.text) }
      .filter { (try? $0.stat().type) != .regular }
  }

  /// Recordings but for empty files, which are left where a disk was full from the beginning.
  private static func recordings(in folder: FilePath) throws(FileError) -> [FilePath] {
    try FileTree.names(in: folder).filter { $0.extension == suffix }.map(folder.appending)
      .filter { ((try? $0.stat().size) ?? 1) > 0 }
  }

  /// Reads what other windows have recorded meanwhile, and forgets recordings that have gone.
  ///
  /// - Throws: if a folder cannot be listed.
  package mutating func reread() throws(FileError) {
    readTrials()
    if let unlisted { throw unlisted }
  }

  /// Reads what is not known to have ended: another program may collect trials into the same folder.
  private mutating func readTrials() {
    trials = trials.filter { $0.end.outcome != .interrupted && !$0.file.isMissing }
    (problems, unlisted) = ([], nil)
    let (path, known) = (path, Set(trials.map(\.file)))
    for folder in listed({ () throws(FileError) in try Self.folders(of: path) }) {
      for file in listed({ () throws(FileError) in try Self.recordings(in: folder) }) where !known.contains(file) {
        read(file)
      }
    }
    trials = trials.inOrder
    problems.sort()
  }

  private mutating func listed(_ list: () throws(FileError) -> [FilePath]) -> [FilePath] {
    do throws(FileError) { return try list() } catch {
      problems.append(error.description)
      unlisted = unlisted ?? error
      return []
    }
  }

  private mutating func read(_ file: FilePath) {
    do throws(FileError) {
      guard let trial = try RecordedTrial(reading: file) else {
        return problems.append("\(file.readable): is not the recording of a trial")
      }
      guard file.isPlace(of: trial.facts) else {
        let (number, code) = (trial.facts.trial.number, trial.facts.participant.code)
        return problems.append("\(file.readable): is of trial \(number) of \(code), and not where that belongs")
      }
      trials.append(trial)
    } catch { problems.append(error.description) }
  }

  /// Those who have trials, in the order of their codes.
  package var participants: [Participant] {
    var latest: [ParticipantCode: Participant] = [:]
    for trial in trials { latest[trial.facts.participant.code] = trial.facts.participant }
    return latest.values.sorted { $0.code < $1.code }
  }

  /// Who was interrupted in the last of their trials and has not gone on.
  package var interrupted: ParticipantCode? {
    participants.map(\.code).first { trials(of: $0).last?.end.outcome == .interrupted }
  }

  /// A code that nobody has: the number after the greatest.
  package var freeCode: ParticipantCode {
    var code = ParticipantCode(number: 1)
    let taken = Set(path.entries().map(\.string) + trials.map(\.facts.participant.code.text))
    while taken.contains(code.text), let next = code.moved(by: 1) { code = next }
    return code
  }

  /// Keeps other windows from recording a participant's trials.
  ///
  /// - Returns: `nil` if one does.
  /// - Throws: if the participant's folder cannot be written.
  package func claim(_ code: ParticipantCode) throws(FileError) -> ParticipantClaim? {
    let folder = path.appending(code.text)
    try FileTree.makeFolder(folder)
    return try ParticipantClaim(in: folder)
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
    let name = trial.fileName
    for attempt in 1...1000 {
      let file = folder.appending("\(name)\(attempt == 1 ? "" : "-\(attempt)").\(Self.suffix)")
      if !file.exists { return (file, attempt) }
    }
    throw FileError(file: folder.readable, message: "has 1,000 attempts at trial \(trial.number)")
  }

  /// Takes a trial that has ended into the table.
  package mutating func add(_ trial: RecordedTrial) throws(FileError) {
    trials.append(trial)
    readTrials()
    try writeTable()
  }

  /// Whole or not at all: a killed program leaves the table of before.
  private func writeTable() throws(FileError) {
    // Nothing in a table says that trials are missing.
    if let unlisted { throw unlisted }
    let table = TrialTable(questions: study.questions.map(\.text))
    try Self.write(table.text(trials, in: path), to: path.appending(Self.table))
  }

  private static func write(_ bytes: [UInt8], to file: FilePath) throws(FileError) {
    // A full disk has no room for a copy of what is there.
    if let found = try? FileBytes(path: file).everything(limit: bytes.count + 1), found == bytes { return }
    let output = try OutputFile(path: file, existing: .replaced)
    try output.write(bytes)
    try output.commit()
  }
}

extension ScheduledTrial {
  /// The name of the first attempt's file, without its suffix: the number in three digits or more.
  fileprivate var fileName: String {
    String(repeating: "0", count: max(0, 3 - String(number).count)) + String(number)
  }
}

extension FilePath {
  /// Whether an attempt at a trial may have this path.
  fileprivate func isPlace(of facts: TrialFacts) -> Bool {
    let parts = (stem ?? "").split(separator: "-", maxSplits: 1)
    return removingLastComponent().lastComponent?.string == facts.participant.code.text
      && parts.first.map(String.init) == facts.trial.fileName
  }

  fileprivate var exists: Bool { withPlatformString { access($0, F_OK) } == 0 }

  /// Whether there is certainly no such file.
  fileprivate var isMissing: Bool { !exists && [ENOENT, ENOTDIR].contains(errno) }
}
