public import SystemPackage
public import TouchReelByteStreams
public import TouchReelCanvas
public import TouchReelDrawingFiles
public import TouchReelDrawings
import TouchReelReplaying

/// A drawing on its way into a file. Our own drawing file holds the images of its backgrounds; one that is too large
/// lies beside it, under the name by which it is found again.
public struct SavedDrawing: Sendable {
  private var document: DrawingDocument
  /// The images of backgrounds.
  private var images: [ImageID: PixelBuffer] = [:]

  /// - Parameters:
  ///   - drawing: what is saved.
  ///   - image: of the background, if it has one and its pixels are known.
  public init(_ drawing: Drawing, image: PixelBuffer?) {
    let known = drawing.finalBackground.imageID.flatMap { id in image.map { [id: $0] } }
    self.init(drawing, images: known ?? [:])
  }

  /// - Parameters:
  ///   - drawing: what is saved.
  ///   - images: those of its backgrounds whose pixels are known.
  package init(_ drawing: Drawing, images: [ImageID: PixelBuffer]) {
    var names: [ImageID: ImageID] = [:]
    for id in Set(drawing.allBackgrounds.compactMap(\.imageID)) {
      guard let image = images[id] else { continue }
      let name = id.isName ? id : ImageID(of: image.png())
      self.images[name] = image
      // An image under any other name, such as a path, is not looked for beside a drawing.
      if name != id { names[id] = name }
    }
    document = .touchreel(DrawingFile(drawing.renamingImages(names)))
  }

  /// A drawing file that is written as another, without its image.
  package init(_ document: DrawingDocument) { self.document = document }

  /// The bytes of the largest image that a drawing file holds.
  package static let imageLimit = 64 << 20

  /// The same with the images in the drawing, unless they are too large.
  private func holdingImages(_ limit: Int = imageLimit) -> SavedDrawing {
    guard !images.isEmpty, case .touchreel(var file) = document else { return self }
    var (rest, room) = (self, limit)
    for (id, image) in images.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let png = image.png()
      guard png.count <= room else { continue }
      room -= png.count
      file.images[id] = png
      rest.images[id] = nil
    }
    rest.document = .touchreel(file)
    return rest
  }

  /// What is said of pages for which a file of a kind has no room; `nil` if there are none.
  package func lossOfPages(as kind: DrawingKind) -> String? {
    kind.holdsPages ? nil : DrawingKind.loss(ofPages: document.drawing.pageCount - 1)
  }

  /// The file's bytes, and what a file of this kind cannot hold.
  public func file(as kind: DrawingKind) throws(DrawingFileError) -> (bytes: [UInt8], losses: [String]) {
    try (kind == .touchreel ? holdingImages() : self).document.file(as: kind)
  }

  /// Writes the file, and beside it an image of its background that is too large for it, unless that is there already.
  ///
  /// - Returns: what a file of this kind cannot hold.
  public func write(
    as kind: DrawingKind, to path: FilePath, existing: OutputFile.Existing
  ) throws(FileError) -> [String] {
    try written(as: kind, to: path, existing: existing).losses
  }

  /// Writes as ``write(as:to:existing:)`` does.
  ///
  /// - Returns: the file's bytes as well.
  package func written(
    as kind: DrawingKind, to path: FilePath, existing: OutputFile.Existing, imageLimit: Int = imageLimit
  ) throws(FileError) -> (bytes: [UInt8], losses: [String]) {
    guard kind == .touchreel else { return try write(as: kind, path, existing) }
    return try holdingImages(imageLimit).write(as: kind, path, existing)
  }

  private func write(
    as kind: DrawingKind, _ path: FilePath, _ existing: OutputFile.Existing
  ) throws(FileError) -> (bytes: [UInt8], losses: [String]) {
    let out = try OutputFile(path: path, existing: existing)
    let (bytes, losses) = try bytes(as: kind, for: out.name)
    try out.write(bytes)
    let imageLosses = try kind == .touchreel ? writeImages(beside: path) : []
    try out.commit()
    return (bytes, losses + imageLosses + (kind == .touchreel ? document.drawing.absoluteNames : []))
  }

  private func bytes(as kind: DrawingKind, for name: String) throws(FileError) -> ([UInt8], [String]) {
    do throws(DrawingFileError) {
      return try document.file(as: kind)
    } catch {
      throw FileError(file: name, message: error.description)
    }
  }

  /// - Returns: where images lie that are not in the file, or where they have to be put by hand.
  private func writeImages(beside path: FilePath) throws(FileError) -> [String] {
    var lines = missingImages(beside: path)
    for (id, image) in images.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      lines.append(try write(image, as: id.fileName, beside: path))
    }
    return lines
  }

  private func write(_ image: PixelBuffer, as name: String, beside path: FilePath) throws(FileError) -> String {
    guard path != "-" else { return Self.advice(name) }
    let imagePath = path.removingLastComponent().appending(name)
    let line = "the background's image is too large for the drawing, and lies beside it as \(name)"
    guard (try? Stat(imagePath)) == nil else { return line }
    let out = try OutputFile(path: imagePath, existing: .refused)
    try image.writePNG { (bytes) throws(FileError) in try out.write(bytes) }
    try out.commit()
    return line
  }

  /// What is said of images that the drawing names and that are not where they are looked for.
  private func missingImages(beside path: FilePath) -> [String] {
    let missing = document.drawing.imageNames.map(ImageID.init(rawValue:)).filter { id in
      document.images[id] == nil && images[id] == nil && !id.rawValue.hasPrefix("/")
        && (path == "-" || ((try? id.file(in: path.removingLastComponent())) ?? nil) == nil)
    }
    return missing.map { Self.advice($0.rawValue.contains(".") ? $0.rawValue : $0.fileName) }
  }

  private static func advice(_ name: String) -> String {
    "the background's image is not in the drawing; put it beside it as \(name)"
  }
}

extension Drawing {
  /// What is said of images that are named by their paths on this machine.
  fileprivate var absoluteNames: [String] {
    imageNames.filter { $0.hasPrefix("/") }.map {
      "it names the image \($0), which is a path of this machine; name it beside the drawing"
    }
  }

  /// The images that it names as its backgrounds.
  fileprivate var imageNames: [String] { Set(allBackgrounds.compactMap(\.imageID?.rawValue)).sorted() }
}

extension ImageID {
  /// Whether it is the SHA-256 of a file.
  fileprivate var isName: Bool { rawValue.utf8.count == 64 && rawValue.utf8.allSatisfy { Self.digits.contains($0) } }

  private static let digits = Array("0123456789abcdef".utf8)
}
