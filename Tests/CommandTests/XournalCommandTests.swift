import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// Files of Xournal++ as a user converts and renders them.
@Suite(.slow)
struct XournalCommandTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Dashes, filled insides, and highlighters over dark ink and in front of it.
  private static let looks = """
    <xournal creator="xournalpp 1.1.3" fileversion="4"><page width="595.2" height="432"><background type="solid"
     color="#ffffffff" style="plain"/><layer>
    <stroke tool="pen" color="#000000ff" width="6" capStyle="round" style="dash">30 30 560 40 500 90</stroke>
    <stroke tool="pen" color="#0000ffff" width="4" capStyle="round" style="dashdot">30 60 480 70</stroke>
    <stroke tool="pen" color="#008000ff" width="3" capStyle="round" style="cust: 12.00 7.50 1.00 7.50">30 90 480 100</stroke>
    <stroke tool="pen" color="#ff0000ff" width="5" capStyle="round" fill="128">60 150 240 150 240 260 60 260 60 150</stroke>
    <stroke tool="pen" color="#3333ccff" width="5 4 4.5 5" capStyle="round" fill="70">300 150 500 160 420 260 310 250</stroke>
    <stroke tool="pen" color="#000000ff" width="8" capStyle="round">40 330 560 330</stroke>
    <stroke tool="highlighter" color="#ffff007f" width="40" capStyle="round">60 320 300 340</stroke>
    <stroke tool="highlighter" color="#00ff00c8" width="9" capStyle="round" fill="200">350 300 540 300 540 380 350 300</stroke>
    </layer></page></xournal>
    """

  @Test(.enabled(if: Programs.installed("xournalpp") != nil, "xournalpp is missing"))
  func `Dashes, fills and highlighters look as in Xournal++, also in what is written`() throws {
    try Self.looks.write(toFile: folder.path("page.xopp"), atomically: true, encoding: .utf8)
    try Touchreel.succeed("convert", folder.path("page.xopp"), folder.path("again.xopp"))
    try Touchreel.succeed(["render", folder.path("page.xopp"), "-o", folder.path("ours.png"), "--size", "2480x1800"])
    let ours = try DecodedPicture(folder.path("ours.png"))
    for name in ["page", "again"] {
      try Programs.succeed("xournalpp", ["--create-img=\(folder.path("theirs.png"))", folder.path("\(name).xopp")])
      let theirs = try DecodedPicture(folder.path("theirs.png"))
      #expect(theirs.size == [2480, 1800])
      var (sum, far) = (0, 0)
      for (one, two) in zip(ours.buffer.pixels, theirs.buffer.pixels) where one != two {
        let difference = greatestDifference(one, two)
        sum += difference
        far += difference > 64 ? 1 : 0
      }
      // Highlighters are seven steps of opacity lighter on its screen than in its files.
      let count = ours.buffer.pixels.count
      #expect(Double(sum) / Double(count) < 1.5 && Double(far) / Double(count) < 0.001, "\(name): \(sum), \(far)")
    }
  }

  private static let pages = (1...3).map { number in
    #"<page width="\#(number)00" height="50"><layer><stroke tool="pen" color="red" width="3">9 9 90 40</stroke></layer></page>"#
  }

  @Test func `A page is read by its number, or there is none`() throws {
    let file = try folder.write("<xournal>\(Self.pages.joined())</xournal>", to: "pages.xopp")
    #expect(try Touchreel.succeed("info", file).text.contains("3 pages, page 1 is shown, 100x50 points"))
    let info = try Touchreel.succeed("info", "--page", "2", file).text
    #expect(info.contains("page 2 of 3, 200x50 points") && !info.contains("of which this is"), "\(info)")
    try Touchreel.succeed("convert", "--page", "3", file, folder.path("third.touchreel.json"))
    #expect(try Touchreel.succeed("info", folder.path("third.touchreel.json")).text.contains("300x50 points"))
    try Touchreel.succeed("render", "--page", "2", file, "-o", folder.path("second.png"))
    #expect(try DecodedPicture(folder.path("second.png")).size == [200, 50])
    for words in [["info"], ["convert", "-o", folder.path("x.xopp")], ["render", "-o", folder.path("x.png")]] {
      let outcome = try Programs.run(Touchreel.path, words + ["--page", "4", file])
      #expect(outcome.status == 1, "\(words): \(outcome)")
      #expect(outcome.errors == "touchreel: \(file): it has no page 4, only 3 pages\n", "\(words): \(outcome)")
    }
  }

  @Test func `Other files have no pages`() throws {
    let ink = try folder.write("<ink><trace>1 2, 3 4</trace></ink>", to: "a.inkml")
    let outcome = try Programs.run(Touchreel.path, ["info", "--page", "2", ink])
    #expect(outcome.status == 1 && outcome.errors.contains("it has one page, no page 2"), "\(outcome)")
    let recording = try folder.write("E: 0.000000 0003 0039 1\nE: 0.000000 0000 0000 0\n", to: "a.events")
    #expect(
      try Programs.run(Touchreel.path, ["info", "--page", "1", recording]).errors.contains(
        "of which no page is read alone; remove --page"))
    #expect(
      try Programs.run(Touchreel.path, ["info", "--page", "0", ink]).errors.contains("a page is a number from 1"))
  }

  @Test(.enabled(if: Programs.installed("python3") != nil, "python3 is missing"), arguments: ["STORED", "DEFLATED"])
  func `A ZIP archive is read as the same page`(method: String) throws {
    try Self.looks.write(toFile: folder.path("page.xopp"), atomically: true, encoding: .utf8)
    let script = """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[2], "w", zipfile.ZIP_\(method)) as archive:
          archive.writestr("mimetype", "application/xournal++", zipfile.ZIP_STORED)
          archive.writestr("META-INF/version", "current=4\\nmin=4\\n")
          archive.writestr("content.xml", open(sys.argv[1], "rb").read())
      """
    try Programs.succeed("python3", ["-c", script, folder.path("page.xopp"), folder.path("packed.xopp")])
    for name in ["page", "packed"] {
      try Touchreel.succeed("convert", folder.path("\(name).xopp"), folder.path("\(name).touchreel.json"))
    }
    let plain = try Data(contentsOf: folder.url("page.touchreel.json"))
    #expect(try Data(contentsOf: folder.url("packed.touchreel.json")) == plain)
    let packed = try Data(contentsOf: folder.url("packed.xopp"))
    #expect(try Programs.run(Touchreel.path, ["info", "-"], input: packed).text.contains("9 shapes"))
    try packed.prefix(20).write(to: folder.url("packed.xopp"))
    let outcome = try Programs.run(Touchreel.path, ["info", folder.path("packed.xopp")])
    #expect(outcome.status == 1 && outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
  }
}
