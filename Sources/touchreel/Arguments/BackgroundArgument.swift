import ArgumentParser
import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelRecordings
import TouchReelReplaying
import TouchReelWindowArguments

/// A colour; `FROM,TO` or `FROM,TO,ANGLE` for a gradient, with the angle in degrees anticlockwise from east, 270 by
/// default; or the path of an image, optionally followed by `:tile`, `:fit` or `:fill`; or of a PDF, with `#page=N`
/// before that for another page than the first.
enum BackgroundArgument: ExpressibleByArgument, OptionValue {
  case color(PixelColor)
  case gradient(from: PixelColor, to: PixelColor, angle: Double)
  case image(FilePath, BackgroundImageMode)
  case page(FilePath, Int, BackgroundImageMode)

  static let defaultCompletionKind = CompletionKind.words(
    PixelColor.words, orFilesWith: PixelBuffer.imageSuffixes + ["pdf"])

  init?(argument: String) {
    if let color = ColorArgument(argument: argument) {
      self = .color(color.color)
    } else if let gradient = Self.gradient(argument) {
      self = gradient
    } else if let image = Self.image(argument) {
      self = image
    } else {
      return nil
    }
  }

  var optionText: String {
    switch self {
    case .color(let color): color.optionText
    case .gradient(let from, let to, let angle): "\(from.optionText) \(to.optionText) \(angle)"
    case .image(let path, let mode): "\(mode.rawValue) \(path.argument)"
    case .page(let path, let page, let mode): "\(mode.rawValue) \(page + 1) \(path.argument)"
    }
  }

  private static func gradient(_ text: String) -> BackgroundArgument? {
    let parts = text.split(separator: ",").map(String.init)
    guard (2...3).contains(parts.count), let first = ColorArgument(argument: parts[0]),
      let last = ColorArgument(argument: parts[1])
    else { return nil }
    guard let angle = parts.count == 3 ? Double(parts[2]) : 270, angle.isFinite else { return nil }
    return .gradient(from: first.color, to: last.color, angle: angle)
  }

  private static func image(_ text: String) -> BackgroundArgument? {
    for mode in BackgroundImageMode.allCases where text.lowercased().hasSuffix(":\(mode.rawValue)") {
      return image(String(text.dropLast(mode.rawValue.count + 1)), mode)
    }
    return image(text, nil)
  }

  /// - Parameter mode: `nil` for the usual one: a page is seen whole.
  private static func image(_ path: String, _ mode: BackgroundImageMode?) -> BackgroundArgument? {
    if isImageName(path) { return .image(FilePath(argument: path), mode ?? .fill) }
    let (file, page) = ImageID(rawValue: path).page ?? (ImageID(rawValue: path), 0)
    guard file.rawValue.lowercased().hasSuffix(".pdf") else { return nil }
    return .page(FilePath(argument: file.rawValue), page, mode ?? .fit)
  }

  private static func isImageName(_ name: String) -> Bool {
    PixelBuffer.imageSuffixes.contains { name.lowercased().hasSuffix(".\($0)") }
  }

  /// The background, and what it shows if it names something.
  func resolved(
    _ limits: Limits
  ) throws -> (background: Background, picture: (id: ImageID, content: BackgroundPicture)?) {
    switch self {
    case .color(let color): return (.color(color), nil)
    case .gradient(let from, let to, let angle): return (.gradient(from: from, to: to, angle: angle), nil)
    case .image(let path, let mode):
      let id = ImageID(rawValue: path.string)
      return (.image(id, mode, on: .white), (id, try decoded(path, id, limits)))
    case .page(let path, let page, let mode):
      let id = ImageID(ImageID(rawValue: path.string), page: page)
      return (.image(id, mode, on: .white), (id, try decoded(path, id, limits)))
    }
  }

  private func decoded(_ path: FilePath, _ id: ImageID, _ limits: Limits) throws -> BackgroundPicture {
    let bytes = try FileBytes(path: path).everything(limit: limits.imageByteLimit, advising: .imageSize)
    do throws(ImageFailure) {
      return try BackgroundPicture(bytes, id, limits)
    } catch {
      let other = id.page == nil ? "another image" : "another page or file"
      throw Failure(message: "\(path): \(error.message); choose \(other) for --background")
    }
  }
}
