public import TouchReelCanvas
public import TouchReelDrawings
package import TouchReelTouchTracking

/// What a touch that begins now would draw with, and what the board shows besides finished ink.
public struct BoardSettings: Hashable, Sendable {
  /// The tool that touches use.
  public var tool = Tool.pencil
  /// The colour of strokes, outlines and texts.
  public var color = PixelColor.black
  /// The width of strokes, in board points; see `widths`.
  public var width = 4.0
  /// The width of the eraser.
  public var eraserWidth = EraserWidth.ofStrokes
  /// What the eraser takes away.
  public var erasing = Erasing.ink
  /// What the eraser's end of a pen does.
  public var eraserEnd = EraserEnd.erases
  /// The fill of rectangles, ellipses, polygons and stars; `nil` leaves them hollow.
  public var fill: PixelColor?
  /// The cap of the outlines of shapes, as are joins and the pattern; freehand ink is round.
  public var cap = StrokeStyle.Cap.round
  /// How corners of outlines look.
  public var join = StrokeStyle.Join.round
  /// How outlines are dashed.
  public var pattern = LinePattern.solid
  /// How many sides the n-gon tool gives; see `NgonShape.sides`.
  public var sides = 6
  /// Where arrows, polygons and stars end.
  public var shapeEnds = ShapeEnds.classic
  /// The font of texts that begin now.
  public var font = TextFont(family: "Sans", size: 24)
  /// On which side the lines of texts meet that begin now.
  public var textAlign = TextParagraph.Alignment.start
  /// How freehand strokes are smoothed.
  public var smoothing = Smoothing.midpoint
  /// How pressure changes the width of strokes.
  public var pressure = PressureCurve.pens(gamma: 1)
  /// How speed changes the width of strokes.
  public var speed = SpeedCurve.off
  /// Whether freehand strokes lie above or below the ink that is there.
  public var stacking = Stacking.overInk
  /// Where a stroke's colour comes from.
  public var coloring = Coloring.chosen
  /// How strokes in progress and selected shapes look.
  public var theme = Theme.ownColor
  /// What becomes of strokes that are cancelled.
  public var cancelledInk = CancelledInk.hidden
  /// Whether what is selected is marked.
  public var marks = SelectionMarks.hidden
  /// What becomes of what is selected when touches select something.
  public var selecting = Selecting.anew
  /// Which handles the frame around what is selected has.
  public var handles = SelectionHandles.turning
  /// Whether drags are held to directions and proportions, those of touches that are down as well.
  public var dragging = Dragging.free
  /// Whether drags are held to a grid.
  public var grid = SnappingGrid.none
  /// The ruler or protractor that touches follow which begin at its edge.
  public var guide: Guide?

  /// A black pencil, 4 board points wide.
  public init() {}

  /// TouchTracker's look: black lines of width 10, red while they are drawn.
  public static let touchTracker: BoardSettings = {
    var settings = BoardSettings()
    settings.width = 10
    settings.theme = .redInProgress
    return settings
  }()
}

/// How wide the eraser is, be it the tool or an end of a pen.
public enum EraserWidth: Hashable, Sendable {
  /// The width of strokes: ``BoardSettings/width``.
  case ofStrokes
  /// A width in board points.
  case points(Double)
}

/// What becomes of what is selected when touches select something.
public enum Selecting: String, Hashable, Sendable, CaseIterable {
  /// The new selection takes its place.
  case anew
  /// What is selected stays so; a tap on one of its shapes takes that out.
  case added
  /// What touches select is taken out.
  case removed
}

/// Which handles the frame around what is selected has.
public enum SelectionHandles: String, Hashable, Sendable, CaseIterable {
  /// One at the lower right that scales and turns, and one at the upper left that deletes.
  case turning
  /// Those at the corners and sides scale, the one above turns, and the one below deletes.
  case scaling
  /// Like ``scaling``, but those at the corners and sides of a single image crop it.
  case cropping
}

/// Whether drags are held to directions and proportions.
public enum Dragging: String, Hashable, Sendable, CaseIterable {
  case free
  /// What is selected is moved along one axis, scaled in proportion and turned in steps of 15°; lines go in such
  /// directions, and what is drawn in a box is drawn in a square.
  case constrained
}

/// A grid that the ends of shapes, and what is selected as it is moved or scaled, are drawn to.
public enum SnappingGrid: Hashable, Sendable {
  case none
  /// So many board points from one line to the next.
  case step(Double)

  /// The steps that a grid may have; others are clamped to these.
  public static let steps = 1.0...1000.0
}

/// Where arrows, polygons and stars end that are dragged.
public enum ShapeEnds: String, Hashable, Sendable, CaseIterable {
  /// The tip of an arrow is two widths beyond the touch, and polygons and stars are regular, in a square.
  case classic
  /// The tip of an arrow is where the touch ends, and so is a corner of the box that polygons and stars fill.
  case atTouch
}

/// What the eraser takes away.
public enum Erasing: String, Hashable, Sendable, CaseIterable {
  /// The ink that it goes over.
  case ink
  /// Whole strokes, shapes and texts that it touches.
  case shapes
}

/// What the eraser's end of a pen does.
public enum EraserEnd: String, Hashable, Sendable, CaseIterable {
  /// Erases, whatever the tool is.
  case erases
  /// Draws with the tool, as the tip does.
  case draws
}

/// Where a stroke's colour comes from.
public enum Coloring: String, Hashable, Sendable, CaseIterable {
  /// The colour of the settings.
  case chosen
  /// Each touch takes the next colour of ``palette``, by the number of its ID.
  case byTouch
  /// Each device has a colour of ``palette``, by its number.
  case byDevice

  /// A colour for each of ten fingers. People of any colour vision can distinguish them: eight of Okabe and Ito (2008),
  /// black first, and two that are farther from these and from white than the eight from each other.
  public static let palette = [
    PixelColor(red: 0, green: 0, blue: 0), PixelColor(red: 230, green: 159, blue: 0),
    PixelColor(red: 86, green: 180, blue: 233), PixelColor(red: 0, green: 158, blue: 115),
    PixelColor(red: 213, green: 94, blue: 0), PixelColor(red: 0, green: 114, blue: 178),
    PixelColor(red: 204, green: 121, blue: 167), PixelColor(red: 240, green: 228, blue: 66),
    PixelColor(red: 119, green: 34, blue: 0), PixelColor(red: 0, green: 0, blue: 153),
  ]

  /// The palette's, over and over; negative numbers count from its end.
  public static func color(ofNumber number: Int) -> PixelColor {
    let remainder = number % palette.count
    return palette[remainder < 0 ? remainder + palette.count : remainder]
  }

  /// The colour of the circle that shows where a touch is: never black, which ink mostly is.
  package static func markColor(of touch: Touch.ID) -> PixelColor {
    palette[1 + abs(touch.rawValue % (palette.count - 1))]
  }
}

/// How strokes in progress and selected shapes look.
public enum Theme: String, Hashable, Sendable, CaseIterable {
  /// The colours that they will have when finished.
  case ownColor
  /// Red, as in TouchTracker, and green where selected.
  case redInProgress
}

/// What becomes of a stroke that is cancelled.
public enum CancelledInk: String, Hashable, Sendable, CaseIterable {
  case hidden
  /// It stays in translucent grey above all ink; it is not part of the drawing.
  case shown

  package static let color = PixelColor(red: 128, green: 128, blue: 128, alpha: 96)
}

/// What is done to the points of a freehand stroke. A point that was drawn never changes.
public enum Smoothing: String, Hashable, Sendable, CaseIterable {
  /// Straight lines from point to point.
  case none
  /// Curves through the midpoints between the points.
  case midpoint
  /// The 1 € filter (Casiez, Roussel, Vogel: CHI 2012) on the points, then curves through midpoints.
  case oneEuro

  package var course: StrokePath.Interpolation { self == .none ? .straight : .throughMidpoints }
}

/// Whether a stroke is narrower where the tool moves faster.
public enum SpeedCurve: String, Hashable, Sendable, CaseIterable {
  case off, on
}

/// Whether a stroke is wider where the tool is pressed harder: W × (0.2 + 0.8 p^γ) for a pressure p of 0…1.
public enum PressureCurve: Hashable, Sendable {
  /// The exponents that messages and the command line take.
  public static let gammas = 0.1...10.0

  case off
  case pens(gamma: Double)
  /// Fingers as well.
  case all(gamma: Double)
}

/// Whether pictures show what is selected, and the marquee: windows do, renders do not.
public enum SelectionMarks: String, Hashable, Sendable, CaseIterable {
  case hidden, shown
}
