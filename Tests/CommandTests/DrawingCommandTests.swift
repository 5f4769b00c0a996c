import Foundation
import Testing

@Suite("drawings as files")
struct DrawingCommandTests {
  let folder: TemporaryFolder
  let line: String

  init() throws {
    folder = try TemporaryFolder()
    line = try folder.write(Recorded.line, to: "line.evemu")
  }

  @Test("a recording becomes a drawing, which looks like it", arguments: ["touchreel", "drawsana"])
  func recordingBecomesDrawing(kind: String) throws {
    let drawing = folder.path("line.\(kind).json")
    let outcome = try Binary.run("convert", line, drawing)
    #expect(outcome.status == 0, "\(outcome)")
    try Binary.run("render", line, "-o", folder.path("recording.png"))
    try Binary.run("render", drawing, "-o", folder.path("drawing.png"))
    let pictures = try ["recording.png", "drawing.png"].map { try DecodedPicture(folder.path($0)) }
    #expect(pictures[0].size == pictures[1].size && pictures[0].ink == pictures[1].ink)
    #expect(pictures[0].inkCount > 0 && pictures[0].inkCount == pictures[1].inkCount)
  }

  @Test("one kind of drawing becomes the other, and another size shows the same")
  func drawingsConvert() throws {
    let (first, second) = (folder.path("a.touchreel.json"), folder.path("b.drawsana.json"))
    try Binary.run("convert", line, first)
    #expect(try Binary.run("convert", first, second).status == 0)
    try Binary.run("render", second, "-o", folder.path("small.png"), "--size", "960x480")
    #expect(try DecodedPicture(folder.path("small.png")).ink == [95, 95, 864, 96])
  }

  @Test("what is not understood is told, and the rest is drawn")
  func unknownShapesAreTold() throws {
    let file = try folder.write(
      ##"{"size":[50,50],"shapes":[{"type":"Blob"},{"type":"Line","id":"A","a":[9,9],"b":[40,9],"strokeColor":"#000000","strokeWidth":4}]}"##,
      to: "odd.json")
    let outcome = try Binary.run("render", file, "-o", folder.path("odd.png"))
    #expect(outcome.status == 0 && outcome.errors.contains("element 0"), "\(outcome)")
    #expect(try DecodedPicture(folder.path("odd.png")).ink == [7, 7, 41, 10])
  }

  @Test(
    "what is no drawing is refused in a line",
    arguments: ["{", "{}", #"{"version":99}"#, #"{"size":[1e9,1],"shapes":[]}"#])
  func brokenDrawingsAreRefused(text: String) throws {
    let file = try folder.write(text, to: "broken.json")
    let outcome = try Binary.run("render", file, "-o", folder.path("broken.png"))
    #expect(outcome.status == 1 && outcome.errors.hasPrefix("touchreel: "), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("broken.png")))
  }
}
