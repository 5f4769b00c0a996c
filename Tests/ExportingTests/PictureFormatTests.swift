import Exporting
import Testing

struct PictureFormatTests {
  @Test(arguments: PictureFormat.allCases)
  func `The format is that of the name's end, in upper and lower case`(_ format: PictureFormat) {
    #expect(PictureFormat(fileName: "a.b/c.d.\(format.suffix)") == format)
    #expect(PictureFormat(fileName: "C.\(format.suffix.uppercased())") == format)
  }

  @Test(arguments: ["", ".", "png", "a.png/b", "a.", "a.xyz", "a.png "])
  func `A name without a known end has no format`(_ name: String) {
    #expect(PictureFormat(fileName: name) == nil)
  }
}
