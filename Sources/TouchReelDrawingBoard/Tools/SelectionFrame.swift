import TouchReelCanvas
import TouchReelDrawings
package import TouchReelTouchTracking

/// The frame around what is selected, with its handles: the box of a single shape, turned as it is, or the upright box
/// of several, larger by 4 points on each side.
package struct SelectionFrame: Hashable, Sendable {
  package enum Handle: Hashable, Sendable {
    /// The handle at the upper left; below the frame where others scale.
    case delete
    /// The handle at the lower right: scales and turns about the centre. Where others scale, it only turns, and lies
    /// above the frame; at the top of the board below it or, of a high one, inside.
    case turn
    /// The handle in the middle of the right side, of a single text only; of the left side if it starts on the right.
    case width
    /// A corner or the middle of a side, which scales.
    case scale(FrameEdge)
  }

  /// The width and height of a handle, in points.
  package static let handleSize = 36.0
  static let margin = 4.0
  /// Handles keep at least so far from the centre of the frame, along both its axes, that there is room to take the
  /// shape itself.
  private static let handleReach = 36.0
  /// How far from the frame the handles above and below it are.
  private static let distance = 40.0
  /// What the upper half of the frame takes to have room for a handle and for taking the shape itself.
  private static let roomInside = 120.0

  /// The box, in the frame's own coordinates.
  private let box: BoardRect
  private var transform: ShapeTransform
  /// The only shape, if it is a text.
  private let text: TextShape?
  private let layout: SelectionHandles
  /// The only shape, if it is an image that is cropped.
  let cropped: ImageShape?
  /// The box around the middle of lines, which is what is scaled.
  let spine: BoardRect

  /// `nil` if no shape is visible.
  init?(_ shapes: [PlacedShape], _ layout: SelectionHandles = .turning) {
    self.layout = layout
    if case .image(let image)? = shapes.first?.shape, shapes.count == 1, layout == .cropping {
      cropped = image
    } else {
      cropped = nil
    }
    if let only = shapes.first, shapes.count == 1 {
      guard let box = only.shape.hitArea.bounds, only.transform.isUsable else { return nil }
      self.box = box.outset(by: Self.margin / only.transform.scale)
      spine = only.shape.hitArea.spine ?? box
      transform = only.transform
      if case .text(let shape) = only.shape { text = shape } else { text = nil }
    } else {
      guard let box = BoardRect(around: shapes.compactMap(\.bounds).flatMap(\.corners)) else { return nil }
      self.box = box.outset(by: Self.margin)
      spine = BoardRect(around: shapes.compactMap(\.spine).flatMap(\.corners)) ?? box
      transform = .identity
      text = nil
    }
  }

  /// The frame of the same shapes elsewhere.
  func moved(byX x: Double, y: Double) -> SelectionFrame {
    var frame = self
    frame.transform = ShapeTransform.move(byX: x, y: y).after(transform)
    return frame
  }

  package var center: BoardPoint { transform.applied(to: box.center) }

  /// The corners on the board, clockwise from the upper left one.
  package var corners: [BoardPoint] { box.corners.map(transform.applied(to:)) }

  package var handles: [Handle] {
    let own: [Handle] = text != nil ? [.delete, .turn, .width] : [.delete, .turn]
    return layout == .turning ? own : own + scalingHandles
  }

  /// A side has a handle where there is room for one between those of the corners and the shape itself. Texts have them
  /// at their corners only.
  private var scalingHandles: [Handle] {
    let room = 1.5 * Self.handleSize / transform.scale
    let edges = FrameEdge.allCases.filter { edge in
      edge.isCorner || text == nil && (edge.x == 0 ? box.width : box.height) / 2 >= room
    }
    return edges.map(Handle.scale)
  }

  /// Whether all that is selected is one text.
  var isText: Bool { text != nil }

  /// The direction of its box, in radians clockwise.
  var rotation: Double { transform.rotation }

  /// A point in the frame's own coordinates.
  func own(_ point: BoardPoint) -> BoardPoint { transform.inverse.applied(to: point) }

  func onBoard(_ own: BoardPoint) -> BoardPoint { transform.applied(to: own) }

  /// The middle of a handle.
  package func point(of handle: Handle) -> BoardPoint {
    let reach = Self.handleReach / transform.scale
    let (dx, dy) = (max(box.width / 2, reach), max(box.height / 2, reach))
    let (x, y) = (box.center.x, box.center.y)
    let beyond = dy + Self.distance / transform.scale
    let point =
      switch handle {
      case .delete where layout != .turning: BoardPoint(x: x, y: y + beyond)
      case .turn where layout != .turning: turnPoint(beyond: beyond)
      case .scale(let edge): BoardPoint(x: x + edge.x * dx, y: y + edge.y * dy)
      case .delete: BoardPoint(x: x - dx, y: y - dy)
      case .turn: BoardPoint(x: x + dx, y: y + dy)
      case .width: BoardPoint(x: growsLeft ? x - dx : x + dx, y: y)
      }
    return transform.applied(to: point)
  }

  /// Where the handle that turns lies, in the frame's own coordinates: above, unless it would not be seen there, as the
  /// board ends.
  private func turnPoint(beyond: Double) -> BoardPoint {
    let (center, scale) = (box.center, transform.scale)
    let above = BoardPoint(x: center.x, y: center.y - beyond)
    if transform.applied(to: above).y >= Self.handleSize / 2 { return above }
    if box.height / 2 * scale >= Self.roomInside {
      return BoardPoint(x: center.x, y: box.minY + Self.distance / scale)
    }
    return BoardPoint(x: center.x + 1.5 * Self.handleSize / scale, y: center.y + beyond)
  }

  private var growsLeft: Bool { text?.origin == .start && text?.layout?.isRightToLeft == true }

  /// Whether a point of the board lies within its box.
  func contains(_ point: BoardPoint) -> Bool { box.contains(own(point)) }

  /// The handle at a point.
  func handle(at point: BoardPoint) -> Handle? {
    let near = handles.map { ($0, self.point(of: $0).distance(to: point)) }.filter { $0.1 <= Self.handleSize / 2 }
    return layout == .turning ? near.first?.0 : near.min { $0.1 < $1.1 }?.0
  }

  /// How wide a text becomes, in its own points, where its handle is dragged; its centre stays, or its start.
  func textWidth(draggedFrom start: BoardPoint, to end: BoardPoint) -> TextWidth {
    let way = transform.inverse.applied(to: end).x - transform.inverse.applied(to: start).x
    let growth = text?.origin == .start ? (growsLeft ? -way : way) : 2 * way
    return .fixed(max(TextWidth.range.lowerBound, box.width - 2 * Self.margin / transform.scale + growth))
  }
}

/// How what is selected is marked.
extension SelectionMarks {
  static let color = PixelColor(red: 0, green: 114, blue: 178)
  static let handleColor = PixelColor(red: 0, green: 114, blue: 178, alpha: 48)
  /// Below lines and handles, which are 3:1 against it on any ink and any background.
  static let halo = PixelColor(red: 255, green: 255, blue: 255, alpha: 230)

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
    return outline.map { outline in
      [StrokeStyle(color: halo, width: 3), line].map { $0.ink(along: outline, on: placement).layer(on: raster) }
    } ?? []
  }

  static func layers(of frame: SelectionFrame, on raster: Raster) -> [InkLayer] {
    layers(of: frame.corners, on: raster)
      + frame.handles.flatMap {
        handle($0, at: frame.point(of: $0), isCropping: frame.cropped != nil, on: raster)
      }
  }

  private static func handle(
    _ handle: SelectionFrame.Handle, at center: BoardPoint, isCropping: Bool, on raster: Raster
  ) -> [InkLayer] {
    if case .scale = handle { return knob(at: center, isSquare: isCropping, on: raster) }
    let placement = Placement(on: raster)
    let radius = placement.radius(ofWidth: SelectionFrame.handleSize)
    let discs = [halo, handleColor].map { color in
      var disc = ShapeInk(color)
      disc.pieces = [.dot(at: placement.subpixel(computed: center), radius: radius)]
      return disc
    }
    var sign = ShapeInk(color)
    let font = TextFont(family: "Sans", size: 18)
    guard let layout = TextLayout(handle.sign, font: font, width: .fitting(limit: 320)) else {
      return discs.map { $0.layer(on: raster) }
    }
    let placed = PlacedText(layout, center: center)
    sign.addInside(of: placed.path(on: placement))
    // Where only a font of emoji has the sign.
    let pictures = placed.pictures(on: placement, alpha: 255)
    return (discs + [sign]).map { $0.layer(on: raster) } + (pictures.map { [$0] } ?? [])
  }

  /// A white disc within a line, or a square: it covers less than a touch may miss it by.
  private static func knob(at center: BoardPoint, isSquare: Bool, on raster: Raster) -> [InkLayer] {
    let placement = Placement(on: raster)
    if isSquare {
      return [(6.0, color), (4.5, PixelColor.white)].compactMap { half, color in
        let box = BoardRect(from: center, to: center).outset(by: half)
        guard let outline = Polyline(box.corners, on: placement, isClosed: true) else { return nil }
        var square = ShapeInk(color)
        square.addInside(of: outline.path)
        return square.layer(on: raster)
      }
    }
    return [(14.0, color), (11.0, PixelColor.white)].map { width, color in
      var disc = ShapeInk(color)
      disc.pieces = [.dot(at: placement.subpixel(computed: center), radius: placement.radius(ofWidth: width))]
      return disc.layer(on: raster)
    }
  }
}

extension SelectionFrame.Handle {
  fileprivate var sign: String {
    switch self {
    case .delete: "×"
    case .turn: "↻"
    case .width: "↔"
    case .scale: ""
    }
  }
}
