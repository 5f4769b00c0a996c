import Canvas
import DrawingBoard
import DrawingFiles
import Recordings
import Replaying
import SystemPackage
import TouchTracking

/// A file that holds a drawing instead of a recording.
struct DrawingInput {
  let name: String
  let drawing: Drawing
  let warnings: [String]

  /// Nothing where the file does not begin like JSON, as no recording does.
  static func read(_ bytes: any ByteSource) throws -> DrawingInput? {
    guard try isObject(bytes) else { return nil }
    let text = try bytes.everything(limit: 1 << 30)
    do {
      let (drawing, warnings) = try DrawingReading.read(text)
      return DrawingInput(name: bytes.name, drawing: drawing, warnings: warnings)
    } catch {
      throw Failure(message: "\(bytes.name): \(error)")
    }
  }

  private static func isObject(_ bytes: any ByteSource) throws(RecordingError) -> Bool {
    let first = try [UInt8](unsafeUninitializedCapacity: 64) { space, count throws(RecordingError) in
      count = try bytes.read(at: 0, into: UnsafeMutableRawBufferPointer(space))
    }
    return first.first { !$0.isBlank } == UInt8(ascii: "{")
  }

  /// - Parameter size: in pixels; one for each board point where there is none.
  func board(size: PixelSize?, threads: Int) throws -> Board {
    var shown = drawing
    var scale = 1.0
    if let size {
      scale = min(Double(size.width) / drawing.size.width, Double(size.height) / drawing.size.height)
      shown.size = BoardSize(width: Double(size.width) / scale, height: Double(size.height) / scale)
    }
    do throws(BoardError) {
      return try Board(shown, scale: scale, undo: UndoMemory(budget: .none), pace: .batch(threads: threads))
    } catch {
      throw Failure(message: "\(name): its size is not usable; state another with --size")
    }
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension Background {
  /// Whether nothing shows through it.
  var isOpaque: Bool {
    switch self {
    case .color(let color): color.alpha == 255
    case .gradient(let from, let to, angle: _): from.alpha == 255 && to.alpha == 255
    case .image(_, _, on: let color): color.alpha == 255
    }
  }
}

/// The drawings that are written, by the end of their names.
enum DrawingOutput: String, CaseIterable {
  case touchreel = ".touchreel.json"
  case drawsana = ".drawsana.json"

  init?(name: String) {
    guard let kind = Self.allCases.first(where: { name.lowercased().hasSuffix($0.rawValue) }) else { return nil }
    self = kind
  }

  func write(_ file: String, to output: String, _ input: InputOptions, replacing: OutputOptions) throws {
    let (drawing, warnings) = try Self.drawing(of: file, input)
    let out = try OutputFile(path: FilePath(output), existing: replacing.existing)
    let (text, losses) = try encoded(drawing)
    try out.write(text)
    try out.commit()
    for warning in warnings + losses { Terminal.warn("\(out.name): \(warning)") }
  }

  private static func drawing(of file: String, _ input: InputOptions) throws -> (Drawing, [String]) {
    let bytes = try input.bytes(of: file)
    if let drawing = try DrawingInput.read(bytes) { return (drawing.drawing, drawing.warnings) }
    let recording = try input.open(bytes)
    let survey = try input.survey(recording)
    let (drawing, warnings) = try Renderer(recording, survey: survey, options: RenderOptions()).drawing()
    return (drawing, survey.warnings + warnings)
  }

  private func encoded(_ drawing: Drawing) throws(DrawingFileError) -> (text: [UInt8], losses: [String]) {
    switch self {
    case .touchreel: return (try DrawingFile(drawing).json(), [])
    case .drawsana:
      let file = DrawsanaFile(drawing)
      return (try file.json(), file.losses)
    }
  }
}
