import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelDrawings
import TouchReelTouchTracking

/// Cropped ink fills its picture, so that what stands in the corners and at the upper edge would hide it: a picture
/// whose size is not stated grows by room for that.
extension CornerMarks {
  /// How often the picture is made larger: each time leaves less than two thirds of what was missing.
  private static let tryLimit = 24
  /// The greatest picture, in longer sides of the ink; a legend of hundreds of rows never fits.
  private static let greatest = 3.0

  /// The size of a picture in which nothing lies on the ink, and where the upper left corner of the ink's part is.
  ///
  /// Marks are as large as a share of the longer side, which they make longer.
  ///
  /// - Parameters:
  ///   - ink: the part that is of the ink.
  ///   - scale: board points for each millimetre; `nil` if that is not known.
  func picture(around ink: BoardSize, pointsPerMillimetre scale: Double?) -> (size: BoardSize, corner: BoardPoint) {
    var marks = self
    var (size, top) = (ink, 0.0)
    let limit = max(ink.width, ink.height) * Self.greatest
    for _ in 0..<Self.tryLimit {
      marks.fit(size, pointsPerMillimetre: scale)
      let room = marks.room(in: size)
      top = room.top.rounded(.up)
      let height = min((ink.height + top + room.bottom).rounded(.up), limit)
      let width = min(room.width.rounded(.up), max(size.width, size.height))
      guard height > size.height || width > size.width else { break }
      size = BoardSize(width: max(width, size.width), height: max(height, size.height))
    }
    return (size, BoardPoint(x: ((size.width - ink.width) / 2).rounded(.down), y: top))
  }

  /// What the marks take of a picture: at its upper edge, at its lower one, and of its width.
  private func room(in picture: BoardSize) -> (top: Double, bottom: Double, width: Double) {
    let papers = areas
    let gap = Self.gap * max(picture.width, picture.height)
    let lower = [papers.legend, papers.scaleBar].compactMap(\.self)
    let sides = (papers.legend?.maxX ?? 0, papers.scaleBar.map { picture.width - $0.minX } ?? 0)
    return (
      papers.title.map { $0.maxY + gap } ?? 0, lower.map { picture.height - $0.minY + gap }.max() ?? 0,
      lower.isEmpty ? 0 : sides.0 + sides.1 + gap
    )
  }

  /// The distance of marks from the ink and from each other, as a share of the picture's longer side.
  private static let gap = 12.0 / 1920
}

extension Crop {
  /// Crops as ``apply(to:size:width:)`` does, and leaves room for what stands at the picture's edges where the size is
  /// not stated.
  ///
  /// - Parameters:
  ///   - marks: what stands there.
  ///   - scale: board points for each millimetre; `nil` if that is not known.
  func apply(
    to drawing: inout Drawing, size: PixelSize?, width: Double?, beside marks: CornerMarks,
    pointsPerMillimetre scale: Double?
  ) throws(CropError) -> PixelSize? {
    let cropped = try apply(to: &drawing, size: size, width: width)
    guard var pixels = cropped, !marks.isEmpty else { return cropped }
    Self.grow(&drawing)
    guard size == nil else { return pixels }
    pixels = PixelSize(
      width: max(pixels.width, Int(clamping: drawing.size.width.rounded(.up))),
      height: max(pixels.height, Int(clamping: drawing.size.height.rounded(.up))))
    let picture = marks.picture(around: BoardSize(pixels), pointsPerMillimetre: scale)
    let grown = PixelSize(width: Int(clamping: picture.size.width), height: Int(clamping: picture.size.height))
    guard max(grown.width, grown.height) <= PixelSize.maximumSide else {
      throw .tooLarge(width: grown.width, height: grown.height)
    }
    drawing.move(byX: picture.corner.x, y: picture.corner.y)
    drawing.size = picture.size
    return grown
  }

  /// The least longer side of a drawing that has letters beside its ink, in points: no letter has less than one.
  private static let leastSide = 160.0

  /// Gives a drawing of a dot or little more room for letters, with the ink in its middle.
  private static func grow(_ drawing: inout Drawing) {
    let size = drawing.size
    let factor = leastSide / max(size.width, size.height)
    guard factor > 1 else { return }
    drawing.size = BoardSize(width: size.width * factor, height: size.height * factor)
    drawing.move(byX: size.width * (factor - 1) / 2, y: size.height * (factor - 1) / 2)
  }
}
