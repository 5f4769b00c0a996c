public import TouchReelCanvas
public import TouchReelDrawings

/// How a picture looks, whether it is of a recording or of a drawing.
public struct PictureStyle: Sendable {
  /// The size in pixels; `nil` for a pixel for each board point. In a picture of other proportions a drawing lies in
  /// the middle, and the background under all of it.
  public var size: PixelSize?
  /// How to show the ink alone; `nil` for the whole board.
  public var crop: Crop?
  /// The background; `nil` for the recorded or drawn one.
  public var background: Background?
  /// What ``background`` names.
  package var picture: (id: ImageID, content: BackgroundPicture)?
  /// The width of strokes as a share of the picture's longer side, 0…1; it replaces any other.
  public var relativeWidth: Double?
  /// The number of threads that draw, at least 1; the pixels do not depend on it.
  public var threads = 1

  /// The drawing as it is, drawn by one thread.
  public init() {}
}
