import TouchReelCanvas
import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelExporting
import TouchReelTouchTracking

/// Content of a clipboard in the form that its beginning suggests: the shapes that it becomes go into a clipboard and
/// come back as the same.
func fuzzClipboard(_ bytes: [UInt8]) throws {
  let board = BoardSize(width: 400, height: 300)
  let seen = BoardRect(from: BoardPoint(x: 0, y: 0), to: BoardPoint(x: board.width, y: board.height))
  let place = PastePlace(in: seen)
  let look = PastedContent.TextLook(font: TextFont(family: "Sans", size: 12), color: .black, on: board)
  let shapes = try PastedContent(form(of: bytes), bytes).shapes(at: place, look)
  guard let clipping = ShapeClipping(shapes), let json = try? clipping.json else { return }
  guard let again = try? ShapeClipping(json: json) else {
    fail("shapes cannot be pasted after they were copied:\n\(String(decoding: json, as: UTF8.self))")
  }
  require(again.shapes == clipping.shapes, "other shapes are pasted than were copied")
  _ = clipping.text
  // A picture of what lies far apart takes long.
  guard clipping.center.isNear(place.center), let picture = clipping.svg else { return }
  require(picture.first == UInt8(ascii: "<"), "the picture of shapes is not SVG")
}

private func form(of bytes: [UInt8]) -> PastedContent.Form {
  switch bytes.first {
  case UInt8(ascii: "{"): .shapes
  case UInt8(ascii: "<"): .vectors
  case .some(0x80...): .image
  default: .text
  }
}

extension BoardPoint {
  fileprivate func isNear(_ other: BoardPoint) -> Bool { abs(x - other.x) < 500 && abs(y - other.y) < 500 }
}
