import Canvas
import InkFiles

/// The images of a page, decoded as they are needed.
struct EmbeddedImages {
  private var rest: ArraySlice<InkImage>
  private let pool = ImagePool()
  private var problems: [String: Int] = [:]

  init(_ images: [InkImage]) { rest = images[...] }

  /// What is not shown, one line for each kind.
  var notes: [String] { problems.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key); it is not drawn" } }

  /// Takes out the images with so many strokes below them at most. Those that cannot be shown are left out.
  mutating func removeImages(upTo level: Int) -> [(place: InkImage, content: EmbeddedImage)] {
    var images: [(place: InkImage, content: EmbeddedImage)] = []
    while let next = rest.first, next.level <= level {
      rest.removeFirst()
      do throws(ImageError) {
        images.append((next, try pool.image(next.bytes)))
      } catch {
        problems[error.reason, default: 0] += 1
      }
    }
    return images
  }
}
