import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// Layers of drawings and recordings as a user draws, counts and converts them.
@Suite(.slow)
struct LayerCommandTests {
  private let folder: TemporaryFolder
  private let recording: String

  /// A stroke on each of two layers, the upper one translucent, and one on a third that is hidden at the end.
  init() throws {
    folder = try TemporaryFolder()
    recording = folder.path("layers.mcap")
    try BoardRecording([
      .stroke((100, 100), (900, 500)),
      PageDrawing.message("addLayer", #"{"look":{"name":"Notes & \"more\"","opacity":0.4}}"#),
      PageDrawing.message("color", ##""#ff0000ff""##), .stroke((100, 500), (900, 100)),
      PageDrawing.message("addLayer"), .stroke((500, 50), (500, 450)),
      PageDrawing.message("changeLayer", #"{"hidden":true,"locked":true}"#),
    ]).write(to: folder.url("layers.mcap"))
  }

  private func render(_ input: String, _ name: String) throws -> PixelBuffer {
    try Touchreel.succeed("render", input, "-o", folder.path(name))
    return try DecodedPicture(folder.path(name)).buffer
  }

  @Test func `A recording and the drawing that it leaves look the same`() throws {
    let drawing = folder.path("layers.touchreel.json")
    try Touchreel.succeed("convert", recording, drawing)
    #expect(try render(drawing, "drawing.png") == render(recording, "recording.png"))
    let info = try Touchreel.succeed("info", drawing).text
    #expect(info.contains(#"3 layers: 1, 2 Notes & "more" (40 %), 3 (hidden, locked)"#), "\(info)")
  }

  @Test func `All layers are restyled and moved into the middle, hidden and locked ones too`() throws {
    let drawing = folder.path("layers.touchreel.json")
    try Touchreel.succeed("convert", recording, drawing)
    // A picture that is twice as high has it (1080 - 540) / 2 = 270 pixels lower.
    func half(_ size: String) throws -> DecodedPicture {
      let out = folder.path("half.png")
      try Touchreel.succeed("render", drawing, "-o", out, "--size", size, "--force")
      return try DecodedPicture(out)
    }
    let (whole, tall) = (try half("960x540"), try half("960x1080"))
    #expect(tall.ink == zip(whole.ink, [0, 270, 0, 270]).map(+))
    #expect(tall.inkCount == whole.inkCount && whole.inkCount > 1000)
    let teal = folder.path("teal.png")
    try Touchreel.succeed("render", drawing, "-o", teal, "--color", "teal")
    #expect(try DecodedPicture(teal).colors(covering: 500).contains("008080"))
  }

  @Test func `Inkscape's layers are in an SVG, and those of a PDF can be shown`() throws {
    try Touchreel.succeed("render", recording, "-o", folder.path("layers.svg"))
    let svg = try String(contentsOfFile: folder.path("layers.svg"), encoding: .utf8)
    for layer in [
      #"<g id="layer1" inkscape:groupmode="layer" inkscape:label="Layer 1">"#,
      #"<g id="layer2" inkscape:groupmode="layer" inkscape:label="Notes &amp; &quot;more&quot;" opacity="0.4">"#,
      #"inkscape:label="Layer 3" style="display:none" sodipodi:insensitive="true">"#,
    ] { #expect(svg.contains(layer), "\(layer)\n\(svg)") }
    try Touchreel.succeed("render", recording, "-o", folder.path("layers.pdf"))
    let pdf = String(decoding: try Data(contentsOf: folder.url("layers.pdf")), as: UTF8.self)
    #expect(pdf.components(separatedBy: "/Type/OCG").count == 4 && pdf.contains("/OFF["), "\(pdf)")
    // Optional content is of version 1.5.
    #expect(pdf.hasPrefix("%PDF-1.5\n"))
  }

  @Test func `Xournal++ gets the layers, and others are told that there are several`() throws {
    let outcome = try Programs.run(Touchreel.path, ["convert", recording, folder.path("layers.xopp")])
    #expect(outcome.status == 0 && outcome.errors.contains("a hidden layer is seen there"), "\(outcome)")
    let info = try Touchreel.succeed("info", folder.path("layers.xopp")).text
    #expect(info.contains(#"3 layers: 1, 2 Notes & "more", 3"#), "\(info)")
    let other = try Programs.run(Touchreel.path, ["convert", recording, folder.path("layers.excalidraw")])
    #expect(other.errors.contains("1 × a hidden layer is left out") && other.errors.contains("2 layers become one"))
  }

  @Test(arguments: [
    (#"{"layer":0,"hidden":true}"#, "pages and layers count from 1"), (#"{"opacity":2}"#, "an opacity is not within"),
    (#"{"layer":9,"name":"x"}"#, "there is no layer 9"),
  ])
  func `What cannot be done to layers is said, and the rest is drawn`(value: String, reason: String) throws {
    let broken = folder.path("broken.mcap")
    try BoardRecording([.stroke((100, 100), (900, 500)), PageDrawing.message("changeLayer", value)])
      .write(to: folder.url("broken.mcap"))
    let outcome = try Programs.run(Touchreel.path, ["render", broken, "-o", folder.path("broken.png")])
    #expect(outcome.status == 0 && outcome.errors.contains(reason), "\(outcome)")
  }
}
