import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelReplaying

/// What backgrounds of a drawing show, from the drawing's file or one beside it.
nonisolated struct BackgroundFile: Sendable {
  enum Content: Sendable {
    /// A PNG.
    case image([UInt8])
    case document(PDFDocument)
  }

  let id: ImageID
  let content: Content

  /// - Parameter files: those in the drawing's file.
  /// - Returns: those of all pages that can be used, and why others cannot.
  static func find(
    for drawing: Drawing, _ files: [ImageID: [UInt8]], in folder: FilePath
  ) -> (files: [BackgroundFile], problems: [String]) {
    let names = Dictionary(drawing.allBackgrounds.compactMap(\.imageID).map { ($0.file, $0) }) { first, _ in first }
    let found = names.sorted { $0.key.rawValue < $1.key.rawValue }.map { find($1, files[$0], in: folder) }
    return (found.compactMap(\.file), found.flatMap(\.problems))
  }

  private static func find(
    _ id: ImageID, _ inside: [UInt8]?, in folder: FilePath
  ) -> (file: BackgroundFile?, problems: [String]) {
    do throws(ImageProblem) {
      if let inside {
        return (BackgroundFile(id: id.file, content: try content(id, inside, translated("the background"))), [])
      }
      guard let file = (try? id.file(in: folder)) ?? nil else {
        return (nil, [translated("the image of the background was not found next to the drawing")])
      }
      return (
        BackgroundFile(id: id.file, content: try content(id, try LoadedImage.bytes(of: file), file.fileName)), []
      )
    } catch {
      return (nil, [error.description])
    }
  }

  private static func content(_ id: ImageID, _ bytes: [UInt8], _ name: String) throws(ImageProblem) -> Content {
    id.page == nil
      ? .image(try LoadedImage(bytes, name: name).png) : .document(try PDFPaper(bytes, name: name).document)
  }

  /// Makes it known to a board.
  func provide(to board: inout Board) throws(PNGError) {
    switch content {
    case .image(let png): board.provide(try PixelBuffer(png: png), as: id)
    case .document(let document): board.provide(document, as: id)
    }
  }

  /// Stores it in a session.
  func provide(to session: LiveDrawing, at now: Timestamp) {
    switch content {
    case .image(let png): session.provide(png: png, as: id, at: now)
    case .document(let document): session.provide(document, as: id, at: now)
    }
  }
}

/// A PDF whose pages are written on.
nonisolated struct PDFPaper: Sendable {
  let document: PDFDocument
  let id: ImageID

  static let pattern = "*.pdf"

  static func hasName(_ path: FilePath) -> Bool { path.extension?.lowercased() == "pdf" }

  init(_ path: FilePath) throws(ImageProblem) {
    try self.init(try LoadedImage.bytes(of: path), name: path.fileName)
  }

  /// - Parameter name: what messages call it.
  init(_ bytes: [UInt8], name: String) throws(ImageProblem) {
    do throws(PDFError) {
      document = try PDFDocument(bytes)
    } catch {
      throw ImageProblem(description: "\(name): \(error.reason).", withoutName: error.reason)
    }
    id = ImageID(of: bytes)
  }

  var file: BackgroundFile { BackgroundFile(id: id, content: .document(document)) }
}

extension PDFError {
  fileprivate nonisolated var reason: String {
    switch self {
    case .missingLibrary(let package):
      translated("drawing on a PDF takes Poppler: install the package %s", package)
    case .locked: translated("it is read with a password only; save it without one")
    case .damaged: translated("it is not a PDF, or damaged")
    }
  }
}
