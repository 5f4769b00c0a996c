import Foundation
import SeededCases
import Testing
import TouchReelCanvas
import TouchReelDrawings
import TouchReelInkFiles
import TouchReelTouchTracking

@testable import TouchReelDrawingFiles

/// Images in scenes of Excalidraw.
struct ExcalidrawImageTests {
  private static let png = PixelBuffer(size: PixelSize(width: 6, height: 4), filledWith: 0xFF20_40C0).png()

  private func scene(_ members: String, _ url: String = url(png)) -> [UInt8] {
    let element =
      #"{"id":"i","type":"image","x":100,"y":50,"width":60,"height":40,"fileId":"f","status":"saved",\#(members)"#
      + #""link":"https://a.example","groupIds":["g"]}"#
    let files = #"{"f":{"id":"f","mimeType":"image/png","created":7,"dataURL":"\#(url)"},"g":{"id":"g"}}"#
    return Array(#"{"type":"excalidraw","version":2,"elements":[\#(element)],"files":\#(files)}"#.utf8)
  }

  private static func url(_ bytes: [UInt8]) -> String { "data:image/png;base64,\(Data(bytes).base64EncodedString())" }

  /// Two images and what shows them, the files last.
  private static let twoImages: [UInt8] = {
    let element = { (id: String) in
      #"{"id":"\#(id)","type":"image","x":9,"y":5,"width":60,"height":40,"fileId":"f\#(id)","status":"saved"}"#
    }
    let file = { (id: String, color: UInt32) in
      let image = PixelBuffer(size: PixelSize(width: 6, height: 4), filledWith: color).png()
      return #""f\#(id)":{"id":"f\#(id)","mimeType":"image/png","dataURL":"\#(url(image))"}"#
    }
    let elements = [element("a"), element("b")].joined(separator: ",")
    let files = [file("a", 0xFF20_40C0), file("b", 0xFFC0_4020)].joined(separator: ",")
    return Array(#"{"type":"excalidraw","version":2,"elements":[\#(elements)],"appState":{},"files":{\#(files)}}"#.utf8)
  }()

  @Test(arguments: PropertySeeds.from(0xF11E, count: 60))
  func `A byte that is damaged costs one image at most, and what it costs is said`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let start = try #require(Self.twoImages.firstRange(of: Array(#""appState""#.utf8))?.lowerBound)
    var text = Self.twoImages
    let offset = start + random.next(below: text.count - start)
    switch random.next(below: 3) {
    case 0: text.remove(at: offset)
    case 1: text.insert(Array("\"{}[],:x".utf8)[random.next(below: 8)], at: offset)
    default: text[offset] = Array("\"{}[],:@ \0".utf8)[random.next(below: 10)]
    }
    let document = try DrawingDocument(text)
    let images = document.drawing.elements.count
    #expect(
      images + document.unread.count == 2 && images >= 1, "offset \(offset): \(document.notes) \(document.unread)")
    #expect(text == Self.twoImages || images == 2 || !document.unread.isEmpty, "offset \(offset)")
    let reasons = document.unread.map(\.reason)
    #expect(!reasons.contains("its image is not in the file"), "offset \(offset): \(document.notes)")
    let again = try DrawingDocument(try document.rewritten.file(as: .excalidraw).bytes)
    #expect(again.drawing.elements.count == images && again.damage.isEmpty, "offset \(offset): \(again.notes)")
  }

  private func object(_ bytes: [UInt8]) throws -> NSDictionary {
    try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary)
  }

  @Test func `An image is a shape, and a scene that is not changed is written as it stood`() throws {
    let bytes = scene(#""angle":1.5,"scale":[1,1],"crop":null,"roughness":1,"#)
    let document = try DrawingDocument(bytes)
    #expect(document.unread.isEmpty && document.notes.isEmpty)
    let placed = try #require(document.drawing.elements.first?.shape)
    guard case .image(let image) = placed.shape else {
      Issue.record("\(placed)")
      return
    }
    #expect(image.image.bytes == Self.png && placed.transform.rotation == 1.5)
    #expect(abs(image.end.x - image.start.x - 60) < 1e-9 && abs(image.end.y - image.start.y - 40) < 1e-9)
    let (written, losses) = try document.file(as: .excalidraw)
    #expect(try losses.isEmpty && object(written) == object(bytes))
  }

  @Test func `A cropped image is shown so`() throws {
    let crop = #""crop":{"x":1.5,"y":0,"width":3,"height":4,"naturalWidth":6,"naturalHeight":4},"#
    let document = try DrawingDocument(scene(crop))
    guard case .image(let image)? = document.drawing.elements.first?.shape?.shape else {
      Issue.record("\(document.unread)")
      return
    }
    #expect(image.crop == ImageCrop(left: 0.25, top: 0, right: 0.75, bottom: 1))
  }

  @Test(arguments: [(-1.0, 1.0), (1, -1), (-1, -1)])
  func `A mirrored image is shown so, and one that is upside down after half a turn`(x: Double, y: Double) throws {
    let document = try DrawingDocument(scene(#""scale":[\#(x),\#(y)],"#))
    #expect(document.unread.isEmpty)
    let placed = try #require(document.drawing.elements.first?.shape)
    guard case .image(let image) = placed.shape else {
      Issue.record("\(placed)")
      return
    }
    #expect(image.isMirrored == (x * y < 0) && placed.transform.rotation == (y < 0 ? .pi : 0))
  }

  @Test(
    arguments: [
      (
        #""crop":{"x":7,"y":0,"width":5,"height":4,"naturalWidth":6,"naturalHeight":4},"#,
        "its crop is not usable"
      )
    ])
  func `An image that we cannot show is kept`(members: String, reason: String) throws {
    let bytes = scene(members)
    let document = try DrawingDocument(bytes)
    #expect(document.unread.map(\.reason) == [reason] && document.drawing.elements.isEmpty)
    #expect(try object(document.file(as: .excalidraw).bytes) == object(bytes))
  }

  @Test(
    arguments: [
      ("data:image/svg+xml;base64,PHN2Zy8+", "an image is neither PNG nor JPEG"),
      ("data:image/png;base64,*", "an image is not base64"),
      ("https://a.example/b.png", "an image is not base64"), ("", "an image is not base64"),
      (url(png.dropLast(9)), "an image is damaged"),
    ])
  func `A file that is no image is kept`(url: String, reason: String) throws {
    let bytes = scene("", url)
    let document = try DrawingDocument(bytes)
    #expect(document.unread.map(\.reason) == [reason])
    #expect(try object(document.file(as: .excalidraw).bytes) == object(bytes))
  }

  @Test func `A whole crop is none, and an opacity is named`() throws {
    let crop = #""crop":{"x":0,"y":0,"width":6,"height":4,"naturalWidth":6,"naturalHeight":4},"opacity":40,"#
    let document = try DrawingDocument(scene(crop))
    #expect(document.drawing.elements.count == 1 && document.notes == ["1 × a translucent image is drawn as it is"])
  }

  @Test func `A moved image keeps its file and what else is known of it`() throws {
    guard case .foreign(let file) = try DrawingDocument(scene(#""opacity":40,"#)), let scene = file.scene else {
      Issue.record("no scene")
      return
    }
    var drawing = file.drawing
    try drawing.append(.transform(Set(drawing.elements.map(\.id)), by: .move(byX: 5, y: 6)))
    let written = try object(ExcalidrawWriting(drawing, scene: scene).json())
    let old = try object(self.scene(#""opacity":40,"#))
    #expect(written["files"] as? NSDictionary == old["files"] as? NSDictionary)
    let element = try #require((written["elements"] as? [[String: Any]])?.first)
    #expect(element["x"] as? Double == 105 && element["y"] as? Double == 56 && element["width"] as? Double == 60)
    #expect(element["fileId"] as? String == "f" && element["opacity"] as? Int == 40)
    #expect(element["link"] as? String == "https://a.example" && element["groupIds"] as? [String] == ["g"])
  }

  @Test func `An image of ours is written with its file, and read again`() throws {
    let image = try EmbeddedImage(Self.png)
    var drawing = Drawing(size: BoardSize(width: 300, height: 200), background: .color(.white))
    let shape = ImageShape(image, from: BoardPoint(x: 90, y: 20), to: BoardPoint(x: 30, y: 60))
    for _ in 0..<2 { try drawing.append(.add(.image(shape))) }
    try drawing.append(
      .transform([drawing.elements[1].id], by: .turn(by: 0.5, scale: 2, about: BoardPoint(x: 60, y: 40))))
    let (bytes, losses) = try DrawingDocument.touchreel(DrawingFile(drawing)).file(as: .excalidraw)
    #expect(losses == ["the board's size is left out: a scene has no edges"])
    let files = try #require(try object(bytes)["files"] as? [String: [String: Any]])
    #expect(files.count == 1 && files.values.first?["dataURL"] as? String == Self.url(Self.png))
    let read = try DrawingDocument(bytes).drawing.elements.compactMap(\.shape)
    #expect(read.count == 2 && read[1].transform.rotation == 0.5)
    for placed in read {
      guard case .image(let again) = placed.shape else {
        Issue.record("\(placed)")
        continue
      }
      #expect(again.image == image)
    }
  }
}
