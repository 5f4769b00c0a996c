import Canvas
import DrawingBoard
import DrawingFiles
import Recordings
import Replaying
import SystemPackage

/// A file that holds a drawing instead of a recording.
struct DrawingInput {
  let name: String
  let document: DrawingDocument
  /// Where the images lie that it names.
  private let folder: FilePath

  /// What was not understood.
  var warnings: [String] { document.unread.map(\.description) }

  /// Nothing where the file does not begin like JSON, as no recording does.
  static func read(_ bytes: any ByteSource) throws -> DrawingInput? {
    guard try begins(bytes) else { return nil }
    let folder = (bytes as? FileBytes)?.path.removingLastComponent() ?? ""
    do {
      return DrawingInput(
        name: bytes.name, document: try DrawingDocument(json: try bytes.everything(limit: 1 << 30)), folder: folder)
    } catch let error as DrawingFileError {
      throw Failure(message: "\(bytes.name): \(error)")
    }
  }

  /// Whether the bytes begin as a drawing does.
  static func begins(_ bytes: any ByteSource) throws(RecordingError) -> Bool {
    let first = try [UInt8](unsafeUninitializedCapacity: 64) { space, count throws(RecordingError) in
      count = try bytes.read(at: 0, into: UnsafeMutableRawBufferPointer(space))
    }
    return first.first { !$0.isBlank } == UInt8(ascii: "{")
  }

  /// The drawing as it is shown, and what to warn of. An image that cannot be had is told of, and the rest is drawn.
  func board(_ options: DrawingOptions = DrawingOptions()) throws -> (board: Board, warnings: [String]) {
    var options = options
    var warnings = warnings
    if options.background == nil, case .image(let id, _, on: _) = document.drawing.finalBackground {
      do {
        options.image = (id, try pixels(of: id))
      } catch let error as Failure {
        warnings.append(error.message)
      } catch let error as RecordingError {
        warnings.append(error.description)
      }
    }
    do throws(DrawingError) {
      return (try Board(document.drawing, options: options), warnings)
    } catch {
      throw Failure(message: "\(name): \(error)")
    }
  }

  private func pixels(of id: ImageID) throws -> PixelBuffer {
    let base: FilePath = folder.isEmpty ? "." : folder
    // An image out of a recording is named by its SHA-256 alone.
    let files = [id.rawValue, id.rawValue + ".png"].compactMap { base.lexicallyResolving(FilePath($0)) }
    guard !files.isEmpty else { throw Failure(message: "the image \(named(id)) lies outside of the drawing's folder") }
    guard let file = files.first(where: { (try? Stat($0))?.type == .regular }) else {
      throw Failure(message: "the image \(named(id)) is not beside the drawing")
    }
    let bytes = try FileBytes(path: file).everything(limit: 256 << 20)
    do throws(PNGError) {
      return try PixelBuffer(png: bytes)
    } catch {
      throw Failure(message: "the image \(named(id)): \(error.words)")
    }
  }

  private func named(_ id: ImageID) -> String { String(id.rawValue.printable.prefix(100)) }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
