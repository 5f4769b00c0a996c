import TouchReelCanvas
import TouchReelInkFiles

/// The images of a page, decoded as they are needed.
struct EmbeddedImages {
  private let pool = ImagePool()
  private var problems: [String: Int] = [:]

  /// What is not shown, one line for each kind.
  var notes: [String] { problems.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key); it is not drawn" } }

  /// `nil` for one that cannot be shown.
  mutating func content(of image: InkImage) -> EmbeddedImage? {
    do throws(ImageError) {
      return try pool.image(image.bytes)
    } catch {
      problems[error.reason, default: 0] += 1
      return nil
    }
  }
}
