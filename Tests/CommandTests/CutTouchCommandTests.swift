import Foundation
import TestSupport
import Testing

/// `cut` by the numbers that `dump --touches` shows.
@Suite(.slow)
struct CutTouchCommandTests {
  private let folder: TemporaryFolder
  private let ten = Checkout.path("Fixtures/ten-fingers.mcap")

  init() throws { folder = try TemporaryFolder() }

  private func cut(_ recording: String, _ options: String...) throws -> String {
    let out = folder.path("cut.mcap")
    try Touchreel.succeed(["cut", recording, out, "--force"] + options)
    return out
  }

  /// The places and pressures of each touch, in order of time.
  private func samples(_ recording: String) throws -> [String: [String]] {
    let table = try Touchreel.succeed("dump", "--format", "csv", recording).text.split(separator: "\n")
    let names = table[0].split(separator: ",")
    let columns = ["clock", "x_device", "y_device", "pressure"].compactMap { name in names.firstIndex { $0 == name } }
    let rows = table.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    return Dictionary(grouping: rows) { String($0[2]) }
      .mapValues { $0.map { row in columns.map { String(row[$0]) }.joined(separator: " ") } }
  }

  @Test(arguments: ["0", "3", "9", "10", "19"])
  func `One touch is kept whole, and alone`(number: String) throws {
    let all = try samples(ten)
    #expect(try samples(cut(ten, "--touch", number)) == ["0": all[number] ?? []])
  }

  @Test func `What is left out is gone, and all others are as they were`() throws {
    let all = try samples(ten)
    let left = try samples(cut(ten, "--not-touch", "3", "--not-touch", "12"))
    #expect(Set(left.values) == Set(all.filter { !["3", "12"].contains($0.key) }.values) && left.count == 18)
    // A pen's events stay where a finger's are left out.
    let two = Checkout.path("Fixtures/pen-and-touch.mcap")
    #expect(try samples(cut(two, "--not-touch", "0")) == ["0": samples(two)["1"] ?? []])
  }

  @Test func `The kernel's ids still choose`() throws {
    #expect(try samples(cut(ten, "--tracking-id", "5")) == ["0": samples(ten)["4"] ?? []])
  }

  @Test func `Around a touch everything of its time is kept`() throws {
    let all = try samples(ten)
    let own = try #require(all["3"])
    let around = try samples(cut(ten, "--around-touch", "3"))
    #expect(around.values.contains(own))
    let times = around.values.flatMap { $0.compactMap { Double($0.split(separator: " ")[0]) } }
    let bounds = own.compactMap { Double($0.split(separator: " ")[0]) }
    #expect(times.min() == bounds.min() && times.max() == bounds.max() && around.count == 10)
  }

  @Test(arguments: [
    (["--touch", "20"], "has no touch 20; its touches are 0 to 19"),
    (["--around-touch", "77"], "has no touch 77; its touches are 0 to 19"),
  ]) func `A number that is none is refused in one line`(options: [String], message: String) throws {
    let out = folder.path("no.mcap")
    let outcome = try Programs.run(Touchreel.path, ["cut", ten, out] + options)
    #expect(outcome.status != 0 && outcome.errors.contains(message), "\(outcome)")
    #expect(outcome.status != 0 && !FileManager.default.fileExists(atPath: out))
  }

  @Test(arguments: ["pen-tilt-eraser", "pen-and-touch", "protocol-a"])
  func `Each touch of a device without slots can be kept alone, or left out`(name: String) throws {
    let file = Checkout.path("Fixtures/\(name).mcap")
    let all = try samples(file)
    for (number, own) in all {
      let kept = try Touchreel.run("cut", file, folder.path("kept.mcap"), "--force", "--touch", number)
      // Fingers of protocol A that are down together share their events.
      if kept.status == 1, kept.errors.contains("at the same time; use --around-touch \(number)") { continue }
      #expect(kept.status == 0, "\(kept)")
      #expect(try samples(folder.path("kept.mcap")) == ["0": own], "\(number)")
      let left = try samples(cut(file, "--not-touch", number))
      #expect(left.values.sorted { $0[0] < $1[0] } == all.filter { $0.key != number }.values.sorted { $0[0] < $1[0] })
    }
  }

  @Test func `Fingers without slots that are down together are not told apart`() throws {
    let outcome = try Touchreel.run(
      "cut", Checkout.path("Fixtures/protocol-a.mcap"), folder.path("no.mcap"), "--touch", "1")
    #expect(outcome.status == 1 && outcome.errors.contains("use --around-touch 1"), "\(outcome)")
  }
}
