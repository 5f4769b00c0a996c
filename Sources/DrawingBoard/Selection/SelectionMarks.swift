internal import Canvas
internal import TouchTracking

/// Whether pictures show what is selected, and the marquee: windows do, renders do not.
public enum SelectionMarks: String, Hashable, Sendable, CaseIterable {
  case hidden, shown

  private static let color = PixelColor(red: 0, green: 114, blue: 178)
  private static let handleColor = PixelColor(red: 0, green: 114, blue: 178, alpha: 48)

  /// Dashed 4/4.
  private static let line: StrokeStyle = {
    var style = StrokeStyle(color: color, width: 1)
    style.cap = .butt
    style.dashes = [4, 4]
    return style
  }()

  static func layers(of corners: [BoardPoint], on raster: Raster) -> [InkLayer] {
    let placement = Placement(on: raster)
    let outline = Polyline(corners, on: placement, isClosed: true)
    return outline.map { [.ink(line.coverage(along: $0, on: placement), color)] } ?? []
  }

  static func layers(of frame: SelectionFrame, on raster: Raster) -> [InkLayer] {
    layers(of: frame.corners, on: raster) + frame.handles.flatMap { handle($0, at: frame.point(of: $0), on: raster) }
  }

  private static func handle(
    _ handle: SelectionFrame.Handle, at center: BoardPoint, on raster: Raster
  ) -> [InkLayer] {
    let placement = Placement(on: raster)
    var disc = CoverageLayer(size: raster.pixels)
    let radius = placement.radius(ofWidth: SelectionFrame.handleSize)
    disc.add(.dot(at: placement.subpixel(computed: center), radius: radius))
    var sign = CoverageLayer(size: raster.pixels)
    let font = TextFont(family: "Sans", size: 18)
    if let layout = TextLayout(handle.sign, font: font, width: .fitting(limit: 320)) {
      sign.addInside(of: PlacedText(layout, center: center).path(on: placement))
    }
    return [.ink(disc, handleColor), .ink(sign, color)]
  }
}

extension SelectionFrame.Handle {
  fileprivate var sign: String {
    switch self {
    case .delete: "×"
    case .turn: "↻"
    case .width: "↔"
    }
  }
}
