public import TouchReelByteStreams
public import TouchReelCanvas
import TouchReelClampedNumbers
public import TouchReelDrawingBoard
public import TouchReelDrawings
package import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
package import TouchReelTouchTracking

/// The drawing that a picture of a recording shows, and which touches it is of.
public struct RenderedDrawing {
  /// The drawing, whose elements are shapes.
  public var drawing: Drawing
  /// What the picture shows besides the drawing: the ink of cancelled touches.
  package var cancelled: [Shape]
  /// What it shows on top of all: where touches are at its time.
  package var marks: [Shape] = []
  /// The origins of the elements that touches drew; those that came with a drawing file, and texts, have none.
  package var origins: [ElementID: TouchOrigin]
  /// When elements without a touch came, from the first frame.
  package var times: [ElementID: TimeSpan]
  /// The size of the picture.
  public var pixels: PixelSize
  /// How many board points a millimetre of the device covers; `nil` if that is not known.
  public var pointsPerMillimetre: Double?
  /// What the background shows that it names.
  package var picture: BackgroundPicture?
  /// How many touches began in the part of the recording that was read.
  public var touchCount: Int
  /// What the user should know, one line each.
  public var warnings: [String]
}

/// The touch that an element was drawn with.
package struct TouchOrigin: Hashable, Sendable {
  /// The number, as `dump` counts.
  package var number: Touch.ID
  /// The device's name, as the recording has it.
  package var device: String
  /// The time of its beginning, from the first frame of the recording.
  package var began: TimeSpan
  /// Where the touch was last.
  package var ended: TimeSpan
  /// Where it was when, if that was asked for.
  package internal(set) var samples: [Sample] = []

  package struct Sample: Hashable, Sendable {
    /// The time from the first frame of the recording.
    package var time: TimeSpan
    /// The point, in board points.
    package var point: BoardPoint
    /// 0…1; `nil` if the device does not report it.
    package var pressure: Double?
    /// `nil` if the device does not report it.
    package var tilt: Tilt?
    /// Whether events were lost before it, so that no way leads here from the sample before.
    package var isAfterGap = false
  }
}

extension Renderer {
  /// The drawing that the picture shows. Touches that are down at the picture's time are in it as they are shown,
  /// unless the options drop them.
  ///
  /// - Parameters:
  ///   - keepsSamples: whether origins have their touches' samples.
  ///   - progress: called with the share played so far, 0…1.
  public func renderedDrawing(
    keepsSamples: Bool = false, progress: (Double) -> Void = { _ in }
  ) throws(FileError) -> RenderedDrawing {
    try renderedPages(keepsSamples: keepsSamples, progress: progress).drawing()
  }
}

extension Renderer {
  /// Crops the drawing if that was asked for.
  ///
  /// - Parameters:
  ///   - drawing: what is cropped.
  ///   - marks: what gets room beside the ink.
  ///   - scale: board points for each millimetre; `nil` if that is not known.
  /// - Returns: the picture's size, if it is stated or follows from the ink.
  func crop(
    _ drawing: inout Drawing, beside marks: CornerMarks = CornerMarks(), pointsPerMillimetre scale: Double? = nil
  ) throws(FileError) -> PixelSize? {
    guard let crop = options.crop else { return options.size }
    do throws(CropError) {
      return try crop.apply(
        to: &drawing, size: options.size, width: options.relativeWidth, beside: marks, pointsPerMillimetre: scale)
    } catch {
      throw FileError(file: stage.recording.name, message: "\(error)", advice: error.advice)
    }
  }
}

extension RenderedDrawing {
  /// A board with the drawing on it, of the picture's pixels; `nil` if they are too many.
  func board(threads: Int) -> Board? {
    let scale = Double(pixels.width) / drawing.size.width
    var board = try? Board(drawing, scale: scale, undo: UndoMemory(budget: .none), mode: .batch(threads: threads))
    if let picture, let id = drawing.finalBackground.imageID { board?.provide(picture, as: id) }
    return board
  }

  /// What a board shows that was made of a drawing, which has no touches.
  public init(_ board: Board) {
    let drawing = board.shownDrawing.shownPage
    self.init(
      drawing: drawing, cancelled: [], origins: [:], times: [:], pixels: board.raster.pixels,
      pointsPerMillimetre: board.drawing.pointsPerMillimetre(ofPage: board.page),
      picture: board.picture(of: drawing.finalBackground), touchCount: 0, warnings: [])
  }
}

extension RenderedDrawing {
  /// Shows a bar of a round length; a warning says why there is none.
  package mutating func addScaleBar() {
    let bar = ScaleBar(on: drawing.size, pointsPerMillimetre: pointsPerMillimetre)
    marks += bar.shapes
    warnings += bar.warnings
  }
}

extension Picture {
  /// The picture with shapes on top.
  package func showing(_ shapes: [Shape], on raster: Raster) -> Picture {
    var picture = self
    picture.marks += shapes.flatMap { $0.layers(on: raster) }
    return picture
  }
}

extension PixelSize {
  init(_ board: BoardSize, scale: Double) {
    self.init(
      width: Int(clamping: (board.width * scale).rounded()), height: Int(clamping: (board.height * scale).rounded()))
  }
}

extension Board {
  /// What a drawing's backgrounds show, on whatever page, as far as it is known.
  package func pictures(of drawing: Drawing) -> [ImageID: BackgroundPicture] {
    let names = Set((drawing.allBackgrounds + [drawing.finalBackground]).compactMap(\.imageID))
    return Dictionary(uniqueKeysWithValues: names.compactMap { id in picture(id).map { (id, $0) } })
  }

  /// What a background shows, if it names something that is known.
  package func picture(of background: Background) -> BackgroundPicture? { background.imageID.flatMap(picture) }
}

extension Paper {
  /// The points of paper that has a size of its own are those of print, 1/72 inch.
  package static let pointsPerMillimetre = 72 / 25.4
}

extension Drawing {
  /// How many board points a millimetre of a page covers; `nil` if it has no size of its own.
  package func pointsPerMillimetre(ofPage page: Int) -> Double? {
    pages.paper(of: page).size == nil ? nil : Paper.pointsPerMillimetre
  }
}
