import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawings
import TouchReelExporting

/// Something from outside that becomes shapes: content of the clipboard or of a drop, or the file of an image.
nonisolated enum PasteSource: Sendable {
  case content(PastedContent)
  case image(FilePath)

  /// The shapes that several become, each beside the ones before.
  ///
  /// - Returns: also what was wrong with the first that became none, for the user; `nil` if all did.
  static func shapes(
    of sources: [PasteSource], at place: PastePlace, _ look: PastedContent.TextLook
  ) -> (shapes: [PlacedShape], problem: String?) {
    var (shapes, problem, bytes): ([PlacedShape], String?, Int) = ([], nil, 0)
    for (number, source) in sources.enumerated() {
      do throws(ImageProblem) {
        let more = try source.shapes(at: place.moved(number), look)
        bytes += more.reduce(0) { $0 + $1.imageByteCount }
        guard bytes <= PastedContent.imageLimit else {
          throw ImageProblem(description: PasteError.largeImage(bytes).explanation(of: source.name))
        }
        shapes += more
      } catch {
        problem = problem ?? error.description
      }
    }
    return (shapes, problem)
  }

  private func shapes(at place: PastePlace, _ look: PastedContent.TextLook) throws(ImageProblem) -> [PlacedShape] {
    let content = try content
    do throws(PasteError) {
      return try content.shapes(at: place, look)
    } catch {
      throw ImageProblem(description: error.explanation(of: name))
    }
  }

  private var content: PastedContent {
    get throws(ImageProblem) {
      switch self {
      case .content(let content): return content
      case .image(let path):
        let form: PastedContent.Form = path.extension?.lowercased() == "svg" ? .vectors : .image
        return PastedContent(form, try LoadedImage.bytes(of: path))
      }
    }
  }

  /// What messages call it.
  private var name: String {
    switch self {
    case .content: translated("The image")
    case .image(let path): path.fileName
    }
  }
}

extension PasteError {
  /// One line for the user.
  ///
  /// - Parameter name: what an image is called.
  nonisolated fileprivate func explanation(of name: String) -> String {
    switch self {
    case .nothing: translated("There is nothing in it that can be drawn.")
    case .drawing: translated("What was copied is damaged and cannot be pasted.")
    case .image(let error): error.complaint(about: name)
    case .largeImage(let count): translated("%s is too large: %s MB.", name, "\(count >> 20)")
    case .vectors: translated("%s is damaged, or librsvg, which reads SVG, is not installed.", name)
    case .largeShapes(let count): translated("What was copied is too large to be pasted: %s MB.", "\(count >> 20)")
    case .longText(let count): translated("The text is too long: %s KB.", "\(count >> 10)")
    }
  }
}
