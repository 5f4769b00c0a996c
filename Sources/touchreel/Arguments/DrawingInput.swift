import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelInkFiles
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking

/// A file that holds a drawing instead of a recording.
struct DrawingInput {
  let name: String
  let document: DrawingDocument
  /// The folder of the images that the drawing names.
  private let folder: FilePath
  /// The file as it is; empty for a part of one.
  let bytes: [UInt8]

  /// What was not understood, one line for each kind of problem.
  var warnings: [String] {
    var warnings = WarningList()
    for element in document.unread {
      warnings.add(element.warning(isKept: document.keepsUnread), at: "element \(element.index)")
    }
    for note in document.notes { warnings.add(note) }
    return warnings.lines
  }

  /// A drawing of a file that holds many.
  init(name: String, _ drawing: ForeignDrawing) {
    self.init(name: name, document: .foreign(drawing), folder: "", bytes: [])
  }

  private init(name: String, document: DrawingDocument, folder: FilePath, bytes: [UInt8]) {
    (self.name, self.document, self.folder, self.bytes) = (name, document, folder, bytes)
  }

  /// Returns `nil` if the file is a recording.
  ///
  /// - Parameters:
  ///   - page: the page of it, from 1.
  ///   - salvaging: whether what is understood of a file of a later version is read.
  static func read(
    _ bytes: any ByteSource, _ input: InputOptions, page: Int = 1, salvaging: Bool = false
  ) throws -> DrawingInput? {
    guard try begins(bytes, input) else { return nil }
    let bytes = try unpacked(bytes)
    let text = try bytes.everything(limit: input.limits.drawingByteLimit, advising: .drawingSize)
    try bytes.requireSoundGzip()
    return try decode(text, of: bytes, input, page: page, salvaging: salvaging)
  }

  /// - Parameters:
  ///   - text: all that the file holds.
  ///   - bytes: where it lies.
  ///   - page: the page of it, from 1.
  ///   - salvaging: whether what is understood of a file of a later version is read.
  static func decode(
    _ text: [UInt8], of bytes: any ByteSource, _ input: InputOptions, page: Int = 1, salvaging: Bool = false
  ) throws(Failure) -> DrawingInput {
    let folder = bytes.file?.removingLastComponent() ?? ""
    do throws(DrawingFileError) {
      let fileName = (bytes as? FileBytes)?.path.lastComponent?.string ?? ""
      let document = try DrawingDocument(text, page: page, limits: input.limits.ink, salvaging: salvaging)
        .attached(to: fileName)
      return DrawingInput(name: bytes.name, document: document, folder: folder, bytes: text)
    } catch {
      throw Failure(message: "\(bytes.name): \(error)")
    }
  }

  /// The bytes that a drawing is read from: unpacked if gzip packed them, unless they are of a format of which that is
  /// a part.
  static func unpacked(_ bytes: any ByteSource) throws(FileError) -> any ByteSource {
    guard GzipBytes.begins(try bytes.beginning(3)),
      InkKind(beginning: try bytes.beginning(InkKind.sniffedLength)) != .xournal
    else { return bytes }
    return try RecordingSniffer.unpacked(bytes)
  }

  /// Whether the bytes are a drawing rather than a recording.
  static func begins(_ bytes: any ByteSource, _ input: InputOptions) throws(FileError) -> Bool {
    try DrawingKind.isDrawing(try unpacked(bytes), limits: input.limits.ink)
  }

  /// Why what begins as a drawing is not read as a recording: it is a drawing, or JSON of something else.
  static func refusal(of bytes: any ByteSource, _ input: InputOptions) -> FileError {
    guard let text = try? unpacked(bytes).everything(limit: input.limits.drawingByteLimit) else {
      return .isDrawing(bytes.name)
    }
    do throws(DrawingFileError) {
      _ = try DrawingDocument(text, limits: input.limits.ink)
    } catch {
      return FileError(file: bytes.name, message: "is not a recording that touchreel knows, and \(error)")
    }
    return .isDrawing(bytes.name)
  }

  /// The drawing on a board, and warnings. If an image cannot be loaded, there is a warning, and the rest is drawn.
  func board(
    _ options: DrawingOptions = DrawingOptions(), limits: Limits
  ) throws -> (board: Board, warnings: [String]) {
    var options = options
    options.textLimit = limits[.text]
    var warnings = warnings + textWarnings(limits)
    if options.background == nil, case .image(let id, _, on: _) = document.drawing.finalBackground {
      do {
        options.image = (id, try pixels(of: id, as: use(options), limits))
      } catch let error as Failure {
        warnings.append(error.message)
      } catch let error as FileError {
        warnings.append(error.line)
      }
    }
    do throws(DrawingError) {
      var board = try Board(document.drawing, options: options)
      return (board, warnings + board.drainWarnings().map(\.description))
    } catch {
      throw FileError(file: name, message: "\(error)", advice: error.advice)
    }
  }

  private func textWarnings(_ limits: Limits) -> [String] {
    let left = document.drawing.texts(beyond: limits[.text]).count
    guard left > 0 else { return [] }
    return [
      "its texts have more than \(limits[.text]) characters in total; \(counted(left, "text is", "texts are")) not drawn; raise the limit with --limits text=N"
    ]
  }

  /// How the picture uses the background, at one pixel per point if no size is given.
  private func use(_ options: DrawingOptions) -> PNGUse {
    guard case .image(_, let mode, on: _) = document.drawing.finalBackground else { return .whole }
    let size = document.drawing.size
    let points = PixelSize(
      width: Int(clamping: size.width.rounded(.up)), height: Int(clamping: size.height.rounded(.up)))
    return .background(mode, on: options.size ?? points)
  }

  /// The files beside the drawing that its background is in, as far as they are there.
  var imageFiles: [FilePath] {
    guard case .image(let id, _, on: _) = document.drawing.finalBackground, document.images[id] == nil else {
      return []
    }
    return [try? file(of: id)].compactMap { $0 ?? nil }
  }

  /// Whether the background's image is there, for who does not draw it.
  var warningsOfImages: [String] {
    guard case .image(let id, _, on: _) = document.drawing.finalBackground, document.images[id] == nil else {
      return []
    }
    do throws(Failure) {
      return try file(of: id) == nil ? [Self.notFound(id)] : []
    } catch {
      return [error.message]
    }
  }

  private static func notFound(_ id: ImageID) -> String {
    "the image \(named(id)) was not found next to the drawing"
  }

  private func pixels(of id: ImageID, as use: PNGUse, _ limits: Limits) throws -> PixelBuffer {
    let bytes = try bytes(of: id, limits)
    do throws(ImageFailure) {
      return try PixelBuffer(anyImage: bytes, as: use, limits)
    } catch {
      throw Failure(message: "the image \(Self.named(id)): \(error.message)")
    }
  }

  /// The image in the drawing, or beside it.
  private func bytes(of id: ImageID, _ limits: Limits) throws -> [UInt8] {
    if let inside = document.images[id] { return inside }
    guard let file = try file(of: id) else {
      throw Failure(message: Self.notFound(id))
    }
    return try FileBytes(path: file).everything(limit: limits.imageByteLimit, advising: .imageSize)
  }

  private func file(of id: ImageID) throws(Failure) -> FilePath? {
    do throws(OutsideFolder) {
      return try id.file(in: folder)
    } catch {
      throw Failure(message: "the image \(Self.named(id)) is outside the drawing's folder")
    }
  }

  private static func named(_ id: ImageID) -> String { String(id.rawValue.printable.prefix(100)) }
}
