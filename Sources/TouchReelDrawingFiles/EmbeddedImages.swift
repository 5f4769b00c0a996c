import TouchReelCanvas
import TouchReelInkFiles

/// The images of a file's pages, decoded as they are needed.
struct EmbeddedImages {
  private let pool = ImagePool()
  private var problems: [String: Int] = [:]

  /// What is not shown, one line for each kind.
  var notes: [String] { lines.map { "\($0.count) × \($0.text)" } }

  private var lines: [(text: String, count: Int)] {
    problems.sorted { $0.key < $1.key }.map { ("\($0.key); it is not drawn", $0.value) }
  }

  /// What is not shown since this was called last, with how often it occurs.
  mutating func takeProblems() -> [(text: String, count: Int)] {
    defer { problems = [:] }
    return lines
  }

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
