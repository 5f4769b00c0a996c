import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// Backgrounds that are no PNG, made by ImageMagick.
@Suite(.slow, .enabled(if: Programs.installed("convert") != nil, "needs ImageMagick's convert"))
struct BackgroundFormatTests {
  private let folder: TemporaryFolder
  private let line: String

  init() throws {
    folder = try TemporaryFolder()
    line = try folder.write(Recorded.line, to: "line.evemu")
  }

  private func image(_ name: String, _ options: String...) throws -> String {
    try Programs.succeed("convert", ["-size", "60x40"] + options + [folder.path(name)])
    return folder.path(name)
  }

  @Test(arguments: ["jpg", "JPEG", "bmp", "tif", "gif", "png"])
  func `An image in any common format is scaled and repeated as a PNG is`(suffix: String) throws {
    let photo = try image("photo.\(suffix)", "xc:#ff0000")
    for (mode, corner) in [("", "ff0000"), (":fill", "ff0000"), (":tile", "ff0000"), (":fit", "ffffff")] {
      let out = folder.path("out.png")
      try Touchreel.succeed(
        "render", line, "-o", out, "--force", "--size", "200x100", "--background", photo + mode)
      let picture = try DecodedPicture(out)
      func color(_ x: Int, _ y: Int) -> (UInt32, UInt32, UInt32) {
        let pixel = picture.buffer[x, y]
        return (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
      }
      // JPEG's red is off by one.
      let (inside, edge) = (color(100, 80), color(3, 80))
      #expect(inside.0 >= 254 && inside.1 <= 1 && inside.2 <= 1, "\(suffix)\(mode): \(inside)")
      // The image of 60x40 is as large as fits, 150x100, with 25 pixels of white on both sides.
      #expect((edge.1 > 250) == (corner == "ffffff"), "\(suffix)\(mode): \(edge)")
    }
  }

  @Test func `A drawing is saved with its image in it, and may be moved`() throws {
    let photo = try image("photo.jpg", "plasma:red-blue")
    let pages = try FileManager.default.subfolder("pages", of: folder)
    let page = "\(pages)/page.touchreel.json"
    for force in [[], ["--force"]] {
      try Touchreel.succeed(["convert", line, page, "--background", photo + ":fit"] + force)
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: pages).sorted()
    #expect(files == ["page.touchreel.json"])
    try Touchreel.succeed("render", line, "-o", folder.path("before.png"), "--background", photo + ":fit")
    let moved = folder.path("moved")
    try FileManager.default.moveItem(atPath: pages, toPath: moved)
    try FileManager.default.removeItem(atPath: photo)
    let outcome = try Touchreel.succeed("render", "\(moved)/page.touchreel.json", "-o", folder.path("after.png"))
    #expect(outcome.errors.isEmpty, "\(outcome)")
    #expect(try DecodedPicture(folder.path("after.png")).buffer == DecodedPicture(folder.path("before.png")).buffer)
  }

  @Test func `A drawing that goes to standard output has its image in it`() throws {
    let photo = try image("photo.jpg", "xc:red")
    let outcome = try Touchreel.run("convert", line, "-", "--format", "touchreel", "--background", photo)
    #expect(outcome.status == 0 && !outcome.errors.contains("put it beside it as "), "\(outcome.errors)")
  }

  @Test func `A drawing file's image may be a photograph next to it`() throws {
    _ = try image("photo.jpg", "xc:#0000ff")
    let page = folder.path("page.touchreel.json")
    try Touchreel.succeed("convert", line, page, "--background", folder.path("photo.jpg"))
    let text = try String(contentsOfFile: page, encoding: .utf8)
    let named = text.replacing(/"image":"[0-9a-f]{64}"/, with: #""image":"photo.jpg""#)
    #expect(named != text)
    try Data(named.utf8).write(to: URL(fileURLWithPath: page))
    try Touchreel.succeed("render", page, "-o", folder.path("page.png"))
    #expect(try DecodedPicture(folder.path("page.png")).buffer[960, 700] & 0xff >= 254)
  }

  @Test func `A damaged, truncated or oversized file is refused in one line, and leaves no picture`() throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: image("photo.jpg", "plasma:fractal")))
    try whole.prefix(whole.count / 2).write(to: folder.url("half.jpg"))
    let other = try Data(contentsOf: URL(fileURLWithPath: image("photo.bmp", "plasma:fractal")))
    try other.prefix(other.count / 2).write(to: folder.url("half.bmp"))
    try Data("no image".utf8).write(to: folder.url("none.gif"))
    _ = try image("large.bmp", "xc:red", "-resize", "1200x1000!")
    let cases = [
      ("half.jpg", "it is damaged or truncated"), ("half.bmp", "it is damaged or truncated"),
      ("none.gif", "it is not an image that can be read"),
      ("large.bmp", "its size is 1200x1000 pixels, above the limit of 1 million; raise it with --limits image=N"),
    ]
    for (name, complaint) in cases {
      let outcome = try Touchreel.run(
        "render", line, "-o", folder.path("no.png"), "--limits", "image=1", "--background", folder.path(name))
      #expect(outcome.status == 1)
      #expect(
        outcome.errors == "touchreel: \(folder.path(name)): \(complaint); choose another image for --background\n")
      #expect(!FileManager.default.fileExists(atPath: folder.path("no.png")))
    }
  }
}

extension FileManager {
  fileprivate func subfolder(_ name: String, of folder: TemporaryFolder) throws -> String {
    try createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
    return folder.path(name)
  }
}
