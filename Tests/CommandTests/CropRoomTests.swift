import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// A cropped picture whose size is not stated has room beside the ink for what stands at its edges.
@Suite(.slow)
struct CropRoomTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func picture(of file: String, _ options: [String]) throws -> DecodedPicture {
    try Touchreel.succeed(["render", file, "-o", folder.path("a.png"), "--crop", "--force"] + options)
    return try DecodedPicture(folder.path("a.png"))
  }

  /// Whether a picture has all pixels of another one at a place, but for what moved ink is rounded by.
  private func shows(_ whole: DecodedPicture, _ part: DecodedPicture, atX left: Int, y top: Int) -> Bool {
    (0..<part.size[1]).allSatisfy { y in
      (0..<part.size[0]).allSatisfy { x in isNear(whole.buffer[left + x, top + y], part.buffer[x, y]) }
    }
  }

  private func isNear(_ one: UInt32, _ other: UInt32) -> Bool {
    one == other || [0, 8, 16].allSatisfy { abs(Int(one >> $0 & 255) - Int(other >> $0 & 255)) <= 24 }
  }

  private func isWhite(_ picture: DecodedPicture, rows: Range<Int>) -> Bool {
    rows.allSatisfy { y in (0..<picture.size[0]).allSatisfy { picture.buffer[$0, y] == 0xffff_ffff } }
  }

  private static let marks = [
    ["--color-by", "touch", "--legend"], ["--scale-bar"], ["--title", "A title"],
    ["--color-by", "speed", "--legend", "--scale-bar", "--title", String(repeating: "long words ", count: 30)],
  ]

  @Test(arguments: ["ten-fingers", "pen-tilt-eraser", "palm-mid-stroke"], marks)
  func `The ink is as it is without them, and they are beside it`(recording: String, marks: [String]) throws {
    let file = Fixture.path("\(recording).mcap")
    let colors = marks.contains("--color-by") ? Array(marks.prefix(2)) : []
    let plain = try picture(of: file, colors)
    let marked = try picture(of: file, marks)
    let hasLower = marks.contains("--legend") || marks.contains("--scale-bar")
    let (left, more) = ((marked.size[0] - plain.size[0]) / 2, marked.size[1] - plain.size[1])
    #expect(left >= 0 && more > 0)
    // With a title alone all room is above the ink, with others alone below.
    let tops = !marks.contains("--title") ? [0] : hasLower ? Array(0...more) : [more]
    let top = try #require(tops.first { shows(marked, plain, atX: left, y: $0) }, "\(plain.size), \(marked.size)")
    if marks.contains("--title") { #expect(!isWhite(marked, rows: 0..<top)) }
    if hasLower { #expect(!isWhite(marked, rows: top + plain.size[1]..<marked.size[1])) }
  }

  @Test func `Vectors have the size of pixels`() throws {
    let options = ["--crop", "--color-by", "touch", "--legend", "--scale-bar", "--force"]
    let file = Fixture.path("ten-fingers.mcap")
    let size = try picture(of: file, Array(options.dropFirst())).size
    try Touchreel.succeed(["render", file, "-o", folder.path("a.svg")] + options)
    #expect(try folder.text("a.svg").contains("viewBox=\"0 0 \(size[0]) \(size[1])\""))
  }

  @Test func `A drawing has room as well`() throws {
    let drawing = try PageDrawing.write(to: folder)
    let page = ["--page", "2"]
    let plain = try picture(of: drawing, page)
    let barred = try picture(of: drawing, page + ["--scale-bar", "--title", "One"])
    let left = (barred.size[0] - plain.size[0]) / 2
    let found = (1...barred.size[1] - plain.size[1]).contains { shows(barred, plain, atX: left, y: $0) }
    #expect(found, "\(plain.size), \(barred.size)")
  }

  @Test func `A stated size stays, and a picture without ink or marks is as it was`() throws {
    let file = Fixture.path("ten-fingers.mcap")
    #expect(try picture(of: file, ["--size", "300x200", "--scale-bar"]).size == [300, 200])
    // No millimetres are known, so that there is no bar and no room.
    let drawing = folder.path("a.touchreel.json")
    try Touchreel.succeed("convert", file, drawing)
    #expect(try picture(of: drawing, ["--scale-bar"]).size == picture(of: drawing, []).size)
  }
}
