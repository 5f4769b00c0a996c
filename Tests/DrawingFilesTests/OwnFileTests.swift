import Testing
import TouchReelCanvas
import TouchReelDrawings
import TouchReelTouchTracking

@testable import TouchReelDrawingFiles

/// What a later version may have written into a drawing of our own, and what such a drawing may be without.
struct OwnFileTests {
  private static let white = ##"{"type":"color","color":"#ffffffff"}"##

  private static func file(_ operations: [String], background: String? = white) -> [UInt8] {
    let member = background.map { ",\"background\":\($0)" } ?? ""
    let list = operations.joined(separator: ",")
    return Array("{\"version\":1,\"size\":[400,300]\(member),\"operations\":[\(list)]}".utf8)
  }

  private static func pen(_ id: Int, _ more: String = "") -> String {
    let path = #"{"course":"straight","runs":[[1,1,3,100,100,3]]}"#
    return ##"{"id":\##(id),"operation":"add","shape":{"color":"#008000ff","path":\##(path),"type":"pen"\##(more)}}"##
  }

  @Test func `Members of a shape that are not understood stay`() throws {
    let text = Self.file([Self.pen(1), Self.pen(2, #","hue":{"a":1}"#), Self.pen(3).replacing(":", with: " : ")])
    let file = try DrawingDocument(text)
    let written = try file.file(as: .touchreel).bytes
    let lines = String(decoding: written, as: UTF8.self).split(separator: "\n")
    #expect(lines.contains { $0 == Self.pen(2, #","hue":{"a":1}"#) + "," }, "\(lines)")
    // What is only spelled otherwise is written as always.
    #expect(lines.contains { $0 == Self.pen(3) }, "\(lines)")
    #expect(ConvertedContent(file, of: text, as: .touchreel, written: written).lines == [])
    let other = try file.file(as: .drawsana).bytes
    let lost = ConvertedContent(file, of: text, as: .drawsana, written: other).lines
    #expect(lost.contains { $0.contains("hue") }, "\(lost)")
  }

  @Test func `Members of a shape that another takes the place of go with it`() throws {
    var file = try DrawingFile(json: Self.file([Self.pen(1, #","hue":1"#)]))
    let style = StrokeStyle(color: .black, width: 4)
    file.drawing = Drawing(size: file.drawing.size, background: file.drawing.background)
    try file.drawing.append(
      .add(.line(LineShape(from: BoardPoint(x: 1, y: 1), to: BoardPoint(x: 9, y: 9), style: style))))
    #expect(!String(decoding: try file.json(), as: UTF8.self).contains("hue"))
  }

  @Test(arguments: [[], [pen(1)]])
  func `A drawing without its background is read with a warning, even an empty one`(operations: [String]) throws {
    let document = try DrawingDocument(Self.file(operations, background: nil))
    #expect(document.notes == ["background is missing"])
    #expect(document.drawing.elements.count == operations.count && document.drawing.background == .color(.white))
  }

  @Test func `Images are in the file in Base64, and stay when it is written again`() throws {
    let id = ImageID(rawValue: "0a1b")
    var file = DrawingFile(
      Drawing(size: BoardSize(width: 40, height: 30), background: .image(id, .fit, on: .white)))
    file.images[id] = Array("PNG!".utf8)
    let text = try file.json()
    #expect(String(decoding: text, as: UTF8.self).contains(#""images":{"0a1b":"UE5HIQ=="}"#))
    let read = try DrawingDocument(text)
    #expect(read.images == [id: Array("PNG!".utf8)] && read.drawing == file.drawing && read.notes.isEmpty)
    #expect(try read.file(as: .touchreel).bytes == text)
  }

  @Test func `Images that are damaged are named, and stay as they are`() throws {
    let text = String(decoding: Self.file([Self.pen(1)]), as: UTF8.self)
    for images in [#"{"a":"$$$"}"#, #"{"a":1}"#] {
      let damaged = text.replacing("\"operations\"", with: "\"images\":\(images),\"operations\"")
      let read = try DrawingDocument(Array(damaged.utf8))
      #expect(read.images.isEmpty && read.drawing.elements.count == 1)
      let written = String(decoding: try read.file(as: .touchreel).bytes, as: UTF8.self)
      #expect(written.contains("\"images\":\(images)"))
    }
  }
}
