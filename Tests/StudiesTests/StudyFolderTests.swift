import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelStudies

/// Folders with trials that a hand has drawn.
struct StudyFolderTests {
  private let temporary: TemporaryFolder
  private let path: FilePath

  init() throws {
    temporary = try TemporaryFolder()
    path = FilePath(temporary.path("results"))
  }

  private func prompts(_ text: String = "ask: Hand? left | right\none\ntwo\nthree") throws -> PromptsFile {
    try PromptsFile(Array(text.utf8), name: "words.txt", folder: "")
  }

  private func table() throws -> [String] {
    try String(contentsOfFile: temporary.path("results/trials.csv"), encoding: .utf8).split(separator: "\n")
      .map(String.init)
  }

  @Test func `Trials are recordings that say themselves what they are, and rows of a table`() throws {
    var folder = try StudyFolder(making: path, for: prompts())
    let first = try DrawnStudy.draw(&folder, 1, .done)
    try DrawnStudy.draw(&folder, 2, .again)
    try DrawnStudy.draw(&folder, 2, .skipped) { _ in }
    #expect(
      try table() == [
        "participant,trial,attempt,repetition,kind,prompt,picture,with,hand,outcome,started,seconds,touches,recording,Hand?",
        "P01,1,1,1,word,one,,any,any,done,2018-11-28T00:00:00.250Z,1.250,1,P01/001.mcap,left",
        "P01,2,1,1,word,two,,any,any,again,2018-11-28T00:00:00.250Z,1.250,1,P01/002.mcap,left",
        "P01,2,2,1,word,two,,any,any,skipped,2018-11-28T00:00:00.250Z,1.250,0,P01/002-2.mcap,left",
      ])
    let read = try StudyFolder(making: path, for: prompts())
    #expect(read.trials == folder.trials.inOrder && read.trials.first == first && read.problems == [])
    #expect(read.participants.map(\.answers) == [["Hand?": "left"]])
    #expect(read.freeCode.text == "P02")
  }

  @Test func `A participant is one window's at a time, whose code nobody else is offered`() throws {
    let (first, second) = (try StudyFolder(making: path, for: prompts()), try StudyFolder(making: path, for: prompts()))
    let code = ParticipantCode(number: 1)
    #expect(second.freeCode == code)
    do {
      let claim = try first.claim(code)
      let other = try second.claim(code)
      let isClaimed = (first: claim != nil, second: other != nil)
      #expect(isClaimed.first && !isClaimed.second && second.freeCode.text == "P02")
    }
    let later = try second.claim(code)
    let isFree = later != nil
    #expect(isFree)
    // The lock is hidden, and no recording.
    #expect(try StudyFolder(reading: path).problems == [])
  }

  @Test func `Who reads the folder again sees the trials of others, and not those whose recordings have gone`() throws {
    var (first, second) = (try StudyFolder(making: path, for: prompts()), try StudyFolder(making: path, for: prompts()))
    for number in 1...2 { try DrawnStudy.draw(&first, number, .done) }
    #expect(second.trials == [])
    try second.reread()
    #expect(second.trials == first.trials)
    try FileManager.default.removeItem(atPath: temporary.path("results/P01/001.mcap"))
    try second.reread()
    #expect(second.trials == [first.trials[1]])
    try DrawnStudy.draw(&second, 3, .done)
    #expect(try table().map { $0.prefix(5) } == ["parti", "P01,2", "P01,3"])
    // It is shown again behind the last.
    var run = StudyRun(second.study, Participant(code: ParticipantCode(number: 1)), after: first.trials)
    run.advance()
    run.settle(by: second.trials)
    run.end(.done)
    guard case .trial(let trial) = run.page else { throw Failure(description: "\(run)") }
    #expect(trial.number == 1)
    run.end(.done)
    #expect(run.page == .end)
  }

  @Test func `Two attempts that are done are odd`() throws {
    var folder = try StudyFolder(making: path, for: prompts("one"))
    for _ in 1...2 { try DrawnStudy.draw(&folder, 1, .done) }
    #expect(
      StudyCheck(folder).findings.map(\.text) == ["P01, trial 1 (one): is done 2 times; is it of one person?"])
  }

  @Test func `What is there already is not written again, for which a disk may have no room`() throws {
    var folder = try StudyFolder(making: path, for: prompts())
    try DrawnStudy.draw(&folder, 1, .done)
    let files = [FilePath(temporary.path("results/prompts.txt")), FilePath(temporary.path("results/trials.csv"))]
    let before = try files.map { try $0.stat().inode }
    _ = try StudyFolder(making: path, for: prompts())
    #expect(try files.map { try $0.stat().inode } == before)
  }

  @Test func `A trial whose program was killed is whole as far as it goes, and counts for nothing`() throws {
    var folder = try StudyFolder(making: path, for: prompts())
    try DrawnStudy.draw(&folder, 1, nil)
    let read = try StudyFolder(making: path, for: prompts())
    #expect(read.trials.map(\.end.outcome) == [.interrupted] && read.trials.map(\.end.touches) == [1])
    #expect(read.interrupted == ParticipantCode(number: 1))
    #expect(read.problems == [])
    #expect(try table().last?.contains(",interrupted,") == true)
    var run = StudyRun(read.study, try #require(read.participants.first), after: read.trials)
    run.advance()
    guard case .trial(let trial) = run.page else { throw Failure(description: "\(run)") }
    #expect(trial.number == 1)
    #expect(try read.place(for: trial, of: ParticipantCode(number: 1)).attempt == 2)
  }

  @Test func `A folder in which a program was killed before it had the prompts is a new one`() throws {
    try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: true)
    try temporary.write("ask: Ha", to: "results/.touchreel-1a2b3c.part")
    _ = try StudyFolder(making: path, for: prompts())
    #expect(try table().count == 1)
    try FileManager.default.removeItem(atPath: temporary.path("results/prompts.txt"))
    #expect(throws: FileError.self) { try StudyFolder(making: path, for: prompts()) }
  }

  /// A link to itself cannot be listed by anyone, whatever their rights.
  @Test func `A folder that cannot be listed keeps its prompts and its table`() throws {
    var folder = try StudyFolder(making: path, for: prompts())
    try DrawnStudy.draw(&folder, 1, .done)
    let before = try table()
    try FileManager.default.moveItem(atPath: temporary.path("results/P01"), toPath: temporary.path("P01"))
    try FileManager.default.createSymbolicLink(atPath: temporary.path("results/P01"), withDestinationPath: "P01")
    for text in ["other", "ask: Hand? left | right\none\ntwo\nthree"] {
      let error = #expect(throws: FileError.self) { try StudyFolder(making: path, for: prompts(text)) }
      #expect(error?.file.hasSuffix("results/P01") == true, "\(String(describing: error))")
    }
    #expect(try table() == before)
    let kept = try String(contentsOfFile: temporary.path("results/prompts.txt"), encoding: .utf8)
    #expect(kept.hasPrefix("ask: Hand?"))
    let read = try StudyFolder(reading: path)
    #expect(read.problems.count == 1 && read.trials == [], "\(read.problems)")
  }

  @Test func `Wherever the recording of a trial is cut, the folder is read, and the trial is done again`() throws {
    var folder = try StudyFolder(making: path, for: prompts())
    try DrawnStudy.draw(&folder, 1, .done)
    let whole = try Data(contentsOf: temporary.url("results/P01/001.mcap"))
    let end = try #require(whole.firstRange(of: Data("touchreel.trial.end".utf8))).upperBound
    for count in stride(from: 997, to: whole.count, by: 997) {
      try temporary.write(whole.prefix(count), to: "results/P01/001.mcap")
      let read = try StudyFolder(reading: path)
      #expect(read.trials.count + read.problems.count == 1, "\(count) bytes")
      var run = StudyRun(read.study, Participant(code: ParticipantCode(number: 1)), after: read.trials)
      run.advance()
      let isDone = read.trials.first?.end.outcome == .done
      #expect(run.settledCount == (isDone ? 1 : 0) && (!isDone || count > end), "\(count) bytes")
    }
  }

  @Test func `A table that was lost or cut is made anew from the recordings`() throws {
    var folder = try StudyFolder(making: path, for: prompts())
    for number in 1...3 { try DrawnStudy.draw(&folder, number, .done) }
    let whole = try table()
    try temporary.write("participant,tri", to: "results/trials.csv")
    _ = try StudyFolder(making: path, for: prompts())
    #expect(try table() == whole)
  }

  @Test func `A folder of another study, or of anything else, is refused and left alone`() throws {
    var folder = try StudyFolder(making: path, for: prompts())
    try DrawnStudy.draw(&folder, 1, .done)
    let before = temporary.files(endingIn: "").map(\.path)
    let other = #expect(throws: FileError.self) { try StudyFolder(making: path, for: prompts("four")) }
    #expect(other?.message.contains("has trials of other prompts, which are in") == true)
    #expect(temporary.files(endingIn: "").map(\.path) == before)
    try temporary.write("mine", to: "thesis/notes.txt")
    let foreign = #expect(throws: FileError.self) {
      try StudyFolder(making: FilePath(temporary.path("thesis")), for: prompts())
    }
    #expect(foreign?.message == "is not the folder of a study and not empty; name a new one")
    #expect(throws: FileError.self) { try StudyFolder(reading: FilePath(temporary.path("nowhere"))) }
  }

  @Test func `Until there are trials, the prompts may be changed, and empty files are none`() throws {
    _ = try StudyFolder(making: path, for: prompts())
    try temporary.write("", to: "results/P01/001.mcap")
    let changed = try StudyFolder(making: path, for: prompts("four"))
    #expect(changed.study.prompts.map(\.text) == ["four"] && changed.problems == [])
    #expect(try StudyFolder(reading: path).study == changed.study)
    #expect(
      try changed.place(
        for: StudySchedule(changed.study, for: ParticipantCode(number: 1)).trials[0], of: ParticipantCode(number: 1)
      ).attempt == 2)
  }

  @Test func `Two windows on one folder keep each other's rows`() throws {
    var (first, second) = (try StudyFolder(making: path, for: prompts()), try StudyFolder(making: path, for: prompts()))
    for number in 1...3 {
      try DrawnStudy.draw(&first, number, .done, by: "P01")
      try DrawnStudy.draw(&second, number, .done, by: "P02")
    }
    let owners = try table().dropFirst().compactMap { $0.split(separator: ",").first.map(String.init) }
    #expect(owners == ["P01", "P01", "P01", "P02", "P02", "P02"])
    #expect(StudyCheck(second).counts.map(\.done) == [3, 3])
  }

  @Test func `Files that are no recordings of trials are named`() throws {
    var folder = try StudyFolder(making: path, for: prompts())
    try DrawnStudy.draw(&folder, 1, .done)
    try temporary.write("no recording", to: "results/P01/notes.mcap")
    let read = try StudyFolder(reading: path)
    #expect(read.trials.count == 1 && read.problems.count == 1)
    #expect(read.problems.first?.contains("notes.mcap") == true)
  }
}

/// What a check of such folders says.
extension StudyFolderTests {
  @Test func `Missing, unfinished and empty trials are named`() throws {
    var folder = try StudyFolder(making: path, for: prompts())
    try DrawnStudy.draw(&folder, 1, .done)
    try DrawnStudy.draw(&folder, 2, nil)
    try DrawnStudy.draw(&folder, 1, .done, by: "P02") { _ in }
    try DrawnStudy.draw(&folder, 2, .skipped, by: "P02") { _ in }
    try DrawnStudy.draw(&folder, 3, .done, by: "P02")
    let check = StudyCheck(try StudyFolder(reading: path))
    #expect(check.counts.map { [$0.done, $0.skipped, $0.missing] } == [[1, 0, 2], [2, 1, 0]])
    #expect(
      check.findings.map(\.text) == [
        "P01, trial 2 (two): was begun and not ended", "P01, trial 3 (three): is missing",
        "P02, trial 1 (one): is done, and nothing was drawn",
      ])
  }

  @Test func `A trial whose recording is damaged is named`() throws {
    var folder = try StudyFolder(making: path, for: prompts())
    for number in 1...3 { try DrawnStudy.draw(&folder, number, .done) }
    let file = temporary.url("results/P01/002.mcap")
    var bytes = try Data(contentsOf: file)
    // A chunk's sum tells.
    for place in bytes.count / 2..<bytes.count / 2 + 5 { bytes[place] ^= 0x55 }
    try bytes.write(to: file)
    let check = StudyCheck(try StudyFolder(reading: path))
    #expect(check.findings.contains { $0.kind == .unreadable }, "\(check.findings)")
  }

  @Test func `Another rate, another tool and the other hand are odd`() throws {
    let text = "ask: Hand? left | right\nwith: pen\none\ntwo\nthree\nfour"
    var folder = try StudyFolder(making: path, for: prompts(text))
    // The pen of a left hand leans to the left.
    try DrawnStudy.draw(&folder, 1, .done) { DrawnStudy.draw(on: $0, lean: -30) }
    try DrawnStudy.draw(&folder, 2, .done) { DrawnStudy.draw(on: $0, lean: 30) }
    try DrawnStudy.draw(&folder, 3, .done) { DrawnStudy.draw(on: $0, step: 16, lean: -30) }
    try DrawnStudy.draw(&folder, 4, .done) { DrawnStudy.draw(on: $0, lean: -2) }
    let check = StudyCheck(try StudyFolder(reading: path))
    #expect(
      check.findings.map(\.text) == [
        "P01, trial 2 (two): has a pen that leans to the right, not as in a left hand",
        // 1000 / 16 and 1000 / 8.
        "P01, trial 3 (three): has 62.5 frames a second, where the study has 125.0",
      ])
    try DrawnStudy.draw(&folder, 4, .done)
    let found = StudyCheck(try StudyFolder(reading: path)).findings.map(\.text)
    #expect(found.contains("P01, trial 4 (four): is drawn with a finger, and asks for a pen"), "\(found)")
  }
}
