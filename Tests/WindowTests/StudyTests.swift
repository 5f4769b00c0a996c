import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelCanvas
import TouchReelStudies

/// A study by mouse and by ten fingers, as participants do it: without a keyboard.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct StudyTests {
  private static let words = (1...20).map { "word \($0)" }

  private func line(_ number: Int) -> [Place] {
    (0...10).map { Place(x: 200 + 30 * $0, y: 300 + 5 * number + 4 * ($0 % 3)) }
  }

  @Test func `Twenty words are drawn by mouse, one is done again, and one is skipped`() throws {
    let desk = try StudyDesk(Self.words, on: VirtualScreen())
    try desk.start()
    for number in 1...20 {
      if number == 5 {
        try desk.press(StudyDesk.skip)
        continue
      }
      if number == 7 {
        try desk.draw { try desk.screen.drag(line(1)) }
        try desk.press(StudyDesk.again)
      }
      try desk.draw { try desk.screen.drag(line(number)) }
      try desk.press(StudyDesk.next)
    }
    try desk.window.see("the end") { $0[StudyDesk.paper] != 0xffffff }.attach("the end of a study")
    #expect(desk.window.end(with: SIGTERM) == 0, "\(desk.window.log)")
    let rows = try desk.rows()
    #expect(rows.count == 21)
    #expect(rows.map(\.outcome) == (1...21).map { $0 == 5 ? "skipped" : $0 == 7 ? "again" : "done" })
    #expect(rows.map(\.prompt) == Self.words.prefix(7) + Self.words.suffix(14))
    let check = try Touchreel.run("study", desk.folder.path("words.txt"), "-o", desk.folder.path("results"), "--check")
    #expect(check.text.hasPrefix("P01: 19 done, 1 skipped, 0 missing\n"), "\(check)")
    try expectDrawn(desk)
  }

  /// Each recording of a trial that was done has the one touch that was drawn, and its prompt.
  private func expectDrawn(_ desk: StudyDesk, touches: Int = 1) throws {
    for row in try desk.rows() where row.outcome == "done" {
      let info = try Touchreel.succeed("info", desk.folder.path("results/\(row.recording)")).text
      #expect(info.contains(": \(row.prompt), done\n"), "\(info)")
      #expect(info.contains("  \(touches) touch"), "\(info)")
    }
  }

  @Test(.enabled(if: TouchScreen.isAvailable, TouchScreen.absence))
  func `Twenty words are drawn by ten fingers at once, and by taps on the buttons`() throws {
    let touchscreen = try TouchScreen()
    let desk = try StudyDesk(Self.words, on: touchscreen.screen)
    try touchscreen.tap(StudyDesk.start)
    try desk.seeEmptyPaper()
    let ways = (0..<10).map { finger in
      (0...20).map { Place(x: 100 + 80 * finger + ($0 % 4) * 3, y: 250 + 8 * $0) }
    }
    for _ in 1...20 {
      try desk.draw { try touchscreen.drag(ways) }
      try touchscreen.tap(StudyDesk.next)
      try desk.window.see("an empty board, or the end") { $0[StudyDesk.next].isPale && $0[ways[0][10]] != 0 }
    }
    #expect(desk.window.end(with: SIGTERM) == 0, "\(desk.window.log)")
    #expect(try desk.rows().map(\.outcome) == Array(repeating: "done", count: 20))
    try expectDrawn(desk, touches: 10)
  }

  @Test func `A program that is killed leaves the trials that were drawn, and goes on with the one that was not`()
    throws
  {
    var desk: StudyDesk? = try StudyDesk(["one", "two"], on: VirtualScreen())
    let folder = try #require(desk?.folder)
    try desk?.start()
    try desk?.draw { try desk?.screen.drag(line(1)) }
    try desk?.press(StudyDesk.next)
    try desk?.draw { try desk?.screen.drag(line(2)) }
    try desk?.window.see("a recording of what was drawn") { _ in
      (try? Touchreel.succeed("dump", "--touches", folder.path("results/P01/002.mcap")).text.contains("ended")) == true
    }
    _ = desk?.window.end(with: SIGKILL)
    desk = nil
    let check = try Touchreel.run("study", folder.path("words.txt"), "-o", folder.path("results"), "--check")
    #expect(check.status == 1)
    #expect(check.text == "P01: 1 done, 0 skipped, 1 missing\nmissing: P01, trial 2 (two): was begun and not ended\n")
    let next = try StudyDesk(["one", "two"], on: VirtualScreen(), in: folder, options: ["--participant", "P01"])
    try next.start()
    try next.draw { try next.screen.drag(line(2)) }
    try next.press(StudyDesk.next)
    #expect(next.window.end(with: SIGTERM) == 0, "\(next.window.log)")
    #expect(try next.rows().map(\.outcome) == ["done", "interrupted", "done"])
    #expect(try next.rows().map(\.recording) == ["P01/001.mcap", "P01/002.mcap", "P01/002-2.mcap"])
  }

  /// The lock that another window has.
  @Test func `A participant of another window is not gone on with, and another code is offered`() throws {
    let desk = try StudyDesk(["one", "two"], on: VirtualScreen())
    let claim = try StudyFolder(reading: FilePath(desk.folder.path("results"))).claim(ParticipantCode(number: 1))
    let isClaimed = claim != nil
    #expect(isClaimed)
    try desk.screen.click(StudyDesk.start)
    try desk.window.see("a banner", \.showsBanner).attach("a participant of another window")
    // Which moves the page down.
    _ = try desk.window.still(in: PixelRect(x: 0, y: 0, width: 1000, height: 700))
    let left = StudyDesk.start.x - 150
    let picture = try desk.screen.picture()
    let top = try #require((400..<700).first { picture[left, $0].isBlue })
    try desk.screen.click(Place(x: StudyDesk.start.x, y: top + 15))
    try desk.window.see("an empty board") { $0[StudyDesk.paper] == 0xffffff && !$0[left, top].isBlue }
    try desk.draw { try desk.screen.drag(line(1)) }
    try desk.press(StudyDesk.next)
    #expect(desk.window.end(with: SIGTERM) == 0, "\(desk.window.log)")
    #expect(try desk.rows().first?.recording == "P02/001.mcap")
    // It lasts to here.
    _ = consume claim
  }

  @Test func `A trial whose recording is removed while it is drawn is shown again`() throws {
    let desk = try StudyDesk(["one", "two"], on: VirtualScreen())
    try desk.start()
    try desk.draw { try desk.screen.drag(line(1)) }
    try FileManager.default.removeItem(atPath: desk.folder.path("results/P01/001.mcap"))
    try desk.screen.click(StudyDesk.next)
    try desk.window.see("a banner", \.showsBanner).attach("a trial that was lost")
    try desk.window.see("an empty board") { $0[line(1)[5]] == 0xffffff && $0[StudyDesk.next].isPale }
    for number in 1...2 {
      try desk.draw { try desk.screen.drag(line(number + 5)) }
      try desk.press(StudyDesk.next)
    }
    #expect(desk.window.end(with: SIGTERM) == 0, "\(desk.window.log)")
    #expect(try desk.rows().map(\.outcome) == ["done", "done"])
    #expect(try desk.rows().map(\.prompt) == ["one", "two"])
    try expectDrawn(desk)
  }

  @Test func `On a full disk the window says that the trial is not recorded, and shows it again`() throws {
    let desk = try StudyDesk(["one", "two"], on: VirtualScreen())
    try desk.start()
    try desk.window.limitFiles(to: 100)
    try desk.screen.drag(line(1))
    try desk.window.see("a banner", \.showsBanner).attach("a full disk")
    try desk.window.limitFiles(to: nil)
    try desk.screen.click(StudyDesk.again)
    try desk.window.see("an empty board") { $0[line(1)[5]] == 0xffffff && $0[StudyDesk.next].isPale }
    try desk.draw { try desk.screen.drag(line(2)) }
    try desk.press(StudyDesk.next)
    #expect(desk.window.end(with: SIGTERM) == 0, "\(desk.window.log)")
    let rows = try desk.rows()
    #expect(rows.first { $0.outcome == "done" }?.prompt == "one", "\(rows)")
  }
}

/// The window of a study without questions.
private final class StudyDesk {
  static let (start, skip, again, next) = (
    Place(x: 500, y: 463), Place(x: 76, y: 715), Place(x: 180, y: 715), Place(x: 930, y: 715)
  )
  /// On the board, where nothing is drawn.
  static let paper = Place(x: 950, y: 600)

  let window: OpenWindow
  let folder: TemporaryFolder
  var screen: VirtualScreen { window.screen }

  init(
    _ prompts: [String], on screen: VirtualScreen, in folder: TemporaryFolder? = nil, options: [String] = []
  ) throws {
    self.folder = try folder ?? TemporaryFolder()
    try self.folder.write(prompts.joined(separator: "\n"), to: "words.txt")
    window = try OpenWindow(
      ["study", self.folder.path("words.txt"), "-o", self.folder.path("results")] + options, on: screen,
      in: self.folder)
    try window.see("the button that starts") { $0[Self.start.moved(-150, 0)].isBlue }
  }

  func start() throws {
    try screen.click(Self.start)
    try seeEmptyPaper()
  }

  func seeEmptyPaper() throws {
    try window.see("an empty board") { $0[Self.paper] == 0xffffff && $0[Self.next].isPale }
  }

  /// Draws, and waits until the trial can be ended.
  func draw(_ hand: () throws -> Void) throws {
    try hand()
    try window.see("a way on") { $0[Self.next.moved(-30, 0)].isBlue }
  }

  /// Presses a button that leads on, or back to an empty board.
  func press(_ button: Place) throws {
    try screen.click(button)
    try window.see("an empty board, or the end") { $0[Self.next].isPale }
  }

  struct Row {
    var prompt: String
    var outcome: String
    var recording: String
  }

  func rows() throws -> [Row] {
    let lines = try String(contentsOfFile: folder.path("results/trials.csv"), encoding: .utf8).split(separator: "\n")
    return lines.dropFirst().map { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return Row(prompt: fields[5], outcome: fields[9], recording: fields[13])
    }
  }
}

extension UInt32 {
  /// Whether it is the colour of a button that is suggested.
  fileprivate var isBlue: Bool { self & 0xff > (self >> 16) & 0xff + 80 }

  /// Whether it is the colour of a button that cannot be pressed, or the window's ground.
  fileprivate var isPale: Bool { [16, 8, 0].allSatisfy { self >> $0 & 0xff > 0xd0 } }
}
