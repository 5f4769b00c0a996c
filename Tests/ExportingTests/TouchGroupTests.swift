import Foundation
import FoundationXML
import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawings
import TouchReelExporting
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying

/// What an SVG file says of the touches that drew it.
struct TouchGroupTests {
  @Test func `Every touch is a group with its number, its device and its times`() throws {
    let recording = try Recording.open(FileBytes(path: .init(Fixture.path("ten-fingers.mcap"))))
    let rendered = try render(recording)
    let groups = try XMLGroups(svg(rendered))
    #expect(groups.touches.count == rendered.drawing.elements.count && groups.touches.count >= 10)
    for group in groups.touches {
      #expect(group["data-device"] == rendered.origins.values.first?.device, "\(group)")
      let began = try #require(Double(group["data-began"] ?? ""))
      let ended = try #require(Double(group["data-ended"] ?? ""))
      #expect(0 <= began && began <= ended, "\(group)")
    }
    #expect(Set(groups.touches.map { $0["data-touch"] }).count == groups.touches.count)
  }

  @Test(arguments: [
    "</svg><script>alert(1)</script>", "\" onload=\"alert(1)", "a & b ' ]]> <!-- c",
    "\u{1}\u{7f}\u{fffe}\n\r\t", "🖐️ é\u{301}",
  ]) func `A device's name stays a name`(_ name: String) throws {
    var rendered = try render(Recording.open(FileBytes(path: .init(Fixture.path("protocol-a.mcap")))))
    for id in rendered.origins.keys { rendered.origins[id]?.device = name }
    let groups = try XMLGroups(svg(rendered))
    #expect(groups.names.isSubset(of: ["svg", "g", "path", "rect"]), "\(groups.names)")
    // Characters that XML does not have are replaced.
    let legal = name.replacingOccurrences(of: "[\u{1}\u{FFFE}]", with: "\u{FFFD}", options: .regularExpression)
    #expect(groups.touches.allSatisfy { $0["data-device"] == legal }, "\(groups.touches.first ?? [:])")
  }

  private func render(_ recording: Recording) throws -> RenderedDrawing {
    try Renderer(recording, facts: RecordingFacts(recording), options: RenderOptions()).renderedDrawing()
  }

  private func svg(_ rendered: RenderedDrawing) -> Data {
    var bytes: [UInt8] = []
    VectorPicture(rendered).writeSVG { bytes += $0 }
    return Data(bytes)
  }
}

/// The elements of an XML file that an independent parser finds.
private final class XMLGroups: NSObject, XMLParserDelegate {
  /// Attributes of groups of touches.
  private(set) var touches: [[String: String]] = []
  private(set) var names: Set<String> = []

  init(_ data: Data) throws {
    super.init()
    let parser = XMLParser(data: data)
    parser.delegate = self
    guard parser.parse() else { throw Failure(description: "\(parser.parserError.map { "\($0)" } ?? "no error")") }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    names.insert(name)
    if attributes["data-touch"] != nil { touches.append(attributes) }
  }
}
