import TouchReelTouchTracking

/// The part of an image that is shown, as shares of its width and height.
public struct ImageCrop: Hashable, Sendable {
  /// The share of the width where the part begins, from the left of the image: 0…1.
  public var left: Double
  /// The share of the width where it ends: 0…1.
  public var right: Double
  /// The share of the height where it begins, from the top of the image: 0…1.
  public var top: Double
  /// The share of the height where it ends: 0…1.
  public var bottom: Double

  /// A part of an image between shares of its width and height, 0…1.
  public init(left: Double, top: Double, right: Double, bottom: Double) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  /// All of the image.
  public static let whole = ImageCrop(left: 0, top: 0, right: 1, bottom: 1)

  /// The least share of the width and the height that may be shown.
  static let leastShare = 0.001

  /// False unless it is within the image and has an area.
  public var isUsable: Bool {
    [(left, right), (top, bottom)].allSatisfy { $0 >= 0 && $1 <= 1 && $1 - $0 >= Self.leastShare }
  }
}

extension ImageShape {
  /// Where all of the image would be, in its own coordinates.
  package var wholeBox: BoardRect {
    let box = BoardRect(from: start, to: end)
    guard crop != .whole else { return box }
    let (width, height) = (box.width / (crop.right - crop.left), box.height / (crop.bottom - crop.top))
    let corner = BoardPoint(x: box.minX - leftShare * width, y: box.minY - crop.top * height)
    return BoardRect(from: corner, to: BoardPoint(x: corner.x + width, y: corner.y + height))
  }

  /// What is left out on the left as it is seen.
  private var leftShare: Double { isMirrored ? 1 - crop.right : crop.left }

  /// The image with another part shown, which stays where it is.
  func cropped(to new: ImageCrop) -> ImageShape {
    let whole = wholeBox
    let shares = isMirrored ? (1 - new.right, 1 - new.left) : (new.left, new.right)
    var image = self
    image.crop = new
    image.start = BoardPoint(x: whole.minX + shares.0 * whole.width, y: whole.minY + new.top * whole.height)
    image.end = BoardPoint(x: whole.minX + shares.1 * whole.width, y: whole.minY + new.bottom * whole.height)
    return image
  }

  /// The crop that shows what is in a box of its own coordinates, as far as the image reaches; at least a little of
  /// it.
  package func crop(showing box: BoardRect) -> ImageCrop {
    let whole = wholeBox
    func shares(_ low: Double, _ high: Double, _ start: Double, _ extent: Double) -> (Double, Double) {
      guard extent > 0 else { return (0, 1) }
      let first = min(max((low - start) / extent, 0), 1 - ImageCrop.leastShare)
      let least = min(first + ImageCrop.leastShare, 1)
      return (first, min(max((high - start) / extent, least), 1))
    }
    let (left, right) = shares(box.minX, box.maxX, whole.minX, whole.width)
    let (top, bottom) = shares(box.minY, box.maxY, whole.minY, whole.height)
    return isMirrored
      ? ImageCrop(left: 1 - right, top: top, right: 1 - left, bottom: bottom)
      : ImageCrop(left: left, top: top, right: right, bottom: bottom)
  }
}
