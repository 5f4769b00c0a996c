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
  /// What its backgrounds show, by the names of files.
  private var files: [ImageID: BackgroundFile] = [:]

  /// - Parameters:
  ///   - drawing: what is saved.
  ///   - image: of the background, if it has one and its pixels are known.
  public init(_ drawing: Drawing, image: PixelBuffer?) {
    let known = drawing.finalBackground.imageID.flatMap { id in image.map { [id: BackgroundPicture.pixels($0)] } }
    self.init(drawing, pictures: known ?? [:])
  }

  /// - Parameters:
  ///   - drawing: what is saved.
  ///   - pictures: what its backgrounds show, as far as it is known.
  package init(_ drawing: Drawing, pictures: [ImageID: BackgroundPicture]) {
    var names: [ImageID: ImageID] = [:]
    for id in Set(drawing.allBackgrounds.compactMap(\.imageID)) {
      guard let picture = pictures[id] else { continue }
      let file = BackgroundFile(picture)
      let name = id.file.isDigest ? id.file : ImageID(of: file.bytes)
      files[name] = file
      // What has any other name, such as a path, is not looked for beside a drawing.
      if name != id.file { names[id] = id.page.map { ImageID(name, page: $0.index) } ?? name }
    }
    document = .touchreel(DrawingFile(drawing.renamingImages(names)))
  }

  /// A drawing file that is written as another.
  ///
  /// - Parameter found: files that its backgrounds name and that come along, by these names.
  package init(_ document: DrawingDocument, beside found: [ImageID: [UInt8]] = [:]) {
    let names = found.mapValues { ImageID(of: $0) }
    self.document = document.renamingFiles(names)
    for (name, bytes) in found { files[names[name] ?? name] = .file(bytes) }
  }

  /// The bytes of the largest image that a drawing file holds.
  package static let imageLimit = 64 << 20

  /// The same with the images in the drawing, unless they are too large.
  private func holdingImages(_ limit: Int = imageLimit) -> SavedDrawing {
    guard !files.isEmpty, var file = document.asOwn else { return self }
    var (rest, room) = (self, limit)
    for (id, image) in files.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let bytes = image.bytes
      guard bytes.count <= room else { continue }
      room -= bytes.count
      file.images[id] = bytes
      rest.files[id] = nil
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
    var files: [OutputFile] = []
    do throws(FileError) {
      let imageLosses =
        try kind == .touchreel ? writeImages(beside: path, &files) : writePaper(of: kind, path, existing, &files)
      try out.commit()
      return (bytes, losses + imageLosses + (kind == .touchreel ? document.drawing.absoluteNames : []))
    } catch {
      for file in files { file.withdraw() }
      throw error
    }
  }

  private func bytes(as kind: DrawingKind, for name: String) throws(FileError) -> ([UInt8], [String]) {
    do throws(DrawingFileError) {
      return try document.file(as: kind)
    } catch {
      throw FileError(file: name, message: error.description)
    }
  }

  /// - Returns: where images lie that are not in the file, or where they have to be put by hand.
  private func writeImages(beside path: FilePath, _ written: inout [OutputFile]) throws(FileError) -> [String] {
    var lines = missingImages(beside: path)
    for (id, file) in files.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      lines.append(try write(file.bytes, as: "\(id.rawValue).\(file.suffix)", beside: path, &written))
    }
    return lines
  }

  /// Xournal++ has a PDF beside its file, whose name it adds to.
  ///
  /// - Returns: where it has to be put by hand.
  private func writePaper(
    of kind: DrawingKind, _ path: FilePath, _ existing: OutputFile.Existing, _ written: inout [OutputFile]
  ) throws(FileError) -> [String] {
    guard kind == .xournal, let id = document.drawing.paperOfXournal, id.isDigest else { return [] }
    let name = "\(path.lastComponent?.string ?? "").\(DrawingKind.attachedPaper)"
    guard let bytes = files[id]?.bytes ?? document.images[id] else { return [Self.advice(name)] }
    guard path != "-" else { return [Self.advice("FILE.\(DrawingKind.attachedPaper)")] }
    let out = try OutputFile(path: path.removingLastComponent().appending(name), existing: existing)
    try out.write(bytes)
    try out.commit(revocably: true)
    written.append(out)
    return []
  }

  private func write(
    _ bytes: [UInt8], as name: String, beside path: FilePath, _ written: inout [OutputFile]
  ) throws(FileError) -> String {
    guard path != "-" else { return Self.advice(name) }
    let imagePath = path.removingLastComponent().appending(name)
    let line = "the background's image is too large for the drawing, and lies beside it as \(name)"
    guard (try? Stat(imagePath)) == nil else { return line }
    let out = try OutputFile(path: imagePath, existing: .refused)
    try out.write(bytes)
    try out.commit()
    written.append(out)
    return line
  }

  /// What is said of images that the drawing names and that are not where they are looked for.
  private func missingImages(beside path: FilePath) -> [String] {
    let missing = document.drawing.imageNames.map(ImageID.init(rawValue:)).filter { id in
      document.images[id.file] == nil && files[id.file] == nil && !id.rawValue.hasPrefix("/")
        && (path == "-" || ((try? id.file(in: path.removingLastComponent())) ?? nil) == nil)
    }
    return missing.map { Self.advice($0.rawValue.contains(".") ? $0.file.rawValue : $0.fileName) }
  }

  private static func advice(_ name: String) -> String {
    "the background's image is not in the drawing; put it beside it as \(name)"
  }
}

/// The file of what a background shows.
private enum BackgroundFile: Sendable {
  case image(PixelBuffer)
  case document(PDFDocument)
  /// Its content as it was found.
  case file([UInt8])

  init(_ picture: BackgroundPicture) {
    switch picture {
    case .pixels(let image): self = .image(image)
    case .page(let document, _): self = .document(document)
    }
  }

  var bytes: [UInt8] {
    switch self {
    case .image(let image): image.png()
    case .document(let document): document.bytes
    case .file(let bytes): bytes
    }
  }

  var suffix: String {
    switch self {
    case .image: "png"
    case .document: "pdf"
    case .file(let bytes): PDFDocument.begins(bytes) ? "pdf" : "png"
    }
  }
}

extension Drawing {
  /// What is said of images that are named by their paths on this machine.
  fileprivate var absoluteNames: [String] {
    Set(imageNames.map { ImageID(rawValue: $0).file.rawValue }).sorted().filter { $0.hasPrefix("/") }.map {
      "it names the image \($0), which is a path of this machine; name it beside the drawing"
    }
  }

  /// The images that it names as its backgrounds.
  fileprivate var imageNames: [String] { Set(allBackgrounds.compactMap(\.imageID?.rawValue)).sorted() }
}
