import Testing
import TouchReelExporting

struct PictureFormatTests {
  @Test(arguments: PictureFormat.allCases.filter { $0 != .frames })
  func `The format is that of the name's end, in upper and lower case`(_ format: PictureFormat) {
    #expect(PictureFormat(fileName: "a.b/c.d.\(format.suffix)") == format)
    #expect(PictureFormat(fileName: "C.\(format.suffix.uppercased())") == format)
  }

  @Test(arguments: ["", ".", "png", "a.png/b", "a.", "a.xyz", "a.png "])
  func `A name without a known end has no format`(_ name: String) {
    #expect(PictureFormat(fileName: name) == nil)
  }

  @Test func `Names of frames have their numbers`() throws {
    let names = try #require(FrameNames("a/b%03d.png"))
    #expect([0, 7, 42, 1234].map(names.name(ofFrame:)) == ["a/b000.png", "a/b007.png", "a/b042.png", "a/b1234.png"])
    #expect(FrameNames("%d.PNG")?.name(ofFrame: 12) == "12.PNG")
    #expect(PictureFormat(fileName: "frames/%05d.png") == .frames)
  }

  @Test(arguments: [
    "a.png", "%d.jpg", "%5d.png", "%00d.png", "%010d.png", "%d%d.png", "%d/a.png", "%s.png", "100%.png",
  ])
  func `Other names are of one picture, or of none`(_ name: String) {
    #expect(FrameNames(name) == nil)
  }
}
