import Exporting
import Testing

struct PictureFormatTests {
  @Test("The format is that of the name's end, in upper and lower case", arguments: PictureFormat.allCases)
  func formatOfName(_ format: PictureFormat) {
    #expect(PictureFormat(fileName: "a.b/c.d.\(format.suffix)") == format)
    #expect(PictureFormat(fileName: "C.\(format.suffix.uppercased())") == format)
  }

  @Test("A name without a known end has no format", arguments: ["", ".", "png", "a.png/b", "a.", "a.xyz", "a.png "])
  func noFormat(_ name: String) {
    #expect(PictureFormat(fileName: name) == nil)
  }
}
