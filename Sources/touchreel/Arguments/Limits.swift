import ArgumentParser
import TouchReelCanvas
import TouchReelInkFiles
import TouchReelReplaying
import TouchReelWindowArguments

/// What a file may cost: a short one can describe what takes minutes and gigabytes.
enum NamedLimit: String, CaseIterable, Sendable {
  case chunk, drawing, expansion, image, pipe, points, repeats, strokes, text

  /// Where `--limits` says nothing else.
  var standard: Int {
    switch self {
    case .chunk: 64
    case .drawing: 256
    case .expansion: 1000
    case .image: PixelBuffer.pngPixelLimit / 1_000_000
    case .pipe: 1024
    case .points: InkLimits.standard.points
    case .repeats: 16
    case .strokes: InkLimits.standard.strokes
    case .text: DrawingOptions.standardTextLimit
    }
  }

  var range: ClosedRange<Int> {
    switch self {
    case .chunk, .drawing: 1...4096
    case .expansion, .pipe, .repeats: 1...1_048_576
    case .image: 1...1000
    case .points, .strokes: 1...1_000_000_000
    case .text: 1...100_000_000
    }
  }

  /// The values that it takes, with their unit.
  var accepted: String {
    let unit =
      switch self {
      case .chunk, .drawing, .pipe: " (MiB)"
      case .image: " (million pixels)"
      case .text: " (characters)"
      case .expansion, .points, .repeats, .strokes: ""
      }
    return "\(range.lowerBound) to \(range.upperBound)\(unit)"
  }

  /// What is limited, for help.
  var summary: String {
    switch self {
    case .chunk: "MiB of an MCAP chunk"
    case .drawing: "MiB of a drawing file"
    case .expansion: "bytes that MCAP chunks give for each of theirs"
    case .image: "million pixels of a background, or of all images"
    case .pipe: "MiB that come through a pipe"
    case .points: "points of a drawing"
    case .repeats: "bytes that a hexdump's repeats give for each of its"
    case .strokes: "strokes and other shapes of a drawing"
    case .text: "characters that are drawn of a drawing's texts"
    }
  }
}

/// The limits of a run.
struct Limits: Hashable, Sendable {
  private var stated: [NamedLimit: Int] = [:]

  static let standard = Limits()

  private init() {}

  /// - Throws: if a text is not `name=count,…`, or a count is out of its limit's range.
  init(_ texts: [String]) throws(ValidationError) {
    for item in texts.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
      let (limit, count) = try Self.item(item)
      stated[limit] = count
    }
  }

  private static func item(_ text: Substring) throws(ValidationError) -> (NamedLimit, Int) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let limit = NamedLimit(rawValue: String(parts[0])) else {
      let names = NamedLimit.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--limits takes name=count; the names are \(names).")
    }
    guard parts.count == 2, let count = Int(parts[1]), limit.range.contains(count) else {
      throw ValidationError("--limits \(limit.rawValue)= takes \(limit.accepted).")
    }
    return (limit, count)
  }

  subscript(limit: NamedLimit) -> Int { stated[limit] ?? limit.standard }

  /// What a drawing may hold.
  var ink: InkLimits { InkLimits(points: self[.points], strokes: self[.strokes]) }
  var pixelLimit: Int { self[.image] * 1_000_000 }
  /// No PNG within the pixel limit needs more.
  var imageByteLimit: Int { pixelLimit * 8 + 1 << 20 }
  var drawingByteLimit: Int { self[.drawing] << 20 }
  var pipeByteLimit: UInt64 { UInt64(self[.pipe]) << 20 }

  /// Those that differ from the standard, as an option.
  var given: [GivenOption] {
    let values = stated.filter { $0.value != $0.key.standard }.map { "\($0.key.rawValue)=\($0.value)" }
    return GivenOption.all(GivenOption("--limits", values.sorted()))
  }
}
