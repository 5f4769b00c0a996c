import TestSupport
import Testing
import TouchReelCanvas
import TouchReelDrawings
import TouchReelTouchTracking

@testable import TouchReelDrawingBoard

/// How well the frame around what is selected is seen on whatever is drawn there.
struct SelectionContrastTests {
  /// Greys and the palette.
  private static let backgrounds =
    stride(from: UInt32(0), through: 255, by: 5).map { $0 * 0x01_0101 } + Coloring.palette.map(\.rgb)

  @Test func `The frame and the signs of its handles are at least 3 to 1 on any background`() {
    for background in Self.backgrounds {
      let halo = SelectionMarks.halo.over(background)
      #expect(contrast(SelectionMarks.color.rgb, halo) >= leastContrast, "\(background)")
      #expect(contrast(SelectionMarks.color.rgb, SelectionMarks.handleColor.over(halo)) >= leastContrast)
    }
  }

  @Test(arguments: [PixelColor.black, PixelColor(red: 0, green: 90, blue: 140), .white])
  func `The frame is drawn with what sets it off`(_ paper: PixelColor) throws {
    let raster = try Raster(board: BoardSize(width: 200, height: 200), scale: 1)
    var board = Board(raster: raster, background: .color(paper))
    let style = StrokeStyle(color: paper, width: 2)
    try board.perform(
      .add(.line(LineShape(from: BoardPoint(x: 60, y: 60), to: BoardPoint(x: 140, y: 140), style: style))))
    for command in [BoardCommand.set(\.marks, .shown), .set(\.tool, .selection), .selectAll] {
      try board.handle(command)
    }
    let seen = Set(board.picture.composed().pixels.map { $0 & 0xff_ffff })
    let best = seen.map { contrast($0, SelectionMarks.color.rgb) }.max() ?? 1
    #expect(seen.contains { contrast($0, SelectionMarks.color.rgb) < 1.05 } && best >= leastContrast)
  }
}

extension PixelColor {
  fileprivate var rgb: UInt32 { premultipliedOpaque & 0xff_ffff }

  private var premultipliedOpaque: UInt32 { PixelColor(red: red, green: green, blue: blue).premultiplied }

  fileprivate func over(_ other: UInt32) -> UInt32 { blend(rgb, alpha: alpha, over: other) }
}
